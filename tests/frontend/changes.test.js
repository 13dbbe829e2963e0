import assert from "node:assert/strict";
import { test } from "node:test";

import { delays, hops, sowingOrder, withMove } from "../../src/plyground/frontend/static/board/changes.js";
import { links } from "../../src/plyground/frontend/static/board/geometry.js";

const PITS = { width: 4, height: 2, shear: 0 }; // two pits a side, a store at each end

test("seeds are sown to the right below, into the store, and to the left above", () => {
  assert.deepEqual(sowingOrder(6, PITS), [[6], [3, 7], [2], [1], [0, 4], [5]]);
  assert.deepEqual(sowingOrder(2, PITS), [[2], [1], [0, 4], [5], [6], [3, 7]]);
});

test("pits change one after the other, in the order of sowing", () => {
  const found = delays([..."011.0110"], [..."012.0201"], 5, "pits", PITS);
  const order = [...found].sort((one, other) => one[1] - other[1]).map(([cell]) => cell);
  assert.deepEqual(
    order,
    [5, 6, 7, 2].filter((cell) => found.has(cell)),
  );
  assert.equal(found.get(5), 0);
});

test("stones turn the later the farther they are from the placed one", () => {
  const found = delays([..."OOX......"], [..."XXX......"], 2, "felt", { width: 3, height: 3, shear: 0 });
  assert.ok((found.get(1) ?? 0) < (found.get(0) ?? 0));
  assert.ok(!found.has(2));
});

test("a piece that jumps twice comes to every cell of its way, one jump after the other", () => {
  const place = (/** @type {number} */ cell) => [10 * (cell % 8), 10 * Math.floor(cell / 8)];
  const { ways, duration } = hops([0, 18, 4], place);
  assert.deepEqual(ways, [
    [-40, 0],
    [-20, 20],
    [0, 0],
  ]);
  assert.equal(duration, 2 * hops([0, 18], place).duration);
});

test("a move that has been sent fills a free cell, and takes a piece from one cell to another", () => {
  assert.deepEqual(withMove([..."..X"], "O", [1], false), [...".OX"]);
  assert.deepEqual(withMove([..."O.X"], "O", [0, 2], true), [..."..O"]);
  assert.deepEqual(withMove([..."4.."], "X", [0], false), [..."4.."], "a pit is not filled");
});

test("a chain of hexagons is drawn from each to the next, not across", () => {
  const board = { width: 3, height: 3, shear: 0.5 };
  assert.deepEqual(links([1, 4, 7], board), [
    [1, 4],
    [4, 7],
  ]);
  assert.deepEqual(links([0, 8], board), []);
});
