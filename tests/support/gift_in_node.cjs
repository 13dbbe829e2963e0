// Prints the questions of a GIFT file, as gift-pegjs reads them, in JSON.
const { readFileSync } = require("node:fs");
const { parse } = require("gift-pegjs");

console.log(JSON.stringify(parse(readFileSync(process.argv[2], "utf8"))));
