import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Film, STATES } from "../../src/plyground/frontend/static/tree/film.js";
import { place, wayOf } from "../../src/plyground/frontend/static/tree/film_layout.js";

const HEADS = JSON.parse(readFileSync(new URL("../data/films.json", import.meta.url), "utf-8"));

/** @param {Film} film */
const looks = (film) => film.nodes.map((node) => [STATES[node.state], node.value, node.window, node.leaf, node.best]);

for (const [name, head] of Object.entries(HEADS)) {
  test(`${name}: every step looks the same whichever way it is reached`, () => {
    const forward = new Film(head);
    const expected = forward.steps.map((_step, number) => {
      forward.go(number);
      return looks(forward);
    });
    const backward = new Film(head);
    for (let step = backward.last; step >= 0; step--) {
      backward.go(step);
      assert.deepEqual(looks(backward), expected[step]);
    }
    const jumping = new Film(head);
    for (let i = 0, step = 0; i < 200; i++, step = (step * 7 + 3) % (jumping.last + 1)) {
      jumping.go(step);
      assert.deepEqual(looks(jumping), expected[step]);
    }
  });

  test(`${name}: at the end all counts are those of the search and no node is open`, () => {
    const film = new Film(head);
    film.go(film.last);
    assert.equal(film.nodes.filter((node) => STATES[node.state] === "open").length, 0);
    const last = film.head.passes.at(-1) ?? 0;
    const leaves = film.steps.slice(last).filter(([, action]) => action === 2).length;
    assert.equal(film.counts[1][film.last] - (film.counts[1][last - 1] ?? 0), leaves);
  });

  test(`${name}: the functions at work lead from the root to the node of the step`, () => {
    const film = new Film(head);
    for (let step = 0; step <= film.last; step++) {
      film.go(step);
      const calls = film.stack();
      if (calls.length) assert.equal(calls.at(-1)?.[0], film.here);
    }
  });

  test(`${name}: visible nodes of a level do not overlap, folded or not`, () => {
    const film = new Film(head);
    film.go(film.last);
    for (const folded of [new Set(), new Set([1]), new Set([0])]) {
      for (const way of [null, wayOf(film, 1)]) {
        const { visible, x, width } = place(film, /** @type {Set<number>} */ (folded), way);
        const places = visible.map((node) => ({ node, x: x.get(node) ?? NaN }));
        for (const one of places) {
          assert.ok(one.x - one.node.width / 2 >= 0 && one.x + one.node.width / 2 <= width);
          for (const other of places) {
            if (other.node.depth !== one.node.depth || other.x <= one.x) continue;
            assert.ok(other.x - one.x >= (one.node.width + other.node.width) / 2 - 0.2);
          }
        }
      }
    }
  });
}

test("the second leaf after a cut-off is never visited", () => {
  const film = new Film(HEADS.alphabeta);
  film.go(film.last);
  const gone = film.nodes.filter((node) => STATES[node.state] === "gone").map((node) => node.name);
  assert.deepEqual(gone, ["C2", "C3"]);
  assert.deepEqual(
    film.line().map((node) => node.name),
    ["A", "B", "B1"],
  );
});

test("a folded node hides what is below it and closes the gap", () => {
  const film = new Film(HEADS.alphabeta);
  film.go(0);
  const whole = place(film, new Set(), null);
  const folded = place(film, new Set([1]), null);
  assert.equal(folded.visible.length, whole.visible.length - film.nodes[1].children.length);
  assert.ok(folded.width < whole.width);
  assert.deepEqual(folded.read.map((node) => node.name).slice(0, 2), ["A", "B"]);
});

test("the first step of a node that is cut is the one that cuts it", () => {
  const film = new Film(HEADS.alphabeta);
  film.go(0);
  const cut = film.nodes.find((node) => node.name === "C2");
  assert.ok(cut);
  const step = film.since(cut);
  assert.equal(film.steps[step ?? 0][1], 6);
});

test("the pseudo-code tells alpha, beta and v of MAX at every node that is being searched", () => {
  const film = new Film(HEADS.alphabeta);
  const cut = film.steps.findIndex(([, action]) => action === 6);
  film.go(cut);
  const stack = film.pseudoStack();
  assert.deepEqual(
    stack.map(([node]) => node.name),
    ["A", "C"],
  );
  const [, name, line, variables] = stack[1];
  assert.deepEqual(variables, [
    ["α", "3"],
    ["β", "2"],
    ["v", "2"],
  ]);
  const text = film.head.pseudocode.listings.find(([other]) => other === name)[2];
  assert.equal(text.split("\n")[line].trim(), "if α ≥ β: return v");
});

test("a search without pseudo-code has none", () => {
  assert.equal(HEADS.mtdf.pseudocode, null);
});
