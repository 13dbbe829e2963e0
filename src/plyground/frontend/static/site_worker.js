// Runs Python for the static site, so that the page stays usable while a search runs.

const root = new URL("../", import.meta.url).href;

/** Load Pyodide, then plyground in it. */
async function load() {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(`${root}pyodide/pyodide.mjs`),
    fetch(`${root}python.zip`).then((answer) => answer.arrayBuffer()),
  ]);
  const python = await loadPyodide({ indexURL: `${root}pyodide/` });
  python.unpackArchive(archive, "zip", { extractDir: "/lib/plyground" });
  python.runPython('import sys; sys.path.insert(0, "/lib/plyground")');
  return python.pyimport("plyground.static_site.pyodide_rooms");
}

const rooms = load();

/** @param {string} state of the board, as JSON */
function tell(state) {
  postMessage({ state });
}

addEventListener("message", async ({ data }) => {
  const { id, address, language, message } = data;
  try {
    const python = await rooms;
    if (message !== undefined) python.hear(message);
    else postMessage({ id, room: JSON.parse(python.show(address, language, tell)) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});

rooms.then(
  () => postMessage({ ready: true }),
  () => {}, // told with the answer to the first message
);

export {};
