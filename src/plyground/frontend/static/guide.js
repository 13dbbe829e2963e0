// The guided first game: three steps that point at controls of the page. It is shown once.

import { html } from "./svg.js";

const STORAGE_KEY = "plyground.guide";
const LOOK_MS = 200; // between two looks for a control that is not there yet

/**
 * A step: its words, and the control to press by a selector or by its names. The last step has no control.
 *
 * @typedef {{ words: string, on?: string, names?: string[] }} Step
 */

/** Remember in this browser that the guide was seen. */
function remember() {
  try {
    localStorage.setItem(STORAGE_KEY, "seen");
  } catch {
    // storing is forbidden
  }
}

/**
 * Return the control of a step, if it is on the page and can be pressed.
 *
 * @param {Step} step
 * @returns {Element | undefined}
 */
function controlOf({ on, names = [] }) {
  const found = document.querySelectorAll(on ?? "button, [role=tab]");
  return [...found].find((each) => {
    const isNamed = on || names.includes(each.textContent?.trim() ?? "");
    return isNamed && each.checkVisibility() && each.getAttribute("aria-disabled") !== "true";
  });
}

/**
 * Lead through the steps.
 *
 * @param {{ steps: Step[], words: Record<string, string> }} guide
 */
function lead({ steps, words }) {
  const note = html("section", { class: "guide", "aria-label": words.label }, document.body);
  const said = html("p", { class: "words", "aria-live": "polite" }, note);
  const line = html("div", { class: "foot-line" }, note);
  const place = html("span", {}, line);
  const skip = html("button", { type: "button" }, line, words.skip);
  let number = 0;
  /** @type {Element | undefined} */
  let pointed;

  const point = (/** @type {Element | undefined} */ control) => {
    control?.classList.add("guided"); // again: the page may have drawn it anew
    if (pointed === control) return;
    pointed?.classList.remove("guided");
    pointed = control;
    if (!control) return;
    control.scrollIntoView({ block: "nearest" });
    const { top, bottom } = control.getBoundingClientRect();
    note.classList.toggle("above", top + bottom > 1.3 * window.innerHeight);
  };
  const look = () => {
    const step = steps[number];
    if (step.on || step.names) point(controlOf(step));
    else point(undefined);
  };
  const show = () => {
    said.textContent = steps[number].words;
    place.textContent = words.place.replace("{number}", `${number + 1}`).replace("{count}", `${steps.length}`);
    if (number === steps.length - 1) {
      skip.textContent = words.done;
      remember();
    }
    look();
  };
  const end = () => {
    remember();
    clearInterval(looking);
    document.removeEventListener("click", follow, true);
    point(undefined);
    note.remove();
  };
  const follow = (/** @type {Event} */ event) => {
    look(); // the control may be newer than the last look
    if (!pointed || !(event.target instanceof Node) || !pointed.contains(event.target)) return;
    number += 1;
    point(undefined);
    show();
  };

  const looking = setInterval(look, LOOK_MS);
  document.addEventListener("click", follow, true);
  skip.addEventListener("click", end);
  show();
}

const told = document.getElementById("guide");
if (told) lead(JSON.parse(told.textContent ?? ""));

export {};
