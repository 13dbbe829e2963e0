// The service worker of the site: files come from its cache, and requests of the program's pages go to Python.
// The export writes `self.site` with VERSION and FILES in front of this text, and puts it into the root of the site.

/** @type {any} */
const worker = self;
/** @type {{ VERSION: string, FILES: string[] }} */
const { VERSION, FILES } = worker.site;
const root = new URL("./", location.href);
const channel = new BroadcastChannel(`plyground ${root.pathname}`);
/** @type {Map<string, { message: object, done: (answer: any) => void }>} */
const waiting = new Map();
const stopped = new Set();
const STATIC = /^static\/[0-9a-f]{12}\//;

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.kind === "here") for (const { message } of waiting.values()) channel.postMessage(message);
  else if (data.kind === "answer") {
    waiting.get(data.id)?.done(data);
    waiting.delete(data.id);
  }
};

/** Keep all files of this version. The first visit does so when the program has started. */
async function keepAll() {
  const cache = await caches.open(VERSION);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = FILES.map((file) => new URL(file, root).href).filter((url) => !kept.has(url));
  await Promise.all(missing.map((url) => cache.add(new Request(url, { cache: "no-cache" }))));
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  if (worker.registration.active) event.waitUntil(keepAll()); // a later version: taken at the next start
});
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(`plyground ${root.pathname} `) && name !== VERSION) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(old());
});
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "keep all") event.waitUntil(keepAll());
});

/** @param {Response} answer */
function isolated(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Return a file of the site from the cache; on the first visit from the host.
 *
 * @param {any} event
 * @param {string} file
 */
async function kept(event, file) {
  const cache = await caches.open(VERSION);
  const url = new URL(file, root);
  const found = await cache.match(url);
  if (found) return isolated(found);
  const answer = await fetch(url);
  if (answer.ok) event.waitUntil(cache.put(url, answer.clone()));
  return isolated(answer);
}

/**
 * Keep the memory of a Python that has imported this version of the program, or return it.
 *
 * @param {Request} request
 */
async function memory(request) {
  const cache = await caches.open(VERSION);
  if (request.method !== "PUT") return (await cache.match(request.url)) ?? new Response(null, { status: 204 });
  await cache.put(request.url, new Response(await request.blob())); // a blob is not in the memory of this tab
  return new Response(null, { status: 204 });
}

/** @param {Request} request @param {string} path */
async function python(request, path) {
  const id = crypto.randomUUID();
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const query = new URL(request.url).search.slice(1);
  const isPage = request.mode === "navigate";
  const { method } = request;
  const headers = [...request.headers, ["accept-language", navigator.languages.join(",")]];
  const message = { kind: "request", id, method, path, query, headers, body, isPage };
  const answer = await new Promise((done) => {
    waiting.set(id, { message, done });
    channel.postMessage(message);
  });
  const answered = new Headers(answer.headers);
  const to = answered.get("location");
  if (to && answer.status >= 300 && answer.status < 400) return Response.redirect(new URL(to, request.url).href, 303);
  const isEmpty = [204, 304].includes(answer.status);
  return isolated(new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answered }));
}

/** @param {URL} url @param {Request} request */
function stops(url, request) {
  const job = url.searchParams.get("job");
  if (request.method === "POST") stopped.add(job);
  return new Response(stopped.has(job) ? "yes" : "no");
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (url.origin !== root.origin) return;
  const isBelow = url.pathname.startsWith(root.pathname);
  const path = decodeURI(isBelow ? url.pathname.slice(root.pathname.length) : url.pathname.slice(1));
  const file = path === "" ? "index.html" : path.replace(STATIC, "static/");
  if (isBelow && path === "stopped") event.respondWith(stops(url, event.request));
  else if (isBelow && path === "memory") event.respondWith(memory(event.request));
  else if (path === "" ? event.request.destination !== "iframe" : FILES.includes(file))
    event.respondWith(kept(event, file));
  else if (event.request.destination === "document")
    event.respondWith(Response.redirect(`${root.href}#/${path}${url.search}`));
  else event.respondWith(python(event.request, `/${path}`));
});
