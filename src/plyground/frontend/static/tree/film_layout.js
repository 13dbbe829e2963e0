// Which nodes of a film are visible, and where. Pure: it draws nothing.

const MARGIN = 44; // width of the margin around the tree
const GAP = 14; // distance between nodes if hidden nodes leave room
const FEW_ROW = 84; // greatest distance of rows when some nodes are hidden
const FEW_BOARD_ROW = 128; // greatest distance of rows of boards when some nodes are hidden

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").FilmNode} FilmNode */

/**
 * @typedef {object} Placing
 * @property {FilmNode[]} visible level by level
 * @property {Set<FilmNode>} shown the same
 * @property {FilmNode[]} read the same in the order of reading: a node, then what is below it
 * @property {Map<FilmNode, number>} x the middle of each visible node
 * @property {number[]} rows the middle of each level
 * @property {number} depth the greatest of a visible node
 * @property {number} width
 * @property {number} height
 */

/**
 * Return the nodes to look at when only the way to some nodes is wanted.
 *
 * @param {Film} film
 * @param {number} current the node that the keyboard is on
 */
export function wayOf(film, current) {
  return new Set([...film.path(film.here), ...film.path(film.nodes[current] ?? film.here)]);
}

/**
 * Place the visible nodes of a film: strips in which none stands are closed.
 *
 * @param {Film} film
 * @param {Set<number>} folded nodes whose children are hidden
 * @param {Set<FilmNode> | null} way only children of these nodes are visible; null: all
 * @returns {Placing}
 */
export function place(film, folded, way) {
  const visible = [film.nodes[0]];
  for (const node of visible) if (!folded.has(node.id) && (!way || way.has(node))) visible.push(...node.children);
  const isWhole = visible.length === film.nodes.length;
  const [x, width] = columns(visible, isWhole);
  const shown = new Set(visible);
  const rows = rowsOf(film, isWhole);
  const depth = visible.reduce((most, node) => Math.max(most, node.depth), 0);
  const height = rows[depth] + 34 + (film.head.board ? 30 : 0);
  return { visible, shown, read: reading(film.nodes[0], shown), x, rows, depth, width, height };
}

/**
 * @param {FilmNode[]} visible
 * @param {boolean} isWhole whether no node is hidden
 * @returns {[Map<FilmNode, number>, number]}
 */
function columns(visible, isWhole) {
  const x = new Map();
  let [end, shift] = [0, 0];
  /** @param {FilmNode} node */
  const left = (node) => node.x - node.width / 2;
  for (const node of [...visible].sort((one, other) => left(one) - left(other))) {
    const room = left(node) - end;
    if (room > GAP && !isWhole) shift += room - (end ? GAP : 0);
    end = Math.max(end, node.x + node.width / 2);
    x.set(node, node.x - shift + MARGIN);
  }
  return [x, end - shift + 2 * MARGIN];
}

/**
 * Return the middles of the rows, which stand closer when few nodes are left.
 *
 * @param {Film} film
 * @param {boolean} isWhole
 */
function rowsOf({ head }, isWhole) {
  const most = isWhole ? Infinity : head.board ? FEW_BOARD_ROW : FEW_ROW;
  const rows = head.rows.slice(0, 1);
  head.rows.slice(1).forEach((row, above) => rows.push(rows[above] + Math.min(most, row - head.rows[above])));
  return rows;
}

/**
 * @param {FilmNode} root
 * @param {Set<FilmNode>} shown
 */
function reading(root, shown) {
  /** @type {FilmNode[]} */
  const read = [];
  const todo = [root];
  for (let node = todo.pop(); node; node = todo.pop()) {
    read.push(node);
    todo.push(...node.children.filter((child) => shown.has(child)).reverse());
  }
  return read;
}
