import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cellAt,
  cellByKey,
  cornerOf,
  links,
  middleOf,
  strikes,
} from "../../src/plyground/frontend/static/board/geometry.js";

const SQUARE = { width: 3, height: 3, shear: 0 };
const HEXAGONS = { width: 3, height: 3, shear: 0.5 };

test("a row, a column and a diagonal are one strike each", () => {
  for (const line of [
    [0, 1, 2],
    [1, 4, 7],
    [0, 4, 8],
    [2, 4, 6],
  ]) {
    assert.deepEqual(
      strikes(line, SQUARE).map((run) => [...run].sort()),
      [line],
    );
  }
});

test("two lines that meet are two strikes, the longer first", () => {
  const cells = [0, 1, 2, 3, 4, 8];
  assert.deepEqual(strikes(cells, { width: 4, height: 4, shear: 0 }), [
    [0, 1, 2, 3],
    [0, 4, 8],
  ]);
});

test("a strike does not go on round the edge of the board", () => {
  assert.deepEqual(strikes([2, 3], SQUARE), [[2], [3]]);
});

test("no cells have no strike", () => {
  assert.deepEqual(strikes([], SQUARE), []);
});

test("each row of hexagons stands half a cell to the right of the one above", () => {
  assert.deepEqual(cornerOf(4, SQUARE), [100, 100]);
  assert.deepEqual(cornerOf(4, HEXAGONS), [150, 86.6]);
});

test("a point outside of the board is in no cell", () => {
  assert.equal(cellAt([250, 150], SQUARE), 5);
  for (const point of [
    [-1, 50],
    [50, -1],
    [301, 50],
    [50, 301],
  ]) {
    assert.equal(cellAt(/** @type {[number, number]} */ (point), SQUARE), null);
  }
});

test("arrow keys stop at the edge, Home and End go to the ends of the row", () => {
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "x"];
  assert.deepEqual(
    keys.map((key) => cellByKey(key, 4, SQUARE)),
    [3, 5, 1, 7, 3, 5, undefined],
  );
  assert.deepEqual(
    keys.map((key) => cellByKey(key, 8, SQUARE)),
    [7, 8, 5, 8, 6, 8, undefined],
  );
});

test("a turned board shows the last cell first, and its arrow keys go as they are seen", () => {
  const turned = { ...SQUARE, turned: true };
  const corners = Array.from({ length: 9 }, (_cell, cell) => cornerOf(8 - cell, SQUARE));
  assert.deepEqual(
    corners.map((_corner, cell) => cornerOf(cell, turned)),
    corners,
  );
  assert.equal(cellAt([250, 150], turned), 3);
  assert.equal(cellByKey("ArrowRight", 8, turned), 7);
  assert.equal(cellByKey("ArrowRight", 6, turned), 6);
  assert.equal(cellByKey("Home", 0, turned), 2);
  assert.equal(cellByKey("x", 4, turned), undefined);
});

test("rows of a hexagonal board stand aside by their indents, also seen from the other side", () => {
  const extent = { width: 3, height: 3, shear: 0.5, indents: [0.5, 0, 0.5], across: 3 };
  assert.deepEqual(cornerOf(0, extent), [50, 0]);
  assert.deepEqual(cornerOf(5, extent).map(Math.round), [200, 87]);
  const turned = { ...extent, turned: true };
  assert.deepEqual(cornerOf(7, turned), cornerOf(0, extent));
  assert.deepEqual(cornerOf(5, turned), cornerOf(3, extent));
  for (const cell of [0, 1, 3, 4, 5, 6, 7]) assert.equal(cellAt(middleOf(cell, turned), turned), cell);
  assert.equal(cellByKey("ArrowDown", 1, extent), 5);
  assert.equal(cellByKey("ArrowUp", 3, extent), 0);
});

test("hexagons that touch are linked", () => {
  const extent = { width: 3, height: 3, shear: 0.5, indents: [0.5, 0, 0.5], across: 3 };
  assert.deepEqual(links([0, 1, 4], extent), [
    [0, 1],
    [0, 4],
    [1, 4],
  ]);
  assert.deepEqual(links([0, 5], extent), []);
  assert.deepEqual(links([0, 3], HEXAGONS), [[0, 3]]);
});
