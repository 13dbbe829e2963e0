// What boards are made of: how the ground of a board, its cells and its marks are drawn.

import { draw, isCount, textOf } from "../svg.js";
import { BAR_COLUMN, OFF_COLUMN } from "./backgammon_columns.js";
import { CELL, cornerOf, rowHeight } from "./geometry.js";
import { SIDES, drawCount, drawHalfDomino, drawOutline, drawPiece, drawSign, drawStone, group } from "./marks.js";
import { drawKind, drawSideSign } from "./pieces.js";

const FRAME_ROUND = 14; // radius of the corners of a board
const WELL = 41; // radius of a hole of a rack
const STARS_FROM = 8; // columns of the smallest felt with four dots
const LEAST_STARRED = 7; // columns of the smallest board of Go with star points
const FOURTH_LINE_FROM = 13; // columns of the smallest board with star points on the fourth line
const GOLDEN_TURN = 2.399963; // radians between one seed and the next
const PIT = 33; // radius of a pit
const PIT_MIDDLE = 40; // distance from the top of the cell, as the number of seeds stands below
const STORE = 38; // half the width of a store
const MOST_SEEDS_DRAWN = 30;
const CHECKER = 38; // radius of a checker
const STACK_FOOT = 40; // distance from the rim to the first checker, as the number of the point stands there
const BORNE_OFF_STEP = 25; // distance from one checker to the next
const DIE = 76; // side of the dice of backgammon
const DOTS = ["", "5", "19", "159", "1379", "13579", "134679"]; // dots of each number, at the keys of a telephone
const ROLL_MS = 500; // duration of a roll of the dice, as in board.css
const CUBE_SHIFT = 92; // distance from the middle of the bar to a doubling cube with an owner

/** @typedef {import("../types").BoardState} BoardState */
/** @typedef {import("../widget").Model<BoardState>} BoardModel */
/** @typedef {import("./geometry.js").Extent} Extent */

/** Paper: lines between cells, and signs or stones in them. The other materials differ from it. */
export class Paper {
  /** @param {BoardModel} model */
  constructor(model) {
    this.model = model;
    this.rolledAt = -ROLL_MS; // time of the last roll in milliseconds since the page was opened
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
    const wanted = model.get("goals")[number];
    const goal = SIDES[model.get("sides").indexOf(wanted)];
    if (goal) drawOutline({ class: `goal ${goal}` }, x, y, 2, isHexagon, content);
    drawOutline({ class: "back", rx: 8 }, x, y, 3, isHexagon, content);
    if (goal) this.write(wanted, `goal-of ${goal}`, x + (isHexagon ? 44 : 9), y + (isHexagon ? 15 : 21), content);
    const [aside, down] = isHexagon ? [42, 16] : [11, 21];
    if (!model.get("columns").length) this.write(model.get("words")[number], "number", x + aside, y + down, content);
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
    const [x, y] = cornerOf(number, this.extent);
    const kind = this.model.get("kinds")[mark];
    if (kind) return drawKind(kind, x, y, content);
    const drawn = isCount(mark) ? drawCount : this.drawn;
    return drawn(this.model.get("sides").indexOf(mark), mark, x, y, content);
  }

