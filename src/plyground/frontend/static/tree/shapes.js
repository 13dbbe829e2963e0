// The signs of nodes and edges.

import { draw } from "../svg.js";

export const MOVERS = ["max", "min", "chance", "player"]; // shapes of nodes at which somebody moves
const LEGEND_SHAPES = [...MOVERS, "over", "horizon", "judged", "known"];
const LEGEND_EDGES = ["line", "cut"];

/**
 * Return the outline of a sign around x, y: MAX ▲, MIN ▼, chance ○, another player ⬡, the end of the game □, a position
 * judged at the depth limit ◇, a known one ◎.
 *
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 */
function smallOutline(shape, x, y) {
  switch (shape) {
    case "over":
      return `M${x - 5} ${y - 5}h10v10h-10z`;
    case "horizon":
      return `M${x} ${y - 6}l6 6-6 6-6-6z`;
    case "max":
      return `M${x} ${y - 6}l6.5 11h-13z`;
    case "min":
      return `M${x} ${y + 6}l6.5-11h-13z`;
    case "chance":
      return `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z`;
    case "player":
      return `M${x - 7} ${y}l3.5-6h7l3.5 6-3.5 6h-7z`;
    case "judged":
      return `M${x - 11} ${y}l5-6h12l5 6-5 6h-12z`;
    default: // known
      return `M${x - 5} ${y - 6}h10a6 6 0 0 1 0 12h-10a6 6 0 0 1 0-12z`;
  }
}

/**
 * Draw the small sign of a node; those of nodes where somebody moves are filled.
 *
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
export function drawShape(shape, x, y, parent) {
  draw("path", { class: MOVERS.includes(shape) ? "shape filled" : "shape", d: smallOutline(shape, x, y) }, parent);
}

/**
 * Draw the body of a node where somebody moves, around x, y.
 *
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
export function drawMover(shape, x, y, parent) {
  const outline =
    shape === "max"
      ? `M${x} ${y - 11}l12.5 22h-25z`
      : shape === "min"
        ? `M${x} ${y + 11}l12.5-22h-25z`
        : shape === "chance"
          ? `M${x - 11} ${y}a11 11 0 1 0 22 0a11 11 0 1 0-22 0z`
          : `M${x - 12} ${y}l6-11h12l6 11-6 11h-12z`;
  draw("path", { class: "body", d: outline }, parent);
}

/**
 * Draw the two strokes across an edge that is cut.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} dx the direction of the edge
 * @param {number} dy
 * @param {Element} parent
 */
export function drawStruck(x, y, dx, dy, parent) {
  const length = Math.hypot(dx, dy);
  const [ax, ay] = [dx / length, dy / length];
  for (const shift of [-3, 3]) {
    const [mx, my] = [x + ax * shift, y + ay * shift];
    const ends = { x1: mx - ay * 6, y1: my + ax * 6, x2: mx + ay * 6, y2: my - ax * 6 };
    draw("line", { class: "struck", ...ends }, parent);
  }
}

/**
 * Write words beside or around a point, unless there are none.
 *
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {Element} parent
 * @param {"start" | "middle" | "end"} anchor
 */
export function drawText(kind, x, y, words, parent, anchor) {
  if (words) {
    const text = draw("text", { class: kind, x, y }, parent);
    text.style.textAnchor = anchor;
    text.textContent = words;
  }
}

/**
 * Draw words on a ground of their own.
 *
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 * @param {Element} parent
 */
export function drawPill(words, x, y, kind, parent) {
  const wide = 6 + 6.2 * words.length;
  const pill = draw("g", { class: `pill ${kind}` }, parent);
  draw("rect", { x: x - wide / 2, y: y - 8, width: wide, height: 15, rx: 7 }, pill);
  draw("text", { x, y: y + 4 }, pill).textContent = words;
}

/**
 * List what the signs mean.
 *
 * @param {Element} legend
 * @param {import("../types").StepsState["legend"]} pairs signs and their words
 * @param {string} kind class of the pictures of the signs
 */
export function drawLegend(legend, pairs, kind = "ply-tree") {
  legend.replaceChildren();
  for (const [sign, words] of pairs) {
    const item = document.createElement("li");
    const isEdge = LEGEND_EDGES.includes(sign);
    if (isEdge || LEGEND_SHAPES.includes(sign)) {
      const sample = draw("svg", { viewBox: "0 0 30 18", "aria-hidden": "true", class: kind }, item);
      if (isEdge) draw("line", { class: `edge ${sign}`, x1: 1, x2: 29, y1: 9, y2: 9 }, sample);
      else drawShape(sign, 15, 9, sample);
      if (sign === "cut") drawStruck(15, 9, 1, 0, sample);
    }
    const text = document.createElement("span");
    text.textContent = words;
    item.append(text);
    legend.append(item);
  }
}
