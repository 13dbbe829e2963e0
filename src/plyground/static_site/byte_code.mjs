// Compiles Python files for the Python of Pyodide: node byte_code.mjs PYODIDE FOLDER
// Each NAME.py of FOLDER gets a NAME.pyc beside it, whose source is never checked. Of the files below FOLDER/plain,
// docstrings and assertions are left out.
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/app");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/app");
python.runPython(`
from pathlib import Path
from py_compile import PycInvalidationMode, compile

mode = PycInvalidationMode.UNCHECKED_HASH
for path in Path("/app").rglob("*.py"):
    name = str(path)
    is_plain = name.startswith("/app/plain/")
    shown = name.replace("/app/plain/", "/app/", 1)
    compile(name, f"{name}c", shown, invalidation_mode=mode, optimize=2 if is_plain else 0, doraise=True)
`);
