// The boards of positions in the nodes of a tree.

import { CELL, acrossOf, middleOf, rowHeight } from "../board/geometry.js";
import { drawWalls, heightsOf } from "../board/walls_and_stacks.js";
import { draw, isCount, polygon, textOf } from "../svg.js";

export const BOARD = 54; // side of a position's picture
const SIGN_PX = 9; // side of the smallest cell that has room for signs; smaller ones have dots and rings

/** @typedef {import("../types").BoardPicture} BoardPicture */

/**
 * Draw a board in a square, with the cells of the last move shaded.
 *
 * @param {{ marks: string, stacks: string[], walls: [number, number][], last: number[] }} position
 * @param {BoardPicture} picture
 * @param {number} x the upper left corner of the square
 * @param {number} y
 * @param {number} side of the square
 * @param {Element} parent
 */
export function drawPosition({ marks, stacks, walls, last }, picture, x, y, side, parent) {
  const { width, height, shear } = picture;
  const across = acrossOf(picture);
  const down = shear ? 1 + ((height - 1) * rowHeight(picture)) / CELL : height;
  const cell = side / Math.max(across, down);
  const [left, up, scale] = [x + (side - cell * across) / 2, y + (side - cell * down) / 2, cell / CELL];
  const size = cell < SIGN_PX ? "dots" : "";
  const group = draw("g", { class: `position ${picture.material} ${size}`, "aria-hidden": "true" }, parent);
  const ground = { x: left, y: up, width: cell * across, height: cell * height, rx: Math.min(4, cell / 3) };
  if (!shear) draw("rect", { class: "board", ...ground }, group);
  if (!shear && picture.material !== "rack") drawLines(width, height, left, up, cell, group);
  [...marks].forEach((mark, number) => {
    if (mark === " ") return;
    const [x, y] = middleOf(number, picture);
    const [cx, cy] = [left + x * scale, up + y * scale];
    if (shear) draw("circle", { class: "grid", fill: "none", cx, cy, r: cell * 0.47 }, group);
    if (picture.material === "rack") draw("circle", { class: "well", cx, cy, r: cell * 0.4 }, group);
    const square = { x: cx - cell / 2, y: cy - cell / 2, width: cell, height: cell };
    if (last.includes(number)) draw("rect", { class: "newest", ...square }, group);
    const pieces = [...(stacks[number] ?? mark)];
    heightsOf(pieces.length).forEach((higher, place) => {
      if (pieces[place] !== ".") drawMark(pieces[place], picture, cx, cy - higher * scale, cell, group);
    });
  });
  const transform = `translate(${left} ${up}) scale(${scale})`;
  if (walls.length) drawWalls(walls, picture, draw("g", { transform }, group));
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} left
 * @param {number} up
 * @param {number} cell
 * @param {Element} parent
 */
function drawLines(width, height, left, up, cell, parent) {
  const [right, down] = [left + width * cell, up + height * cell];
  for (let x = left + cell; x < right - cell / 2; x += cell) {
    draw("line", { class: "grid", x1: x, x2: x, y1: up, y2: down }, parent);
  }
  for (let y = up + cell; y < down - cell / 2; y += cell) {
    draw("line", { class: "grid", y1: y, y2: y, x1: left, x2: right }, parent);
  }
}

/**
 * @param {string} mark
 * @param {BoardPicture} picture
 * @param {number} cx
 * @param {number} cy
 * @param {number} cell
 * @param {Element} parent
 */
function drawMark(mark, { sides, kinds, pieces, stones }, cx, cy, cell, parent) {
  const kind = kinds[mark];
  const side = kind ? kind.side : sides.indexOf(mark);
  if (isCount(mark)) drawMan(textOf(mark), "count", cx, cy, cell, parent);
  else if (kind?.shape === "stone") draw("circle", { class: `stone ${kind.tone}`, cx, cy, r: cell * 0.44 }, parent);
  else if (stones && !pieces && side >= 0 && side < 2) drawStoneOf(side, cx, cy, cell, parent);
  else if (pieces) drawMan(kind ? kind.glyph : mark, side === 0 ? "first" : "second", cx, cy, cell, parent);
  else if (cell < SIGN_PX && (side === 0 || side === 1)) drawDot(side, cx, cy, cell, parent);
  else drawSign(side, cx, cy, cell, parent);
}

/**
 * @param {number} side
 * @param {number} cx
 * @param {number} cy
 * @param {number} cell
 * @param {Element} parent
 */
function drawStoneOf(side, cx, cy, cell, parent) {
  draw("circle", { class: `stone side-${side + 1}`, cx, cy, r: cell * 0.42 }, parent);
}

/**
 * @param {number} side
 * @param {number} cx
 * @param {number} cy
 * @param {number} cell
 * @param {Element} parent
 */
function drawDot(side, cx, cy, cell, parent) {
  if (side === 0) draw("circle", { class: "dot", cx, cy, r: cell * 0.42 }, parent);
  else draw("circle", { class: "second", "stroke-width": cell * 0.24, cx, cy, r: cell * 0.3 }, parent);
}

/**
 * @param {number} side
 * @param {number} cx
 * @param {number} cy
 * @param {number} cell
 * @param {Element} parent
 */
function drawSign(side, cx, cy, cell, parent) {
  const size = cell * 0.28;
  const thick = { "stroke-width": Math.max(1, cell * 0.13) };
  const [l, r, u, d] = [cx - size, cx + size, cy - size, cy + size];
  const cross = `M${l} ${u}L${r} ${d}M${r} ${u}L${l} ${d}`;
  if (side < 0) draw("circle", { class: "nobody", cx, cy, r: size }, parent);
  else if (side === 0) draw("path", { class: "first", ...thick, d: cross }, parent);
  else if (side === 1) draw("circle", { class: "second", ...thick, cx, cy, r: size }, parent);
  else draw("path", { class: "further", ...thick, d: polygon(side + 1, cx, cy, size * 1.1) }, parent);
}

/**
 * @param {string} text
 * @param {string} kind
 * @param {number} cx
 * @param {number} cy
 * @param {number} cell
 * @param {Element} parent
 */
function drawMan(text, kind, cx, cy, cell, parent) {
  const man = draw("g", { class: `man ${kind}` }, parent);
  draw("circle", { cx, cy, r: cell * 0.42 }, man);
  draw("text", { x: cx, y: cy + cell * 0.19, "font-size": cell * 0.55 }, man).textContent = text;
}
