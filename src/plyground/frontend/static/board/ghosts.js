// A line of moves that is shown on the board without being played: ghosts of its pieces, numbered, and a dotted line
// through the cells that decide the game. Also the annotation of the last move, such as "??".

import { draw, isCount } from "../svg.js";
import { links, middleOf, strikes } from "./geometry.js";
import { classOf } from "./marks.js";
import { sideOf } from "./pieces.js";

const GHOST_S = 0.8; // time between one ghost and the next
const RADIUS = 41; // radius of the dashed ring around a ghost
const BADGE = 21; // radius of the number of a piece
const BADGE_SHIFT = 32; // distance from the middle of a cell to the middle of a badge, across and up

/** @typedef {import("../types").Ghost} Ghost */

/**
 * Draw the ghosts one after another, then the line.
 *
 * @param {import("./paper.js").Paper} material
 * @param {Element} layer
 * @param {boolean} isCalm whether everything appears at once
 */
export function drawGhosts(material, layer, isCalm) {
  const { extent, model } = material;
  const ghosts = model.get("ghosts");
  layer.replaceChildren();
  ghosts.forEach((ghost, place) => {
    const drawn = drawGhost(material, ghost, layer);
    if (isCalm) return;
    drawn.classList.add("appearing");
    drawn.style.setProperty("--delay", `${place * GHOST_S}s`);
  });
  const cells = model.get("dotted");
  for (const run of extent.shear ? links(cells, extent) : strikes(cells, extent)) {
    const line = drawDots(run, extent, layer);
    if (isCalm) continue;
    line.classList.add("appearing");
    line.style.setProperty("--delay", `${ghosts.length * GHOST_S}s`);
  }
}

/**
 * @param {import("./paper.js").Paper} material
 * @param {Ghost} ghost
 * @param {Element} layer
 */
function drawGhost(material, { cell, start, mark, number }, layer) {
  const { extent, model } = material;
  const side = classOf(sideOf(model, mark));
  const drawn = draw("g", { class: `ghost-move ${side}` }, layer);
  const [x, y] = middleOf(cell, extent);
  if (start >= 0) {
    const [fromX, fromY] = middleOf(start, extent);
    draw("line", { class: "ghost-way", x1: fromX, y1: fromY, x2: x, y2: y }, drawn);
  }
  if (mark !== "." && !isCount(mark)) material.drawMark(cell, mark, draw("g", { class: "ghost-piece" }, drawn));
  if (start < 0) draw("circle", { class: "ghost-ring", cx: x, cy: y, r: RADIUS }, drawn);
  if (start >= 0 || !isRound(model)) drawBadge(String(number), x, y, drawn);
  else draw("text", { class: "ghost-number", x, y: y + 2 }, drawn).textContent = String(number);
  return drawn;
}

/**
 * Return whether marks are round stones, which have room for a word in the middle.
 *
 * @param {import("./paper.js").BoardModel} model
 */
function isRound(model) {
  return !model.get("pieces") && (model.get("stones") || Object.keys(model.get("kinds")).length > 0);
}

/**
 * Draw a dotted line through a run of cells, or a dotted ring around a cell alone.
 *
 * @param {number[]} run
 * @param {import("./geometry.js").Extent} extent
 * @param {Element} layer
 */
function drawDots(run, extent, layer) {
  const [[x1, y1], [x2, y2]] = [run[0], run[run.length - 1]].map((cell) => middleOf(cell, extent));
  if (run.length === 1) return draw("circle", { class: "dotted", cx: x1, cy: y1, r: RADIUS + 4 }, layer);
  return draw("line", { class: "dotted", x1, y1, x2, y2 }, layer);
}

/**
 * Draw a word at the upper right of a cell.
 *
 * @param {string} word
 * @param {number} x the middle of the cell
 * @param {number} y
 * @param {Element} parent
 */
function drawBadge(word, x, y, parent) {
  const badge = draw("g", { class: "badge" }, parent);
  draw("circle", { cx: x + BADGE_SHIFT, cy: y - BADGE_SHIFT, r: BADGE }, badge);
  draw("text", { x: x + BADGE_SHIFT, y: y - BADGE_SHIFT + 1 }, badge).textContent = word;
  return badge;
}

const ANNOTATION_CLASSES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/**
 * Draw the annotation of the last move on its piece: over a stone, beside a piece.
 *
 * @param {import("./paper.js").Paper} material
 * @param {Element} layer
 */
export function drawAnnotation(material, layer) {
  const { extent, model } = material;
  layer.replaceChildren();
  const [annotation, last] = [model.get("annotation"), model.get("last")];
  if (!annotation || !last.length) return;
  const cell = model.get("pieces") ? last[last.length - 1] : last[0];
  const kind = ANNOTATION_CLASSES[/** @type {keyof ANNOTATION_CLASSES} */ (annotation)] ?? "";
  const drawn = draw("g", { class: `annotation ${kind}` }, layer);
  const [x, y] = middleOf(cell, extent);
  if (isRound(model)) draw("text", { class: "ghost-number", x, y: y + 2 }, drawn).textContent = annotation;
  else drawBadge(annotation, x, y, drawn);
}
