// Where cells are, and which stand in a line. All lengths are in the picture's own unit.

export const CELL = 100; // side of a cell
const HEXAGON_REACH = CELL / Math.sqrt(3); // distance of a corner of a hexagon from its middle
const HEXAGON_ROW = 86.6; // height of a row of hexagons, without the overlap

/**
 * The size of a board; `shear` tells how many cells each row stands to the right of the one above (hexagons: a half),
 * `indents` the same of each row if they differ, `across` the width of the whole board in cells, `tall` the height of a
 * cell in its widths, `turned` whether it is seen from the other side.
 *
 * @typedef {object} Extent
 * @property {number} width
 * @property {number} height
 * @property {number} shear
 * @property {number[]} [indents]
 * @property {number} [across]
 * @property {number} [tall]
 * @property {boolean} [turned]
 */

/**
 * Return how far a row stands to the right, in cells.
 *
 * @param {number} row
 * @param {Extent} extent
 */
function indentOf(row, { shear, indents }) {
  return indents?.length ? indents[row] : shear * row;
}

/**
 * Return the width of a whole board, in cells.
 *
 * @param {Extent} extent
 */
export function acrossOf({ width, height, shear, across }) {
  return across || width + shear * (height - 1);
}

/**
 * Return the distance from one row to the next.
 *
 * @param {{ shear: number, tall?: number }} extent
 */
export function rowHeight({ shear, tall }) {
  return shear ? HEXAGON_ROW : CELL * (tall || 1);
}

/**
 * Return the upper left corner of a cell.
 *
 * @param {number} cell
 * @param {Extent} extent
 * @returns {[number, number]}
 */
export function cornerOf(cell, extent) {
  const { width, height, turned } = extent;
  const row = Math.floor(cell / width);
  const x = (cell % width) + indentOf(row, extent);
  if (turned) return [(acrossOf(extent) - 1 - x) * CELL, (height - 1 - row) * rowHeight(extent)];
  return [x * CELL, row * rowHeight(extent)];
}

/**
 * Return the middle of a cell.
 *
 * @param {number} cell
 * @param {Extent} extent
 * @returns {[number, number]}
 */
export function middleOf(cell, extent) {
  const [x, y] = cornerOf(cell, extent);
  return [x + CELL / 2, y + (extent.shear ? CELL : rowHeight(extent)) / 2];
}

const HEXAGONS_BESIDE = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
]; // steps across and down over each edge of a hexagon, clockwise from the upper right

/**
 * Return the edges of the board that a cell of a goal lies at: names for a square, numbers clockwise from the upper
 * right for a hexagon. A square in a corner lies only at the edge that the goal goes on along.
 *
 * @param {number} cell
 * @param {string} goals
 * @param {Extent} extent
 * @returns {(number | string)[]}
 */
export function goalEdges(cell, goals, { width, height, shear, turned }) {
  const numberOf = (/** @type {number} */ place) => (turned ? width * height - 1 - place : place);
  const place = numberOf(cell);
  const [column, row] = [place % width, Math.floor(place / width)];
  const isInside = (/** @type {number} */ x, /** @type {number} */ y) => x >= 0 && y >= 0 && x < width && y < height;
  if (shear) {
    return HEXAGONS_BESIDE.flatMap(([x, y], edge) => (isInside(column + x, row + y) ? [] : [edge]));
  }
  const isGoal = (/** @type {number} */ x, /** @type {number} */ y) =>
    isInside(x, y) && goals[numberOf(y * width + x)] === goals[cell];
  const edges = [
    ...(row === 0 ? ["top"] : []),
    ...(row === height - 1 ? ["bottom"] : []),
    ...(column === 0 ? ["left"] : []),
    ...(column === width - 1 ? ["right"] : []),
  ];
  if (edges.length < 2) return edges;
  const [besideRow, besideColumn] = [
    isGoal(column - 1, row) || isGoal(column + 1, row),
    isGoal(column, row - 1) || isGoal(column, row + 1),
  ];
  return edges.filter((edge) => (edge === "top" || edge === "bottom" ? besideRow : besideColumn));
}

