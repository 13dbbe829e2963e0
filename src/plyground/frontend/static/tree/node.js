// One node of a film, and the edge that leads to it.

import { draw } from "../svg.js";
import { STATES } from "./film.js";
import { BOARD, drawPosition } from "./position.js";
import { MOVERS, drawMover, drawPill, drawStruck, drawText } from "./shapes.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").FilmNode} FilmNode */
/** @typedef {import("./film_layout.js").Placing} Placing */

/**
 * How a node is drawn: whether it is the node of the step, the keyboard is on it, it is on the best line, its edge is,
 * and its children are hidden; whether only one of two cut rules visits it.
 *
 * @typedef {object} Look
 * @property {boolean} isHere
 * @property {boolean} isCurrent
 * @property {boolean} isOnLine
 * @property {boolean} isEdgeOnLine
 * @property {boolean} isClosed
 * @property {"" | "more" | "less"} differs
 */

/**
 * Draw the edge from a node's parent.
 *
 * @param {FilmNode} node
 * @param {FilmNode} parent
 * @param {Placing} placing
 * @param {Look} look
 */
export function drawEdge(node, parent, { x, rows }, look) {
  const tall = BOARD / 2;
  const [x1, x2] = [x.get(parent) ?? 0, x.get(node) ?? 0];
  const [y1, y2] = [rows[parent.depth] + (parent.marks ? tall + 16 : 11), rows[node.depth] - (node.marks ? tall : 11)];
  const state = STATES[node.state];
  const edge = draw("g", {});
  const kinds = [look.isEdgeOnLine && "line", state === "gone" && "cut", state === "ahead" && "ahead"];
  draw("line", { class: ["edge", ...kinds.filter(Boolean)].join(" "), x1, y1, x2, y2 }, edge);
  if (state === "gone" && STATES[parent.state] !== "gone") {
    const part = Math.min(0.45, 38 / Math.hypot(x2 - x1, y2 - y1));
    drawStruck(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, x2 - x1, y2 - y1, edge);
  }
  const words = node.move || node.chance;
  if (words) drawPill(words, x1 + (x2 - x1) * 0.5, y1 + (y2 - y1) * 0.5, "word", edge);
  if (node.window && (state === "open" || state === "done")) drawPill(node.window, x2, y2 - 13, "window", edge);
  return edge;
}

/**
 * Return half the width of a node's body, and what it takes above and below its middle.
 *
 * @param {FilmNode} node
 * @param {string} shape
 * @param {number} wide
 */
function roomOf(node, shape, wide) {
  if (node.marks) return [Math.max(BOARD / 2, wide / 2), 31, 47];
  const half = shape === "cut" ? 8 : wide / 2;
  return ["over", "horizon", "known", "cut"].includes(shape) ? [half, 15, 27] : [half, 15, 15];
}

/**
 * Draw a node.
 *
 * @param {FilmNode} node
 * @param {Film} film
 * @param {Placing} placing
 * @param {Look} look
 * @param {string} label what a screen reader says
 */
export function drawNode(node, film, placing, look, label) {
  const [x, y] = [placing.x.get(node) ?? 0, placing.rows[node.depth]];
  const shape = film.shape(node);
  const group = draw("g", attributesOf(node, film, look, shape, label));
  if (look.isHere) group.setAttribute("aria-current", "step");
  if (node.children.length) group.setAttribute("aria-expanded", String(!look.isClosed));
  const isJudged = shape !== node.shape; // an inner node
  const wide = isJudged ? Math.min(node.width, 20 + 8 * node.value.length) : node.width;
  const [half, up, down] = roomOf(node, shape, wide);
  const around = (/** @type {number} */ inset) => ({
    x: x - half - 8 - inset,
    y: y - up - inset,
    width: 2 * (half + 8 + inset),
    height: up + down + 2 * inset,
  });
  if (look.isHere) draw("rect", { class: "now", ...around(0), rx: 7 }, group);
  draw("rect", { class: "ring", ...around(3), rx: 9 }, group);
  if (node.marks) drawBoardNode(node, film, shape, x, y, group);
  else if (MOVERS.includes(shape)) drawInner(node, shape, x, y, group);
  else drawLeaf(node, shape, wide, x, y, group);
  if (look.differs) drawText("mark", x + half + 2, y - 9, look.differs === "more" ? "+" : "−", group, "middle");
  const plus = `M${x - 5} ${y + down + 3}h10M${x} ${y + down - 2}v10`;
  if (look.isClosed) draw("path", { class: "closed", d: plus }, group);
  return group;
}

/**
 * @param {FilmNode} node
 * @param {Film} film
 * @param {Look} look
 * @param {string} shape
 * @param {string} label
 */
function attributesOf(node, film, look, shape, label) {
  const { isCurrent, isHere, isOnLine, differs } = look;
  const words = ["node", "step", shape, STATES[node.state], isOnLine && "line", isHere && "here", differs];
  return {
    class: [...words, isCurrent && "current"].filter(Boolean).join(" "),
    role: "treeitem",
    tabindex: isCurrent ? 0 : -1,
    "data-node": node.name,
    "aria-level": node.depth + 1,
    "aria-label": label,
    "aria-posinset": node.place,
    "aria-setsize": film.nodes[node.parent]?.children.length ?? 1,
    "aria-selected": isHere,
  };
}

/**
 * @param {FilmNode} node
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {Element} group
 */
function drawInner(node, shape, x, y, group) {
  drawMover(shape, x, y, group);
  drawText("name", x - 15, y + 4, node.name, group, "end");
  drawText("value", x + 16, y + 4.5, node.value, group, "start");
}

/**
 * @param {FilmNode} node
 * @param {string} shape
 * @param {number} wide
 * @param {number} x
 * @param {number} y
 * @param {Element} group
 */
function drawLeaf(node, shape, wide, x, y, group) {
  const left = x - wide / 2;
  const hexagon = `M${left - 4} ${y}l7-11h${wide - 6}l7 11-7 11h${6 - wide}z`;
  if (shape === "cut") draw("rect", { class: "body", x: x - 7, y: y - 7, width: 14, height: 14 }, group);
  else if (shape === "horizon") draw("path", { class: "body", d: hexagon }, group);
  else {
    const rx = shape === "known" ? 11 : 0;
    draw("rect", { class: "body", x: left, y: y - 11, width: wide, height: 22, rx }, group);
  }
  if (shape !== "cut") drawText("value", x, y + 4.5, node.value || node.text, group, "middle");
  drawText("name", x, y + 23, node.name, group, "middle");
}

/**
 * @param {FilmNode} node
 * @param {Film} film
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {Element} group
 */
function drawBoardNode(node, film, shape, x, y, group) {
  const [left, top] = [x - BOARD / 2, y - BOARD / 2];
  draw("rect", { class: "body", x: left, y: top, width: BOARD, height: BOARD, rx: 3 }, group);
  const { board } = film.head;
  if (board) drawPosition(node, board, left + 3, top + 3, BOARD - 6, group);
  const mover = shape === "max" ? "▲ " : shape === "min" ? "▼ " : "";
  drawText("value", x, y + BOARD / 2 + 14, `${mover}${node.value}`.trim(), group, "middle");
}
