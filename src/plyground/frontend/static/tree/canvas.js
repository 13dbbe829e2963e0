// Trees of too many nodes to be drawn one by one: dots and lines on a canvas.

import { STATES } from "./film.js";

/** @typedef {import("./film.js").FilmNode} FilmNode */
/** @typedef {import("./film_layout.js").Placing} Placing */

/**
 * A part of the tree on a canvas: its size in pixels, the scale across and down, and the part's upper left corner.
 *
 * @typedef {{ width: number, height: number, sx: number, sy: number, left: number, top: number }} Part
 */

const COLOURS = { ahead: "--ply-line", gone: "--ply-hair", open: "--ply-o", done: "--ply-x", ink: "--ply-ink" };
const OTHERWISE = { ahead: "#858d96", gone: "#dedbd3", open: "#d55e00", done: "#0072b2", ink: "#1d2530" };

/**
 * Return a colour of the page.
 *
 * @param {Element} element
 * @param {string} name
 */
export function colourOf(element, name) {
  const key = /** @type {keyof typeof COLOURS} */ (name);
  return getComputedStyle(element).getPropertyValue(COLOURS[key]).trim() || OTHERWISE[key];
}

/**
 * Return the pen of a canvas that has been cleared and has one unit a CSS pixel.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 */
function cleared(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return pen;
}

/**
 * Draw a part of the tree: lines from node to node in the colours of their states, and a dot for the present node.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Placing} placing
 * @param {FilmNode[]} nodes
 * @param {FilmNode} here
 * @param {Part} part
 * @returns {CanvasRenderingContext2D}
 */
export function paintTree(canvas, placing, nodes, here, part) {
  const { width, height, sx, sy, left, top } = part;
  const { rows, shown, visible, x: places } = placing;
  const pen = cleared(canvas, width, height);
  /** @param {FilmNode} node */
  const across = (node) => Math.round((places.get(node) ?? 0) * sx - left);
  const paths = STATES.map(() => new Path2D());
  const before = STATES.map(() => ({ x: NaN, parent: -1 })); // draw children that share a pixel as one line
  for (const node of visible) {
    if (node.parent < 0) continue;
    const x = across(node);
    const last = before[node.state];
    if (x === last.x && node.parent === last.parent) continue;
    [last.x, last.parent] = [x, node.parent];
    const parent = nodes[node.parent];
    const px = across(parent);
    if (Math.max(x, px) < 0 || Math.min(x, px) > width) continue;
    paths[node.state].moveTo(px, rows[parent.depth] * sy - top);
    paths[node.state].lineTo(x, rows[node.depth] * sy - top);
  }
  STATES.forEach((name, state) => {
    pen.strokeStyle = colourOf(canvas, name);
    pen.lineWidth = name === "open" ? 2 : 0.7;
    pen.stroke(paths[state]);
  });
  if (shown.has(here)) {
    pen.beginPath();
    pen.arc(across(here), rows[here.depth] * sy - top, 4, 0, 7);
    pen.fillStyle = colourOf(canvas, "ink");
    pen.fill();
  }
  return pen;
}
