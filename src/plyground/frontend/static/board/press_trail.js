// A move that is entered by pressing several cells, such as a queen, the cell that she goes to and that of her arrow.
// Pure: it draws nothing.

/** @typedef {import("../types").MoveTrail} MoveTrail */

/**
 * Return whether the cells of a move begin with those entered.
 *
 * @param {MoveTrail} trail
 * @param {number[]} entered
 */
function goesOn(trail, entered) {
  return entered.every((cell, place) => trail.cells[place] === cell);
}

/**
 * Return the cells that can be pressed next.
 *
 * @param {MoveTrail[]} trails
 * @param {number[]} entered
 * @returns {number[]}
 */
export function nextCells(trails, entered) {
  const next = trails.filter((trail) => trail.cells.length > entered.length && goesOn(trail, entered));
  return [...new Set(next.map((trail) => trail.cells[entered.length]))];
}

/**
 * Return the moves whose cells have all been entered.
 *
 * @param {MoveTrail[]} trails
 * @param {number[]} entered
 */
export function wholeTrails(trails, entered) {
  return entered.length
    ? trails.filter((trail) => trail.cells.length === entered.length && goesOn(trail, entered))
    : [];
}

/**
 * Return the cells entered after a press: one more, one less if it was the last, or a new beginning.
 *
 * @param {MoveTrail[]} trails
 * @param {number[]} entered
 * @param {number} cell
 * @returns {number[]}
 */
export function pressCell(trails, entered, cell) {
  if (nextCells(trails, entered).includes(cell)) return [...entered, cell];
  if (entered[entered.length - 1] === cell) return entered.slice(0, -1);
  return nextCells(trails, []).includes(cell) ? [cell] : [];
}
