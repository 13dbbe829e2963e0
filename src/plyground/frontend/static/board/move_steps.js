// A move of several steps, entered one by one: checkers of backgammon. Pure: it draws nothing.

import { BAR_COLUMN, OFF_COLUMN } from "./backgammon_columns.js";

/** @typedef {import("../types").PieceKind} PieceKind */

/**
 * Return the steps of cells in which start and end alternate, as texts.
 *
 * @param {number[]} cells
 */
function stepsOf(cells) {
  return cells.flatMap((cell, place) => (place % 2 ? [`${cells[place - 1]}-${cell}`] : []));
}

/**
 * Return the cells that the next step may go to from a cell, after the steps entered so far.
 *
 * @param {number[][]} ways all moves, each as cells in which start and end of its steps alternate
 * @param {number[]} entered the same for the steps so far, in any order
 * @param {number} from
 * @returns {number[]}
 */
export function targets(ways, entered, from) {
  /** @type {Set<number>} */
  const found = new Set();
  for (const way of ways) {
    const left = remaining(way, entered);
    for (const step of left ?? []) {
      const [start, end] = step.split("-").map(Number);
      if (start === from) found.add(end);
    }
  }
  return [...found];
}

/**
 * Return the steps of a move that have not been entered, or null if another step has been.
 *
 * @param {number[]} way
 * @param {number[]} entered
 */
function remaining(way, entered) {
  const left = stepsOf(way);
  for (const step of stepsOf(entered)) {
    const place = left.indexOf(step);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

/**
 * Return whether the steps entered are a whole move.
 *
 * @param {number[][]} ways
 * @param {number[]} entered
 */
export function isWhole(ways, entered) {
  return ways.some((way) => remaining(way, entered)?.length === 0);
}

/**
 * Return the marks of stacks after steps: a checker leaves one cell for another, and a single one of the other side
 * there goes to its bar.
 *
 * @param {string[]} marks
 * @param {number[]} cells
 * @param {Record<string, PieceKind>} kinds
 * @param {number} width
 */
export function withSteps(marks, cells, kinds, width) {
  const after = [...marks];
  /** @param {number} cell @param {number} side @param {number} change */
  const add = (cell, side, change) => {
    const count = Number(kinds[after[cell]]?.glyph ?? 0) + change;
    const found = Object.entries(kinds).find(([, kind]) => kind.side === side && kind.glyph === String(count));
    after[cell] = found ? found[0] : ".";
  };
  for (let place = 1; place < cells.length; place += 2) {
    const [from, to] = [cells[place - 1], cells[place]];
    const side = kinds[after[from]]?.side;
    if (side === undefined) continue;
    add(from, side, -1);
    const other = kinds[after[to]]?.side;
    if (other !== undefined && other !== side && to % width !== OFF_COLUMN) {
      after[to] = ".";
      add(other === 0 ? width + BAR_COLUMN : BAR_COLUMN, other, 1);
    }
    add(to, side, 1);
  }
  return after;
}
