// Compiles Python files for the Python of Pyodide: node byte_code.mjs PYODIDE FOLDER
// Each NAME.py of FOLDER gets a NAME.pyc beside it, whose source is never checked.
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/app");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/app");
python.runPython(`
from pathlib import Path
from py_compile import PycInvalidationMode, compile

for path in Path("/app").rglob("*.py"):
    compile(str(path), str(path) + "c", invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
`);
