// A tree that unfolds node by node: a press on a node opens and closes it.

import { finder, isBrowsers } from "../keys.js";
import { listen } from "../model.js";
import { draw, html } from "../svg.js";
import { BOARD, drawPosition } from "./position.js";
import { drawLegend, drawShape, drawStruck } from "./shapes.js";

const COLUMN = 82; // width of a column
const ROW = 150; // distance from one row to the next
const LETTER = 7.5; // width of a letter of the words beside the rows
const LINE = 15; // distance between two lines of these words
const TOP = 14;

/** @typedef {import("../types").TreeNode} TreeNode */
/** @typedef {import("../widget").Model<import("../types").UnfoldingState>} UnfoldingModel */

/** @param {TreeNode} node */
const middle = (node) => (node.x + 0.5) * COLUMN;
/** @param {TreeNode} node */
const top = (node) => TOP + node.y * ROW;

/**
 * Draw the tree in an element.
 *
 * @param {UnfoldingModel} model
 * @param {Element} el
 * @returns {import("../widget").End}
 */
export function renderUnfolding(model, el) {
  const view = new Unfolding(model, el);
  const end = listen(model, { change: () => view.drawTree(), "change:legend": () => view.drawLegend() });
  view.drawLegend();
  view.drawTree();
  return () => {
    end();
    el.replaceChildren();
  };
}

class Unfolding {
  /**
   * @param {UnfoldingModel} model
   * @param {Element} el
   */
  constructor(model, el) {
    this.model = model;
    const box = html("div", { class: "ply-tree" }, el);
    // The words beside the rows stay where they are when the tree scrolls.
    this.levels = draw("svg", { "aria-hidden": "true" }, box);
    this.scroller = html("div", { class: "scroller" }, box);
    this.picture = draw("svg", { role: "tree", "aria-orientation": "horizontal" }, this.scroller);
    this.picture.addEventListener("keydown", (event) => this.onKey(event));
    this.legend = html("ul", { class: "ply-legend" }, el);
    /** @type {string | null} */
    this.current = null; // key of the node that the keyboard is on
    this.find = finder();
  }

  drawLegend() {
    drawLegend(this.legend, this.model.get("legend"));
  }

  drawTree() {
    const { model, picture, scroller } = this;
    const nodes = model.get("nodes");
    const byKey = new Map(nodes.map((node) => [node.key, node]));
    const before = picture.querySelector(".current")?.getBoundingClientRect().left;
    const hadFocus = picture.contains(document.activeElement);
    if (this.current === null || !byKey.has(this.current)) this.current = nodes[0]?.key ?? null;
    picture.replaceChildren();
    picture.setAttribute("aria-label", model.get("label"));
    picture.setAttribute("width", String(model.get("columns") * COLUMN));
    picture.setAttribute("height", String(TOP + (model.get("rows") - 1) * ROW + BOARD + 46));
    this.drawLevels();
    for (const node of nodes) {
      const parent = node.parent === null ? undefined : byKey.get(node.parent);
      if (parent) this.drawEdge(parent, node);
    }
    for (const node of nodes) this.drawNode(node, nodes);
    /** @type {SVGElement | null} */
    const here = picture.querySelector(".current");
    if (hadFocus) here?.focus({ preventScroll: true });
    if (before === undefined) scroller.scrollLeft = (nodes[0] ? middle(nodes[0]) : 0) - scroller.clientWidth / 2;
    else if (here) scroller.scrollLeft += here.getBoundingClientRect().left - before;
  }

