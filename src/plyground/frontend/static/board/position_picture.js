// The picture of a position, drawn as on its board, without moves: the cards of games.

import { draw } from "../svg.js";
import { CELL, acrossOf, cornerOf, rowHeight } from "./geometry.js";
import { drawOutline } from "./marks.js";
import { materialOf } from "./materials.js";
import { drawStack, drawWalls } from "./walls_and_stacks.js";

const EDGE = 6; // width of the free edge around the board
const TIP = 8; // height of the tips of hexagons above and below the board

/**
 * Draw a position.
 *
 * @param {Partial<import("../types").BoardState>} state
 * @param {Element} parent
 * @returns {SVGSVGElement} the picture
 */
export function drawPositionPicture(state, parent) {
  const full = {
    words: [],
    names: [],
    areas: "",
    begun: "",
    tall: 1,
    dice: [],
    cube: [],
    indents: [],
    stacks: [],
    walls: [],
    ...state,
  };
  const model = /** @type {import("./paper.js").BoardModel} */ (
    /** @type {unknown} */ ({ get: (/** @type {keyof typeof full} */ name) => full[name] })
  );
  const [width, height, shear] = [model.get("width"), model.get("height"), model.get("shear")];
  const tips = shear ? TIP : 0;
  const board = draw("svg", { "aria-hidden": "true" }, parent);
  const material = materialOf(model);
  material.dress(board);
  const across = acrossOf(material.extent) * CELL + 2 * EDGE;
  const row = rowHeight(material.extent);
  const down = (height - 1) * row + (shear ? CELL : row) + 2 * (tips + EDGE);
  board.setAttribute("viewBox", `${-EDGE} ${-EDGE - tips} ${across} ${down}`);
  const all = draw("g", { class: width > 5 || height > 5 ? "dense" : "" }, board);
  material.drawBoard(draw("g", {}, all));
  const marks = [...model.get("marks")];
  marks.forEach((mark, number) => {
    if (mark === " ") return;
    const isLast = model.get("last").includes(number);
    const cell = draw("g", { class: isLast ? "last" : "" }, all);
    if (shear) drawOutline({ class: "pad hexagon" }, ...cornerOf(number, material.extent), 0, true, cell);
    material.drawGround(number, cell);
    if (mark !== ".") drawStack(material, number, model.get("stacks")[number] ?? mark, cell);
  });
  drawWalls(model.get("walls"), material.extent, draw("g", { class: "walls" }, all));
  material.drawScore(draw("g", { class: "bars" }, all));
  return board;
}
