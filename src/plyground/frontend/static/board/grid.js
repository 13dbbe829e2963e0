// The cells of a board: what they show, which of them the keyboard is on, and what a press on one means.

import { isBrowsers } from "../keys.js";
import { listen } from "../model.js";
import { draw, html, isCount } from "../svg.js";
import { delays, hops, withMove } from "./changes.js";
import { CELL, acrossOf, cellByKey, cornerOf, links, middleOf, rowHeight, strikes } from "./geometry.js";
import { PickedPiece } from "./picked_piece.js";
import { drawAnnotation, drawGhosts } from "./ghosts.js";
import { classOf, drawValue } from "./marks.js";
import { materialOf } from "./materials.js";
import { sideOf } from "./pieces.js";
import { openPromotions } from "./promotion_picker.js";
import { nextCells, pressCell, wholeTrails } from "./press_trail.js";
import { soundMove } from "./sound.js";
import { isWhole, targets, withSteps } from "./move_steps.js";
import { isOfPosition, keepMove, takeMove } from "./unsent_move.js";
import { drawStack, drawWalls } from "./walls_and_stacks.js";

const HEAD = 34; // height of the words above columns
const SIDE = 30; // width of the words beside rows
const TIP = 8; // height of the tips of hexagons above and below the board
const EDGE = 6; // width of the free edge around the board
const PENDING_MS = 5000; // time after which a move without an answer is taken back
const FALL_S = 0.14; // duration of a stone's fall into the top row; deeper rows take longer
const ROW_FALL_S = 0.06;
const SLIDE_MS = 220; // duration of a piece's way to another cell, as in board.css

/** @typedef {import("../types").BoardState} BoardState */
/** @typedef {import("../types").BoardMove} BoardMove */

/**
 * A cell: what is pressed, its mark and what lies over that, with what each of the two was drawn from.
 *
 * @typedef {{ group: SVGGElement, mark: SVGGElement, over: SVGGElement, shown: string, looks: string }} Cell
 */

/**
 * A move that has been sent: the cells that show it, and those, or the name, that the server got.
 *
 * @typedef {{ cells: number[], sent: Sent, turn: number, timer: number }} Pending
 */
/** @typedef {(number | string | null)[] | string} Sent the cells of a move, and a promoted piece's mark; or its name */
/** @typedef {{ before: string[], delays: Map<number, number>, cells: number[] }} Motion a move that is to be seen */

/**
 * Draw the board in an element.
 *
 * @param {import("../widget").Model<BoardState>} model
 * @param {Element} el
 * @returns {import("../widget").End}
 */
export function renderGrid(model, el) {
  const grid = new Grid(model, el);
  const end = grid.listen();
  return () => {
    grid.settle();
    end();
  };
}

export class Grid {
  /**
   * @param {import("../widget").Model<BoardState>} model
   * @param {Element} el
   */
  constructor(model, el) {
    this.model = model;
    this.board = draw("svg", { class: "ply-board", role: "grid" }, el);
    this.said = html("div", { class: "ply-said", "aria-live": "polite" }, el);
    this.takeBack = html("button", { type: "button", class: "take-back", hidden: "" }, el);
    this.takeBack.addEventListener("click", () => this.undoStep());
    this.choices = html("div", { class: "move-choices", role: "group", hidden: "" }, el);
    this.pickedPiece = new PickedPiece(this);
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {SVGTextElement[]} */
    this.heads = [];
    this.cursor = 0;
    /** @type {number | null} */
    this.pointed = null; // the cell under the mouse
    /** @type {Pending | null} */
    this.pending = null;
    /** @type {number[]} */
    this.kept = []; // cells of a move that waits for the person's turn
    /** @type {number[]} */
    this.steps = []; // steps of the move that is being entered: the cells where each starts and ends
    /** @type {number[]} */
    this.trail = []; // cells pressed so far of a move with several
    this.stepsTurn = 0; // turn in which the steps, or these cells, were entered
    /** What was shown last. */
    this.seen = { marks: /** @type {string[]} */ ([]), turn: 0, round: 0 };
    this.struck = ""; // cells of the shown strike
    this.demonstrated = ""; // ghosts and dotted line that are shown
    this.material = materialOf(model);
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.scoreLayer = draw("g", { class: "bars", "aria-hidden": "true" });
    this.wallLayer = draw("g", { class: "walls", "aria-hidden": "true" });
    this.strikeLayer = draw("g", { "aria-hidden": "true" });
    this.annotationLayer = draw("g", { class: "demonstration", "aria-hidden": "true" });
    this.ghostLayer = draw("g", { class: "demonstration", "aria-hidden": "true" });
    this.carryLayer = draw("g", { class: "carried", "aria-hidden": "true" });
    this.choiceLayer = draw("g", {}); // pieces to choose from at the end of a move
  }

