import assert from "node:assert/strict";
import { test } from "node:test";

import { nextCells, pressCell, wholeTrails } from "../../src/plyground/frontend/static/board/press_trail.js";

const TRAILS = [
  { cells: [3], word: "d1" },
  { cells: [3], word: "d1h" },
  { cells: [0, 1, 2], word: "a1-b1-c1" },
  { cells: [0, 1, 0], word: "a1-b1-a1" },
  { cells: [0, 4], word: "a1-e1" },
];

/** @param {number[]} cells */
const pressed = (...cells) =>
  cells.reduce((entered, cell) => pressCell(TRAILS, entered, cell), /** @type {number[]} */ ([]));

test("each press goes on with the moves that begin so", () => {
  assert.deepEqual(nextCells(TRAILS, []), [3, 0]);
  assert.deepEqual(nextCells(TRAILS, [0]), [1, 4]);
  assert.deepEqual(nextCells(TRAILS, [0, 1]), [2, 0]);
  assert.deepEqual(pressed(0, 1, 0), [0, 1, 0]); // the first cell again is a cell of the move
});

test("the last cell pressed again is taken back, and another beginning begins anew", () => {
  assert.deepEqual(pressed(0, 1, 1), [0]);
  assert.deepEqual(pressed(0, 0), []);
  assert.deepEqual(pressed(0, 1, 3), [3]);
  assert.deepEqual(pressed(0, 9), []);
});

test("all moves with the cells entered are offered", () => {
  const words = (/** @type {number[]} */ cells) => wholeTrails(TRAILS, cells).map((trail) => trail.word);
  assert.deepEqual(words([3]), ["d1", "d1h"]);
  assert.deepEqual(words([0]), []);
  assert.deepEqual(words([0, 4]), ["a1-e1"]);
  assert.deepEqual(words([]), []);
});
