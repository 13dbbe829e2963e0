// The shell: it keeps Python alive while the pages of the program come and go in its frame. Until the first page is
// there, the visitor plays on the board of the first page, whose answers the export has written, and presses of links
// wait.

import { handOver, playable } from "../home_board.js";
import { decompressed } from "./archive.js";

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
/** @type {HTMLIFrameElement | null} */
let frame = null;

/** Say a sentence, also above the program. @param {string | undefined} sentence */
function tell(sentence) {
  if (document.body.classList.contains("running")) document.body.append(waiting);
  waiting.classList.toggle("told", document.body.classList.contains("running"));
  waiting.textContent = sentence ?? "";
  waiting.hidden = !sentence;
}

/** The answers of the board in the visitor's language: changes of the start, by the moves. */
const boardAnswers = (async () => {
  const file = await fetch(new URL(`first_board.${lists.lang}`, root));
  return JSON.parse(new TextDecoder().decode(await decompressed(await file.arrayBuffer())));
})();

/** @param {string} moves @param {number} [cell] */
async function answerTo(moves, cell) {
  const played = [moves, cell ?? ""].filter((each) => each !== "").join("-");
  handOver(played); // to the reloaded shell, or to the program's first page
  const { start, answers } = await boardAnswers;
  const found = answers[played] ?? Object.values(answers).find((each) => each.moves === played);
  const answer = found ? { ...found, board: { ...start.board, ...found.board } } : start;
  handOver(answer.moves);
  return answer;
}

playable(/** @type {HTMLElement} */ (lists.querySelector("[data-live]")), answerTo);

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

/** The server of this tab when it has started. @type {Worker | null} */
let ready = null;

/** Keep what later visits need, and let a bot get ready: not before a page is shown, which would wait for it. */
function keepForLater() {
  if (!ready || !document.body.classList.contains("running")) return;
  navigator.serviceWorker.controller?.postMessage("keep all");
  ready.postMessage("shown");
}

/** Be the tab that runs Python, now or when the tab that does so is closed. */
async function runPython() {
  await navigator.locks.request(`plyground ${root.pathname}`, () => {
    const server = new Worker(new URL("server_worker.js", import.meta.url), { type: "module" });
    server.onmessage = ({ data }) => {
      if (data.kind === "step") note(data.step, data.at);
      else if (data.kind === "ready") {
        ready = server;
        keepForLater();
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

/** Return true if a frame has a page of the site, not the browser's own page about an error. @param {Window} inside */
function isOurs(inside) {
  try {
    return Boolean(inside.location.href);
  } catch {
    return false;
  }
}

function shown() {
  const inside = frame?.contentWindow;
  if (!frame || !inside) return;
  if (!isOurs(inside)) {
    frame.src = below(location.hash.slice(1) || "/"); // the browser gave up: it waits for minutes only
    return;
  }
  note("shown");
  document.body.classList.add("running");
  keepForLater();
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

/** Say that a page is opened when Python is there. @param {Element} link */
function announce(link) {
  document.querySelector(".pressed")?.classList.remove("pressed");
  link.classList.add("pressed");
  tell(texts["waits"]?.replace("{title}", link.textContent?.trim() ?? ""));
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
  if (!link) return;
  event.preventDefault();
  announce(link);
  location.hash = link.getAttribute("href") ?? "";
});
const [asked = ""] = location.hash.slice(1).split("?");
const link = [...lists.querySelectorAll("section a")].find((each) => each.getAttribute("href") === asked);
if (link) announce(link);
// By the event's address: the mirror may have written the frame's old address over it.
addEventListener("hashchange", ({ newURL }) => show(new URL(newURL).hash.slice(1) || "/"));

try {
  if (!("serviceWorker" in navigator && "locks" in navigator)) throw new Error(texts["old"]);
  await beControlled();
  runPython();
  show(location.hash.slice(1) || "/");
} catch (error) {
  tell(texts["failed"]?.replace("{reason}", error instanceof Error ? error.message : String(error)));
}
