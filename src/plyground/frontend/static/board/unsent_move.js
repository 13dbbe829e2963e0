// A move that the server has not confirmed when the page is loaded anew after a lost connection. It is made again if
// the position is still the same.

const KEY = "plyground.unsent-move";

/**
 * A move and the position in which it was pressed.
 *
 * @typedef {object} UnsentMove
 * @property {string} path of the page's address
 * @property {number} turn
 * @property {string} marks of the cells
 * @property {(number | string | null)[] | string} sent the cells, or the name of the move, that the server gets
 * @property {number[]} shown the cells that show the move on the board
 */

/**
 * Keep a move until the next visit of the page.
 *
 * @param {Pick<Storage, "setItem">} storage
 * @param {UnsentMove} move
 */
export function keepMove(storage, move) {
  storage.setItem(KEY, JSON.stringify(move));
}

/**
 * Return the move that was kept on this page, or null. Nothing is kept any more.
 *
 * @param {Pick<Storage, "getItem" | "removeItem">} storage
 * @param {string} path
 * @returns {UnsentMove | null}
 */
export function takeMove(storage, path) {
  const text = storage.getItem(KEY);
  storage.removeItem(KEY);
  const move = text ? JSON.parse(text) : null;
  return move?.path === path ? move : null;
}

/**
 * Return whether a kept move was pressed in this position.
 *
 * @param {UnsentMove} move
 * @param {number} turn
 * @param {string} marks
 */
export function isOfPosition(move, turn, marks) {
  return move.turn === turn && move.marks === marks;
}
