// What a move has changed on the board, and in which order it is seen. Pure: it draws nothing.

const FLIP_MS = 70; // time between the rings of stones around the placed stone
const HOP_MS = 240; // duration of one jump of several
const SOW_MS = 130; // time between one pit and the next

/** @typedef {import("./geometry.js").Extent} Extent */

/**
 * Return the marks with a move that has not been confirmed yet: a mark in a cell, or a piece that has gone to another.
 *
 * @param {string[]} marks
 * @param {string} mark of the side that moves
 * @param {number[]} cells of the move
 * @param {boolean} hasPieces
 */
export function withMove(marks, mark, cells, hasPieces) {
  const after = [...marks];
  const to = cells[cells.length - 1];
  if (hasPieces) {
    after[to] = marks[cells[0]];
    after[cells[0]] = ".";
  } else if (after[to] === ".") after[to] = mark;
  return after;
}

/**
 * Return after how many milliseconds each changed cell shows its new mark, when a move around a cell is seen.
 *
 * @param {string[]} before
 * @param {string[]} after
 * @param {number} from the cell of the move
 * @param {string} material
 * @param {Extent} extent
 * @returns {Map<number, number>}
 */
export function delays(before, after, from, material, extent) {
  /** @type {Map<number, number>} */
  const found = new Map();
  const changed = after.flatMap((mark, cell) => (mark !== before[cell] ? [cell] : []));
  if (material === "pits") {
    const order = sowingOrder(from, extent);
    const place = (/** @type {number} */ cell) => order.findIndex((column) => column.includes(cell));
    for (const cell of changed) found.set(cell, cell === from ? 0 : SOW_MS * place(cell));
  } else {
    for (const cell of changed) found.set(cell, cell === from ? 0 : FLIP_MS * distance(cell, from, extent));
  }
  return found;
}

/**
 * Return the ways to the last cell of a move from each of its cells, in pixels, and how long all of its jumps take.
 *
 * @param {number[]} cells
 * @param {(cell: number) => number[]} place x and y of a cell
 */
export function hops(cells, place) {
  const [lastX, lastY] = place(cells[cells.length - 1]);
  const ways = cells.map((cell) => {
    const [x, y] = place(cell);
    return [x - lastX, y - lastY];
  });
  return { ways, duration: HOP_MS * (cells.length - 1) };
}

/**
 * Return the pits in the order of sowing, from one of them: to the right below, to the left above. The cells of a store
 * come together.
 *
 * @param {number} from
 * @param {Extent} extent
 * @returns {number[][]}
 */
export function sowingOrder(from, { width }) {
  const inner = Array.from({ length: width - 2 }, (_cell, i) => i + 1);
  const below = inner.map((column) => [width + column]);
  const above = inner.map((column) => [column]).reverse();
  const round = [...below, [width - 1, 2 * width - 1], ...above, [0, width]];
  const start = round.findIndex((cells) => cells.includes(from));
  return [...round.slice(start), ...round.slice(0, start)];
}

/**
 * Return the number of steps of a king between two cells.
 *
 * @param {number} one
 * @param {number} other
 * @param {Extent} extent
 */
function distance(one, other, { width }) {
  const columns = Math.abs((one % width) - (other % width));
  return Math.max(columns, Math.abs(Math.floor(one / width) - Math.floor(other / width)));
}
