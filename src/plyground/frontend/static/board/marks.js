// The signs of the sides, stones, pieces and numbers in a cell.

import { draw, polygon, textOf } from "../svg.js";
import { CELL } from "./geometry.js";

export const SIDES = ["first", "second", "third", "fourth", "fifth", "sixth"]; // class names
const CROSS = "M27 27 73 73M73 27 27 73";
const SMALL_CROSS = "M39 39 61 61M61 39 39 61";

/**
 * Draw the mark of a side in a cell whose corner is at x, y. A side below 0 is nobody's.
 *
 * @callback DrawMark
 * @param {number} side
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 * @returns {SVGGElement}
 */

/**
 * Return the class name of a side.
 *
 * @param {number} side
 */
export function classOf(side) {
  return SIDES[side] ?? "nobody";
}

/**
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
export function group(kind, x, y, parent) {
  return draw("g", { class: kind }, draw("g", { transform: `translate(${x} ${y})` }, parent));
}

/**
 * Draw a sign: a cross for the first side, a ring for the second, a polygon for each further one.
 *
 * @type {DrawMark}
 */
export function drawSign(side, mark, x, y, parent) {
  if (mark === "*") return drawStone(side, mark, x, y, parent);
  const drawn = group(`mark ${classOf(side)}`, x, y, parent);
  if (side < 0) draw("text", { x: 50, y: 51 }, drawn).textContent = mark;
  else if (side === 1) draw("circle", { cx: 50, cy: 50, r: 26 }, drawn);
  else draw("path", { d: side ? polygon(side + 1, 50, 50, 28) : CROSS }, drawn);
  return drawn;
}

/**
 * Draw a stone with the sign of its side, so that the sides differ not only by colour.
 *
 * @type {DrawMark}
 */
export function drawStone(side, _mark, x, y, parent) {
  const drawn = group(`mark stone ${classOf(side)}`, x, y, parent);
  draw("circle", { class: "disc", cx: 50, cy: 50, r: 37 }, drawn);
  if (side < 0) return drawn;
  if (side === 1) draw("circle", { class: "sign", cx: 50, cy: 50, r: 14 }, drawn);
  else draw("path", { class: "sign", d: side ? polygon(side + 1, 50, 50, 17) : SMALL_CROSS }, drawn);
  return drawn;
}

/**
 * Draw the upper or lower half of a domino that stands, or the left or right half of one that lies.
 *
 * @param {number} side 0 for one that stands
 * @param {boolean} isFirst
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
export function drawHalfDomino(side, isFirst, x, y, parent) {
  const drawn = group(`mark stone ${classOf(side)}`, x, y, parent);
  const turned = { transform: `rotate(${(side ? 270 : 0) + (isFirst ? 0 : 180)} 50 50)` };
  const half = draw("g", turned, drawn);
  draw("path", { class: "disc", d: "M12 100V28A16 16 0 0 1 28 12H72A16 16 0 0 1 88 28V100" }, half);
  draw("path", { class: "joint", d: "M22 100H78" }, half);
  draw("circle", { class: "pip", cx: 50, cy: 56, r: 9 }, half);
  return drawn;
}

/**
 * Draw the number of things in a cell.
 *
 * @type {DrawMark}
 */
export function drawCount(_side, mark, x, y, parent) {
  const drawn = group("mark count", x, y, parent);
  draw("circle", { cx: 50, cy: 50, r: 37 }, drawn);
  draw("text", { x: 50, y: 52 }, drawn).textContent = textOf(mark);
  return drawn;
}

/**
 * Draw a piece: a disc with a rim and the letter of its side.
 *
 * @type {DrawMark}
 */
export function drawPiece(side, mark, x, y, parent) {
  const drawn = group(`mark stone ${classOf(side)}`, x, y, parent);
  draw("circle", { class: "disc", cx: 50, cy: 50, r: 38 }, drawn);
  draw("circle", { class: "rim", cx: 50, cy: 50, r: 31 }, drawn);
  draw("text", { x: 50, y: 51 }, drawn).textContent = mark;
  return drawn;
}

/**
 * Draw the outline of a cell.
 *
 * @param {import("../svg.js").Attributes} attributes
 * @param {number} x
 * @param {number} y
 * @param {number} inset its distance from the edge of the cell
 * @param {boolean} isHexagon
 * @param {Element} parent
 */
export function drawOutline(attributes, x, y, inset, isHexagon, parent) {
  if (!isHexagon) {
    const side = CELL - 2 * inset;
    return draw("rect", { ...attributes, x: x + inset, y: y + inset, width: side, height: side }, parent);
  }
  const reach = CELL / Math.sqrt(3) - inset;
  const corners = Array.from({ length: 6 }, (_corner, i) => {
    const turn = (i * Math.PI) / 3;
    return `${x + 50 + reach * Math.sin(turn)} ${y + 50 - reach * Math.cos(turn)}`;
  });
  return draw("path", { ...attributes, d: `M${corners.join("L")}Z` }, parent);
}

/**
 * Draw the value of a move: in the middle of a free cell; small, at the foot, where a piece stands.
 *
 * @param {import("../types").MoveValue} value
 * @param {number} x
 * @param {number} y
 * @param {boolean} isSmall
 * @param {Element} parent
 */
export function drawValue({ kind, text, best }, x, y, isSmall, parent) {
  const size = isSmall ? "value small" : "value";
  const drawn = draw("g", { class: `${size} ${kind}${best ? " best" : ""}`, "aria-hidden": "true" }, parent);
  const [wide, high, middle] = isSmall ? [58, 28, 84] : [76, 40, 50];
  const rx = kind === "loss" ? 4 : high / 2;
  draw("rect", { x: x + 50 - wide / 2, y: y + middle - high / 2, width: wide, height: high, rx }, drawn);
  const words = draw("text", { x: x + 50, y: y + middle + 1 }, drawn);
  words.textContent = text;
  if (words.getComputedTextLength() > wide - 8) {
    words.setAttribute("textLength", String(wide - 8));
    words.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}
