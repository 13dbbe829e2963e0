// Runs jobs in the thinker of an exported site, in Pyodide without a browser: node --stack-size=8000 site_in_node.mjs SITE JOBS ANSWERS
// JOBS is a file with a JSON list of pickled jobs in base64; the file ANSWERS gets the pickled answers. The seconds of processor
// time that each job took are printed, a line each.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { serveFiles } from "./files_in_node.mjs";

const [site, jobs, answers] = process.argv.slice(2);
serveFiles();
const { startPython } = await import(`${resolve(site)}/static/site/python.js`);
const python = await startPython(() => {});
const thinker = python.pyimport("plyground.static_site.pyodide_thinker");
const given = JSON.parse(readFileSync(jobs, "utf8")).map((job) => {
  const begun = process.cpuUsage();
  const answer = thinker.work(
    new Uint8Array(Buffer.from(job, "base64")),
    () => {},
    () => false,
  );
  const { user, system } = process.cpuUsage(begun);
  console.log((user + system) / 1e6);
  return Buffer.from(answer).toString("base64");
});
writeFileSync(answers, JSON.stringify(given));
