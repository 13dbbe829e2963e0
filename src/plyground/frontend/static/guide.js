// The guided first game: three steps that point at controls of the page. It is shown once.

import { html } from "./svg.js";

const STORAGE_KEY = "plyground.guide";
const LOOK_MS = 200; // time between two attempts to find a control that is not there yet

/**
 * A step: its words, and the control to press by a selector or by its names, once nothing fits the selector `unless`.
 * The last step has no control.
 *
 * @typedef {{ words: string, on?: string, names?: string[], unless?: string }} Step
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
 * Return the controls of a step that can be pressed; those of the first name first.
 *
 * @param {Step} step
 * @returns {Element[]}
 */
function controlsOf({ on, names = [], unless }) {
  if (unless && document.querySelector(unless)) return [];
  const found = [...document.querySelectorAll(on ?? "button, [role=tab]")].filter(
    (each) => each.checkVisibility() && each.getAttribute("aria-disabled") !== "true",
  );
  return on ? found : names.flatMap((name) => found.filter((each) => each.textContent?.trim() === name));
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
  /** @type {Element[]} */
  let controls = [];
  /** @type {Element | undefined} */
  let pointed;

  const point = (/** @type {Element | undefined} */ control) => {
    control?.classList.add("guided"); // add it again: the page may have drawn the control anew
    if (pointed === control) return;
    pointed?.classList.remove("guided");
    pointed = control;
    if (!control) return;
    control.scrollIntoView({ block: "nearest" });
    const { left, top, bottom } = control.getBoundingClientRect();
    const isLow = top + bottom > 1.3 * window.innerHeight;
    note.classList.toggle("above", isLow);
    note.style.setProperty("--foot", `${window.innerHeight - top}px`);
    note.style.setProperty("--left", `${left}px`);
  };
  const look = () => {
    const step = steps[number];
    controls = step.on || step.names ? controlsOf(step) : [];
    point(controls[0]);
  };
  const show = () => {
    said.textContent = steps[number].words;
    place.textContent = words.place.replace("{number}", `${number + 1}`).replace("{count}", `${steps.length}`);
    if (number === steps.length - 1) {
      skip.textContent = words.done;
      note.classList.remove("above"); // show the note in its corner, not over the last control
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
    look(); // the control may be newer than the last attempt
    const { target } = event;
    if (!(target instanceof Node) || !controls.some((control) => control.contains(target))) return;
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
