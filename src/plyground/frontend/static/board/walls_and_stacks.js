// What a board has besides one mark a cell: walls between cells, and several pieces in one.

import { draw } from "../svg.js";
import { CELL, middleOf } from "./geometry.js";

const STEP = 13; // height of a piece in a stack
const MAX_STACK = 44; // height of a stack without its lowest piece

/**
 * Draw walls between neighbouring cells.
 *
 * @param {[number, number][]} walls
 * @param {import("./geometry.js").Extent} extent
 * @param {Element} layer
 */
export function drawWalls(walls, extent, layer) {
  layer.replaceChildren();
  for (const [one, other] of walls) {
    const [[x1, y1], [x2, y2]] = [middleOf(one, extent), middleOf(other, extent)];
    const [x, y, away] = [(x1 + x2) / 2, (y1 + y2) / 2, Math.hypot(x2 - x1, y2 - y1)];
    const half = (extent.shear ? CELL / Math.sqrt(3) : CELL) / 2;
    const [across, down] = [((y2 - y1) / away) * half, ((x1 - x2) / away) * half];
    draw("line", { class: "wall", x1: x - across, y1: y - down, x2: x + across, y2: y + down }, layer);
  }
}

/**
 * Return the height of each piece of a stack above the middle of its cell, from the bottom up.
 *
 * @param {number} count pieces
 * @returns {number[]}
 */
export function heightsOf(count) {
  const step = Math.min(STEP, MAX_STACK / Math.max(count - 1, 1));
  return Array.from({ length: count }, (_piece, place) => (place - (count - 1) / 2) * step);
}

/**
 * Draw the pieces of a cell upon each other. Return the group of the uppermost.
 *
 * @param {{ drawMark: (number: number, mark: string, content: Element) => SVGGElement }} material
 * @param {number} number of the cell
 * @param {string} pieces from the bottom up
 * @param {Element} content
 * @returns {SVGGElement}
 */
export function drawStack(material, number, pieces, content) {
  const marks = [...pieces];
  const drawn = draw("g", { class: "stack" }, content);
  heightsOf(marks.length).forEach((height, place) => {
    material.drawMark(number, marks[place], draw("g", { transform: `translate(0 ${-height})` }, drawn));
  });
  return drawn;
}
