// Python in a worker of the browser: Pyodide, with the packages and the compiled searches of the site.

/** The root of the site. */
export const root = new URL("../../", import.meta.url);

/** @param {string} name */
const archive = async (name) => (await fetch(new URL(name, root))).arrayBuffer();

/**
 * Start Python. `note` gets the names of the steps that are done.
 * @param {(step: string) => void} note
 * @returns {Promise<any>}
 */
export async function startPython(note) {
  const [{ loadPyodide }, packages, twins] = await Promise.all([
    import(new URL("pyodide/pyodide.mjs", root).href),
    archive("python.zip"),
    archive("twins.zip"),
  ]);
  note("fetched");
  const python = await loadPyodide({ indexURL: new URL("pyodide/", root).href });
  note("Pyodide");
  python.unpackArchive(packages, "zip", { extractDir: "/app" });
  python.unpackArchive(twins, "zip", { extractDir: "/twins" });
  python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/app")');
  note("unpacked");
  return python;
}
