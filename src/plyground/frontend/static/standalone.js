// The stepping view in a file of its own: the state is in the file, the step in its address.

import { render } from "./tree.js";

/** A model that nobody else changes. */
class FileModel {
  /** @param {Record<string, any>} state */
  constructor(state) {
    this.state = state;
  }

  /** @param {string} name */
  get(name) {
    return this.state[name];
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    this.state[name] = value;
    if (name === "step") history.replaceState(null, "", `#step=${value + 1}`);
  }

  save_changes() {}
  send() {}
  on() {}
  off() {}
}

const state = JSON.parse(document.getElementById("state")?.textContent ?? "{}");
const step = Number(new URLSearchParams(location.hash.slice(1)).get("step"));
if (step >= 1) state.step = step - 1;
const el = document.getElementById("view");
if (el) render({ model: /** @type {any} */ (new FileModel(state)), el });
