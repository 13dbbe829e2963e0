// The server of the site: the whole application in Python. Pages reach it by messages.
import { KeptFolder } from "./kept_folder.js";
import { keepMemory, root, startPython } from "./python.js";
import { Thinkers } from "./thinkers.js";

const channel = new BroadcastChannel(`plyground ${root.pathname}`);
/** @type {Map<string, any>} */
const sockets = new Map();
const taken = new Set();
/** The pages that are being made. @type {Set<Promise<void>>} */
const pages = new Set();
/** @type {() => void} */
let pageIsShown;
/** @type {Promise<void>} */
const firstPage = new Promise((done) => (pageIsShown = done));
onmessage = () => pageIsShown(); // the shell tells it

/** @param {string} step */
const note = (step) => postMessage({ kind: "step", step, at: performance.timeOrigin + performance.now() });

/** The visitor's work. @type {KeptFolder} */
let folder;

async function start() {
  const python = await startPython(note, { keepsMemory: true });
  folder = await KeptFolder.open(python.FS, "/data", (state) => postMessage(state));
  note("data");
  const server = python.pyimport("plyground.static_site.browser_server");
  const thinkers = new Thinkers();
  const host = await server.begin(root.pathname, thinkers);
  note("started");
  postMessage({ kind: "ready" });
  firstPage.then(keepMemory).then(() => setTimeout(() => thinkers.warmUp(), 500)); // a bot gets ready meanwhile
  return host;
}

/**
 * @typedef {object} Asked
 * @property {string} id
 * @property {string} method
 * @property {string} path
 * @property {string} query
 * @property {string[][]} headers
 * @property {ArrayBuffer | null} body
 * @property {boolean} isPage
 */

/** @param {Asked} asked */
function take(asked) {
  if (taken.has(asked.id)) return;
  taken.add(asked.id);
  const answered = answer(asked).then(() => {
    taken.delete(asked.id);
    pages.delete(answered);
  });
  if (asked.isPage) pages.add(answered);
}

/** @param {Asked} asked */
async function answer({ id, method, path, query, headers, body }) {
  try {
    const host = await ready;
    const [status, given, content] = await host.request(method, path, query, headers, new Uint8Array(body ?? []));
    folder.whenKept(() => channel.postMessage({ kind: "answer", id, status, headers: given, body: content }));
  } catch (error) {
    const text = new TextEncoder().encode(String(error));
    channel.postMessage({ kind: "answer", id, status: 500, headers: [["content-type", "text/plain"]], body: text });
  }
}

/**
 * Open a socket after the pages that were asked for: a page that this Python does not know would reload, which cancels
 * the way to the next page.
 *
 * @param {{ id: string, path: string, query: string }} asked
 */
async function connect({ id, path, query }) {
  if (sockets.has(id)) return;
  const line = new BroadcastChannel(`plyground socket ${id}`);
  sockets.set(id, line);
  line.onmessage = () => sockets.delete(id); // the page was left before it was connected
  const host = await ready;
  await Promise.all(pages);
  if (!sockets.has(id)) return line.close();
  const socket = host.connect(path, query, (/** @type {string} */ event, /** @type {any} */ data) => {
    folder.whenKept(() => {
      if (!sockets.has(id)) return;
      line.postMessage({ event, data });
      if (event === "close") (line.close(), sockets.delete(id));
    });
  });
  line.onmessage = ({ data: { event, data } }) => {
    if (event === "send") socket.send(typeof data === "string" ? data : new Uint8Array(data));
    else if (event === "close") socket.close();
  };
  line.postMessage({ event: "listening" });
}

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.kind === "request") take(data);
  else if (data.kind === "connect") connect(data);
};
channel.postMessage({ kind: "here" }); // what was asked before is asked again
const ready = start();
ready.catch((error) => postMessage({ kind: "failed", reason: String(error) }));