  drawLevels() {
    this.levels.replaceChildren();
    const rows = this.model.get("levels").map((words) => words.split(/ (?=\()/)); // two lines: MAX and (White)
    const letters = Math.max(0, ...rows.flat().map((word) => word.length));
    this.levels.setAttribute("width", String(LETTER * letters + 14));
    rows.forEach((words, row) => {
      const text = draw("text", { class: "level" }, this.levels);
      words.forEach((word, line) => {
        const y = TOP + row * ROW + BOARD / 2 + 4 + LINE * (line - (words.length - 1) / 2);
        draw("tspan", { x: 2, y }, text).textContent = word;
      });
    });
  }

  /**
   * @param {TreeNode} parent
   * @param {TreeNode} node
   */
  drawEdge(parent, node) {
    const [x1, y1] = [middle(parent), top(parent) + BOARD + 42];
    const [x2, y2] = [middle(node), top(node)];
    const edge = draw("g", { "aria-hidden": "true" }, this.picture);
    const isCut = node.kind === "cut";
    draw("line", { class: `edge${node.line ? " line" : ""}${isCut ? " cut" : ""}`, x1, y1, x2, y2 }, edge);
    if (isCut) drawStruck(x1 + (x2 - x1) * 0.45, y1 + (y2 - y1) * 0.45, x2 - x1, y2 - y1, edge);
    const move = draw("g", { class: "move" }, edge);
    const wide = 12 + 7 * node.move.length;
    const [x, y] = [x1 + (x2 - x1) * 0.74, y1 + (y2 - y1) * 0.74];
    draw("rect", { x: x - wide / 2, y: y - 9, width: wide, height: 18, rx: 9 }, move);
    draw("text", { x, y: y + 4.5 }, move).textContent = node.move;
  }

  /**
   * @param {TreeNode} node
   * @param {TreeNode[]} nodes
   */
  drawNode(node, nodes) {
    const [x, y] = [middle(node), top(node)];
    const siblings = nodes.filter((other) => other.parent === node.parent);
    const isCurrent = node.key === this.current;
    const classes = ["node", node.kind, node.line && "line", node.busy && "busy", isCurrent && "current"];
    const attributes = {
      class: classes.filter(Boolean).join(" "),
      role: "treeitem",
      tabindex: isCurrent ? 0 : -1,
      "data-key": node.key,
      "aria-label": node.label,
      "aria-level": node.y + 1,
      "aria-posinset": siblings.indexOf(node) + 1,
      "aria-setsize": siblings.length,
      "aria-selected": isCurrent,
    };
    const group = draw("g", attributes, this.picture);
    if (node.kind === "inner") group.setAttribute("aria-expanded", String(node.open));
    if (node.busy) group.setAttribute("aria-busy", "true");
    draw("rect", { class: "ring", x: x - 38, y: y - 10, width: 76, height: BOARD + 50, rx: 8 }, group);
    draw("rect", { class: "frame", x: x - BOARD / 2, y, width: BOARD, height: BOARD, rx: 5 }, group);
    if (node.kind !== "cut") this.drawContent(node, x, y, group);
    if (node.kind === "inner") this.drawHandle(node, x + BOARD / 2, y, group);
    group.addEventListener("click", () => {
      this.go(node);
      this.toggle(node);
    });
  }

  /**
   * Draw the position of a node, its sign and value, and the window of its search.
   *
   * @param {TreeNode} node
   * @param {number} x
   * @param {number} y
   * @param {Element} group
   */
  drawContent(node, x, y, group) {
    const { model } = this;
    const picture = {
      width: model.get("width"),
      height: model.get("height"),
      sides: model.get("sides"),
      kinds: model.get("kinds"),
      pieces: model.get("pieces"),
      shear: model.get("shear"),
    };
    drawPosition(node, picture, x - BOARD / 2 + 3, y + 3, BOARD - 6, group);
    const value = draw("text", { class: "value", y: y + BOARD + 19 }, group);
    value.textContent = node.value;
    const wide = 18 + value.getComputedTextLength();
    value.setAttribute("x", String(x - wide / 2 + 18));
    drawShape(node.kind === "inner" ? node.side : node.kind, x - wide / 2 + 7, y + BOARD + 14, group);
    draw("text", { class: "window", x, y: y + BOARD + 35 }, group).textContent = node.window;
  }

  /**
   * Draw the sign that opens and closes a node.
   *
   * @param {TreeNode} node
   * @param {number} x
   * @param {number} y
   * @param {Element} parent
   */
  drawHandle(node, x, y, parent) {
    const handle = draw("g", { class: "handle", "aria-hidden": "true" }, parent);
    draw("circle", { cx: x, cy: y, r: 8 }, handle);
    draw("path", { d: `M${x - 4} ${y}h8${node.open ? "" : `M${x} ${y - 4}v8`}` }, handle);
  }

  /** @param {TreeNode} node */
  toggle(node) {
    if (node.kind === "inner" && !node.busy) this.model.send({ toggle: node.key });
  }

  /**
   * Move the keyboard to a node.
   *
   * @param {TreeNode | undefined} node
   */
  go(node) {
    if (!node) return;
    this.current = node.key;
    /** @type {NodeListOf<SVGElement>} */
    const items = this.picture.querySelectorAll(".node");
    for (const item of items) {
      const isHere = item.dataset.key === node.key;
      item.setAttribute("tabindex", isHere ? "0" : "-1");
      item.setAttribute("aria-selected", String(isHere));
      item.classList.toggle("current", isHere);
      if (!isHere) continue;
      item.focus({ preventScroll: true });
      item.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /**
   * Move by keys, as the ARIA practices have it for a tree across the page: down goes to the first child and opens a
   * closed node, up to the parent, left and right along the level, Home and End to the first and the last node, and
   * letters to the move that begins with them.
   *
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const nodes = this.model.get("nodes");
    const node = nodes.find((other) => other.key === this.current);
    if (!node || isBrowsers(event)) return;
    const level = nodes.filter((other) => other.y === node.y).sort((one, other) => one.x - other.x);
    const place = level.indexOf(node);
    if (event.key === "ArrowLeft") this.go(level[place - 1]);
    else if (event.key === "ArrowRight") this.go(level[place + 1]);
    else if (event.key === "ArrowUp") this.go(nodes.find((other) => other.key === node.parent));
    else if (event.key === "ArrowDown" && node.open) this.go(nodes.find((other) => other.parent === node.key));
    else if (["ArrowDown", "Enter", " "].includes(event.key)) this.toggle(node);
    else if (event.key === "Home") this.go(nodes[0]);
    else if (event.key === "End") this.go(nodes.at(-1));
    else {
      const found =
        nodes[
          this.find(
            event,
            nodes.map((other) => other.move),
            nodes.indexOf(node),
          )
        ];
      if (!found) return;
      this.go(found);
    }
    event.preventDefault();
  }
}
