// Pieces of several kinds a side: men and kings of draughts, the pieces of chess.

import { draw } from "../svg.js";
import { classOf } from "./marks.js";

/** @typedef {import("../types").PieceKind} PieceKind */

const FOOT = "M22 88h56v-8q-6-5-13-6H35q-7 1-13 6z";

/** Silhouettes in a cell of 100 by 100, by their shape. @type {Record<string, string[]>} */
const SHAPES = {
  pawn: ["M50 20a13 13 0 0 1 9 22q1 18 12 32H29q11-14 12-32a13 13 0 0 1 9-22z", FOOT],
  rook: ["M26 18h11v8h8v-8h10v8h8v-8h11v20l-9 8v20l8 8H27l8-8V46l-9-8z", FOOT],
  knight: ["M33 74q-1-16 11-26-8 2-13 8-7 3-10-3-2-6 3-12l11-15q3-6 10-9l1-8 8 7q24 4 24 35 0 12-2 23z", FOOT],
  bishop: ["M50 8a7 7 0 0 1 5 11q16 13 16 28 0 11-10 16l6 11H33l6-11q-10-5-10-16 0-15 16-28a7 7 0 0 1 5-11z", FOOT],
  queen: ["M17 30l14 18 6-30 13 27 13-27 6 30 14-18-8 44H25z", FOOT],
  king: ["M46 6h8v8h8v8h-8v8q22-9 30 7 5 14-12 28l-3 9H31l-3-9Q11 51 16 37q8-16 30-7v-8h-8v-8h8z", FOOT],
};

/** Lines inside the silhouettes. @type {Record<string, string>} */
const DETAILS = {
  pawn: "M40 43h20",
  rook: "M35 46h30M35 66h30",
  knight: "M41 33l3-2M58 27q12 13 9 38",
  bishop: "M50 27v18M42 36h16M39 63h22",
  queen: "M24 64h52M27 56h46",
  king: "M50 36v22M28 65h44M24 45q7-10 20-4M76 45q-7-10-20-4",
};
const BALLS = ["16 27", "37 15", "63 15", "84 27"]; // places of the points of a queen's crown
const PIECE_SCALE = 1.14; // factor that makes a silhouette nine tenths of a square high

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
    const scaled = draw("g", { transform: `translate(50 50) scale(${PIECE_SCALE}) translate(-50 -48)` }, drawn);
    for (const d of SHAPES[shape]) draw("path", { d }, scaled);
    draw("path", { class: "detail", d: DETAILS[shape] }, scaled);
    for (const ball of shape === "queen" ? BALLS : []) {
      const [cx, cy] = ball.split(" ");
      draw("circle", { cx, cy, r: 5 }, scaled);
    }
  } else if (shape === "stone") {
    for (const part of ["disc", "shine"]) draw("circle", { class: part, cx: 50, cy: 50, r: 46 }, drawn);
  } else if (shape === "man" || shape === "crowned" || shape === "stack") {
    draw("circle", { class: "edge", cx: 50, cy: 53, r: 42 }, drawn);
    draw("circle", { class: "disc", cx: 50, cy: 49, r: 42 }, drawn);
    for (const r of [33, 24]) draw("circle", { class: "rim", cx: 50, cy: 49, r }, drawn);
    draw("circle", { class: "shine", cx: 50, cy: 49, r: 42 }, drawn);
    if (shape === "crowned") draw("path", { class: "crown", d: "M30 64V38l11 10 9-17 9 17 11-10v26z" }, drawn);
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
