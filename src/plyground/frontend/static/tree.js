// The widget of a search tree: a search that is stepped through, or a tree that unfolds node by node.

import { renderSteps } from "./tree/steps.js";
import { renderUnfolding } from "./tree/unfolding.js";

/** @typedef {import("./types").StepsState} StepsState */
/** @typedef {import("./types").UnfoldingState} UnfoldingState */

/**
 * Return whether the state of a model has films.
 *
 * @param {import("./widget").Model<any>} model
 * @returns {model is import("./widget").Model<StepsState>}
 */
function hasScenes(model) {
  return Boolean(model.get("scenes"));
}

/**
 * Draw the tree in an element.
 *
 * @param {import("./widget").Context<any>} context
 * @returns {import("./widget").End}
 */
export function render({ model, el }) {
  return hasScenes(model) ? renderSteps(model, el) : renderUnfolding(model, el);
}

export default { render };
