// A film of a search: what every node of the tree is like at each of its steps. Pure: it draws nothing.

import { MOVERS } from "./shapes.js";

/** What a step does; the numbers are those of Python's Action. */
const [ENTER, LEAF, HIT, CUT, LEAVE] = [1, 2, 3, 6, 7];
/** What a node is at a step, as class names. */
export const STATES = ["ahead", "open", "done", "gone"];
const [AHEAD, OPEN, DONE, GONE] = [0, 1, 2, 3];

/** @typedef {import("../types").FilmHead} FilmHead */
/** @typedef {[name: string, line: number, variables: [string, string][]]} Frame a function at work */
/** @typedef {[node: number, action: number, value: string, best: number, frame?: Frame, caller?: Frame]} Step */
/** @typedef {[node: FilmNode, ...frame: Frame]} Call */

/** A node as it is at the present step: `leaf` is what a leaf was seen as, `best` the best child so far or -1. */
const UNSEEN = { state: AHEAD, value: "", window: "", leaf: 0, best: -1 };

/**
 * @typedef {object} FilmNode
 * @property {number} id
 * @property {number} parent -1 for the root
 * @property {number} depth
 * @property {string} shape
 * @property {string} name
 * @property {number} x its middle
 * @property {number} width
 * @property {string} text of a leaf that has not been reached
 * @property {string} move
 * @property {string} chance
 * @property {string} marks of its board; empty if it has none
 * @property {string[]} stacks the pieces in each cell, from the bottom up; empty without stacks
 * @property {[number, number][]} walls pairs of cells with a wall between them
 * @property {number[]} last
 * @property {FilmNode[]} children
 * @property {number} place among its siblings, from 1
 * @property {number[]} steps its own
 * @property {number[]} cuts the steps that cut it off
 * @property {number} state
 * @property {string} value
 * @property {string} window
 * @property {number} leaf
 * @property {number} best
 */

/**
 * Return the nodes of a film, before its first step.
 *
 * @param {FilmHead} head
 * @returns {FilmNode[]}
 */
function nodesOf(head) {
  /** @type {FilmNode[]} */
  const nodes = head.spots.map((spot, id) => {
    const [parent, depth, shape, name, x, width, text, move, chance, marks, last] = spot;
    const [stacks, walls] = [head.stacks[id] ?? [], head.walls[id] ?? []];
    const stage = { id, parent, depth, shape, name, x, width, text, move, chance, marks, stacks, walls, last };
    return { ...stage, children: [], place: 1, steps: [], cuts: [], ...UNSEEN };
  });
  for (const node of nodes) if (node.parent >= 0) node.place = nodes[node.parent].children.push(node);
  return nodes;
}

export class Film {
  /** @param {FilmHead} head */
  constructor(head) {
    this.head = head;
    this.nodes = nodesOf(head);
    this.steps = /** @type {Step[]} */ (head.steps);
    this.cutBy = this.cutNodes();
    this.previous = new Int32Array(this.steps.length); // previous step at the same node in the same pass, or -1
    this.entered = new Int32Array(this.steps.length); // last step that entered the node in the same pass, or -1
    this.counts = ["nodes", "leaves", "alpha", "beta", "hits"].map(() => new Int32Array(this.steps.length));
    this.steps.forEach((_step, number) => this.count(number));
    this.step = -1;
  }

  /** Return the nodes that each step cuts off, those below included. */
  cutNodes() {
    /** @type {Map<number, FilmNode[]>} */
    const cutBy = new Map();
    for (const [step, [, ...ids]] of Object.entries(this.head.cuts)) {
      const gone = ids.map((id) => this.nodes[id]);
      for (const node of gone) {
        gone.push(...node.children); // the loop goes on with them
        node.cuts.push(Number(step));
      }
      cutBy.set(Number(step), gone);
    }
    return cutBy;
  }

  /**
   * Count what has been done up to a step, and link it to its node.
   *
   * @param {number} step
   */
  count(step) {
    const [id, action] = this.steps[step];
    const { steps } = this.nodes[id];
    const before = steps.at(-1) ?? -1;
    this.previous[step] = before >= this.pass(step) ? before : -1;
    steps.push(step);
    const enteredBefore = this.previous[step] < 0 ? -1 : this.entered[this.previous[step]];
    this.entered[step] = action === ENTER ? step : enteredBefore;
    const isCut = action === CUT;
    const isAlpha = isCut && Boolean(this.head.cuts[step][0]);
    const costs = [action === ENTER, action === LEAF, isCut && isAlpha, isCut && !isAlpha, action === HIT];
    costs.forEach((cost, kind) => {
      this.counts[kind][step] = (this.counts[kind][step - 1] ?? 0) + Number(cost);
    });
  }

