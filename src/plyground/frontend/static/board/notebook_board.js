// The board of a notebook, with the texts and buttons that the page has around its board.

import { listen } from "../model.js";
import { html } from "../svg.js";
import { renderGrid } from "./grid.js";

const LINES = /** @type {const} */ (["status", "detail", "written", "hint", "trouble", "reason", "more", "keys"]);

/** @typedef {import("../types").BoardState} BoardState */
/** @typedef {import("../types").NotebookControlsState} NotebookControlsState */

/**
 * Draw a board with its controls in an element.
 *
 * @param {import("../widget").Model<BoardState>} model
 * @param {Element} el
 * @returns {import("../widget").End}
 */
export function renderNotebookBoard(model, el) {
  const board = new NotebookBoard(model, el);
  board.fill();
  const ends = [listen(model, { change: () => board.fill() })];
  ends.push(model.get("width") ? renderGrid(model, board.room) : board.announce());
  return () => ends.forEach((end) => end());
}

class NotebookBoard {
  /**
   * @param {import("../widget").Model<BoardState>} model
   * @param {Element} el
   */
  constructor(model, el) {
    this.model = model;
    // JupyterLab's keys are not meant here.
    this.box = html("div", { class: "ply-notebook", tabindex: -1, "data-lm-suppress-shortcuts": "true" }, el);
    /** @param {string} name */
    const line = (name, attributes = {}) => html("p", { class: name, ...attributes }, this.box);
    const [status, detail, written] = [line("status"), line("detail"), line("written")];
    this.room = html("div", { class: "ply-room" }, this.box);
    this.list = html("div", { class: "row", role: "group" }, this.box);
    const more = line("detail");
    const [hint, trouble, reason] = [line("hint-words"), line("trouble", { role: "alert" }), line("reason")];
    this.actions = html("div", { class: "row" }, this.box);
    this.field = html("label", { class: "goes-with" }, this.actions);
    this.fieldWords = html("span", {}, this.field);
    this.side = html("select", {}, this.field);
    this.side.addEventListener("change", () => model.send({ side: this.side.selectedIndex }));
    this.lines = { status, detail, written, hint, trouble, reason, more, keys: line("keys") };
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.listed = ""; // the state of the list
  }

  fill() {
    const { model } = this;
    const state = model.get("controls");
    if (!state) return;
    for (const name of LINES) {
      if (this.lines[name].textContent !== state[name]) this.lines[name].textContent = state[name];
    }
    this.fieldWords.textContent = state.sideLabel;
    this.room.style.maxWidth = `${Math.min(Math.max(19, 4 * model.get("width")), 34)}rem`;
    this.room.hidden = !model.get("width");
    this.fillButtons(state.buttons);
    this.fillList(state);
    this.field.hidden = !state.sideLabel;
    if (this.side.length !== model.get("sides").length) {
      this.side.replaceChildren(...model.get("sides").map((name) => new Option(name)));
    }
    this.side.selectedIndex = state.side;
  }

  /**
   * List the moves that have no place on the board.
   *
   * @param {NotebookControlsState} state
   */
  fillList({ moves, list: label }) {
    const { list, model } = this;
    const state = JSON.stringify([moves, model.get("turn")]);
    if (state === this.listed) return;
    this.listed = state;
    const wasThere = list.contains(document.activeElement);
    list.setAttribute("aria-label", label);
    list.replaceChildren();
    moves.forEach((words, place) => {
      const button = html("button", { type: "button" }, list, words);
      button.addEventListener("click", () => model.send({ choose: place, turn: model.get("turn") }));
    });
    list.hidden = !moves.length;
    // The pressed one is gone: the keyboard waits here, and goes on to the first of the next ones.
    const next = list.querySelector("button") ?? this.box;
    if (wasThere || document.activeElement === this.box) next.focus();
  }

  /** @param {NotebookControlsState["buttons"]} all */
  fillButtons(all) {
    for (const [command, words, isShown, isEnabled] of all) {
      const button = this.buttons.get(command) ?? this.makeButton(command);
      if (!isShown && button === document.activeElement) this.leaveButton();
      button.textContent = words;
      button.hidden = !isShown;
      button.setAttribute("aria-disabled", String(!isEnabled));
    }
  }

  /** @param {string} command */
  makeButton(command) {
    const button = html("button", { type: "button" });
    this.actions.insertBefore(button, this.field);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") this.model.send({ command });
    });
    this.buttons.set(command, button);
    return button;
  }

  /** Let the keyboard go on from a button that vanishes. */
  leaveButton() {
    /** @type {SVGElement | null} */
    const cell = this.room.querySelector('[tabindex="0"]');
    (cell ?? this.buttons.get("new"))?.focus();
  }

  /** Say what is announced where no board does. Return a function that ends this. */
  announce() {
    const said = html("div", { class: "ply-said", "aria-live": "polite" }, this.box);
    const say = () => {
      said.textContent = this.model.get("announce");
    };
    say();
    return listen(this.model, { "change:announce": say });
  }
}
