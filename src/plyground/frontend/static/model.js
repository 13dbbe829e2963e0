// What all widgets do with their model.

/**
 * Call listeners when the model changes. Return a function that ends this.
 *
 * @template State
 * @param {import("./widget").Model<State>} model
 * @param {Record<string, () => void>} listeners by the names of their events
 * @returns {import("./widget").End}
 */
export function listen(model, listeners) {
  for (const [names, listener] of Object.entries(listeners)) model.on(names, listener);
  return () => {
    for (const [names, listener] of Object.entries(listeners)) model.off(names, listener);
  };
}