  get last() {
    return this.steps.length - 1;
  }

  /** The node of the present step. */
  get here() {
    return this.nodes[this.steps[this.step][0]];
  }

  /** The number of leaves that the whole search visits. */
  get leaves() {
    return this.counts[1][this.last] ?? 1;
  }

  /**
   * Return the first step of the pass of a step. Searches that start over have several passes.
   *
   * @param {number} step
   */
  pass(step) {
    return this.head.passes.findLast((first) => first <= step) ?? -1;
  }

  /**
   * Return the first step of a node in the present pass, its own or one that cuts it off; else of all passes, if any.
   *
   * @param {FilmNode} node
   * @returns {number | undefined}
   */
  since(node) {
    const all = [...node.steps, ...node.cuts].sort((one, other) => one - other);
    const first = this.pass(this.step);
    return all.find((step) => step >= first) ?? all[0];
  }

  /**
   * Go to a step. O(steps between), or O(steps of its pass).
   *
   * @param {number} step
   */
  go(step) {
    if (this.pass(step) !== this.pass(this.step)) {
      for (const node of this.nodes) Object.assign(node, UNSEEN);
      this.step = this.pass(step) - 1;
    }
    while (this.step < step) {
      this.step += 1;
      this.set(this.step, this.step, GONE);
    }
    while (this.step > step) {
      this.set(this.step, this.previous[this.step], AHEAD);
      this.step -= 1;
    }
  }

  /**
   * Show the node of a step as another of its steps left it, or as it was before all of them.
   *
   * @param {number} step
   * @param {number} shown the other step, or -1
   * @param {number} cut the state of the nodes that the step cuts off
   */
  set(step, shown, cut) {
    const node = this.nodes[this.steps[step][0]];
    for (const skipped of this.cutBy.get(step) ?? []) skipped.state = cut;
    if (shown < 0) {
      Object.assign(node, UNSEEN);
      return;
    }
    const [, action, value, best] = this.steps[shown];
    node.state = [LEAF, HIT, LEAVE].includes(action) ? DONE : OPEN;
    node.leaf = action === LEAF || action === HIT ? action : 0;
    node.best = best;
    node.value = action === ENTER ? "" : value;
    const entered = this.entered[shown];
    node.window = entered < 0 ? "" : this.steps[entered][2];
  }

  /**
   * Return the shape of a node at the present step: an inner node may be judged, or known, in one pass and searched in
   * another.
   *
   * @param {FilmNode} node
   */
  shape(node) {
    if (!node.leaf || !MOVERS.includes(node.shape)) return node.shape;
    return node.leaf === LEAF ? "horizon" : "known";
  }

  /** Return the best line so far from the root, empty while it has only the root. */
  line() {
    const line = [this.nodes[0]];
    for (let node = line[0]; node.best >= 0; line.push(node)) node = this.nodes[node.best];
    return line.length > 1 ? line : [];
  }

  /**
   * Return the functions at work, the outermost first.
   *
   * @returns {Call[]}
   */
  stack() {
    /** @type {Call[]} */
    const calls = [];
    const frame = this.steps[this.step][4];
    if (frame) calls.push([this.here, ...frame]);
    const first = this.pass(this.step);
    for (const node of this.path(this.here)) {
      const entered = node.steps.find((step) => step >= first && this.steps[step][1] === ENTER);
      const caller = entered !== undefined && entered <= this.step ? this.steps[entered][5] : undefined;
      if (caller) calls.push([this.nodes[node.parent] ?? node, ...caller]);
    }
    return calls.reverse();
  }

  /**
   * Return the functions of the pseudo-code at work, the outermost first.
   *
   * @returns {Call[]}
   */
  pseudoStack() {
    const frames = this.head.pseudocode?.frames ?? [];
    const first = this.pass(this.step);
    /** @type {Call[]} */
    const calls = [];
    for (const node of this.path(this.here)) {
      const step = node.steps.findLast((number) => number >= first && number <= this.step);
      if (step !== undefined) calls.push([node, ...frames[step]]);
    }
    return calls.reverse();
  }

  /**
   * Return a node and all above it, up to the root.
   *
   * @param {FilmNode} node
   */
  path(node) {
    const path = [];
    /** @type {FilmNode | undefined} */
    let here = node;
    for (; here; here = this.nodes[here.parent]) path.push(here);
    return path;
  }
}
