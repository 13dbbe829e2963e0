// The first page: draws the pictures of the games, and lets the visitor play on the board beside them.

import { renderGrid } from "./board/grid.js";
import { drawPositionPicture } from "./board/position_picture.js";
import { Model } from "./plyground_widget.js";
import { html } from "./svg.js";

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

const newcomer = /** @type {HTMLElement | null} */ (document.querySelector(".newcomer"));
if (newcomer) newcomer.hidden = Boolean(localStorage.getItem("plyground.guide"));

/** @type {NodeListOf<HTMLElement>} */
const pictures = document.querySelectorAll("[data-position]");
for (const picture of pictures) {
  picture.replaceChildren();
  drawPositionPicture(JSON.parse(picture.dataset.position ?? "{}"), picture);
}

/**
 * Let the visitor play on a board. The server replies to each press with the next position.
 *
 * @param {HTMLElement} place
 */
function live(place) {
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
   * Show the position after a press, or the start.
   *
   * @param {string} moves
   * @param {number} [cell]
   */
  async function ask(moves, cell) {
    const query = new URLSearchParams(cell === undefined ? { moves } : { moves, cell: String(cell) });
    const answer = await fetch(`/first-board?${query}`).catch(() => null);
    const found = await answer?.json();
    if (answer?.ok) show(found);
    else find(".said").textContent = found?.trouble ?? document.querySelector(".lost")?.textContent ?? "";
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
}

/** @type {NodeListOf<HTMLElement>} */
const boards = document.querySelectorAll("[data-live]");
for (const place of boards) live(place);

export {};
