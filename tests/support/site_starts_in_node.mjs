// Starts the server of an exported site without a browser, a first and a second time, and asks it for a page:
// node --stack-size=8000 site_starts_in_node.mjs SITE PYODIDE PATH
// Prints a line of JSON for each start: seconds of processor time until each step, and the status and size of the page.
// Before them it prints those of Pyodide alone, and at the end the status of My work, the page and My work again, asked in
// another start.
import { resolve } from "node:path";
import { serveFiles } from "./files_in_node.mjs";

const [site, pyodide, path] = process.argv.slice(2);
const root = resolve(site);
const { loadPyodide } = await import(`${resolve(pyodide)}/pyodide.mjs`);
const alone = process.cpuUsage();
await loadPyodide({ indexURL: `${resolve(pyodide)}/` });
const { user, system } = process.cpuUsage(alone);
console.log(JSON.stringify({ alone: (user + system) / 1e6 }));

serveFiles();
const { keepMemory, startPython } = await import(`${root}/static/site/python.js`);
const headers = [["accept", "text/html"]];
for (const start of ["first", "next", "used"]) {
  const begun = process.cpuUsage();
  /** @type {Record<string, number>} */
  const steps = {};
  const note = (/** @type {string} */ step) => {
    const used = process.cpuUsage(begun);
    steps[step] = (used.user + used.system) / 1e6;
  };
  const python = await startPython(note, { keepsMemory: true });
  python.FS.mkdirTree("/data");
  const host = await python.pyimport("plyground.static_site.browser_server").begin("/name/", {});
  note("started");
  /** @param {string} path */
  const ask = (path) => host.request("GET", path, "", headers, new Uint8Array());
  if (start === "used") {
    const statuses = [];
    for (const each of ["/mine", path, "/mine"]) statuses.push((await ask(each))[0]);
    console.log(JSON.stringify(statuses));
    break;
  }
  const [status, , body] = await ask(path);
  note("page");
  await keepMemory();
  console.log(JSON.stringify({ ...steps, status, bytes: body.length }));
}
process.exit(0); // timers of Python go on
