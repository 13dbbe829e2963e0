// The plain board: a grid of cells with signs or stones, and the ground that all other materials share.

import { draw, isCount } from "../svg.js";
import { CELL, cornerOf, goalEdges } from "./geometry.js";
import { SIDES, drawCount, drawHexagonEdge, drawOutline, drawPiece, drawSign, drawStone } from "./marks.js";
import { drawKind } from "./pieces.js";

export const FRAME_ROUND = 14; // radius of the corners of a board
/** Light on a round stone, and on a board: where each colour stands. */
const SHINE = [
  ["0", "#ffffff73"],
  ["0.45", "#ffffff00"],
  ["0.7", "#00000000"],
  ["1", "#00000059"],
];
const GLOW = [
  ["0", "#ffffff24"],
  ["1", "#0000002e"],
];
const GOAL_WIDTH = 12; // width of the band along an edge that pieces must reach
const DOTS = ["", "5", "19", "159", "1379", "13579", "134679"]; // dots of each number, at the keys of a telephone
/** Distance of the words in the squares of a chequered board from their edges. */
const WORD_INSET = 7;
const ROLL_MS = 500; // duration of a roll of the dice, as in board.css

/** @typedef {import("../types").BoardState} BoardState */
/** @typedef {import("../widget").Model<BoardState>} BoardModel */
/** @typedef {import("./geometry.js").Extent} Extent */

let boards = 0; // number of boards on the page, which gives gradients and clip paths their names

/** Paper: lines between cells, and signs or stones in them. The other materials differ from it. */
export class Paper {
  /** @param {BoardModel} model */
  constructor(model) {
    this.model = model;
    this.name = `ply-board-${(boards += 1)}`;
    this.rolledAt = -ROLL_MS; // time of the last roll in milliseconds since the page was opened
  }

  /**
   * Give the whole picture the classes of its material, and the light that falls on it.
   *
   * @param {SVGSVGElement} board
   */
  dress(board) {
    const { model, name } = this;
    board.setAttribute("class", `ply-board ${model.get("material")}${model.get("pieces") ? " pieces" : ""}`);
    const lights = draw("defs", {}, board);
    const shine = draw("radialGradient", { id: `${name}-shine`, cx: "36%", cy: "30%", r: "75%" }, lights);
    for (const [offset, colour] of SHINE) draw("stop", { offset, "stop-color": colour }, shine);
    const glow = draw("linearGradient", { id: `${name}-glow`, x1: 0, y1: 0, x2: 0, y2: 1 }, lights);
    for (const [offset, colour] of GLOW) draw("stop", { offset, "stop-color": colour }, glow);
    board.style.setProperty("--shine", `url(#${name}-shine)`);
    board.style.setProperty("--glow", `url(#${name}-glow)`);
  }

  /** Let the dice roll that the next drawing shows. */
  roll() {
    this.rolledAt = performance.now();
  }

  /** @returns {Extent} */
  get extent() {
    const { model } = this;
    const [width, height] = [model.get("width"), model.get("height")];
    const [indents, across] = [model.get("indents"), model.get("across")];
    const [shear, tall, turned] = [model.get("shear"), model.get("tall"), model.get("turned")];
    return { width, height, shear, indents, across, tall, turned };
  }

  /** Whether cells have a grid of lines around them. */
  get hasLines() {
    return !this.extent.shear;
  }

  /** The function that draws the marks of this game. */
  get drawn() {
    return this.model.get("pieces") ? drawPiece : this.model.get("stones") ? drawStone : drawSign;
  }

  /**
   * Draw what lies under all cells.
   *
   * @param {Element} parent
   */
  drawBoard(parent) {
    const { width, height } = this.extent;
    if (!this.hasLines) return;
    const [across, down] = [width * CELL, height * CELL];
    const rx = this.model.get("pieces") ? 0 : FRAME_ROUND; // squares go into the corners
    draw("rect", { class: "frame", x: 0, y: 0, width: across, height: down, rx }, parent);
    draw("rect", { class: "glow", x: 0, y: 0, width: across, height: down, rx }, parent);
    if (this.model.get("pieces")) this.drawChequers(parent);
    const grid = draw("g", { class: "grid" }, parent);
    for (let x = CELL; x < across; x += CELL) draw("line", { x1: x, x2: x, y1: 0, y2: down }, grid);
    for (let y = CELL; y < down; y += CELL) draw("line", { y1: y, y2: y, x1: 0, x2: across }, grid);
  }

  /** @param {Element} parent */
  drawChequers(parent) {
    const { width, height } = this.extent;
    const squares = [];
    for (let row = 0; row < height; row++) {
      for (let column = (row + 1) % 2; column < width; column += 2) {
        squares.push(`M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`);
      }
    }
    draw("path", { class: "chequers", d: squares.join("") }, parent);
  }

  /** Whether the names of columns and rows stand in the squares of the lower and the left edge. */
  get hasWordsInside() {
    return this.model.get("material") === "squares";
  }

  /**
   * Draw the area that a press on a cell may hit.
   *
   * @param {number} number
   * @param {Element} parent
   */
  drawPad(number, parent) {
    const isHexagon = this.extent.shear > 0;
    drawOutline({ class: isHexagon ? "pad hexagon" : "pad" }, ...cornerOf(number, this.extent), 0, isHexagon, parent);
  }

