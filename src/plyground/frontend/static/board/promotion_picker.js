// The choice of a piece at the end of a move: a column of squares over the cell where the pawn arrives.

import { draw } from "../svg.js";
import { CELL, cornerOf } from "./geometry.js";

/**
 * Open the choice. It ends with a press on a piece, which is chosen, or with any other press or Escape.
 *
 * @param {import("./paper.js").Paper} material
 * @param {number} cell
 * @param {import("../types").Promotion[]} promotions
 * @param {Element} layer
 * @param {(mark: string | null) => void} onEnd gets the mark of the chosen piece, or null
 */
export function openPromotions(material, cell, promotions, layer, onEnd) {
  const { extent } = material;
  const [x, y] = cornerOf(cell, extent);
  const down = y + CELL * promotions.length <= extent.height * CELL ? 1 : -1; // direction towards the middle of the board
  /** @param {string | null} mark */
  const end = (mark) => {
    layer.replaceChildren();
    onEnd(mark);
  };
  const size = { x: 0, y: 0, width: extent.width * CELL, height: extent.height * CELL };
  draw("rect", { class: "veil", ...size }, layer).addEventListener("click", () => end(null));
  const choices = promotions.map(({ mark, label }, place) => {
    const top = y + down * place * CELL;
    const choice = draw("g", { class: "promotion", role: "button", tabindex: 0, "aria-label": label }, layer);
    draw("rect", { x, y: top, width: CELL, height: CELL }, choice);
    material.drawAt(mark, x, top, choice);
    choice.addEventListener("click", () => end(mark));
    choice.addEventListener("keydown", (event) => {
      const step = { ArrowDown: down, ArrowUp: -down }[event.key];
      if (event.key === "Enter" || event.key === " ") end(mark);
      else if (event.key === "Escape") end(null);
      else if (step) choices[(place + step + choices.length) % choices.length].focus();
      else if (event.key !== "Tab") return;
      else return event.stopPropagation();
      event.preventDefault();
      event.stopPropagation();
    });
    return choice;
  });
  choices[0].focus();
}