  /** Draw everything, and follow the model from now on. Return a function that ends this. */
  listen() {
    this.board.addEventListener("keydown", (event) => this.onKey(event));
    this.pickedPiece.listen(this.board);
    const end = listen(this.model, {
      "change:width change:height change:columns change:rows change:material change:turned": () => this.layOut(),
      "change:round": () => this.moveCursor(this.centre, true),
      "change:announce": () => this.announce(),
      change: () => this.fill(),
    });
    const leave = () => this.keepUnsent();
    window.addEventListener("pagehide", leave);
    this.layOut();
    this.announce();
    if (this.model.get("focus")) this.begin();
    this.resume();
    return () => {
      window.removeEventListener("pagehide", leave);
      end();
    };
  }

  /** Put the keyboard on the board, and the whole board into a low window. A ring appears with the first key. */
  begin() {
    this.board.classList.add("untouched");
    const touch = () => {
      this.board.classList.remove("untouched");
      this.aim();
    };
    document.addEventListener("keydown", touch, { once: true, capture: true });
    this.cells[this.cursor].group.focus({ preventScroll: true });
    if (this.board.getBoundingClientRect().bottom > window.innerHeight) this.board.scrollIntoView({ block: "nearest" });
  }

  /** @returns {import("./geometry.js").Extent} */
  get extent() {
    const { model } = this;
    const [width, height] = [model.get("width"), model.get("height")];
    const [indents, across] = [model.get("indents"), model.get("across")];
    const [shear, tall, turned] = [model.get("shear"), model.get("tall"), model.get("turned")];
    return { width, height, shear, indents, across, tall, turned };
  }

  /** Whether a move is a column that a stone falls down. */
  get falls() {
    return this.model.get("columns").length > 0 && !this.model.get("rows").length;
  }

  get centre() {
    const { width, height } = this.extent;
    const middle = Math.floor((height - 1) / 2) * width + Math.floor((width - 1) / 2);
    return this.isHole(middle) ? [...this.model.get("marks")].findIndex((mark) => mark !== " ") : middle;
  }

  /**
   * Return whether the grid has no cell at a place.
   *
   * @param {number} number
   */
  isHole(number) {
    return this.model.get("marks")[number] === " ";
  }

  layOut() {
    const { board, extent, model } = this;
    const { width, height, shear } = extent;
    const [columns, rows] = [model.get("columns"), model.get("rows")];
    const hadFocus = board.contains(document.activeElement);
    board.replaceChildren();
    this.material = materialOf(model);
    this.material.dress(board);
    const isOutside = !this.material.hasWordsInside;
    const [top, left] = [columns.length && isOutside ? HEAD : 0, rows.length && isOutside ? SIDE : 0];
    const tips = shear ? TIP : 0;
    const across = acrossOf(extent) * CELL + 2 * EDGE + left;
    const row = rowHeight(extent);
    const down = (height - 1) * row + (shear ? CELL : row) + 2 * (tips + EDGE) + top;
    board.setAttribute("viewBox", `${-EDGE - left} ${-EDGE - top - tips} ${across} ${down}`);
    const classes = [width > 5 || height > 5 ? "dense" : "", rows.length ? "grid-words" : ""];
    const all = draw("g", { class: classes.join(" "), role: "presentation" }, board);
    this.material.drawBoard(draw("g", { class: "ground", "aria-hidden": "true" }, all));
    this.heads = [];
    if (isOutside) this.drawWords(all);
    all.append(this.scoreLayer);
    this.cells = [];
    for (let row = 0; row < height; row++) {
      const line = draw("g", { role: "row" }, all);
      for (let column = 0; column < width; column++) this.cells.push(this.makeCell(row * width + column, line));
    }
    all.append(this.wallLayer, this.strikeLayer, this.annotationLayer, this.ghostLayer);
    all.append(this.carryLayer, this.choiceLayer);
    [this.seen.marks, this.struck, this.demonstrated] = [[], "", ""];
    this.moveCursor(this.centre, hadFocus);
    this.fill();
  }

