// Runs jobs in the thinker of an exported site, in Pyodide without a browser: node --stack-size=8000 site_in_node.mjs SITE JOBS ANSWERS
// JOBS is a file with a JSON list of pickled jobs in base64; the file ANSWERS gets the pickled answers.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, jobs, answers] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${site}/pyodide/` });
for (const [name, folder] of Object.entries({ "python.zip": "/app", "twins.zip": "/twins" }))
  python.unpackArchive(new Uint8Array(readFileSync(`${site}/${name}`)).buffer, "zip", { extractDir: folder });
python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/app")');
const thinker = python.pyimport("plyground.static_site.pyodide_thinker");
const given = JSON.parse(readFileSync(jobs, "utf8")).map((job) => {
  const answer = thinker.work(new Uint8Array(Buffer.from(job, "base64")), () => {}, () => false);
  return Buffer.from(answer).toString("base64");
});
writeFileSync(answers, JSON.stringify(given));
