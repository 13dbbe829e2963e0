// What boards are made of: how the ground of a board, its cells and its marks are drawn. One class a material.

import { draw, textOf } from "../svg.js";
import { BAR_COLUMN, OFF_COLUMN } from "./backgammon_columns.js";
import { CELL, cornerOf, rowHeight } from "./geometry.js";
import { SIDES, drawCar, drawDomino, drawPebble, group } from "./marks.js";
import { FRAME_ROUND, Paper } from "./paper.js";
import { drawSideSign } from "./pieces.js";

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
const CUBE_SHIFT = 92; // distance from the middle of the bar to a doubling cube with an owner
const TRACK_WIDTH = 640; // width of the drawing of scores, before it is scaled to its cells
const DICE_ROOM = 150; // width of the right end of that drawing, where the die lies
const DICE_SIDE = 110;

/** @typedef {import("./paper.js").BoardModel} BoardModel */
/** @typedef {import("./geometry.js").Extent} Extent */

/** A tray that dominoes cover: those of the first side stand, those of the second lie. */
class Dominoes extends Paper {
  /**
   * Return the distance from the first cell of a domino to its second.
   *
   * @param {string} mark
   */
  step(mark) {
    return this.model.get("sides").indexOf(mark) === 1 ? 1 : this.extent.width;
  }

  /**
   * Draw a domino in its first cell, and nothing in its second.
   *
   * @param {number} number
   * @param {string} mark
   * @param {Element} content
   */
  drawMark(number, mark, content) {
    const { width } = this.extent;
    const [marks, step] = [[...this.model.get("marks")], this.step(mark)];
    const goesOn = (/** @type {number} */ cell) =>
      marks[cell - step] === mark && (step > 1 || Math.floor((cell - 1) / width) === Math.floor(cell / width));
    let first = number; // first cell of a row of dominoes
    while (goesOn(first)) first -= step;
    const isSecondHalf = ((number - first) / step) % 2 === 1;
    if (isSecondHalf) return draw("g", {}, content);
    return drawDomino(this.model.get("sides").indexOf(mark), ...cornerOf(number, this.extent), content);
  }
}

/** Sand with pebbles in rows or, where a cell has a number, in a pile. A hollow is left where a pebble was taken. */
class Heaps extends Paper {
  get hasLines() {
    return false;
  }

  /** @param {Element} parent */
  drawBoard(parent) {
    super.drawBoard(parent);
    const { width, height } = this.extent;
    draw("rect", { class: "frame", x: 0, y: 0, width: width * CELL, height: height * CELL, rx: 30 }, parent);
  }

  /**
   * @param {number} number
   * @param {Element} content
   */
  drawGround(number, content) {
    const [x, y] = cornerOf(number, this.extent);
    draw("ellipse", { class: "back", cx: x + 50, cy: y + 52, rx: 42, ry: 36 }, content);
    if ((this.model.get("begun")[number] ?? ".") === ".") return;
    draw("ellipse", { class: "hollow", cx: x + 50, cy: y + 54, rx: 30, ry: 22 }, content);
  }

  /**
   * @param {number} number
   * @param {string} mark
   * @param {Element} content
   */
  drawMark(number, mark, content) {
    const [x, y] = cornerOf(number, this.extent);
    const count = Number(textOf(mark));
    if (mark === "*") return drawPebble(number, x, y, 1, content);
    if (!count) return super.drawMark(number, mark, content);
    const drawn = group("mark heap", x, y, content);
    const shown = Math.min(count, MOST_SEEDS_DRAWN);
    const size = shown > 12 ? 0.3 : shown > 5 ? 0.36 : 0.46;
    for (let pebble = 0; pebble < shown; pebble++) {
      const reach = shown === 1 ? 0 : 30 * Math.sqrt((pebble + 0.5) / Math.max(shown, 4));
      const turn = pebble * GOLDEN_TURN;
      const place = [50 + reach * Math.cos(turn) - 50 * size, 42 + 0.75 * reach * Math.sin(turn) - 50 * size];
      drawPebble(number + pebble, place[0], place[1], size, drawn);
    }
    draw("text", { x: 50, y: 87 }, drawn).textContent = String(count);
    return drawn;
  }
}

