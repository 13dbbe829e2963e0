// Elements of pictures and pages.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean>} Attributes */

/**
 * Make an SVG element, and append it to its parent if there is one.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Element} [parent]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes, parent) {
  const node = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  parent?.append(node);
  return node;
}

/**
 * Make an HTML element, and append it to its parent if there is one.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Element | null} [parent]
 * @param {string} [words] the element's text
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, attributes, parent, words) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (words !== undefined) node.textContent = words;
  parent?.append(node);
  return node;
}

/**
 * Return the path of a regular polygon that stands on a side: a triangle, a square, a pentagon, ...
 *
 * @param {number} corners
 * @param {number} x its middle
 * @param {number} y
 * @param {number} radius
 */
export function polygon(corners, x, y, radius) {
  const turns = Array.from({ length: corners }, (_corner, i) => 2 * Math.PI * (i / corners - 0.25));
  const points = turns.map((turn) => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]);
  return `M${points.map((point) => point.map((place) => place.toFixed(1)).join(" ")).join("L")}Z`;
}

/**
 * Return the text of a mark: of a number in a circle the number.
 *
 * @param {string} mark
 */
export function textOf(mark) {
  return mark.normalize("NFKC");
}

/**
 * Return whether a mark is a number of things in a cell.
 *
 * @param {string} mark
 */
export function isCount(mark) {
  return /\p{N}/u.test(mark);
}
