// The widget of a decision's tree: boards that unfold node by node. A press on a node opens and closes it.

import { rowHeight, CELL } from "./board/geometry.js";
import { drawPositionPicture } from "./board/position_picture.js";
import { finder, isBrowsers } from "./keys.js";
import { listen } from "./model.js";
import { draw, html } from "./svg.js";
import { drawLegend, drawShape, drawStruck } from "./tree/shapes.js";

const BOARD = 78; // side of a square board; wide boards have about the same area
const CROWDED = 96; // side of a board with so many cells that their pieces would be too small
const MANY_CELLS = 64;
const NARROWEST = 66; // least width of a column
const SIGN = 20; // width of the sign before a value
const BESIDE = 16; // free width between two columns
const WORDS = 18; // height of the words above the first row
const BELOW = 40; // height of the value and the effort below a board
const ROW_EDGE = 54; // height of the edges between two rows, with the words above the lower one
const BEND = 8; // distance from what is written below a board to the bend of its edges
const MOVE_HALF = 9; // half the height of a move on its edge
const LETTER = 7; // width of a letter

/** @typedef {import("./types").TreeNode} TreeNode */
/** @typedef {import("./types").BoardLook} BoardLook */
/** @typedef {import("./widget").Model<import("./types").UnfoldingState>} UnfoldingModel */

/**
 * Return the size of a small board.
 *
 * @param {BoardLook} look
 */
function sizeOf(look) {
  const across = look.across * CELL;
  const down = look.height * rowHeight(look);
  const wide = Math.min(2.2, Math.max(0.6, Math.sqrt(across / down)));
  const side = look.pieces && look.width * look.height >= MANY_CELLS ? CROWDED : BOARD;
  return { width: side * wide, height: (side * wide * down) / across };
}

/**
 * Draw the tree in an element.
 *
 * @param {import("./widget").Context<import("./types").UnfoldingState>} context
 * @returns {import("./widget").End}
 */
