// The server of the site: the whole application in Python. Pages reach it by messages.
import { root, startPython } from "./python.js";
import { Thinkers } from "./thinkers.js";

const SAVE_MS = 200;
const channel = new BroadcastChannel(`plyground ${root.pathname}`);
/** @type {Map<string, any>} */
const sockets = new Map();
const taken = new Set();

/** @param {string} step */
const note = (step) => postMessage({ kind: "step", step, at: performance.timeOrigin + performance.now() });

async function start() {
  const python = await startPython(note);
  await openData(python.FS);
  note("data");
  const server = python.pyimport("plyground.static_site.browser_server");
  note("imported");
  const thinkers = new Thinkers();
  const host = await server.begin(root.pathname, thinkers);
  note("started");
  postMessage({ kind: "ready" });
  setTimeout(() => thinkers.warmUp(), 500); // a bot gets ready while the visitor looks
  return host;
}

/**
 * Fill the folder of the visitor's work from the browser's database, and keep the two equal from now on.
 * @param {any} FS
 */
async function openData(FS) {
  FS.mkdirTree("/data");
  FS.mount(FS.filesystems.IDBFS, {}, "/data");
  /** @param {boolean} fill */
  const sync = (fill) =>
    new Promise((done, failed) => FS.syncfs(fill, (/** @type {any} */ error) => (error ? failed(error) : done(null))));
  await sync(true);
  let kept = "";
  /** @param {string} folder @returns {string} */
  const state = (folder) =>
    FS.readdir(folder)
      .filter((/** @type {string} */ name) => !name.startsWith("."))
      .map((/** @type {string} */ name) => {
        const { mode, size, mtime } = FS.stat(`${folder}/${name}`);
        return FS.isDir(mode) ? state(`${folder}/${name}`) : `${name} ${size} ${+mtime}`;
      })
      .join("\n");
  kept = state("/data");
  const save = async () => {
    const now = state("/data");
    try {
      if (now !== kept) await sync(false);
      kept = now;
      postMessage({ kind: "kept" });
    } catch (error) {
      postMessage({ kind: "full", reason: String(error) });
    }
    setTimeout(save, SAVE_MS);
  };
  setTimeout(save, SAVE_MS);
}

/**
 * @typedef {object} Asked
 * @property {string} id
 * @property {string} method
 * @property {string} path
 * @property {string} query
 * @property {string[][]} headers
 * @property {ArrayBuffer | null} body
 */

/** @param {Asked} asked */
async function answer({ id, method, path, query, headers, body }) {
  if (taken.has(id)) return;
  taken.add(id);
  try {
    const host = await ready;
    const [status, given, content] = await host.request(method, path, query, headers, new Uint8Array(body ?? []));
    channel.postMessage({ kind: "answer", id, status, headers: given, body: content });
  } catch (error) {
    const text = new TextEncoder().encode(String(error));
    channel.postMessage({ kind: "answer", id, status: 500, headers: [["content-type", "text/plain"]], body: text });
  }
  taken.delete(id);
}

/** @param {{ id: string, path: string, query: string }} asked */
async function connect({ id, path, query }) {
  if (sockets.has(id)) return;
  const line = new BroadcastChannel(`plyground socket ${id}`);
  sockets.set(id, line);
  const host = await ready;
  const socket = host.connect(path, query, (/** @type {string} */ event, /** @type {any} */ data) => {
    line.postMessage({ event, data });
    if (event === "close") (line.close(), sockets.delete(id));
  });
  line.onmessage = ({ data: { event, data } }) => {
    if (event === "send") socket.send(typeof data === "string" ? data : new Uint8Array(data));
    else if (event === "close") socket.close();
  };
  line.postMessage({ event: "listening" });
}

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.kind === "request") answer(data);
  else if (data.kind === "connect") connect(data);
};
channel.postMessage({ kind: "here" }); // what was asked before is asked again
const ready = start();
ready.catch((error) => postMessage({ kind: "failed", reason: String(error) }));