  /**
   * Write what stands above the columns and beside the rows.
   *
   * @param {Element} parent
   */
  drawWords(parent) {
    const { extent, model } = this;
    const { width, height, turned } = extent;
    this.heads = model.get("columns").map((word, i) => {
      const [x] = cornerOf(turned ? (height - 1) * width + i : i, extent);
      const place = { x: x + CELL / 2, y: extent.shear ? -16 : -10 };
      const head = draw("text", { class: "head", ...place, "aria-hidden": "true" }, parent);
      head.textContent = word;
      return head;
    });
    model.get("rows").forEach((word, i) => {
      const [x, y] = cornerOf(i * width + (turned ? width - 1 : 0), extent);
      const place = { x: x - SIDE / 2, y: y + CELL / 2 };
      draw("text", { class: "head row-word", ...place, "aria-hidden": "true" }, parent).textContent = word;
    });
  }

  /**
   * @param {number} number
   * @param {Element} line
   * @returns {Cell}
   */
  makeCell(number, line) {
    const group = draw("g", { role: "gridcell", tabindex: -1, "data-cell": number }, line);
    if (this.isHole(number)) {
      group.setAttribute("hidden", "");
      return { group, mark: group, over: group, shown: "", looks: "" };
    }
    this.material.drawPad(number, group);
    this.material.drawGround(number, draw("g", { class: "content" }, group));
    const mark = draw("g", { class: "content" }, group);
    const over = draw("g", { class: "content" }, group);
    group.addEventListener("click", () => {
      this.moveCursor(number, false);
      this.press(number);
    });
    group.addEventListener("pointerdown", (event) => this.pickedPiece.hold(number, event));
    group.addEventListener("pointerenter", (event) => this.point(event.pointerType === "mouse" ? number : null));
    group.addEventListener("pointerleave", () => this.point(null));
    group.addEventListener("focus", () => {
      if (number !== this.cursor) this.moveCursor(number, false); // a screen reader may focus any cell
      this.aim();
    });
    group.addEventListener("blur", () => this.aim());
    return { group, mark, over, shown: "", looks: "" };
  }

  /**
   * Return whether a piece that the person may move stands on a cell.
   *
   * @param {number} cell
   */
  isMine(cell) {
    const { model } = this;
    if (this.pending) return false;
    if (!model.get("playable") || !model.get("pieces") || this.hasTrails) return false;
    return sideOf(model, this.marks[cell]) === sideOf(model, model.get("mark"));
  }

  /** Whether a move is entered in several steps. */
  get isStepwise() {
    return this.model.get("ways").length > 0;
  }

  /** Whether a move is entered by pressing its cells one by one. */
  get hasTrails() {
    return this.model.get("trails").length > 0;
  }

  /**
   * Return the move from a cell to another, if there is one.
   *
   * @param {number | null} from
   * @param {number | null} to
   */
  moveTo(from, to) {
    if (from === null) return undefined;
    const { model, steps } = this;
    if (!this.isStepwise) return model.get("moves")[from].find((move) => move.to === to);
    if (to === null || !targets(model.get("ways"), steps, from).includes(to)) return undefined;
    return { to, label: `${model.get("words")[from]}/${model.get("words")[to]}`, value: null };
  }

  /**
   * Return the cell that a press takes now, if it takes one.
   *
   * @param {number} cell
   */
  takenBy(cell) {
    if (this.pending) return undefined;
    if (this.hasTrails) return nextCells(this.model.get("trails"), this.trail).includes(cell) ? cell : undefined;
    if (this.model.get("pieces")) return this.moveTo(this.pickedPiece.picked, cell)?.to;
    return this.model.get("moves")[cell][0]?.to;
  }

  /** @param {number | null} cell */
  point(cell) {
    this.pointed = cell;
    this.aim();
  }

