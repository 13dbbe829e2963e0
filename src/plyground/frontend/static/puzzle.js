// The room of puzzles: sends each answer to the server, and shows what exact values say of it.

import { renderGrid } from "./board/grid.js";
import { Model } from "./plyground_widget.js";
import { html } from "./svg.js";

/**
 * The answer to a press (web/pages/puzzles/puzzle_board.py).
 *
 * @typedef {object} PuzzleState
 * @property {import("./types").BoardState} board
 * @property {string[]} line
 * @property {string} verdict
 * @property {string} words
 * @property {string[]} listed
 * @property {string} written
 * @property {string[]} [figures]
 * @property {string} [trouble]
 */

const place = /** @type {HTMLElement} */ (document.querySelector("[data-puzzle]"));
const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (place.querySelector(selector));

/** @type {PuzzleState} */
let asked = JSON.parse(find("script").textContent ?? ""); // the present question
let isBusy = false;

const model = new Model(
  { ...asked.board },
  () => {},
  (message) => {
    const { play } = /** @type {{ play?: (number | null)[] }} */ (message);
    if (play) answer({ cells: play });
  },
);

/**
 * Send an answer; without one, ask for the right move.
 *
 * @param {{ cells?: (number | null)[], word?: string }} given
 */
async function answer(given) {
  if (isBusy) return;
  isBusy = true;
  const body = JSON.stringify({ puzzle: place.dataset.puzzle, day: place.dataset.day, line: asked.line, ...given });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch("/puzzles/answer", { method: "POST", headers, body }).catch(() => null);
  const found = await response?.json().catch(() => null);
  isBusy = false;
  if (response?.ok) show(found);
  else {
    model.patch({ ...asked.board, turn: asked.board.turn });
    find(".trouble").textContent = found?.trouble ?? document.querySelector(".lost")?.textContent ?? "";
    ask();
  }
}

/** @param {PuzzleState} state */
function show(state) {
  const isOpen = state.verdict === "asked" || state.verdict === "right";
  if (isOpen) asked = state;
  model.patch(/** @type {Record<string, any>} */ (state.board));
  place.dataset.verdict = state.verdict;
  find(".told").textContent = state.words;
  find(".trouble").textContent = state.trouble ?? "";
  find("[data-again]").hidden = isOpen || state.verdict === "solved";
  find("[data-show]").hidden = !isOpen;
  find("[data-next]").classList.toggle("primary", state.verdict === "solved");
  list(state);
  state.figures?.forEach((words, number) => {
    find(`.figures li:nth-child(${number + 1})`).textContent = words;
  });
  if (state.verdict === "solved") find("[data-next]").focus({ preventScroll: true });
  else if (!isOpen) find("[data-again]").focus({ preventScroll: true });
}

/** Show the present question again. */
function ask() {
  model.patch({ ...asked.board, turn: -1 }); // nothing that was sent is waited for
  model.patch(/** @type {Record<string, any>} */ (asked.board));
  place.dataset.verdict = "asked";
  find("[data-again]").hidden = true;
  find("[data-show]").hidden = false;
  list(asked);
}

/**
 * List the moves that have no place on the board.
 *
 * @param {PuzzleState} state
 */
function list({ listed, written }) {
  find(".written").textContent = written;
  const buttons = find(".listed");
  buttons.replaceChildren();
  for (const word of listed) {
    html("button", { type: "button" }, buttons, word).addEventListener("click", () => answer({ word }));
  }
}

const board = find(".board");
board.replaceChildren();
if (asked.board.width) {
  renderGrid(/** @type {import("./widget").Model<any>} */ (/** @type {unknown} */ (model)), board);
}
list(asked);
find("[data-again]").addEventListener("click", () => {
  find(".told").textContent = "";
  ask();
});
find("[data-show]").addEventListener("click", () => answer({}));

export {};
