// Runs a program in Pyodide without a browser, with a package: node python_in_node.mjs PYODIDE WHEEL PROGRAM
// Prints the version of its Python, and what the program prints.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, wheel, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.unpackArchive(new Uint8Array(readFileSync(wheel)).buffer, "zip", { extractDir: "/lib/plyground" });
python.runPython('import sys; sys.path.insert(0, "/lib/plyground"); print("%d.%d" % sys.version_info[:2])');
python.runPython(program);
