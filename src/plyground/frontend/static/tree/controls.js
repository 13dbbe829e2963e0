// The bar above stepped searches: buttons, the slider, the speed, and what the keys mean.

import { draw, html } from "../svg.js";

const ICONS = {
  first: "M3 3v12M15 3l-9 6 9 6z",
  back: "M13 3l-9 6 9 6z",
  play: "M9 1a8 8 0 100 16a8 8 0 100-16zM7 5.5l5.5 3.5-5.5 3.5z",
  pause: "M4 3h3v12h-3zM11 3h3v12h-3z",
  forward: "M5 3l9 6-9 6z",
  last: "M15 3v12M3 3l9 6-9 6z",
  fit: "M1 9h16M5 5l-4 4 4 4M13 5l4 4-4 4",
};
const LARGER = 1.3; // factor of a press on + or −

/** @typedef {import("../types").StepsTexts} StepsTexts */

/**
 * What the controls do.
 *
 * @typedef {object} Actions
 * @property {() => void} first
 * @property {() => void} back
 * @property {() => void} play
 * @property {() => void} forward
 * @property {() => void} last
 * @property {(step: number) => void} go
 * @property {(speed: number) => void} setSpeed
 * @property {() => void} flip
 * @property {() => void} focus
 * @property {(factor: number) => void} magnify
 */

export class Controls {
  /**
   * @param {StepsTexts} texts
   * @param {Actions} actions
   * @param {Element} parent
   */
  constructor(texts, actions, parent) {
    this.texts = texts;
    this.actions = actions;
    /** @type {HTMLElement} */
    this.bar = html("div", { class: "bar-steps", role: "toolbar", "aria-label": texts.controls }, parent);
    this.addButton(texts.first, actions.first, "first");
    this.addButton(texts.back, actions.back, "back");
    this.playing = this.addButton(texts.play, actions.play, "play");
    this.addButton(texts.forward, actions.forward, "forward");
    this.addButton(texts.last, actions.last, "last");
    this.slider = html("input", { type: "range", min: 0, "aria-label": texts.step }, this.bar);
    this.slider.addEventListener("input", () => actions.go(Number(this.slider.value)));
    this.place = html("output", { class: "place" }, this.bar);
    this.speed = this.addSpeed();
    this.rule = this.addButton(texts.rule, actions.flip);
    this.focus = this.addButton(texts.focus, actions.focus, texts.focusShort);
    this.addButton(texts.smaller, () => actions.magnify(1 / LARGER), "−");
    this.addButton(texts.larger, () => actions.magnify(LARGER), "+");
    this.addButton(texts.fit, () => actions.magnify(0), "fit");
    this.help = this.addButton(texts.keys, () => this.toggleKeys(), "?");
    this.keys = html("dl", { class: "keys-steps", hidden: "" }, parent);
    for (const [key, words] of texts.keyWords) {
      html("dt", {}, this.keys, key);
      html("dd", {}, this.keys, words);
    }
  }

  /**
   * @param {string} words
   * @param {() => void} act
   * @param {string} [sign] the name of an icon, or text
   * @returns {HTMLButtonElement}
   */
  addButton(words, act, sign = "") {
    const button = html("button", { type: "button", "aria-label": words, title: words }, this.bar);
    if (sign in ICONS) drawIcon(button, /** @type {keyof typeof ICONS} */ (sign));
    else button.textContent = sign;
    button.addEventListener("click", act);
    return button;
  }

  addSpeed() {
    const label = html("label", { class: "pace" }, this.bar, this.texts.speed);
    const select = html("select", {}, label);
    this.texts.speeds.forEach((words, number) => html("option", { value: number }, select, words));
    select.addEventListener("change", () => this.actions.setSpeed(Number(select.value)));
    return select;
  }

  /**
   * Show the step.
   *
   * @param {number} step
   * @param {number} last
   */
  show(step, last) {
    const count = last + 1;
    this.slider.max = String(last);
    this.slider.value = String(step);
    const words = this.texts.of.replace("{step}", String(step + 1)).replace("{count}", String(count));
    this.slider.setAttribute("aria-valuetext", words);
    this.place.textContent = `${(step + 1).toLocaleString()} / ${count.toLocaleString()}`;
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    const words = isPlaying ? this.texts.pause : this.texts.play;
    drawIcon(this.playing, isPlaying ? "pause" : "play");
    this.playing.setAttribute("aria-label", words);
    this.playing.title = words;
  }

  toggleKeys() {
    this.keys.hidden = !this.keys.hidden;
    this.help.setAttribute("aria-expanded", String(!this.keys.hidden));
  }

  /**
   * Return what a key means, or undefined.
   *
   * @param {KeyboardEvent} event
   * @returns {(() => void) | undefined}
   */
  actionOf({ key, target }) {
    const { actions } = this;
    if (target !== this.slider) {
      if (key === "ArrowRight") return actions.forward;
      if (key === "ArrowLeft") return actions.back;
      if (key === "Home") return actions.first;
      if (key === "End") return actions.last;
    }
    const speed = Number(this.speed.value);
    switch (key) {
      case "l":
        return actions.forward;
      case "j":
        return actions.back;
      case "k":
        return actions.play;
      case "[":
        return () => actions.setSpeed(speed - 1);
      case "]":
        return () => actions.setSpeed(speed + 1);
      case "c":
        return actions.flip;
      case "f":
        return actions.focus;
      case "+":
      case "=":
        return () => actions.magnify(LARGER);
      case "-":
        return () => actions.magnify(1 / LARGER);
      case "0":
        return () => actions.magnify(0);
      case "?":
        return () => this.toggleKeys();
    }
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {keyof typeof ICONS} name
 */
function drawIcon(button, name) {
  button.replaceChildren();
  const size = { viewBox: "0 0 18 18", width: 18, height: 18 };
  draw("path", { d: ICONS[name] }, draw("svg", { ...size, "aria-hidden": "true", class: `icon ${name}` }, button));
}
