// The sliders of a search: each has a few named places.

import { html } from "../svg.js";

/** @typedef {import("../types").Slider} Slider */

export class Sliders {
  /**
   * @param {Element} parent
   * @param {(name: string, place: number) => void} choose
   */
  constructor(parent, choose) {
    this.choose = choose;
    this.box = html("div", { class: "sliders" }, parent);
    /** @type {Map<string, { input: HTMLInputElement, output: HTMLElement }>} */
    this.shown = new Map();
  }

  /** @param {Slider[]} sliders */
  show(sliders) {
    for (const { name, label, places, place } of sliders) {
      const { input, output } = this.shown.get(name) ?? this.make(name, label, places);
      input.max = String(places.length - 1);
      if (document.activeElement !== input) input.value = String(place);
      output.textContent = places[place];
      input.setAttribute("aria-valuetext", places[place]);
    }
  }

  /**
   * @param {string} name
   * @param {string} words
   * @param {string[]} places
   */
  make(name, words, places) {
    const label = html("label", { class: "slider" }, this.box);
    html("span", {}, label, words);
    const input = html("input", { type: "range", min: 0, max: places.length - 1, "data-slider": name }, label);
    const output = html("span", { class: "at" }, label);
    input.addEventListener("input", () => {
      output.textContent = places[Number(input.value)];
      this.choose(name, Number(input.value));
    });
    const made = { input, output };
    this.shown.set(name, made);
    return made;
  }
}
