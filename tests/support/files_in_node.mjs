// Node's fetch reads no files: here it does, and keeps what is put, as the service worker of a site does.
import { readFile } from "node:fs/promises";

export function serveFiles() {
  const kept = new Map();
  globalThis.fetch = async (/** @type {URL} */ url, { method = "GET", body = null } = {}) => {
    const name = String(url);
    if (method === "PUT") return (kept.set(name, body), new Response(null, { status: 204 }));
    if (kept.has(name)) return new Response(kept.get(name));
    return readFile(url).then(
      (bytes) => new Response(bytes),
      () => new Response(null, { status: 404 }),
    );
  };
}