  /** Show what a press under the mouse, or at the cursor of the keyboard, would take. */
  aim() {
    const isPlayable = this.model.get("playable");
    const isTouched = !this.board.classList.contains("untouched");
    const isReached = isTouched && this.cells[this.cursor].group.matches(":focus-visible");
    const aimed = [this.pointed, isReached ? this.cursor : null].filter((cell) => cell !== null);
    const targets = aimed.map((cell) => this.takenBy(cell));
    this.cells.forEach(({ group }, cell) => group.classList.toggle("aimed", isPlayable && targets.includes(cell)));
    const columns = this.falls && isPlayable ? aimed.map((cell) => cell % this.heads.length) : [];
    this.heads.forEach((head, column) => head.classList.toggle("aimed", columns.includes(column)));
  }

  /**
   * @param {number} to
   * @param {boolean} focus
   */
  moveCursor(to, focus) {
    this.cells[this.cursor]?.group.setAttribute("tabindex", "-1");
    this.cursor = to;
    this.cells[to].group.setAttribute("tabindex", "0");
    if (focus) this.cells[to].group.focus();
  }

  /** The marks of the cells, a move that has been sent included. */
  get marks() {
    const { model, pending } = this;
    const marks = [...model.get("marks")];
    const steps = pending?.cells ?? this.steps;
    if (this.isStepwise) return withSteps(marks, steps, model.get("kinds"), this.extent.width);
    if (this.hasTrails || this.trail.length) {
      const cells = (pending?.cells ?? this.trail).slice(0, 2);
      return cells.length === 2 && model.get("pieces") ? withMove(marks, model.get("mark"), cells, true) : marks;
    }
    return pending ? withMove(marks, model.get("mark"), pending.cells, model.get("pieces")) : marks;
  }

  /** Show the present state. */
  fill() {
    const { pickedPiece, model, seen } = this;
    if (this.stepsTurn !== model.get("turn") || !model.get("playable")) [this.steps, this.trail] = [[], []];
    pickedPiece.follow();
    this.takeBack.hidden = !this.steps.length;
    this.takeBack.textContent = model.get("takeBack");
    if (this.pending?.turn !== model.get("turn") || model.get("round") !== seen.round) this.settle();
    if (this.kept.length && !model.get("ahead")) this.playKept();
    const { marks } = this;
    const motion = this.motion(marks);
    const isPlayed = model.get("round") === seen.round && model.get("turn") > seen.turn && seen.marks.length > 0;
    if (isPlayed) soundMove(model.get("line").length > 0 && model.get("moves").every((moves) => !moves.length));
    if (seen.marks.length && model.get("turn") > seen.turn && !this.calm.matches) this.material.roll();
    this.seen = { marks, turn: model.get("turn"), round: model.get("round") };
    this.board.classList.toggle("carrying", pickedPiece.carries);
    this.board.setAttribute("aria-label", model.get("label"));
    const isChoosy = marks.some((mark, number) => mark === "." && !model.get("moves")[number].length);
    this.cells.forEach((cell, number) => {
      if (this.isHole(number)) return;
      this.fillMark(cell, number, marks[number], motion);
      this.fillCell(cell, number, marks[number], isChoosy);
    });
    if (motion) pickedPiece.landed = null;
    drawWalls(model.get("walls"), this.extent, this.wallLayer);
    this.fillChoices();
    this.material.drawScore(this.scoreLayer);
    this.aim();
    this.drawStrikes(motion);
    this.drawDemonstration();
  }

  /** Draw the annotation of the last move, and the ghosts unless the same are shown. */
  drawDemonstration() {
    const { calm, ghostLayer, material, model } = this;
    drawAnnotation(material, this.annotationLayer);
    const shown = JSON.stringify([model.get("ghosts"), model.get("dotted")]);
    if (this.demonstrated === shown) return;
    this.demonstrated = shown;
    drawGhosts(material, ghostLayer, calm.matches);
  }

  /**
   * Return the move between the marks shown last and these, or null if none is to be seen.
   *
   * @param {string[]} marks
   * @returns {Motion | null}
   */
  motion(marks) {
    const { extent, model, seen } = this;
    if (model.get("material") === "backgammon") return null; // a stack does not slide
    const isNext = model.get("round") === seen.round && (this.pending !== null || model.get("turn") > seen.turn);
    if (!isNext || seen.marks.length !== marks.length || this.calm.matches) return null;
    const cells = this.pending?.cells ?? model.get("last");
    const from = cells[0] ?? 0;
    return { before: seen.marks, cells, delays: delays(seen.marks, marks, from, model.get("material"), extent) };
  }

