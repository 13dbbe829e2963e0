// The widget of a board: a game on a grid, and in a notebook what a person needs around it.

import { renderNotebookBoard } from "./board/notebook_board.js";
import { renderGrid } from "./board/grid.js";

/**
 * Draw the board in an element.
 *
 * @param {import("./widget").Context<import("./types").BoardState>} context
 * @returns {import("./widget").End}
 */
export function render({ model, el }) {
  const end = model.get("controls") ? renderNotebookBoard(model, el) : renderGrid(model, el);
  return () => {
    end();
    el.replaceChildren();
  };
}

export default { render };
