// The editor of trees changes nested lists.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  changed,
  namesOf,
  textOf,
  treeOf,
  withChild,
  without,
} from "../../src/plyground/frontend/static/tree_editor.js";

const TREE = treeOf("[[3, 12], [2, 8]]");

test("a text is read as a tree if it has lists and whole numbers alone", () => {
  assert.deepEqual(TREE, [
    [3, 12],
    [2, 8],
  ]);
  assert.equal(textOf(treeOf(" [1,[ -2]] ")), "[1, [-2]]");
  assert.equal(textOf(treeOf('[∞, [-inf, "inf"], [−∞]]')), "[∞, [-∞, ∞], [-∞]]");
  for (const text of ["3", "[]", "[[]]", "[1.5]", '["a"]', "[1", '{"tree": [1]}', `[${"1,".repeat(300)}1]`]) {
    assert.equal(treeOf(text), null, text);
  }
});

test("a leaf that gets a child becomes a node that keeps its value", () => {
  assert.equal(textOf(withChild(TREE, [])), "[[3, 12], [2, 8], 0]");
  assert.equal(textOf(withChild(TREE, [0])), "[[3, 12, 0], [2, 8]]");
  assert.equal(textOf(withChild(TREE, [0, 1])), "[[3, [12, 0]], [2, 8]]");
});

test("a removed node goes with all below it, and no node stays without a child", () => {
  assert.equal(textOf(without(TREE, [0])), "[[2, 8]]");
  assert.equal(textOf(without(TREE, [0, 1])), "[[3], [2, 8]]");
  assert.equal(textOf(without(without(TREE, [0, 1]), [0, 0])), "[0, [2, 8]]");
  assert.equal(textOf(without([5], [0])), "[0]");
});

test("a value is changed at its place", () => {
  assert.equal(textOf(changed(TREE, [1, 0], () => -7)), "[[3, 12], [-7, 8]]");
  assert.deepEqual(TREE, [
    [3, 12],
    [2, 8],
  ]);
});

test("nodes have the names that exercises give them", () => {
  assert.deepEqual(
    [...namesOf(treeOf("[[3, [1, 2]], 8]")).entries()],
    [
      ["", "A"],
      ["0", "B"],
      ["1", "A2"],
      ["0-0", "B1"],
      ["0-1", "C"],
      ["0-1-0", "C1"],
      ["0-1-1", "C2"],
    ],
  );
  const wide = namesOf(Array.from({ length: 60 }, () => [0]));
  assert.deepEqual([wide.get("24"), wide.get("25"), wide.get("51")], ["Z", "AA", "BA"]);
});