/** Streets with cars. Cells with a goal lie outside: an arrow shows the cars of which side leave there. */
class Road extends Paper {
  get hasLines() {
    return false;
  }

  /**
   * Return whether a cell lies outside the streets.
   *
   * @param {number} number
   */
  isOutside(number) {
    const { width, height } = this.extent;
    const goals = this.model.get("goals");
    const [column, row] = [number % width, Math.floor(number / width)];
    const beside = [
      column > 0 ? number - 1 : -1,
      column < width - 1 ? number + 1 : -1,
      row > 0 ? number - width : -1,
      row < height - 1 ? number + width : -1,
    ];
    const isGoal = (/** @type {number} */ cell) => (goals[cell] ?? ".") !== ".";
    return isGoal(number) || beside.filter((cell) => cell >= 0).every(isGoal);
  }

  /**
   * @param {number} number
   * @param {Element} content
   */
  drawGround(number, content) {
    const [x, y] = cornerOf(number, this.extent);
    if (!this.isOutside(number)) draw("rect", { class: "street", x, y, width: CELL, height: CELL }, content);
    draw("rect", { class: "back", x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 10 }, content);
    const goal = this.model.get("goals")[number] ?? ".";
    const side = this.model.get("sides").indexOf(goal);
    if (side < 0) return;
    const turned = `translate(${x + 50} ${y + 50}) rotate(${this.direction(goal)})`;
    draw("path", { class: `exit ${SIDES[side]}`, d: "M-22-24 2 0-22 24M2-24 26 0 2 24", transform: turned }, content);
  }

  /**
   * Return the direction in which the cars of a side leave, in degrees; 0 is to the right.
   *
   * @param {string} mark
   */
  direction(mark) {
    const { width, height, turned } = this.extent;
    const cells = [...this.model.get("goals")].flatMap((goal, cell) => (goal === mark ? [cell] : []));
    const found = [
      cells.every((cell) => cell % width === width - 1),
      cells.every((cell) => cell >= width * (height - 1)),
      cells.every((cell) => cell % width === 0),
      cells.every((cell) => cell < width),
    ].indexOf(true);
    return 90 * Math.max(found, 0) + (turned ? 180 : 0);
  }