/**
 * Return the cell at a point of a board, or null.
 *
 * @param {[number, number]} point
 * @param {Extent} extent
 */
export function cellAt([x, y], extent) {
  const { width, height, turned } = extent;
  if (extent.shear) {
    const cells = Array.from({ length: width * height }, (_cell, number) => number);
    const away = cells.map((cell) => {
      const [middleX, middleY] = middleOf(cell, extent);
      return Math.hypot(middleX - x, middleY - y);
    });
    const nearest = away.indexOf(Math.min(...away));
    return away[nearest] < HEXAGON_REACH ? nearest : null;
  }
  const [column, row] = [Math.floor(x / CELL), Math.floor(y / rowHeight(extent))];
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  const place = row * width + column;
  return turned ? width * height - 1 - place : place;
}

/**
 * Return the cell that a key leads to, or undefined for other keys.
 *
 * @param {string} key
 * @param {number} cell
 * @param {Extent} extent
 * @returns {number | undefined}
 */
export function cellByKey(key, cell, extent) {
  const { width, height, turned } = extent;
  if (turned) {
    const last = width * height - 1;
    const to = cellByKey(key, last - cell, { ...extent, turned: false });
    return to === undefined ? to : last - to;
  }
  const [column, row] = [cell % width, Math.floor(cell / width)];
  /** @param {number} next */
  const inRow = (next) => {
    if (next < 0 || next >= height) return cell;
    const aside = extent.indents?.length ? indentOf(row, extent) - indentOf(next, extent) : 0;
    return next * width + Math.min(Math.max(Math.round(column + aside), 0), width - 1);
  };
  switch (key) {
    case "ArrowLeft":
      return row * width + Math.max(column - 1, 0);
    case "ArrowRight":
      return row * width + Math.min(column + 1, width - 1);
    case "ArrowUp":
      return inRow(row - 1);
    case "ArrowDown":
      return inRow(row + 1);
    case "Home":
      return row * width;
    case "End":
      return row * width + width - 1;
  }
}

const SQUARE_DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];
const HEXAGON_DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 1],
];

/**
 * Return the fewest straight runs that cover the cells, the longest first: a winning line, or several.
 *
 * @param {number[]} cells
 * @param {Extent} extent
 * @returns {number[][]}
 */
export function strikes(cells, { width, shear }) {
  const present = new Set(cells);
  /** @type {number[][]} */
  const runs = [];
  for (const cell of cells) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    for (const [across, down] of shear ? HEXAGON_DIRECTIONS : SQUARE_DIRECTIONS) {
      /** @param {number} steps */
      const along = (steps) => {
        const there = column + across * steps;
        const found = (row + down * steps) * width + there;
        return there >= 0 && there < width && present.has(found) ? found : -1;
      };
      if (along(-1) >= 0) continue;
      const run = [cell];
      while (along(run.length) >= 0) run.push(along(run.length));
      runs.push(run);
    }
  }
  runs.sort((one, other) => other.length - one.length);
  const uncovered = new Set(cells);
  return runs.filter((run) => {
    const adds = run.some((cell) => uncovered.has(cell));
    run.forEach((cell) => uncovered.delete(cell));
    return adds;
  });
}

/**
 * Return the pairs of hexagons that touch: a chain between two edges.
 *
 * @param {number[]} cells
 * @param {Extent} extent
 * @returns {number[][]}
 */
export function links(cells, extent) {
  return cells.flatMap((cell, place) => {
    const [x, y] = middleOf(cell, extent);
    const others = cells.slice(place + 1).filter((other) => {
      const [otherX, otherY] = middleOf(other, extent);
      return Math.hypot(otherX - x, otherY - y) < 1.1 * CELL;
    });
    return others.map((other) => [cell, other]);
  });
}