  /**
   * Return the cells that a mark placed in a cell takes.
   *
   * @param {number} cell
   * @param {string} _mark
   */
  cellsOf(cell, _mark) {
    return [cell];
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

/** A grid that dominoes cover: those of the first side stand, those of the second lie. */
class Dominoes extends Paper {
  /**
   * @param {number} number
   * @param {string} mark
   * @param {Element} content
   */
  drawMark(number, mark, content) {
    const { width } = this.extent;
    const side = this.model.get("sides").indexOf(mark);
    const step = side ? 1 : width;
    const marks = [...this.model.get("marks")];
    const goesOn = (/** @type {number} */ cell) =>
      marks[cell - step] === mark && (side === 0 || Math.floor((cell - step) / width) === Math.floor(cell / width));
    let first = number; // first cell of a row of dominoes
    while (goesOn(first)) first -= step;
    const isFirstHalf = ((number - first) / step) % 2 === 0;
    return drawHalfDomino(side, isFirstHalf, ...cornerOf(number, this.extent), content);
  }
}

/** Green felt, with the dots of an Othello board. */
class Felt extends Paper {
  /** @param {Element} parent */
  drawBoard(parent) {
    super.drawBoard(parent);
    const { width, height } = this.extent;
    if (width < STARS_FROM || height < STARS_FROM) return;
    for (const column of [2, width - 2]) {
      for (const row of [2, height - 2])
        draw("circle", { class: "star", cx: column * CELL, cy: row * CELL, r: 7 }, parent);
    }
  }
}

/**
 * Return the rows, and columns, of the star points of a board of Go.
 *
 * @param {number} size
 * @returns {number[]}
 */
function starsOf(size) {
  if (size < LEAST_STARRED) return [];
  const first = size < FOURTH_LINE_FROM ? 2 : 3;
  return size % 2 && size > LEAST_STARRED ? [first, (size - 1) / 2, size - 1 - first] : [first, size - 1 - first];
}

/** A board of wood whose stones stand where lines cross, with its star points. */
class Points extends Paper {
  /** @param {Element} parent */
  drawBoard(parent) {
    const { width, height } = this.extent;
    const [across, down] = [width * CELL, height * CELL];
    draw("rect", { class: "frame", x: 0, y: 0, width: across, height: down, rx: FRAME_ROUND }, parent);
    const grid = draw("g", { class: "grid" }, parent);
    const half = CELL / 2;
    for (let x = half; x < across; x += CELL) draw("line", { x1: x, x2: x, y1: half, y2: down - half }, grid);
    for (let y = half; y < down; y += CELL) draw("line", { y1: y, y2: y, x1: half, x2: across - half }, grid);
    for (const column of starsOf(width)) {
      for (const row of starsOf(height))
        draw("circle", { class: "star", cx: column * CELL + half, cy: row * CELL + half, r: 8 }, parent);
    }
  }

  /**
   * Draw what lies under a stone: nothing but what shows the last move.
   *
   * @param {number} number
   * @param {Element} content
   */
  drawGround(number, content) {
    const [x, y] = cornerOf(number, this.extent);
    draw("circle", { class: "back", cx: x + 50, cy: y + 50, r: 50 }, content);
  }

  /**
   * Mark the points that belong to a side when the game is over.
   *
   * @param {Element} layer
   */
  drawScore(layer) {
    layer.replaceChildren();
    [...this.model.get("areas")].forEach((mark, number) => {
      const kind = this.model.get("kinds")[mark];
      if (!kind) return;
      const [x, y] = cornerOf(number, this.extent);
      draw("rect", { class: `area ${kind.tone}`, x: x + 36, y: y + 36, width: 28, height: 28 }, layer);
    });
  }
}

let racks = 0; // number of racks on the page, which gives each clip path a name

/** A rack of holes that stones fall into from above. */
class Rack extends Paper {
  /** @param {BoardModel} model */
  constructor(model) {
    super(model);
    this.name = `ply-rack-${(racks += 1)}`;
  }

  /** @param {Element} parent */
  drawBoard(parent) {
    const { width, height } = this.extent;
    const size = { x: 0, y: 0, width: width * CELL, height: height * CELL };
    draw("rect", { class: "frame", ...size, rx: 2 * FRAME_ROUND }, parent);
    const holes = draw("clipPath", { id: this.name }, draw("defs", {}, parent));
    for (let cell = 0; cell < width * height; cell++) {
      const [x, y] = cornerOf(cell, this.extent);
      draw("circle", { cx: x + 50, cy: y + 50, r: WELL }, holes);
    }
  }

  /**
   * @param {number} number
   * @param {Element} content
   */
  drawGround(number, content) {
    const [x, y] = cornerOf(number, this.extent);
    draw("circle", { class: "well", cx: x + 50, cy: y + 50, r: WELL }, content);
  }

  /**
   * @param {number} number
   * @param {string} mark
   * @param {Element} content
   */
  drawMark(number, mark, content) {
    const seen = draw("g", { "clip-path": `url(#${this.name})` }, content); // falling stones show only in the holes
    return super.drawMark(number, mark, seen);
  }
}

/** A board of wood with pits for seeds, and a store for each side beside them. */
class Pits extends Paper {
  /** @param {Element} parent */
  drawBoard(parent) {
    const { width, height } = this.extent;
    const size = { x: 0, y: 0, width: width * CELL, height: height * CELL };
    draw("rect", { class: "frame", ...size, rx: 60 }, parent);
  }

  /**
   * Return whether a cell is a part of a store: its side's mark stands in the goals.
   *
   * @param {number} number
   */
  isStore(number) {
    return (this.model.get("goals")[number] ?? ".") !== ".";
  }

  /**
   * @param {number} number
   * @param {Element} content
   */
  drawGround(number, content) {
    const { model } = this;
    const [x, y] = cornerOf(number, this.extent);
    if (!this.isStore(number)) {
      draw("circle", { class: "back pit", cx: x + 50, cy: y + PIT_MIDDLE, r: PIT }, content);
      this.write(model.get("words")[number], "number", x + 5, y + 20, content);
    } else if (number < this.extent.width) {
      const owner = model.get("goals")[number];
      const size = { x: x + 50 - STORE, y: y + 12, width: 2 * STORE, height: 2 * CELL - 24 };
      const side = SIDES[model.get("sides").indexOf(owner)];
      draw("rect", { class: `back pit store ${side}`, ...size, rx: STORE }, content);
      this.write(owner, `goal-of ${side}`, x + 44, y + 38, content);
    }
  }

  /**
   * @param {number} number
   * @param {string} mark
   * @param {Element} content
   */
  drawMark(number, mark, content) {
    const { extent } = this;
    const [x, y] = cornerOf(number, extent);
    const isStore = this.isStore(number);
    const top = number < extent.width ? y : y - CELL; // a store is two cells high
    const drawn = group("mark seeds", x, isStore ? top : y, content);
    if (isStore && number < extent.width !== (number % extent.width === 0)) {
      // what one mark cannot tell
      draw("text", { x: 50, y: 2 * CELL - 62 }, drawn).textContent = `+${textOf(mark)}`;
      return drawn;
    }
    const count = Number(textOf(mark));
    if (isStore) this.drawSeeds(count, CELL - 4, STORE - 10, 1.7, drawn);
    else this.drawSeeds(count, PIT_MIDDLE, PIT - 8, 1, drawn);
    draw("text", { x: 50, y: isStore ? 2 * CELL - 32 : 87 }, drawn).textContent = String(count);
    return drawn;
  }

  /**
   * Draw seeds around the middle of a pit or store.
   *
   * @param {number} count
   * @param {number} middle
   * @param {number} radius that they take across
   * @param {number} stretch of what they take down
   * @param {Element} parent
   */
  drawSeeds(count, middle, radius, stretch, parent) {
    const shown = Math.min(count, MOST_SEEDS_DRAWN);
    for (let seed = 0; seed < shown; seed++) {
      const reach = shown === 1 ? 0 : radius * Math.sqrt((seed + 0.5) / Math.max(shown, 5));
      const turn = seed * GOLDEN_TURN;
      const place = { cx: 50 + reach * Math.cos(turn), cy: middle + stretch * reach * Math.sin(turn) };
      draw("circle", { class: "seed", ...place, r: 7.5 }, parent);
    }
  }
}

/** A die and a bar of points for each side. */
class Track extends Paper {
  drawBoard() {}

  drawGround() {}

  /**
   * @param {number} _number
   * @param {string} _mark
   * @param {Element} content
   */
  drawMark(_number, _mark, content) {
    return draw("g", {}, content);
  }

  /**
   * @param {number} _number
   * @param {Element} content
   */
  drawRing(_number, content) {
    const { width, height } = this.extent;
    draw("rect", { class: "ring", x: 0, y: 0, width: width * CELL, height: height * CELL, rx: FRAME_ROUND }, content);
  }

  /** @param {Element} layer */
  drawScore(layer) {
    const { extent, model } = this;
    layer.replaceChildren();
    const sides = model.get("sides");
    const marks = [...model.get("marks")];
    const target = marks.length / sides.length;
    const down = (extent.height * CELL) / sides.length;
    const [face] = model.get("dice");
    const die = face ? Math.min(90, extent.height * CELL - 20) : 0;
    const wide = extent.width * CELL - (die ? die + 30 : 0);
    const rows = extent.turned ? [...sides].reverse() : sides;
    sides.forEach((side, number) => {
      const own = marks.slice(number * target, (number + 1) * target);
      const points = own.filter((mark) => mark === side).length;
      const ahead = own.filter((mark) => mark === "*").length;
      const bar = draw("g", { transform: `translate(0 ${(rows.indexOf(side) + 0.5) * down})` }, layer);
      this.drawBar(SIDES[number], side, points, ahead, target, wide, bar);
    });
    if (die) this.drawDie(face, extent.width * CELL - die, (extent.height * CELL - die) / 2, die, layer);
  }

  /**
   * @param {string} kind
   * @param {string} side
   * @param {number} points
   * @param {number} ahead points of the turn, which may still be lost
   * @param {number} target
   * @param {number} wide
   * @param {Element} bar
   */
  drawBar(kind, side, points, ahead, target, wide, bar) {
    const room = wide - 130;
    const high = 36;
    const size = { x: 40, y: -high / 2, height: high, rx: high / 2 };
    draw("text", { class: `side ${kind}`, x: 8, y: 1 }, bar).textContent = side;
    draw("rect", { class: "rail", ...size, width: room }, bar);
    const reached = (room * Math.min(points + ahead, target)) / target;
    if (ahead) draw("rect", { class: `ahead ${kind}`, ...size, width: Math.max(high, reached) }, bar);
    if (points)
      draw("rect", { class: `points ${kind}`, ...size, width: Math.max(high, (room * points) / target) }, bar);
    const words = ahead ? `${points} + ${ahead}` : `${points}`;
    draw("text", { class: "tally", x: room + 52, y: 1 }, bar).textContent = words;
  }
}

/** A backgammon board: a point or a bar in each cell, checkers in stacks, the dice in the middle. */
class Backgammon extends Paper {
  /** Whether a cell lies in the upper row. @param {number} number */
  isUpper(number) {
    return number < this.extent.width;
  }

  /** The column of a cell. @param {number} number */
  column(number) {
    return number % this.extent.width;
  }

  /** Return the box of a cell. @param {number} number @param {number} inset */
  box(number, inset) {
    const [x, y] = cornerOf(number, this.extent);
    return { x: x + inset, y: y + inset, width: CELL - 2 * inset, height: rowHeight(this.extent) - 2 * inset };
  }

  /** @param {Element} parent */
  drawBoard(parent) {
    const { width, height } = this.extent;
    const down = height * rowHeight(this.extent);
    draw("rect", { class: "frame", x: 0, y: 0, width: width * CELL, height: down, rx: FRAME_ROUND }, parent);
    for (const column of [BAR_COLUMN, OFF_COLUMN]) {
      draw("rect", { class: "rail", x: column * CELL + 6, y: 6, width: CELL - 12, height: down - 12, rx: 8 }, parent);
    }
    for (let cell = 0; cell < width * height; cell++) {
      if ([BAR_COLUMN, OFF_COLUMN].includes(this.column(cell))) continue;
      const { x, y, height: high } = this.box(cell, 0);
      const [base, tip] = this.isUpper(cell) ? [y + 4, y + high - 90] : [y + high - 4, y + 90];
      const tone = (this.column(cell) + Number(this.isUpper(cell)) + Number(this.column(cell) > BAR_COLUMN)) % 2;
      const d = `M${x + 3} ${base}H${x + CELL - 3}L${x + CELL / 2} ${tip}z`;
      draw("path", { class: tone ? "point dark" : "point light", d }, parent);
    }
  }

  /**
   * @param {number} number
   * @param {Element} parent
   */
  drawPad(number, parent) {
    draw("rect", { class: "pad", ...this.box(number, 0) }, parent);
  }

  /**
   * Draw what shows a cell's part in the last play, and its number.
   *
   * @param {number} number
   * @param {Element} content
   */
  drawGround(number, content) {
    const box = this.box(number, 3);
    draw("rect", { class: "back", ...box, rx: 8 }, content);
    if ([BAR_COLUMN, OFF_COLUMN].includes(this.column(number))) return;
    const y = this.isUpper(number) ? box.y + 16 : box.y + box.height - 16;
    this.write(this.model.get("words")[number] ?? "", "number", box.x + box.width / 2, y, content);
  }

  /**
   * Return the kind of a mark; for the mark of a side, that of its single checker.
   *
   * @param {string} mark
   */
  kindOf(mark) {
    const kinds = this.model.get("kinds");
    const side = this.model.get("sides").indexOf(mark);
    const singles = Object.values(kinds).filter((kind) => kind.glyph === "1");
    return kinds[mark] ?? singles.find((kind) => kind.side === side) ?? singles[0];
  }

  /**
   * Draw the checkers of a point or of the bar as a stack, those borne off as bars.
   *
   * @param {number} number
   * @param {string} mark
   * @param {Element} content
   */
  drawMark(number, mark, content) {
    const { side, tone, glyph } = this.kindOf(mark);
    const [count, { x, y, height }] = [Number(glyph), this.box(number, 0)];
    const drawn = group(`mark kind ${tone} ${SIDES[side]}`, x, y, content);
    const isBorneOff = this.column(number) === OFF_COLUMN;
    const step = isBorneOff
      ? BORNE_OFF_STEP
      : Math.min(2 * CHECKER, (5 * CHECKER * 2 - 2 * CHECKER) / (count - 1 || 1));
    /** @param {number} from the foot of the stack */
    const down = (from) => (this.isUpper(number) ? from : height - from);
    for (let checker = 0; checker < count; checker++) {
      if (isBorneOff) {
        const top = down(10 + checker * step) - (this.isUpper(number) ? 0 : step - 4);
        draw("rect", { x: 16, y: top, width: CELL - 32, height: step - 4, rx: 4 }, drawn);
      } else draw("circle", { cx: CELL / 2, cy: down(STACK_FOOT + CHECKER + checker * step), r: CHECKER - 1 }, drawn);
    }
    if (!isBorneOff && count <= 5) {
      drawSideSign(side, CELL / 2, down(STACK_FOOT + CHECKER + (count - 1) * step), 1.2, drawn);
    }
    const middle = isBorneOff ? 10 + count * step + 24 : STACK_FOOT + CHECKER + (count - 1) * step;
    if (count > 5) draw("text", { x: CELL / 2, y: down(middle) }, drawn).textContent = glyph;
    return drawn;
  }

  /**
   * @param {number} number
   * @param {Element} content
   */
  drawRing(number, content) {
    draw("rect", { class: "ring", ...this.box(number, 6), rx: 9 }, content);
  }

  /**
   * Draw the dice between the rows, White's on the right, Black's on the left.
   *
   * @param {Element} layer
   */
  drawScore(layer) {
    layer.replaceChildren();
    const { model } = this;
    const middle = (model.get("sides").indexOf(model.get("mark")) === 1 ? BAR_COLUMN : BAR_COLUMN + OFF_COLUMN + 1) / 2;
    model.get("dice").forEach((face, place) => {
      const x = middle * CELL + (place ? 10 : -10 - DIE);
      this.drawDie(face, x, rowHeight(this.extent) - DIE / 2, DIE, layer);
    });
    const [shown, owner] = model.get("cube");
    if (shown) this.drawCube(shown, owner, layer);
  }

  /**
   * Draw the doubling cube on the bar: in the middle, or towards the side that owns it.
   *
   * @param {number} shown
   * @param {number} owner the side, or -1
   * @param {Element} layer
   */
  drawCube(shown, owner, layer) {
    const x = (BAR_COLUMN + 0.5) * CELL;
    const y = rowHeight(this.extent) + (owner < 0 ? 0 : owner === 0 ? CUBE_SHIFT : -CUBE_SHIFT);
    const cube = draw("g", { class: "cube" }, layer);
    draw("rect", { x: x - DIE / 2, y: y - DIE / 2, width: DIE, height: DIE, rx: 8 }, cube);
    draw("text", { x, y }, cube).textContent = String(shown);
  }
}

/**
 * Return the material of a board.
 *
 * @param {BoardModel} model
 * @returns {Paper}
 */
export function materialOf(model) {
  switch (model.get("material")) {
    case "felt":
      return new Felt(model);
    case "rack":
      return new Rack(model);
    case "pits":
      return new Pits(model);
    case "points":
      return new Points(model);
    case "dominoes":
      return new Dominoes(model);
    case "backgammon":
      return new Backgammon(model);
    case "track":
      return new Track(model);
    default:
      return new Paper(model);
  }
}
