// The model of a widget on a page: its state, and the messages to its other side.

/** @typedef {Record<string, unknown>} State */

/**
 * Return a copy that shares nothing.
 *
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
function copy(value) {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

/** The model that anywidget gives to a widget (see widget.d.ts). */
export class Model {
  /** @type {State} */
  #state;
  /** @type {State} */
  #unsaved = {};
  /** @type {Map<string, Set<() => void>>} */
  #listeners = new Map();

  /**
   * @param {State} state
   * @param {(changes: State) => void} save
   * @param {(message: object) => void} post
   */
  constructor(state, save, post) {
    this.#state = copy(state);
    this.save = save;
    this.post = post;
  }

  /** @param {string} name */
  get(name) {
    return this.#state[name];
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    this.#unsaved[name] = value;
    this.patch({ [name]: value });
  }

  save_changes() {
    const changes = this.#unsaved;
    this.#unsaved = {};
    if (Object.keys(changes).length) this.save(copy(changes));
  }

  /** @param {object} message */
  send(message) {
    this.post(copy(message));
  }

  /**
   * @param {string} names
   * @param {() => void} listener
   */
  on(names, listener) {
    for (const name of names.split(/\s+/)) {
      const listeners = this.#listeners.get(name) ?? new Set();
      this.#listeners.set(name, listeners.add(listener));
    }
  }

  /**
   * @param {string} names
   * @param {() => void} listener
   */
  off(names, listener) {
    for (const name of names.split(/\s+/)) this.#listeners.get(name)?.delete(listener);
  }

  /**
   * Take all values, then tell of those that differ.
   *
   * @param {State} changes
   */
  patch(changes) {
    const names = Object.keys(changes).filter(
      (name) => JSON.stringify(this.#state[name]) !== JSON.stringify(changes[name]),
    );
    Object.assign(this.#state, changes);
    for (const name of names) this.tell(`change:${name}`);
    if (names.length) this.tell("change");
  }

  /** @param {string} name */
  tell(name) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener();
  }
}
