// Python in a worker of the browser: Pyodide, with the packages and the compiled searches of the site.
//
// The first start keeps the memory of Python as it is when the program is imported. Later starts, and the workers that
// think, begin with this memory, which takes a small part of the time.
import { decompressed, unpack } from "./archive.js";

/** The root of the site. */
export const root = new URL("../../", import.meta.url);

const MEMORY = new URL("memory", root); // the service worker keeps it, with the files of its version

/** @param {string} name */
const fetched = async (name) => (await fetch(new URL(name, root))).arrayBuffer();

/** The kept memory; null if there is none. @returns {Promise<Uint8Array | null>} */
async function keptMemory() {
  const answer = await fetch(MEMORY).catch(() => null);
  return answer?.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null;
}

/** The memory that this worker has made. The browser holds it outside of this tab's memory. @type {Blob | null} */
let unkept = null;

/** Give memory back at once: a quiet worker collects its garbage late. @param {Uint8Array} bytes */
const free = (bytes) => /** @type {any} */ (bytes.buffer).transfer?.(0);

/** Keep the memory of the first start, at a time when nobody waits. */
export async function keepMemory() {
  if (unkept) await fetch(MEMORY, { method: "PUT", body: unkept }).catch(() => null);
  unkept = null;
}

/** Load Pyodide with a kept memory. @param {any} loadPyodide @param {object} options @param {Uint8Array} memory */
async function restored(loadPyodide, options, memory) {
  const { default: create } = await import(new URL("pyodide/pyodide.asm.mjs", root).href);
  const { length } = memory;
  /** @param {any} settings */
  const createPyodideModule = async (settings) => {
    const module = await create(settings);
    module._free(module._malloc(length)); // the new memory must be at least as long as the kept one
    return module;
  };
  const python = await loadPyodide({ ...options, _loadSnapshot: memory, createPyodideModule });
  delete python._api.config._loadSnapshot; // Pyodide would hold it as long as the worker lives
  python.runPython("import random; random.seed()");
  return python;
}

/**
 * Start Python. `note` gets the names of the steps that are done. The worker that keeps the memory imports the whole
 * program if no memory is kept yet.
 *
 * @param {(step: string) => void} note
 * @param {{ keepsMemory?: boolean }} [options]
 * @returns {Promise<any>}
 */
export async function startPython(note, { keepsMemory = false } = {}) {
  const [{ loadPyodide }, packages, twins, memory] = await Promise.all([
    import(new URL("pyodide/pyodide.mjs", root).href),
    fetched("python.archive").then(decompressed),
    fetched("twins.zip"),
    keptMemory(),
  ]);
  note("fetched");
  const { protocol, pathname, href } = new URL("pyodide/", root);
  const options = { indexURL: protocol === "file:" ? pathname : href }; // Pyodide takes a path in Node
  let python = memory && (await restored(loadPyodide, options, memory).catch(() => null));
  if (memory) free(memory);
  const isNew = !python;
  python ??= await loadPyodide({ ...options, _makeSnapshot: keepsMemory });
  note("Pyodide");
  unpack(python.FS, packages, "/app");
  python.unpackArchive(twins, "zip", { extractDir: "/twins" });
  note("unpacked");
  if (isNew) python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/app")');
  if (isNew && keepsMemory) {
    python.runPython("from plyground.static_site.prepared import prepare; prepare()");
    if (!python.FS.streams.slice(3).some(Boolean)) {
      // Not with open files: later their numbers are those of other files.
      const made = python.makeMemorySnapshot();
      unkept = new Blob([made]);
      free(made);
    }
  }
  note("imported");
  return python;
}