  /** Forget the move that has been sent: it is on the board, or refused. */
  settle() {
    if (!this.pending) return;
    window.clearTimeout(this.pending.timer);
    this.pending = null;
  }

  /**
   * Show the mark of a cell.
   *
   * @param {Cell} cell
   * @param {number} number
   * @param {string} mark
   * @param {Motion | null} motion
   */
  fillMark(cell, number, mark, motion) {
    const stack = this.model.get("marks")[number] === mark ? (this.model.get("stacks")[number] ?? mark) : mark;
    if (cell.shown === stack) return;
    cell.shown = stack;
    cell.mark.replaceChildren();
    const before = motion?.before[number] ?? ".";
    if (motion && isCount(before)) this.drawLeaving(number, before, motion, cell.mark);
    if (mark === ".") return;
    if (stack.length > 1) {
      drawStack(this.material, number, stack, cell.mark);
      return;
    }
    const drawn = this.material.drawMark(number, mark, cell.mark);
    if (!motion || number === this.pickedPiece.landed) return;
    const [from, to] = [motion.cells[0], motion.cells[motion.cells.length - 1]];
    const [x, y] = cornerOf(number, this.extent);
    drawn.style.setProperty("--delay", `${motion.delays.get(number) ?? 0}ms`);
    if (isCount(mark)) drawn.classList.add("arriving");
    else if (this.model.get("pieces") && number === to && motion.cells.length > 2) {
      const { ways, duration } = hops(motion.cells, (cell) => cornerOf(cell, this.extent));
      drawn.animate({ transform: ways.map(([x, y]) => `translate(${x}px, ${y}px)`) }, duration);
      this.uncover(motion.cells, duration);
    } else if (this.model.get("pieces") && number === to && from !== to) {
      const [fromX, fromY] = cornerOf(from, this.extent);
      drawn.classList.add("sliding");
      drawn.style.setProperty("--from-x", `${fromX - x}px`);
      drawn.style.setProperty("--from-y", `${fromY - y}px`);
      this.uncover(motion.cells, SLIDE_MS);
    } else if (before !== ".") drawn.classList.add("flipping", `was-${classOf(sideOf(this.model, before))}`);
    else if (this.falls) {
      drawn.classList.add("falling");
      drawn.style.setProperty("--from", `${-y - CELL}px`);
      drawn.style.setProperty("--fall", `${this.fallTime(number)}s`);
    } else drawn.classList.add("new");
  }

  /**
   * Hide the tint of the cells of a move while its piece crosses them: a tint may lie above the piece.
   *
   * @param {number[]} cells
   * @param {number} duration
   */
  uncover(cells, duration) {
    for (const cell of cells) {
      const tint = this.cells[cell].group.querySelector(".back");
      tint?.animate({ fill: ["transparent", "transparent"] }, duration);
    }
  }

  /**
   * Draw what a cell held until the move comes there.
   *
   * @param {number} number
   * @param {string} mark
   * @param {Motion} motion
   * @param {Element} content
   */
  drawLeaving(number, mark, motion, content) {
    const leaving = this.material.drawMark(number, mark, content);
    leaving.classList.add("leaving");
    leaving.style.setProperty("--delay", `${motion.delays.get(number) ?? 0}ms`);
    leaving.addEventListener("animationend", () => leaving.remove());
  }

  /**
   * Return the seconds that a stone falls into a cell.
   *
   * @param {number} cell
   */
  fallTime(cell) {
    return FALL_S + ROW_FALL_S * Math.sqrt(cornerOf(cell, this.extent)[1] / CELL);
  }

