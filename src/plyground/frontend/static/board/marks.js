// The signs of the sides, stones, pieces and numbers in a cell, and other things that lie on boards.

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
  const drawn = drawDisc(side, 39, x, y, parent);
  if (side === 1) draw("circle", { class: "sign", cx: 50, cy: 50, r: 14 }, drawn);
  else if (side >= 0) draw("path", { class: "sign", d: side ? polygon(side + 1, 50, 50, 17) : SMALL_CROSS }, drawn);
  return drawn;
}

/**
 * Draw a round stone with a groove, without a sign.
 *
 * @param {number} side
 * @param {number} r
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
function drawDisc(side, r, x, y, parent) {
  const drawn = group(`mark stone ${classOf(side)}`, x, y, parent);
  draw("circle", { class: "disc", cx: 50, cy: 50, r }, drawn);
  draw("circle", { class: "rim", cx: 50, cy: 50, r: r * 0.7 }, drawn);
  draw("circle", { class: "shine", cx: 50, cy: 50, r }, drawn);
  return drawn;
}

/**
 * Draw a domino that stands, or one that lies, in its first cell.
 *
 * @param {number} side 0 for one that stands
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
export function drawDomino(side, x, y, parent) {
  const drawn = group(`mark stone domino ${classOf(side)}`, x, y, parent);
  const whole = draw("g", { transform: side ? "matrix(0 1 1 0 0 0)" : "" }, drawn);
  const size = { x: 10, y: 8, width: CELL - 20, height: 2 * CELL - 16, rx: 16 };
  draw("rect", { class: "disc", ...size }, whole);
  draw("rect", { class: "shine", ...size }, whole);
  draw("path", { class: "joint", d: `M20 ${CELL}H80` }, whole);
  for (const middle of [50, CELL + 50]) draw("circle", { class: "pip", cx: 50, cy: middle, r: 9 }, whole);
  return drawn;
}

const PEBBLES = [
  "M50 22C72 20 90 34 88 54 87 74 68 84 48 82 28 81 11 71 13 51 14 33 30 23 50 22z",
  "M44 24C64 18 87 27 89 49 90 69 74 83 53 82 31 83 12 74 11 55 11 38 26 29 44 24z",
  "M54 25C74 25 88 37 87 56 86 73 70 81 51 81 30 82 14 70 14 54 14 36 34 24 54 25z",
]; // outlines

/**
 * Draw a pebble. Its number chooses its outline and its tone.
 *
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {number} size 1 for one that fills a cell
 * @param {Element} parent
 */
export function drawPebble(number, x, y, size, parent) {
  const drawn = group(`mark stone pebble tone-${(number * 7) % 4}`, x, y, parent);
  const d = PEBBLES[(number * 5) % PEBBLES.length];
  const scaled = { d, transform: `scale(${size})` };
  draw("path", { class: "disc", ...scaled }, drawn);
  draw("path", { class: "shine", ...scaled }, drawn);
  return drawn;
}

/**
 * Draw a car from above.
 *
 * @param {number} side
 * @param {number} direction in degrees; 0 is to the right
 * @param {number} x
 * @param {number} y
 * @param {Element} parent
 */
export function drawCar(side, direction, x, y, parent) {
  const drawn = group(`mark stone car ${classOf(side)}`, x, y, parent);
  const car = draw("g", { transform: `rotate(${direction} 50 50)` }, drawn);
  for (const [wheelX, wheelY] of [
    [22, 21],
    [62, 21],
    [22, 70],
    [62, 70],
  ])
    draw("rect", { class: "wheel", x: wheelX, y: wheelY, width: 18, height: 9, rx: 3 }, car);
  draw("path", { class: "disc", d: "M18 26H72Q93 30 93 50T72 74H18Q7 72 7 50T18 26z" }, car);
  draw("path", { class: "glass", d: "M62 32Q72 50 62 68L52 62Q56 50 52 38z" }, car);
  draw("path", { class: "glass", d: "M22 36L30 40V60L22 64Q17 50 22 36z" }, car);
  draw("rect", { class: "roof", x: 31, y: 37, width: 21, height: 26, rx: 6 }, car);
  draw("path", { class: "light", d: "M84 34Q90 38 91 43M84 66Q90 62 91 57" }, car);
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
 * Draw a piece: a disc with the sign of an X or an O, or with the letter of its side.
 *
 * @type {DrawMark}
 */
export function drawPiece(side, mark, x, y, parent) {
  const drawn = drawDisc(side, 43, x, y, parent);
  if (mark === "X") draw("path", { class: "sign", d: SMALL_CROSS }, drawn);
  else if (mark === "O") draw("circle", { class: "sign", cx: 50, cy: 50, r: 14 }, drawn);
  else draw("text", { x: 50, y: 51 }, drawn).textContent = mark;
  return drawn;
}

/**
 * Draw one edge of a hexagonal cell.
 *
 * @param {number | string} edge its number, clockwise from the upper right
 * @param {number} x
 * @param {number} y
 * @param {import("../svg.js").Attributes} attributes
 * @param {Element} parent
 */
export function drawHexagonEdge(edge, x, y, attributes, parent) {
  const corners = [Number(edge), Number(edge) + 1].map((corner) => hexagonCorner(corner, x, y, -2).join(" "));
  return draw("path", { ...attributes, d: `M${corners.join("L")}` }, parent);
}

/**
 * Return a corner of a hexagonal cell, clockwise from the top.
 *
 * @param {number} corner
 * @param {number} x
 * @param {number} y
 * @param {number} inset
 */
function hexagonCorner(corner, x, y, inset) {
  const [turn, reach] = [(corner * Math.PI) / 3, CELL / Math.sqrt(3) - inset];
  return [x + 50 + reach * Math.sin(turn), y + 50 - reach * Math.cos(turn)];
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
  const corners = Array.from({ length: 6 }, (_corner, i) => hexagonCorner(i, x, y, inset).join(" "));
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
