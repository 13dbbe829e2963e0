// The board of the first page: the visitor plays on it, and sees where each move leads.

import { renderGrid } from "./board/grid.js";
import { Model } from "./plyground_widget.js";
import { html } from "./svg.js";

const BEGUN = "plyground first board"; // moves of a game that goes on in the next page of this tab

/**
 * The answer to a press (web/pages/home/playable_board.py).
 *
 * @typedef {object} FirstBoard
 * @property {import("./types").BoardState} board
 * @property {string} moves
 * @property {string} words
 * @property {string} detail
 * @property {{ kind: string, sign: string, words: string }[]} legend
 * @property {boolean} isOver
 * @property {string} why
 * @property {string} search
 */

/** The moves of a game that was begun before this page was shown. @returns {string} */
export function begunMoves() {
  const moves = sessionStorage.getItem(BEGUN) ?? "";
  sessionStorage.removeItem(BEGUN);
  return moves;
}

/** Let the next page go on with a game. @param {string} moves */
export const handOver = (moves) => sessionStorage.setItem(BEGUN, moves);

/**
 * Let the visitor play on a board. `answerTo` returns the next position after the moves so far and a press, or the
 * start of a game that was begun before.
 *
 * @param {HTMLElement} place
 * @param {(moves: string, cell?: number) => Promise<FirstBoard | { trouble?: string } | null>} answerTo
 */
export function playable(place, answerTo) {
  const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (place.querySelector(selector));
  /** @type {FirstBoard} */
  let shown = JSON.parse(find("script").textContent ?? "");
  let round = 0;

  const model = new Model(
    { ...shown.board },
    () => {},
    (message) => {
      const { play } = /** @type {{ play?: (number | null)[] }} */ (message);
      const cell = play?.[play.length - 1];
      if (typeof cell === "number") ask(shown.moves, cell);
    },
  );

  /**
   * Show the position after a press, or after some moves.
   *
   * @param {string} moves
   * @param {number} [cell]
   */
  async function ask(moves, cell) {
    const answer = await answerTo(moves, cell);
    if (answer && "board" in answer) show(answer);
    else find(".said").textContent = answer?.trouble ?? document.querySelector(".lost")?.textContent ?? "";
  }

  /** @param {FirstBoard} answer */
  function show(answer) {
    if (!answer.moves) round += 1;
    shown = answer;
    model.patch({ ...answer.board, round });
    find(".said").textContent = answer.words;
    find(".detail").textContent = answer.detail;
    const legend = find("[data-legend]");
    legend.replaceChildren();
    for (const { kind, sign, words } of answer.legend) {
      const row = html("li", {}, legend);
      html("span", { class: `chip ${kind}` }, row, sign);
      html("span", {}, row, words);
    }
    find("[data-why]").setAttribute("href", answer.why);
    find("[data-search]").setAttribute("href", answer.search);
    place.classList.toggle("over", answer.isOver);
  }

  const board = find(".board");
  board.replaceChildren();
  renderGrid(/** @type {import("./widget").Model<any>} */ (/** @type {unknown} */ (model)), board);
  find("[data-again]").addEventListener("click", () => ask(""));
  const begun = begunMoves();
  if (begun) ask(begun);
}