  /**
   * Show what a press on a cell would do, and what is said of it.
   *
   * @param {Cell} cell
   * @param {number} number
   * @param {string} mark
   * @param {boolean} isChoosy whether some free cells cannot be taken
   */
  fillCell(cell, number, mark, isChoosy) {
    const { pickedPiece, model, pending } = this;
    const hasPieces = model.get("pieces");
    const moves = model.get("moves")[number];
    const next =
      this.hasTrails && this.takenBy(number) !== undefined ? { to: number, label: "", value: null } : undefined;
    const chosen = this.hasTrails
      ? next
      : hasPieces
        ? this.moveTo(pickedPiece.picked, number)
        : moves.find((move) => move.to === number);
    const begun = hasPieces && pickedPiece.picked === null ? moves[0] : undefined;
    const value = pending ? null : ((chosen ?? begun)?.value ?? null);
    const isOpen = model.get("playable") && !pending && chosen !== undefined; // a press could take this very cell
    const states = {
      free: model.get("playable") && this.takenBy(number) !== undefined,
      mine: this.isMine(number),
      dead: mark !== "." && (model.get("areas")[number] ?? ".") !== ".",
      last: (pending?.cells ?? model.get("last")).includes(number),
      pending: pending?.cells.includes(number) ?? this.trail.includes(number),
      kept: this.kept.includes(number),
      lifted: number === pickedPiece.picked,
      hinted: model.get("hinted").includes(number),
      advised: model.get("advised").includes(number),
      annotated: model.get("annotation") !== "" && model.get("last")[0] === number,
    };
    cell.group.setAttribute("aria-label", (hasPieces && chosen?.label) || model.get("labels")[number]);
    if (hasPieces) cell.group.setAttribute("aria-selected", String(number === pickedPiece.picked));
    const classes = Object.entries(states).flatMap(([state, holds]) => (holds ? [state] : []));
    cell.group.setAttribute("class", ["cell", ...classes].join(" "));
    const placed = hasPieces && !this.isStepwise ? (this.marks[pickedPiece.picked ?? -1] ?? "") : model.get("mark");
    const looks = JSON.stringify([mark, isOpen && !value, isChoosy, placed, value]);
    if (cell.looks === looks) return;
    cell.looks = looks;
    cell.over.replaceChildren();
    const [x, y] = cornerOf(number, this.extent);
    if (isOpen && !value && mark === ".") this.drawGhost(number, placed, isChoosy, cell.over);
    if (isOpen && !value && hasPieces && mark !== ".") {
      draw("circle", { class: "capture", cx: x + 50, cy: y + 50, r: 46 }, cell.over);
    }
    if (value) drawValue(value, x, y, mark !== ".", cell.over);
    this.material.drawRing(number, cell.over);
  }

  /**
   * Draw the mark or the piece that a press would place, seen under the mouse and the keyboard.
   *
   * @param {number} number
   * @param {string} mark
   * @param {boolean} isChoosy
   * @param {Element} content
   */
  drawGhost(number, mark, isChoosy, content) {
    const [x, y] = cornerOf(number, this.extent);
    if (isChoosy) draw("circle", { class: "hint", cx: x + 50, cy: y + 50, r: 9 }, content);
    this.material.drawMark(number, mark, content).classList.add("ghost");
  }

  /**
   * Strike the cells that decided the game through; where stones fall, after the last one has. A cell alone, such as
   * that of a king in check, gets a ring.
   *
   * @param {Motion | null} motion
   */
  drawStrikes(motion) {
    const { extent, strikeLayer } = this;
    const cells = this.model.get("line");
    if (this.struck === cells.join()) return;
    this.struck = cells.join();
    strikeLayer.replaceChildren();
    const wait = motion && this.falls ? this.fallTime(motion.cells[0]) : 0.15;
    const classes = motion ? "strike new" : "strike";
    for (const run of extent.shear ? links(cells, extent) : strikes(cells, extent)) {
      const [from, to] = [run[0], run[run.length - 1]].map((cell) => middleOf(cell, extent));
      if (run.length === 1) {
        draw("circle", { class: "strike alone", cx: from[0], cy: from[1], r: 44 }, strikeLayer);
        continue;
      }
      const over = extent.shear ? 0 : 36; // length of the strike beyond the middles of its end cells
      const [dx, dy] = [Math.sign(to[0] - from[0]) * over, Math.sign(to[1] - from[1]) * over];
      const ends = { x1: from[0] - dx, y1: from[1] - dy, x2: to[0] + dx, y2: to[1] + dy };
      draw("line", { class: classes, ...ends }, strikeLayer).style.setProperty("--wait", `${wait}s`);
    }
  }

