// The static site: its addresses, its forms and its widgets. The rooms are made by Python in a worker.
//
// The part of an address after # is that of the page of the program, such as #/learn/minimax?step=2.

import { render as renderBoard } from "./board.js";
import { showProgress } from "./learn.js";
import { Model } from "./plyground_widget.js";
import { render as renderTree } from "./tree.js";
import { editTrees } from "./tree_editor.js";

/** @typedef {{ top: string, lessons: string, waiting: string, working: string, failed: string }} Texts */
/** @typedef {{ title: string, body: string, widget: string, state: any }} Room */

const HOME = "/learn";
const WIDGETS = { "board.js": renderBoard, "tree.js": renderTree };
/** The scripts of rooms. They come with the site's own script, so that a room opens without the network. */
const SCRIPTS = { "learn.js": showProgress, "tree_editor.js": editTrees };
const SETTINGS = "plyground.settings";

/**
 * Return an element that the page has.
 *
 * @param {string} id
 */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @type {Record<string, Texts>} */
const texts = JSON.parse(element("texts").textContent ?? "{}");
const main = element("main");
const waiting = element("waiting");
const worker = new Worker(new URL("./site_worker.js", import.meta.url), { type: "module" });

let isReady = false;
let isAsking = false; // true if Python was asked for a room that will replace the shown one
let asked = 0;
let shown = 0;
/** @type {(() => void) | undefined} */
let end;
/** @type {Model | undefined} */
let model;

/** @returns {Record<string, string>} the settings of this browser */
function settings() {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS) ?? "") || {};
  } catch {
    return {}; // nothing is stored yet, or storing is forbidden
  }
}

let chosen = settings();

/** @returns {string} the code of the language of the page */
function language() {
  const codes = Object.keys(texts);
  const wanted = [chosen.language ?? "", ...navigator.languages].map((code) => code.replace("-", "_"));
  const found = wanted.flatMap((code) => [
    ...codes.filter((known) => known === code),
    ...codes.filter((known) => code && known.split("_")[0] === code.split("_")[0]),
  ]);
  return found[0] ?? "en";
}

/** Show the head of the page in its language, and apply the settings. */
function dress() {
  const root = document.documentElement;
  root.lang = language().replace("_", "-");
  for (const name of ["theme", "board", "type"]) {
    if (chosen[name]) root.setAttribute(`data-${name}`, chosen[name]);
    else root.removeAttribute(`data-${name}`);
  }
  const top = element("top");
  top.innerHTML = texts[language()].top;
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = top.querySelectorAll(".settings button");
  for (const button of buttons) {
    if ((chosen[button.name] ?? "") === button.value) button.setAttribute("aria-current", "true");
  }
}

/** @returns {{ address: string, anchor: string }} the address after # and the place in its room */
function here() {
  const [address, anchor = ""] = location.hash.slice(1).split("#");
  return { address: address || HOME, anchor };
}

/**
 * Return a room that needs no Python: the list of lessons, or a step of a lesson without an answer.
 *
 * @param {string} address
 * @returns {Promise<Room | undefined>}
 */
async function prepared(address) {
  if (address === HOME) {
    const title = document.querySelector("#top nav [aria-current]")?.textContent ?? "";
    return { title, body: texts[language()].lessons, widget: "", state: null };
  }
  const [, name, step = "1"] = /^\/learn\/([\w-]+)(?:\?step=(\d+))?$/.exec(address) ?? [];
  if (!name) return undefined;
  try {
    const rooms = await (await fetch(`lessons/${language()}/${name}.json`)).json();
    return rooms[Math.min(Math.max(Number(step), 1), rooms.length) - 1];
  } catch {
    return undefined; // Python tells what is wrong with the address
  }
}

