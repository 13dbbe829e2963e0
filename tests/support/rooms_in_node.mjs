// Opens rooms of an exported static site in Pyodide without a browser: node rooms_in_node.mjs SITE ADDRESS...
// Writes a line of JSON for each address. After "!" in an address stand the cells of a person's move.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, ...addresses] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${site}/pyodide/` });
python.unpackArchive(new Uint8Array(readFileSync(`${site}/python.zip`)).buffer, "zip", { extractDir: "/lib/plyground" });
python.runPython('import sys; sys.path.insert(0, "/lib/plyground")');
const rooms = python.pyimport("plyground.static_site.pyodide_rooms");
for (const asked of addresses) {
  const [address, move] = asked.split("!");
  let later = null;
  const room = JSON.parse(rooms.show(address, "en", (state) => (later = JSON.parse(state))));
  if (move) rooms.hear(JSON.stringify({ play: move.split(",").map(Number), turn: room.state.turn }));
  console.log(JSON.stringify({ address, title: room.title, widget: room.widget, body: room.body.length, controls: (later ?? room.state)?.controls }));
}