  /**
   * Send a move, and show it at once if it is one. The server refuses what is wrong.
   *
   * @param {(number | null)[]} cells
   */
  play(cells) {
    const { pickedPiece, model } = this;
    const [from, to] = [cells[0], cells[cells.length - 1]];
    const promotions = model.get("pieces") ? this.moveTo(from, to)?.promotions : undefined;
    if (promotions && from !== null && to !== null && model.get("playable") && !this.pending) {
      this.choosePromotion([from, to], promotions);
      return;
    }
    const shown = model.get("pieces") ? this.moveTo(from, to)?.to : from === null ? undefined : this.takenBy(from);
    pickedPiece.empty();
    if (this.isStepwise) {
      if (from !== null && shown !== undefined) this.enter(from, shown);
      else this.say(model.get("returned"));
    } else if (model.get("playable") && !this.pending) {
      if (shown !== undefined && from !== null) this.expect(model.get("pieces") ? [from, shown] : [shown], cells);
      model.send({ play: cells, turn: model.get("turn") });
    }
    this.fill();
  }

  /**
   * Let the person choose a piece, then send the move. Put the pawn back if none is chosen.
   *
   * @param {number[]} cells
   * @param {import("../types").Promotion[]} promotions
   */
  choosePromotion(cells, promotions) {
    const { model, pickedPiece } = this;
    const turn = model.get("turn");
    openPromotions(this.material, cells[1], promotions, this.choiceLayer, (mark) => {
      this.cells[cells[1]].group.focus({ preventScroll: true });
      if (mark === null) return pickedPiece.putBack();
      pickedPiece.empty();
      const sent = [...cells, mark];
      if (turn === model.get("turn")) this.expect(cells, sent);
      model.send({ play: sent, turn });
      this.fill();
    });
  }

  /**
   * Enter a step, and send the move when it is whole.
   *
   * @param {number} from
   * @param {number} to
   */
  enter(from, to) {
    const { model } = this;
    if (!model.get("playable") || this.pending) return;
    const said = this.moveTo(from, to)?.label ?? "";
    this.steps = [...this.steps, from, to];
    this.stepsTurn = model.get("turn");
    this.say(said);
    if (!isWhole(model.get("ways"), this.steps)) return;
    const cells = this.steps;
    this.steps = [];
    this.expect(cells, cells);
    model.send({ play: cells, turn: model.get("turn") });
  }

  /** Take the last step back. */
  undoStep() {
    const [from, to] = this.steps.splice(-2);
    this.pickedPiece.empty();
    this.say(`${this.model.get("takeBack")}: ${this.model.get("words")[from]}/${this.model.get("words")[to]}`);
    if (!this.steps.length) this.cells[this.cursor].group.focus({ preventScroll: true });
    this.fill();
  }

  /**
   * Show a move that has been sent until it is confirmed. Take it back if the server answers without confirming it.
   *
   * @param {number[]} cells that show the move
   * @param {Sent} sent
   */
  expect(cells, sent) {
    const timer = window.setTimeout(() => this.giveUp(pending), PENDING_MS);
    const pending = { cells, sent, turn: this.model.get("turn"), timer };
    this.pending = pending;
  }

  /** @param {Pending} pending */
  async giveUp(pending) {
    const isReached = (await this.model.isReached?.()) ?? true;
    if (this.pending !== pending) return;
    if (!isReached) {
      pending.timer = window.setTimeout(() => this.giveUp(pending), PENDING_MS);
      return;
    }
    this.settle();
    this.fill();
  }

  /** Keep a move that the lost connection has not sent, because the page may be loaded anew. */
  keepUnsent() {
    const { model, pending } = this;
    if (model.isConnected?.() !== false || !(pending || this.kept.length)) return;
    const [sent, shown] = pending ? [pending.sent, pending.cells] : [this.kept, this.kept];
    const [path, turn, marks] = [window.location.pathname, model.get("turn"), model.get("marks")];
    keepMove(window.sessionStorage, { path, turn, marks, sent, shown });
  }