/** Show the room of the address, or ask Python for it. */
async function open() {
  const { address } = here();
  const room = `/${address.split(/[/?]/)[1]}`;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("#top nav a");
  for (const link of links) {
    if ((link.getAttribute("href") ?? "").replace("#", "") === room) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  asked += 1;
  const id = asked;
  const known = await prepared(address);
  if (id !== asked) return;
  isAsking = !known;
  if (known) show(known);
  else worker.postMessage({ id, address, language: language() });
  wait(!isReady ? texts[language()].waiting : known ? "" : texts[language()].working);
}

/** @param {string} words */
function wait(words) {
  waiting.textContent = words;
  waiting.hidden = !words;
  main.toggleAttribute("inert", Boolean(words) && isAsking);
}

/** @param {Room} room */
function show(room) {
  end?.();
  end = model = undefined;
  document.title = `${room.title} – plyground`;
  main.innerHTML = room.body;
  localize(document.body);
  shown += 1;
  /** @type {NodeListOf<HTMLScriptElement>} */
  const scripts = main.querySelectorAll("script[src]");
  for (const script of scripts) {
    const name = (script.getAttribute("src") ?? "").split("/").pop();
    SCRIPTS[/** @type {keyof typeof SCRIPTS} */ (name)]();
  }
  const widget = WIDGETS[/** @type {keyof typeof WIDGETS} */ (room.widget)];
  const el = document.getElementById("widget");
  if (widget && el) {
    model = new Model(room.state, keep, hear);
    end = widget({ model: /** @type {any} */ (model), el });
  }
  const { anchor } = here();
  const place = anchor ? document.getElementById(anchor) : null;
  if (place) {
    place.focus();
    place.scrollIntoView({ block: "nearest" });
  } else if (shown > 1) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/**
 * Let links of the program's page lead to the rooms of this site.
 *
 * @param {Element} part
 */
function localize(part) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = part.querySelectorAll('a[href^="/"]');
  for (const link of links) link.setAttribute("href", `#${link.getAttribute("href")}`);
}

/**
 * Keep the step of a film in the address.
 *
 * @param {Record<string, unknown>} changes
 */
function keep(changes) {
  if (typeof changes.step !== "number") return;
  const [path, query = ""] = here().address.split("?");
  const fields = new URLSearchParams(query);
  fields.set("step", String(changes.step + 1));
  history.replaceState(null, "", `#${path}?${fields}`);
}

/** @param {object} message of the board */
function hear(message) {
  worker.postMessage({ message: JSON.stringify(message) });
}

worker.addEventListener("message", ({ data }) => {
  if (data.ready) {
    isReady = true;
    if (waiting.textContent === texts[language()].waiting) wait(isAsking ? texts[language()].working : "");
  } else if (data.state !== undefined) {
    model?.patch(JSON.parse(data.state));
  } else if (data.error) {
    wait(texts[language()].failed.replace("{reason}", data.error.trim().split("\n").pop()));
  } else if (data.id === asked) {
    wait("");
    show(data.room);
  }
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const action = form.getAttribute("action") ?? "";
  if (!action.startsWith("/")) return;
  event.preventDefault();
  const fields = [...new FormData(form, event.submitter)].map(([name, text]) => [name, String(text)]);
  if (action === "/preferences") {
    chosen = { ...chosen, ...Object.fromEntries(fields) };
    try {
      localStorage.setItem(SETTINGS, JSON.stringify(chosen));
    } catch {
      // storing is forbidden: the settings hold until the page is closed
    }
    dress();
    localize(element("top"));
    open();
    return;
  }
  const [path, anchor = form.method === "post" ? "mark" : ""] = action.split("#");
  const wanted = `#${path}?${new URLSearchParams(fields)}${anchor && `#${anchor}`}`;
  if (location.hash === wanted) open();
  else location.hash = wanted;
});

addEventListener("hashchange", () => {
  if (location.hash === "" || location.hash.startsWith("#/")) open();
});

dress();
main.replaceChildren(); // the words for browsers that cannot run this
open();
