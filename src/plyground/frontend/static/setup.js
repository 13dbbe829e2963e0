// Setting up a position: a press puts the chosen piece on a cell or takes it away. The server reads the position.

import { renderGrid } from "./board/grid.js";
import { Model } from "./plyground_widget.js";

const place = /** @type {HTMLElement} */ (document.querySelector("[data-setup]"));
const state = JSON.parse(place.nextElementSibling?.textContent ?? "");
const field = /** @type {HTMLInputElement} */ (document.querySelector('[name="marks"]'));

/** The number of seeds that a press puts down, in a game of seeds; `counts` has the mark of each number. */
const seeds = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-counts]"));
const counts = [...(seeds?.dataset.counts ?? "")];
const sum = document.querySelector("output");
/** @type {Record<string, number>} the cell that holds the number of a store, for the cell beside it */
const joined = JSON.parse(place.dataset.joined ?? "{}");

/** @returns {string} the mark of the piece or number that is chosen */
const chosen = () =>
  seeds
    ? (counts[seeds.valueAsNumber] ?? ".")
    : /** @type {HTMLInputElement} */ (document.querySelector('[name="piece"]:checked')).value;

/** @param {string} mark */
const nameOf = (mark) =>
  seeds
    ? String(counts.indexOf(mark))
    : (document.querySelector(`[name="piece"][value="${CSS.escape(mark)}"] + span`)?.textContent ?? mark);

/**
 * Return the label of a cell.
 *
 * @param {string} mark
 * @param {number} cell
 */
const labelOf = (mark, cell) => `${state.words[cell]}: ${nameOf(mark)}`;

const model = new Model(
  { ...state, labels: [...state.marks].map(labelOf) },
  () => {},
  () => {},
);

/**
 * Show how many seeds are on the board.
 *
 * @param {string[]} marks
 */
function tally(marks) {
  if (sum) sum.textContent = String(marks.reduce((total, mark) => total + counts.indexOf(mark), 0));
}

/**
 * Show pieces on the board, and note them for the server.
 *
 * @param {string[]} marks
 */
function put(marks) {
  field.value = marks.join("");
  model.patch({ marks: field.value, labels: marks.map(labelOf) });
  tally(marks);
}

/**
 * Put the chosen piece on a cell that was pressed, or take it away.
 *
 * @param {Event} event
 */
function press(event) {
  const group = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  if (!(group instanceof SVGElement)) return;
  const marks = [...field.value];
  const cell = joined[group.dataset.cell ?? ""] ?? Number(group.dataset.cell);
  marks[cell] = marks[cell] === chosen() && !seeds ? "." : chosen();
  put(marks);
  event.preventDefault();
}

place.addEventListener("click", press);
place.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") press(event);
});
place.replaceChildren();
renderGrid(/** @type {import("./widget").Model<any>} */ (/** @type {unknown} */ (model)), place);
/** @type {NodeListOf<HTMLElement>} */
const fills = document.querySelectorAll("[data-marks]");
if (seeds) tally([...field.value]);
for (const button of fills) button.addEventListener("click", () => put([...(button.dataset.marks ?? "")]));

export {};
