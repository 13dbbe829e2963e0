// The shell: it keeps Python alive while the pages of the program come and go in its frame.

const root = new URL("../../", import.meta.url);
/** Times of the steps of the start, in milliseconds after this page was opened. @type {Record<string, number>} */
const steps = {};
Object.assign(globalThis, { steps });
/** @param {string} step */
const note = (step, at = performance.timeOrigin + performance.now()) => (steps[step] ??= at - performance.timeOrigin);

/** The lists in the visitor's language. */
const lists = (() => {
  const all = [...document.querySelectorAll("section[lang]")];
  const spoken = [localStorage.getItem("plyground language") ?? "", ...navigator.languages];
  const found = spoken.map((name) =>
    all.find((each) => name && /** @type {HTMLElement} */ (each).lang.startsWith(name.slice(0, 2))),
  );
  return /** @type {HTMLElement} */ (found.find(Boolean) ?? all[0]);
})();
lists.hidden = false;
document.documentElement.lang = lists.lang;
const waiting = /** @type {HTMLElement} */ (lists.querySelector(".waiting"));
const texts = waiting.dataset;
const loading = waiting.textContent ?? "";
/** @type {HTMLIFrameElement | null} */
let frame = null;

/** Say a sentence, also above the program. @param {string | undefined} sentence */
function tell(sentence) {
  if (document.body.classList.contains("running")) document.body.append(waiting);
  waiting.classList.toggle("told", document.body.classList.contains("running"));
  waiting.textContent = sentence ?? "";
  waiting.hidden = !sentence;
}

/** Let the service worker in, and reload once so that pages can share memory with workers. */
async function beControlled() {
  const registration = await navigator.serviceWorker.register(new URL("service_worker.js", root), { type: "classic" });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  note("service worker");
  if (!globalThis.crossOriginIsolated && !sessionStorage.getItem("plyground reloaded")) {
    sessionStorage.setItem("plyground reloaded", "yes");
    location.reload();
    await new Promise(() => {});
  }
  const toldOfUpdate = () => registration.waiting && tell(texts["update"]);
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", toldOfUpdate),
  );
}

/** Be the tab that runs Python, now or when the tab that does so is closed. */
async function runPython() {
  await navigator.locks.request(`plyground ${root.pathname}`, () => {
    const server = new Worker(new URL("server_worker.js", import.meta.url), { type: "module" });
    server.onmessage = ({ data }) => {
      if (data.kind === "step") note(data.step, data.at);
      else if (data.kind === "ready") {
        navigator.serviceWorker.controller?.postMessage("keep all");
      } else if (data.kind === "full") tell(texts["full"]);
      else if (data.kind === "kept" && waiting.textContent === texts["full"]) tell("");
      else if (data.kind === "failed") tell(texts["failed"]?.replace("{reason}", data.reason));
    };
    server.onerror = (event) => tell(texts["failed"]?.replace("{reason}", event.message));
    return new Promise(() => {});
  });
}

/** @param {string} path */
const below = (path) => `${root.pathname}${path.slice(1)}`;

/** Show a page of the program in the frame. @param {string} path */
function show(path) {
  if (!frame) {
    frame = document.createElement("iframe");
    frame.title = "plyground";
    frame.className = "program";
    frame.addEventListener("load", shown);
    frame.src = below(path);
    document.body.append(frame);
  } else frame.contentWindow?.location.assign(below(path));
}

function shown() {
  const inside = frame?.contentWindow;
  if (!frame || !inside) return;
  note("shown");
  document.body.classList.add("running");
  tell("");
  const mirror = () => {
    const { pathname, search, hash } = inside.location;
    const path = pathname.startsWith(root.pathname) ? `/${pathname.slice(root.pathname.length)}` : pathname;
    history.replaceState(null, "", `#${path}${search}${hash}`);
    document.title = inside.document.title;
    localStorage.setItem("plyground language", inside.document.documentElement.lang);
  };
  mirror();
  inside.setInterval(mirror, 300);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#/']") : null;
  if (!link) return;
  tell(loading); // the press is carried out when Python is there
});
addEventListener("hashchange", () => show(location.hash.slice(1) || "/"));

try {
  if (!("serviceWorker" in navigator && "locks" in navigator)) throw new Error(texts["old"]);
  await beControlled();
  runPython();
  show(location.hash.slice(1) || "/");
} catch (error) {
  tell(texts["failed"]?.replace("{reason}", error instanceof Error ? error.message : String(error)));
}
