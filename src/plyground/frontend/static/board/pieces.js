// Pieces of several kinds a side: men and kings of draughts, the pieces of chess.

import { draw } from "../svg.js";
import { classOf } from "./marks.js";

/** @typedef {import("../types").PieceKind} PieceKind */

const FOOT = "M24 86h52v-7q-6-5-12-6H36q-6 1-12 6z";

/** Silhouettes in a cell of 100 by 100, by their shape. @type {Record<string, string[]>} */
const SHAPES = {
  pawn: ["M50 22a12 12 0 0 1 7 22q2 17 11 29H32q9-12 11-29a12 12 0 0 1 7-22z", FOOT],
  rook: ["M27 20h10v8h8v-8h10v8h8v-8h10v20l-9 7v19l7 7H29l7-7V47l-9-7z", FOOT],
  knight: ["M35 73q-1-15 9-23-7 1-11 6-6 3-9-2-2-6 3-11l10-14q3-6 9-8l1-7 7 6q22 4 22 33 0 11-2 20z", FOOT],
  bishop: ["M50 12a6 6 0 0 1 4 10q15 12 15 26 0 11-9 15l6 10H34l6-10q-9-4-9-15 0-14 15-26a6 6 0 0 1 4-10z", FOOT],
  queen: ["M18 30l14 17 4-26 14 24 14-24 4 26 14-17-8 43H26z", FOOT],
  king: ["M46 8h8v7h7v8h-7v8q20-9 27 6 5 13-11 27l-3 9H33l-3-9Q14 50 19 37q7-15 27-6v-8h-7v-8h7z", FOOT],
};

/** Where the sign of its side stands on a piece: y, and its size. @type {Record<string, number[]>} */
const SIGN_PLACES = {
  pawn: [62, 0.55],
  knight: [62, 0.7],
  bishop: [48, 0.8],
  rook: [56, 0.8],
  queen: [60, 0.8],
  king: [56, 0.8],
  crowned: [73, 0.6],
};
const SIGN_PLACE = [50, 1.2]; // place of the sign on men and stones

/**
 * Return the side that a mark belongs to; -1 for nobody's.
 *
 * @param {{ get: (name: any) => any }} model
 * @param {string} mark
 * @returns {number}
 */
export function sideOf(model, mark) {
  /** @type {Record<string, PieceKind>} */
  const kinds = model.get("kinds");
  return kinds[mark]?.side ?? model.get("sides").indexOf(mark);
}

/**
 * Draw a piece of a kind: a silhouette, or a disc for the men and kings of draughts.
 *
 * @param {PieceKind} kind
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
export function drawKind({ side, shape, tone, glyph }, x, y, parent) {
  const drawn = draw(
    "g",
    { class: `mark kind ${tone} ${classOf(side)}` },
    draw("g", { transform: `translate(${x} ${y})` }, parent),
  );
  if (SHAPES[shape]) {
    for (const d of SHAPES[shape]) draw("path", { d }, drawn);
  } else if (shape === "stone") {
    draw("circle", { cx: 50, cy: 50, r: 46 }, drawn);
  } else if (shape === "man" || shape === "crowned" || shape === "stack") {
    draw("circle", { cx: 50, cy: 50, r: 36 }, drawn);
    draw("circle", { class: "rim", cx: 50, cy: 50, r: 27 }, drawn);
    if (shape === "crowned") draw("path", { class: "crown", d: "M33 62V40l9 9 8-14 8 14 9-9v22z" }, drawn);
  } else {
    draw("text", { x: 50, y: 51 }, drawn).textContent = glyph;
    return drawn;
  }
  const [down, size] = SIGN_PLACES[shape] ?? SIGN_PLACE;
  drawSideSign(side, 50, down, size, drawn);
  return drawn;
}

/**
 * Draw the sign of a side on a piece, for people who want signs: a cross for the first side, a ring for the second.
 *
 * @param {number} side
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Element} parent
 */
export function drawSideSign(side, x, y, size, parent) {
  const sign = draw("g", { class: "side-sign", transform: `translate(${x} ${y}) scale(${size})` }, parent);
  if (side === 0) draw("path", { d: "M-10-10 10 10M10-10-10 10" }, sign);
  else draw("circle", { cx: 0, cy: 0, r: 11 }, sign);
}