export function render({ model, el }) {
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
    const box = html("div", { class: "ply-decision" }, el);
    // The words above the rows stay where they are when the tree scrolls.
    this.levels = draw("svg", { class: "levels", "aria-hidden": "true" }, box);
    this.scroller = html("div", { class: "scroller" }, box);
    this.picture = draw("svg", { role: "tree", "aria-orientation": "horizontal" }, this.scroller);
    this.picture.addEventListener("keydown", (event) => this.onKey(event));
    this.legend = html("ul", { class: "ply-legend" }, el);
    /** @type {string | null} */
    this.current = null; // key of the node that the keyboard is on
    this.find = finder();
    this.board = sizeOf(model.get("board"));
    this.column = 0; // width of a column
    this.row = this.board.height + BELOW + ROW_EDGE;
  }

  /** @param {TreeNode} node */
  middle(node) {
    return (node.x + 0.5) * this.column;
  }

  /** @param {TreeNode} node the upper end of its board */
  top(node) {
    return WORDS + node.y * this.row;
  }

  /** @param {TreeNode} node the lower end of what is written below its board */
  foot(node) {
    return this.top(node) + this.board.height + BELOW;
  }

  drawLegend() {
    drawLegend(this.legend, this.model.get("legend"), "ply-decision");
  }

  drawTree() {
    const { model, picture, scroller } = this;
    const nodes = model.get("nodes");
    const byKey = new Map(nodes.map((node) => [node.key, node]));
    const before = picture.querySelector(".current")?.getBoundingClientRect().left;
    const hadFocus = picture.contains(document.activeElement);
    if (this.current === null || !byKey.has(this.current)) this.current = nodes[0]?.key ?? null;
    const written = nodes.map(({ value, effort }) => LETTER * Math.max(value.length, effort.length) + SIGN);
    this.column = Math.max(NARROWEST, this.board.width, ...written) + BESIDE;
    picture.replaceChildren();
    picture.setAttribute("aria-label", model.get("label"));
    picture.setAttribute("width", String(model.get("columns") * this.column));
    picture.setAttribute("height", String(WORDS + model.get("rows") * this.row - ROW_EDGE + 8));
    this.drawLevels();
    const edges = draw("g", { "aria-hidden": "true" }, picture);
    for (const node of [...nodes].sort((one, other) => Number(one.line) - Number(other.line))) {
      const parent = node.parent === null ? undefined : byKey.get(node.parent);
      if (parent) this.drawEdge(parent, node, edges);
    }
    for (const node of nodes) this.drawNode(node, nodes);
    /** @type {SVGElement | null} */
    const here = picture.querySelector(".current");
    if (hadFocus) here?.focus({ preventScroll: true });
    if (before !== undefined && here) scroller.scrollLeft += here.getBoundingClientRect().left - before;
  }

  drawLevels() {
    this.levels.replaceChildren();
    this.levels.setAttribute("height", String(WORDS + this.model.get("rows") * this.row - ROW_EDGE));
    this.model.get("levels").forEach((words, row) => {
      // Below the first row, they stand beside the first edge, above its move.
      const place = row ? { x: this.column / 2 + 10, y: WORDS + row * this.row - 30 } : { x: 2, y: WORDS - 6 };
      draw("text", { class: "level", ...place }, this.levels).textContent = words;
    });
  }

  /**
   * @param {TreeNode} parent
   * @param {TreeNode} node
   * @param {Element} layer
   */
  drawEdge(parent, node, layer) {
    const [x1, y1] = [this.middle(parent), this.foot(parent) + 2];
    const [x2, y2] = [this.middle(node), this.top(node)];
    const bend = y1 + BEND;
    const edge = draw("g", {}, layer);
    const isCut = node.kind === "cut";
    const round = Math.min(8, Math.abs(x2 - x1) / 2);
    const [start, end] = [`M${x1} ${y1}`, `V${y2}`];
    const first = `V${bend - round}Q${x1} ${bend} ${x1 + round} ${bend}`;
    const second = `H${x2 - round}Q${x2} ${bend} ${x2} ${bend + round}`;
    const d = x1 === x2 ? start + end : start + first + second + end;
    draw("path", { class: `edge${node.line ? " line" : ""}${isCut ? " cut" : ""}`, d }, edge);
    if (isCut) drawStruck(x2, bend + 12, 0, 1, edge);
    if (!node.move) return;
    const move = draw("g", { class: "move" }, edge);
    const wide = Math.min(this.column - 4, 12 + LETTER * node.move.length);
    const y = y2 - MOVE_HALF - 6;
    draw("rect", { x: x2 - wide / 2, y: y - MOVE_HALF, width: wide, height: 2 * MOVE_HALF, rx: MOVE_HALF }, move);
    const text = draw("text", { x: x2, y: y + 4.5 }, move);
    text.textContent = node.move;
    if (12 + LETTER * node.move.length > wide) {
      text.setAttribute("textLength", String(wide - 8));
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }

  /**
   * @param {TreeNode} node
   * @param {TreeNode[]} nodes
   */
  drawNode(node, nodes) {
    const { width, height } = this.board;
    const [x, y] = [this.middle(node), this.top(node)];
    const siblings = nodes.filter((other) => other.parent === node.parent);
    const isCurrent = node.key === this.current;
    const classes = [
      "node",
      node.kind,
      node.line && "line",
      node.busy && "busy",
      node.opens && "opens",
      isCurrent && "current",
    ];
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
    if (node.opens) group.setAttribute("aria-expanded", String(node.open));
    if (node.busy) group.setAttribute("aria-busy", "true");
    const ring = { x: x - width / 2 - 6, y: y - 6, width: width + 12, height: height + BELOW + 6, rx: 8 };
    if (node.kind === "more") this.drawMore(node, x, y, group);
    else if (node.kind === "cut") this.drawCut(x, y, group);
    else {
      this.drawContent(node, x, y, group);
      const frame = { x: x - width / 2 - 2, y: y - 2, width: width + 4, height: height + 4, rx: 6 };
      draw("rect", { class: "box", ...frame }, group);
      if (node.opens) this.drawHandle(node, x + width / 2, y, group);
    }
    draw("rect", { class: "ring", ...ring }, group);
    group.addEventListener("click", () => {
      this.go(node);
      this.toggle(node);
    });
  }

  /**
   * Draw the sign of further moves that are not shown.
   *
   * @param {TreeNode} node
   * @param {number} x
   * @param {number} y
   * @param {Element} group
   */
  drawMore(node, x, y, group) {
    draw("rect", { class: "rest", x: x - 24, y, width: 48, height: 30, rx: 15 }, group);
    draw("text", { x, y: y + 20 }, group).textContent = node.value;
  }

  /**
   * Draw a node that was never visited.
   *
   * @param {number} x
   * @param {number} y
   * @param {Element} group
   */
  drawCut(x, y, group) {
    draw("rect", { class: "box", x: x - 14, y, width: 28, height: 28, rx: 6 }, group);
  }

  /**
   * Draw the position of a node, its sign and value, and what was searched there.
   *
   * @param {TreeNode} node
   * @param {number} x
   * @param {number} y
   * @param {Element} group
   */
  drawContent(node, x, y, group) {
    const { width, height } = this.board;
    const { marks, stacks, walls, mark, dice, cube, last } = node;
    const shown = { marks, stacks, walls, mark, dice, cube, last };
    const board = drawPositionPicture({ ...this.model.get("board"), ...shown }, group);
    const place = { x: x - width / 2, y, width, height };
    for (const [name, value] of Object.entries(place)) board.setAttribute(name, String(value));
    const value = draw("text", { class: "value", y: y + height + 18 }, group);
    value.textContent = node.value;
    const wide = 18 + value.getComputedTextLength();
    value.setAttribute("x", String(x - wide / 2 + 18));
    drawShape(node.kind === "inner" ? node.side : node.kind, x - wide / 2 + 7, y + height + 13, group);
    draw("text", { class: "effort", x, y: y + height + 33 }, group).textContent = node.effort;
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
    if (node.opens && !node.busy) this.model.send({ toggle: node.key });
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

export default { render };