  /**
   * @param {string} mark
   * @param {number} x
   * @param {number} y
   * @param {Element} parent
   */
  drawAt(mark, x, y, parent) {
    const side = this.model.get("sides").indexOf(mark);
    return side < 0 ? super.drawAt(mark, x, y, parent) : drawCar(side, this.direction(mark), x, y, parent);
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

/** A rack of holes that stones fall into from above. */
class Rack extends Paper {
  /** @param {Element} parent */
  drawBoard(parent) {
    const { width, height } = this.extent;
    const size = { x: 0, y: 0, width: width * CELL, height: height * CELL };
    draw("rect", { class: "frame", ...size, rx: 2 * FRAME_ROUND }, parent);
    draw("rect", { class: "glow", ...size, rx: 2 * FRAME_ROUND }, parent);
    const holes = draw("clipPath", { id: `${this.name}-holes` }, draw("defs", {}, parent));
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
    // Falling stones show only in the holes.
    const seen = draw("g", { "clip-path": `url(#${this.name}-holes)` }, content);
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
      const place = model.get("sides").indexOf(owner);
      const side = SIDES[place];
      draw("rect", { class: `back pit store ${side}`, ...size, rx: STORE }, content);
      this.write(model.get("names")[place], `goal-of ${side}`, x + 50, y + 40, content);
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
      draw("circle", { class: "shine", ...place, r: 7.5 }, parent);
    }
  }
}

/** A die, and for each side a track on which a pig runs towards the target. */
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
    const target = Math.round(marks.length / sides.length);
    const scale = (extent.width * CELL) / TRACK_WIDTH;
    const high = (extent.height * CELL) / scale;
    const all = draw("g", { transform: `scale(${scale})` }, layer);
    draw("rect", { class: "frame", x: 0, y: 0, width: TRACK_WIDTH, height: high, rx: 22 }, all);
    const [face] = model.get("dice");
    const down = high / sides.length;
    const rows = extent.turned ? [...sides].reverse() : sides;
    sides.forEach((side, number) => {
      const own = marks.slice(number * target, (number + 1) * target);
      const points = own.filter((mark) => mark === side).length;
      const ahead = own.filter((mark) => mark === "*").length;
      const bar = draw("g", { transform: `translate(0 ${(rows.indexOf(side) + 0.5) * down})` }, all);
      this.drawLane(SIDES[number], model.get("names")[number], points, ahead, target, bar);
    });
    if (face) this.drawDie(face, TRACK_WIDTH - DICE_ROOM + 14, (high - DICE_SIDE) / 2, DICE_SIDE, all);
  }

  /**
   * @param {string} kind
   * @param {string} name of the side
   * @param {number} points
   * @param {number} ahead points of the turn, which may still be lost
   * @param {number} target
   * @param {Element} bar
   */
  drawLane(kind, name, points, ahead, target, bar) {
    const [left, room] = [116, TRACK_WIDTH - DICE_ROOM - 144];
    const size = { x: left, y: 6, height: 22, rx: 11 };
    const reached = (/** @type {number} */ score) => (room * Math.min(score, target)) / target;
    draw("text", { class: `side ${kind}`, x: 18, y: 18 }, bar).textContent = name;
    draw("rect", { class: "rail", ...size, width: room }, bar);
    for (const tenth of [1, 2, 3]) {
      const x = left + (room * tenth) / 4;
      draw("line", { class: "tick", x1: x, x2: x, y1: 8, y2: 26 }, bar);
    }
    const least = size.height;
    if (ahead) draw("rect", { class: `ahead ${kind}`, ...size, width: Math.max(least, reached(points + ahead)) }, bar);
    if (points) draw("rect", { class: `points ${kind}`, ...size, width: Math.max(least, reached(points)) }, bar);
    drawPig(kind, left + reached(points + ahead), -14, bar);
    const words = ahead ? `${points} + ${ahead}` : `${points}`;
    draw("text", { class: "tally", x: left + room, y: -26 }, bar).textContent = words;
    draw("text", { class: "target", x: left + room + 10, y: 18 }, bar).textContent = String(target);
  }
}

/**
 * Draw the head of a pig.
 *
 * @param {string} kind the class of its side
 * @param {number} x its middle
 * @param {number} y
 * @param {Element} parent
 */
function drawPig(kind, x, y, parent) {
  const pig = draw("g", { class: `pig ${kind}`, transform: `translate(${x} ${y})` }, parent);
  draw("path", { class: "ear", d: "M-15-10-17-25-4-17zM15-10 17-25 4-17z" }, pig);
  draw("circle", { class: "head-of", cx: 0, cy: 0, r: 20 }, pig);
  draw("ellipse", { class: "snout", cx: 0, cy: 5, rx: 10, ry: 7.5 }, pig);
  for (const aside of [-3.5, 3.5]) {
    draw("ellipse", { class: "hole", cx: aside, cy: 5, rx: 1.7, ry: 2.6 }, pig);
    draw("circle", { class: "hole", cx: 2.2 * aside, cy: -7, r: 2.2 }, pig);
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
      } else {
        const disc = { cx: CELL / 2, cy: down(STACK_FOOT + CHECKER + checker * step), r: CHECKER - 1 };
        draw("circle", disc, drawn);
        draw("circle", { class: "shine", ...disc }, drawn);
      }
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
    case "heaps":
      return new Heaps(model);
    case "road":
      return new Road(model);
    case "backgammon":
      return new Backgammon(model);
    case "track":
      return new Track(model);
    default:
      return new Paper(model);
  }
}
