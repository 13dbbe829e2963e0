// The widget of a search that is stepped through.

import { renderSteps } from "./tree/steps.js";

/**
 * Draw the tree in an element.
 *
 * @param {import("./widget").Context<import("./types").StepsState>} context
 * @returns {import("./widget").End}
 */
export function render({ model, el }) {
  return renderSteps(model, el);
}

export default { render };