  /** Make the move that was kept when the page was loaded anew. Tell if the position is another one. */
  resume() {
    const { model } = this;
    if (!model.isConnected) return;
    const move = takeMove(window.sessionStorage, window.location.pathname);
    if (!move) return;
    if (model.get("playable") && isOfPosition(move, model.get("turn"), model.get("marks"))) {
      this.expect(move.shown, move.sent);
      model.send({ play: move.sent, turn: move.turn });
      this.fill();
    } else document.dispatchEvent(new Event("unsent-press"));
  }

  /**
   * Do what a click or Enter means: fill a cell, pick a piece up or put it down.
   *
   * @param {number} cell
   */
  press(cell) {
    if (this.hasTrails) this.pressTrail(cell);
    else if (this.model.get("ahead")) this.keep(cell);
    else if (!this.model.get("pieces")) this.play([cell]);
    else if (this.isMine(cell) && cell !== this.pickedPiece.picked && !this.moveTo(this.pickedPiece.picked, cell))
      this.pickedPiece.pick(cell);
    else this.play([this.pickedPiece.picked ?? cell, cell]);
  }

  /**
   * Enter a cell of a move with several, and send the move when no other begins so.
   *
   * @param {number} cell
   */
  pressTrail(cell) {
    const { model } = this;
    if (!model.get("playable") || this.pending) return;
    const trails = model.get("trails");
    this.trail = pressCell(trails, this.trail, cell);
    this.stepsTurn = model.get("turn");
    const whole = wholeTrails(trails, this.trail);
    this.say(this.trail.map((pressed) => model.get("words")[pressed]).join(" "));
    if (whole.length === 1 && !nextCells(trails, this.trail).length) this.sendTrail(whole[0]);
    this.fill();
  }

  /** @param {import("../types").MoveTrail} trail */
  sendTrail({ cells, word }) {
    this.expect([...cells], word);
    this.trail = [];
    this.model.send({ play: word, turn: this.model.get("turn") });
  }

  /** Offer the moves whose cells have been pressed, if there are several or one of them goes on. */
  fillChoices() {
    const { choices, model } = this;
    const whole = this.pending ? [] : wholeTrails(model.get("trails"), this.trail);
    choices.hidden = !whole.length;
    choices.replaceChildren();
    for (const trail of whole) {
      const button = html("button", { type: "button" }, choices);
      button.textContent = trail.word;
      button.addEventListener("click", () => {
        this.sendTrail(trail);
        this.fill();
      });
    }
  }

  /**
   * Keep a press for the person's turn; another press there forgets it.
   *
   * @param {number} cell
   */
  keep(cell) {
    const { kept, model } = this;
    const isOwn = sideOf(model, model.get("marks")[cell]) === sideOf(model, model.get("ahead"));
    if (kept.includes(cell)) this.kept = [];
    else if (!model.get("pieces")) this.kept = [cell];
    else if (isOwn) this.kept = [cell];
    else this.kept = kept.length === 1 ? [kept[0], cell] : [];
    this.say(this.kept.length ? model.get("kept") : "");
    this.fill();
  }

  /** Make the move that was kept, if it is one now. */
  playKept() {
    const { kept, model } = this;
    this.kept = [];
    if (!model.get("playable")) return;
    const isMove = model.get("pieces") ? this.moveTo(kept[0], kept[1] ?? null) : this.takenBy(kept[0]) !== undefined;
    if (isMove) queueMicrotask(() => this.play(kept));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (isBrowsers(event)) return;
    const { model } = this;
    const to = cellByKey(event.key, this.cursor, this.extent);
    const command = model.get("shortcuts")[event.key.toLowerCase()];
    if (to !== undefined) this.moveCursor(this.isHole(to) ? this.cursor : to, true);
    else if (event.key === "Enter" || event.key === " ") this.press(this.cursor);
    else if (event.key === "Escape" && this.pickedPiece.picked !== null) this.pickedPiece.putBack();
    else if (event.key === "Escape" && this.trail.length) this.pressTrail(this.trail[this.trail.length - 1]);
    else if (event.key === "Escape" && this.kept.length) this.keep(this.kept[0]);
    else if (this.steps.length && (event.key === "Escape" || command === "undo")) this.undoStep();
    else if (command) model.send({ command });
    else return;
    event.preventDefault();
  }

  announce() {
    this.say(this.model.get("announce"));
  }

  /** @param {string} words */
  say(words) {
    this.said.textContent = words;
  }
}
