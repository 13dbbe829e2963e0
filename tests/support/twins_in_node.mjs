// Runs a program in Pyodide without a browser, with twins that another Python compiled for WebAssembly:
// node --stack-size=8000 twins_in_node.mjs PYODIDE SOURCES TWINS PROGRAM
// SOURCES are folders of Python's path, joined by ":". The program finds the folder TWINS as /twins.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, sources, twins, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
const folders = sources.split(":").map((folder, number) => [folder, `/source${number}`]);
for (const [folder, place] of [...folders, [twins, "/twins"]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
globalThis.cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const path = JSON.stringify(folders.map(([, place]) => place));
python.runPython(`import sys; sys.dont_write_bytecode = True; sys.path[:0] = ${path}`);
try {
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
