// Events of a page. `data-on` lists the events of an element that the server hears, each with the function that reads
// its value; `data-does` lists functions that run here. Python names them with Element.on.

import { connection } from "./connection.js";

/**
 * Functions that read the value of an event. If they return undefined, nothing is sent.
 *
 * @type {Record<string, (event: any) => unknown>}
 */
const READS = {
  value: ({ target }) => target.value,
  rowText: ({ target }) => target.closest("[data-text]")?.dataset.text,
  numbered: ({ target }) => [Number(target.dataset.number), target.value],
  ply: ({ target }) => {
    const column = target.closest("[data-ply]");
    return column ? Number(column.dataset.ply) : undefined;
  },
  /** Select and copy the moves. Without encryption, browsers offer no newer way to pages of other computers. */
  copyMoves() {
    const range = document.createRange();
    range.selectNodeContents(/** @type {Node} */ (document.querySelector(".transcript")));
    const chosen = /** @type {Selection} */ (getSelection());
    chosen.removeAllRanges();
    chosen.addRange(range);
    return document.execCommand("copy");
  },
};

/**
 * Functions that run in the browser: each gets the event and the element that names it.
 *
 * @type {Record<string, (event: any, element: any) => void>}
 */
const DOES = {
  openDialog(_event, element) {
    if (element.ariaDisabled !== "true") dialogOf(element)?.showModal();
  },
  /** Select a line of the text area of the page. */
  showLine(_event, element) {
    const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("textarea"));
    const number = Number(element.dataset.line);
    const lines = area.value.split("\n");
    const start = lines.slice(0, number - 1).join("\n").length + Number(number > 1);
    area.focus();
    area.setSelectionRange(start, start + (lines[number - 1] ?? "").length);
    area.scrollTop = (area.scrollHeight * (number - 4)) / lines.length;
    area.scrollIntoView({ block: "nearest" });
  },
  /** Make room for the coach's card, which the server fills, unless the press closes it. */
  openCoach(_event, element) {
    if (element.ariaPressed !== "true") document.querySelector(".coach.hidden")?.classList.replace("hidden", "empty");
  },
  closeDialog(_event, element) {
    element.closest("dialog")?.close();
  },
  /** Copy the link beside a button, even if the page came without encryption and so has no clipboard. */
  copyLink(_event, element) {
    const input = element.closest(".link").querySelector("input");
    input.select();
    if (navigator.clipboard) navigator.clipboard.writeText(input.value).catch(() => document.execCommand("copy"));
    else document.execCommand("copy");
    element.querySelector(".words").hidden = true;
    element.querySelector(".told").hidden = false;
  },
};

/**
 * Return the dialog that a button opens.
 *
 * @param {Element} element
 * @returns {HTMLDialogElement | null}
 */
function dialogOf(element) {
  return /** @type {any} */ (document.getElementById(element.getAttribute("aria-controls") ?? ""));
}

/**
 * Return the names of the functions that an element lists for an event; "" for no function.
 *
 * @param {string | undefined} list
 * @param {string} kind
 */
function named(list, kind) {
  const pairs = (list ?? "").split(" ").map((each) => each.split("="));
  return pairs.filter(([of]) => of === kind).map(([, name]) => name ?? "");
}

/** @param {Event} event */
function hear(event) {
  const { type } = event;
  for (let element = event.target; element instanceof HTMLElement || element instanceof SVGElement; ) {
    const { id, dataset } = element;
    for (const name of named(dataset.does, type)) DOES[name](event, element);
    for (const name of named(dataset.on, type)) {
      const read = () => (name ? READS[name](event) : null);
      const send = () => {
        const value = read();
        if (value !== undefined) connection.send(id, type, value);
      };
      if (type === "input") connection.collect(send);
      else send();
    }
    element = element.parentElement;
  }
}

/** Hear the events of the page. */
export function hearEvents() {
  for (const kind of ["click", "change", "input", "keydown"]) document.addEventListener(kind, hear);
  for (const kind of ["focus", "blur"]) document.addEventListener(kind, hear, true); // they do not bubble
}