  /**
   * Draw what lies under the mark of a cell: the side that wants to come there, and the cell's word.
   *
   * @param {number} number
   * @param {Element} content
   */
  drawGround(number, content) {
    const { extent, model } = this;
    const isHexagon = extent.shear > 0;
    const [x, y] = cornerOf(number, extent);
    drawOutline({ class: "back", rx: 8 }, x, y, 3, isHexagon, content);
    const goal = SIDES[model.get("sides").indexOf(model.get("goals")[number])];
    if (goal) this.drawGoal(number, goal, content);
    if (this.hasWordsInside) this.writeColumnAndRow(number, content);
    const [aside, down] = isHexagon ? [42, 16] : [11, 21];
    if (!model.get("columns").length) this.write(model.get("words")[number], "number", x + aside, y + down, content);
  }

  /**
   * Write the name of the column in a square of the lower edge, that of the row in one of the left edge.
   *
   * @param {number} number
   * @param {Element} content
   */
  writeColumnAndRow(number, content) {
    const { extent, model } = this;
    const [x, y] = cornerOf(number, extent);
    const [column, row] = [number % extent.width, Math.floor(number / extent.width)];
    const shade = (column + row) % 2 ? "on-dark" : "on-light";
    const rowWord = model.get("rows")[row];
    const columnWord = model.get("columns")[column];
    const isLowest = y === (extent.height - 1) * CELL;
    if (x === 0 && rowWord) this.write(rowWord, `coordinate ${shade}`, x + WORD_INSET, y + 24, content);
    if (!isLowest || !columnWord) return;
    this.write(columnWord, `coordinate column ${shade}`, x + CELL - WORD_INSET, y + CELL - WORD_INSET, content);
  }

  /**
   * Draw the edge of the board that pieces of a side want to reach, or a cell inside it.
   *
   * @param {number} number
   * @param {string} side its class
   * @param {Element} content
   */
  drawGoal(number, side, content) {
    const { extent, model } = this;
    const [x, y] = cornerOf(number, extent);
    const edges = goalEdges(number, model.get("goals"), extent);
    if (extent.shear) {
      for (const edge of edges) drawHexagonEdge(edge, x, y, { class: `goal edge ${side}` }, content);
      return;
    }
    if (!edges.length) drawOutline({ class: `goal inner ${side}` }, x, y, 2, false, content);
    const far = CELL - GOAL_WIDTH;
    for (const edge of edges) {
      const [across, down] = [edge === "right" ? far : 0, edge === "bottom" ? far : 0];
      const isLying = edge === "top" || edge === "bottom";
      const size = { width: isLying ? CELL : GOAL_WIDTH, height: isLying ? GOAL_WIDTH : CELL };
      draw("rect", { class: `goal ${side}`, x: x + across, y: y + down, ...size }, content);
    }
  }

  /**
   * @param {string} words
   * @param {string} kind
   * @param {number} x
   * @param {number} y
   * @param {Element} parent
   */
  write(words, kind, x, y, parent) {
    draw("text", { class: kind, x, y, "aria-hidden": "true" }, parent).textContent = words;
  }

  /**
   * Draw the mark of a cell.
   *
   * @param {number} number
   * @param {string} mark
   * @param {Element} content
   * @returns {SVGGElement}
   */
  drawMark(number, mark, content) {
    return this.drawAt(mark, ...cornerOf(number, this.extent), content);
  }

  /**
   * Draw a mark at a place.
   *
   * @param {string} mark
   * @param {number} x
   * @param {number} y
   * @param {Element} parent
   * @returns {SVGGElement}
   */
  drawAt(mark, x, y, parent) {
    const kind = this.model.get("kinds")[mark];
    if (kind) return drawKind(kind, x, y, parent);
    const drawn = isCount(mark) ? drawCount : this.drawn;
    return drawn(this.model.get("sides").indexOf(mark), mark, x, y, parent);
  }

  /**
   * Draw the ring around the cell that the keyboard is on.
   *
   * @param {number} number
   * @param {Element} content
   */
  drawRing(number, content) {
    const [x, y] = cornerOf(number, this.extent);
    drawOutline({ class: "ring", rx: 9 }, x, y, 6, this.extent.shear > 0, content);
  }

  /**
   * Draw what tells the state of the whole board.
   *
   * @param {Element} layer
   */
  drawScore(layer) {
    layer.replaceChildren();
  }

  /**
   * Draw a die that shows a face. One that has just fallen goes on rolling where its last drawing was.
   *
   * @param {number} face
   * @param {number} x
   * @param {number} y
   * @param {number} side
   * @param {Element} parent
   */
  drawDie(face, x, y, side, parent) {
    const since = Math.round(performance.now() - this.rolledAt);
    const die = draw("g", { class: since < ROLL_MS ? "die rolling" : "die" }, parent);
    die.style.setProperty("--delay", `-${since}ms`);
    draw("rect", { x, y, width: side, height: side, rx: side / 6 }, die);
    if (face >= DOTS.length) {
      draw("text", { x: x + side / 2, y: y + side / 2 }, die).textContent = String(face);
      return;
    }
    for (const key of DOTS[face]) {
      const [column, row] = [(Number(key) - 1) % 3, Math.floor((Number(key) - 1) / 3)];
      const place = { cx: x + (side * (column + 1)) / 4, cy: y + (side * (row + 1)) / 4 };
      draw("circle", { ...place, r: side / 11 }, die);
    }
  }
}
