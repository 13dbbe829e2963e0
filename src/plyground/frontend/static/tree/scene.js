// One search of a comparison: its title, its tree, and what it has cost so far.

import { html } from "../svg.js";
import { TreeView } from "./view.js";

/** @typedef {import("./film.js").Film} Film */

export class SceneView {
  /**
   * @param {import("./view.js").Shared} shared
   * @param {Film[]} films under one cut rule, or under both
   * @param {number | null} minimum leaves that any search must visit, where that is known
   * @param {Element} parent
   */
  constructor(shared, films, minimum, parent) {
    this.texts = shared.texts;
    this.films = films;
    this.minimum = minimum;
    const { board, title } = films[0].head;
    const colours = board ? ` ${board.material} ${board.max === 1 ? "max-is-second" : ""}` : "";
    this.section = html("section", { class: `scene${colours}`, "aria-label": title }, parent);
    this.title = html("button", { type: "button", class: "title" }, html("h2", {}, this.section));
    this.said = html("p", { class: "own" }, this.section);
    this.tree = new TreeView(shared, films[0], this.section);
    const counts = html("dl", { class: "counts" }, this.section);
    this.cells = this.texts.counts.map((words) => {
      const pair = html("div", {}, counts);
      html("dt", {}, pair, words);
      return html("dd", {}, pair);
    });
    const gauge = html("div", { class: "gauge", "aria-hidden": "true" }, this.section);
    this.tally = html("p", { class: "tally" }, this.section);
    this.fill = html("span", { class: "fill" }, gauge);
    this.mark = minimum ? html("span", { class: "minimum" }, gauge) : null;
  }

  /**
   * Return the film under a cut rule, or the only one.
   *
   * @param {number} take
   */
  film(take) {
    return this.films[take] ?? this.films[0];
  }

  /**
   * Take other films of the search.
   *
   * @param {Film[]} films
   * @param {number | null} minimum
   */
  take(films, minimum) {
    this.films = films;
    this.minimum = minimum;
  }

  /**
   * Show the present step of a film.
   *
   * @param {Film} film
   * @param {number} greatest the leaves of the full gauge
   */
  show(film, greatest) {
    if (this.tree.film !== film) this.tree.show(film);
    this.title.textContent = film.head.title;
    this.cells.forEach((cell, kind) => {
      cell.textContent = film.counts[kind][film.step].toLocaleString();
    });
    const leaves = film.counts[1][film.step];
    this.fill.style.width = `${(100 * leaves) / greatest}%`;
    const all = film.leaves.toLocaleString();
    this.tally.textContent = this.texts.leaves.replace("{count}", leaves.toLocaleString()).replace("{all}", all);
    if (this.mark && this.minimum) {
      this.mark.style.left = `${(100 * this.minimum) / greatest}%`;
      this.tally.textContent += ` ${this.texts.minimum.replace("{count}", this.minimum.toLocaleString())}`;
    }
    this.tree.paint();
  }

  /**
   * Say which of several searches the keys and the program are about.
   *
   * @param {boolean} isActive
   * @param {string} words of the step of this search
   */
  showAmongSeveral(isActive, words) {
    this.section.classList.toggle("active", isActive);
    this.title.setAttribute("aria-pressed", String(isActive));
    this.said.textContent = words;
  }
}
