// The first page: draws the pictures of the games, and lets the visitor play on the board beside them.

import { drawPositionPicture } from "./board/position_picture.js";
import { playable } from "./home_board.js";

const newcomer = /** @type {HTMLElement | null} */ (document.querySelector(".newcomer"));
if (newcomer) newcomer.hidden = Boolean(localStorage.getItem("plyground.guide"));

/** @type {NodeListOf<HTMLElement>} */
const pictures = document.querySelectorAll("[data-position]");
for (const picture of pictures) {
  picture.replaceChildren();
  drawPositionPicture(JSON.parse(picture.dataset.position ?? "{}"), picture);
}

/** Ask the server for a position of the board. @param {string} moves @param {number} [cell] */
async function answerTo(moves, cell) {
  const query = new URLSearchParams(cell === undefined ? { moves } : { moves, cell: String(cell) });
  const answer = await fetch(`/first-board?${query}`).catch(() => null);
  return answer && answer.json();
}

/** @type {NodeListOf<HTMLElement>} */
const boards = document.querySelectorAll("[data-live]");
for (const place of boards) playable(place, answerTo);

export {};
