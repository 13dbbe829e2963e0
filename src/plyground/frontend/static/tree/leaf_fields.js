// The fields of the leaves of a tree that can be changed: by typing, by dragging up or down, and by the arrow keys.

import { html } from "../svg.js";

const UNIT_PX = 8; // way of the finger that changes a value by 1
const START_PX = 5; // way after which a press is a drag
const PAUSE_MS = 40; // least time between two messages of a drag
const LETTER_PX = 9.5;
const [LEAST_PX, HEIGHT_PX] = [30, 34]; // width of a field of one or two letters, and its height
const NUMBER = /^[+−-]?(?:\d+(?:[.,/]\d+)?|∞|inf)$/;

/** @typedef {import("./film.js").FilmNode} FilmNode */
/** @typedef {import("./film_layout.js").Placing} Placing */
/** @typedef {(path: number[], text: string) => void} Change */

/**
 * Return the parts of a value that are numbers, and what stands around them: "(1, −2)" gives "(", "1", ", ", "−2", ")".
 *
 * @param {string} text
 */
export function numbersOf(text) {
  return text.split(/([+−-]?\d+)/);
}

/**
 * Return a value with one of its whole numbers changed by some units.
 *
 * @param {string} text
 * @param {number} units
 * @param {number} [which] the number, counted from 0, in a vector of utilities
 */
export function shifted(text, units, which = 0) {
  if (/\d[./]/.test(text) || !/\d/.test(text)) return null; // fractions and ∞ are typed
  const parts = numbersOf(text);
  const place = Math.min(2 * which + 1, parts.length - 2);
  const number = Number(parts[place].replace("−", "-")) + units;
  parts[place] = String(number).replace("-", "−");
  return parts.join("");
}

/**
 * Return the moves from the root to a node.
 *
 * @param {FilmNode} node
 * @param {FilmNode[]} nodes
 */
function pathOf(node, nodes) {
  const path = [];
  for (let here = node; here.parent >= 0; here = nodes[here.parent]) path.unshift(here.place - 1);
  return path;
}

export class LeafFields {
  /**
   * @param {Element} parent the sheet on which the tree is drawn
   * @param {string} label of a field, with {name}
   * @param {Change} change
   */
  constructor(parent, label, change) {
    this.label = label;
    this.change = change;
    this.box = html("div", { class: "leaf-fields" }, parent);
    /** @type {Map<string, HTMLInputElement>} */
    this.fields = new Map();
    this.sending = 0; // timer of the next message of a drag
    /** @type {[string, string] | null} */
    this.unsent = null;
  }

  leave() {
    window.clearTimeout(this.sending);
  }

  /**
   * Put a field on each visible leaf.
   *
   * @param {FilmNode[]} nodes
   * @param {Placing} placing
   * @param {number} zoom
   */
  show(nodes, placing, zoom) {
    const wanted = new Set();
    for (const node of placing.visible) {
      if (!["over", "horizon"].includes(node.shape)) continue;
      const key = pathOf(node, nodes).join("-");
      wanted.add(key);
      const field = this.fields.get(key) ?? this.make(key);
      field.setAttribute("aria-label", this.label.replace("{name}", node.name));
      const text = node.shape === "horizon" ? node.value : node.text;
      const isOwn = document.activeElement === field || field.classList.contains("dragged");
      if (!isOwn && text) field.value = text;
      const wide = Math.max(LEAST_PX, node.width * zoom, 10 + LETTER_PX * field.value.length);
      const [x, y] = [(placing.x.get(node) ?? 0) * zoom, placing.rows[node.depth] * zoom];
      field.style.cssText = `left:${x - wide / 2}px;top:${y - HEIGHT_PX / 2}px;width:${wide}px`;
    }
    for (const [key, field] of this.fields) {
      if (wanted.has(key)) continue;
      field.remove();
      this.fields.delete(key);
    }
  }

  /** @param {string} key */
  make(key) {
    const field = html("input", { class: "leaf-field", autocomplete: "off", enterkeyhint: "done" }, this.box);
    field.addEventListener("input", () => NUMBER.test(field.value.trim()) && this.send(key, field.value));
    field.addEventListener("change", () => this.send(key, field.value));
    field.addEventListener("focus", () => field.select());
    field.addEventListener("keydown", (event) => this.onKey(event, key, field));
    field.addEventListener("dragstart", (event) => event.preventDefault()); // the selected text stays
    field.addEventListener("pointerdown", (event) => this.drag(event, key, field));
    this.fields.set(key, field);
    return field;
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  send(key, text) {
    if (text.trim()) this.change(key ? key.split("-").map(Number) : [], text.trim());
  }

  /**
   * Send the last value of a drag soon.
   *
   * @param {string} key
   * @param {string} text
   */
  sendSoon(key, text) {
    this.unsent = [key, text];
    this.sending ||= window.setTimeout(() => {
      this.sending = 0;
      if (this.unsent) this.send(...this.unsent);
      this.unsent = null;
    }, PAUSE_MS);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} key
   * @param {HTMLInputElement} field
   */
  onKey(event, key, field) {
    if (event.key === "Enter") {
      this.send(key, field.value);
      field.select();
      return;
    }
    const units = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const text = units ? shifted(field.value, units, partAt(field)) : null;
    if (text === null) return;
    event.preventDefault();
    const caret = field.selectionStart;
    field.value = text;
    field.setSelectionRange(caret, caret);
    this.sendSoon(key, text);
  }

  /**
   * Change a value while a pointer goes up or down.
   *
   * @param {PointerEvent} start
   * @param {string} key
   * @param {HTMLInputElement} field
   */
  drag(start, key, field) {
    if (start.button) return;
    const before = field.value;
    const across = (start.clientX - field.getBoundingClientRect().left) / field.clientWidth;
    const which = Math.floor(across * (before.split(/[,;]/).length || 1));
    let isDragged = false;
    /** @param {PointerEvent} event */
    const move = (event) => {
      const way = start.clientY - event.clientY;
      if (!isDragged && Math.abs(way) < START_PX) return;
      if (!isDragged) field.setPointerCapture(start.pointerId);
      isDragged = true;
      field.classList.add("dragged");
      event.preventDefault();
      const text = shifted(before, Math.round(way / UNIT_PX), which);
      if (text === null || text === field.value) return;
      field.value = text;
      this.sendSoon(key, text);
    };
    const end = () => {
      field.removeEventListener("pointermove", move);
      field.classList.remove("dragged");
      if (isDragged) field.blur();
    };
    field.addEventListener("pointermove", move);
    for (const kind of ["pointerup", "pointercancel"]) field.addEventListener(kind, end, { once: true });
  }
}

/**
 * Return the number of a vector in which the caret stands, from 0.
 *
 * @param {HTMLInputElement} field
 */
function partAt(field) {
  const before = field.value.slice(0, field.selectionStart ?? 0);
  return [...before].filter((sign) => sign === "," || sign === ";").length;
}
