// The text of the algorithm, as pseudo-code or as source, with the line of the step and the functions at work.

import { html } from "../svg.js";

const MOST_CALLS = 12; // number of the innermost calls that are listed

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").Call} Call */

export class CodeListing {
  /**
   * @param {import("../types").StepsTexts} texts
   * @param {Element} parent
   */
  constructor(texts, parent) {
    this.texts = texts;
    this.side = html("aside", { "aria-label": texts.program }, parent);
    this.isSource = false; // true if the source is shown although there is pseudo-code
    this.choice = html("div", { class: "texts", role: "group", "aria-label": texts.program }, this.side);
    this.buttons = [texts.pseudocode, texts.source].map((words, number) => {
      const button = html("button", { type: "button" }, this.choice, words);
      button.addEventListener("click", () => this.choose(number === 1));
      return button;
    });
    /** @type {Film | null} */
    this.film = null;
    this.listing = html("pre", { class: "listing", tabindex: "0", "aria-label": texts.source }, this.side);
    this.stack = html("ol", { class: "stack", "aria-label": texts.stack }, this.side);
    this.listed = ""; // the function whose text is shown
  }

  /**
   * Choose the text.
   *
   * @param {boolean} isSource
   */
  choose(isSource) {
    this.isSource = isSource;
    if (this.film) this.show(this.film);
  }

  /**
   * Show the present step of a film.
   *
   * @param {Film} film
   */
  show(film) {
    this.film = film;
    const { pseudocode } = film.head;
    const isPseudo = pseudocode !== null && !this.isSource;
    const listings = isPseudo ? pseudocode.listings : film.head.listings;
    this.side.hidden = !listings.length;
    this.choice.hidden = !pseudocode;
    this.buttons.forEach((button, number) => {
      button.setAttribute("aria-pressed", String(number === Number(!isPseudo)));
    });
    if (this.side.hidden) return;
    this.listing.setAttribute("aria-label", isPseudo ? this.texts.pseudocode : this.texts.source);
    const calls = isPseudo ? film.pseudoStack() : film.stack();
    const top = calls.at(-1);
    const [name, first, text] = listings.find(([other]) => other === top?.[1]) ?? listings[0];
    const listed = `${film.head.title} ${name} ${isPseudo}`;
    if (this.listed !== listed) {
      this.listed = listed;
      const rows = text.replace(/\n$/, "").split("\n");
      this.listing.replaceChildren(...rows.map((row) => html("span", { class: "row" }, null, `${row}\n`)));
    }
    this.point(top ? top[2] - first : -1);
    const inner = calls.slice(-MOST_CALLS).reverse();
    this.stack.replaceChildren(...inner.map((call, depth) => this.listCall(call, first, depth)));
  }

  /**
   * Mark the row of the step, and scroll to it.
   *
   * @param {number} number
   */
  point(number) {
    const { listing } = this;
    const rows = /** @type {HTMLElement[]} */ ([...listing.children]);
    rows.forEach((row) => {
      row.classList.remove("now");
      row.removeAttribute("aria-current");
    });
    const row = rows[number];
    if (!row) return;
    row.classList.add("now");
    row.setAttribute("aria-current", "true");
    const { offsetTop: top } = row;
    const isSeen = top >= listing.scrollTop + 20 && top <= listing.scrollTop + listing.clientHeight - 40;
    if (!isSeen) listing.scrollTop = top - listing.clientHeight / 2;
  }

  /**
   * @param {Call} call
   * @param {number} first the first line of the text
   * @param {number} depth
   */
  listCall([node, name, line, variables], first, depth) {
    const item = html("li", { class: depth ? "" : "now" });
    html("b", {}, item, `${name} (${node.name})`);
    html("span", { class: "at" }, item, this.texts.line.replace("{line}", String(line - first + 1)));
    const values = variables.map(([variable, value]) => `${variable}\u00a0=\u00a0${value}`);
    html("span", { class: "variables" }, item, values.join("  "));
    return item;
  }
}
