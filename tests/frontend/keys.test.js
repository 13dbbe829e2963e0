import assert from "node:assert/strict";
import { test } from "node:test";

import { finder } from "../../src/plyground/frontend/static/keys.js";

const NAMES = ["A", "B", "B1", "C", "B2"];

test("the same letter again goes on to the next name", () => {
  const find = finder();
  assert.equal(find({ key: "b", timeStamp: 0 }, NAMES, 0), 1);
  assert.equal(find({ key: "b", timeStamp: 100 }, NAMES, 1), 2);
  assert.equal(find({ key: "b", timeStamp: 200 }, NAMES, 2), 4);
  assert.equal(find({ key: "b", timeStamp: 300 }, NAMES, 4), 1);
});

test("letters soon after one another are one word", () => {
  const find = finder();
  find({ key: "b", timeStamp: 0 }, NAMES, 0);
  assert.equal(find({ key: "2", timeStamp: 500 }, NAMES, 1), 4);
  assert.equal(find({ key: "c", timeStamp: 5000 }, NAMES, 4), 3);
});

test("reserved letters begin no word but may go on with one", () => {
  const find = finder("2");
  assert.equal(find({ key: "2", timeStamp: 0 }, NAMES, 0), -1);
  find({ key: "b", timeStamp: 2000 }, NAMES, 0);
  assert.equal(find({ key: "2", timeStamp: 2100 }, NAMES, 1), 4);
});

test("keys with names of their own find nothing", () => {
  assert.equal(finder()({ key: "Enter", timeStamp: 0 }, NAMES, 0), -1);
});
