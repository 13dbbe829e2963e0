// Runs a widget as a NiceGUI component; the Python side is web/components/widget.py.

const ANSWER_MS = 3000; // time after which the server counts as out of reach

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

/**
 * @typedef {object} Connection
 * @property {boolean} connected
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 */

/**
 * Return NiceGUI's connection, once there is one.
 *
 * @returns {Connection | undefined}
 */
function socket() {
  return /** @type {any} */ (window).socket;
}

async function answers() {
  try {
    await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
    return true;
  } catch {
    return false;
  }
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

/** The model of a widget whose messages go over the page's connection. */
class ConnectedModel extends Model {
  isConnected() {
    return Boolean(socket()?.connected);
  }

  /** Return whether the server answers now. A connection may be lost long before its end is noticed. */
  async isReached() {
    const isReached = this.isConnected() && (await answers());
    document.querySelector(".lost")?.classList.toggle("now", !isReached);
    return isReached;
  }

  /** Tell that the connection is there again. */
  reconnect() {
    document.querySelector(".lost")?.classList.remove("now");
    this.tell("reconnect");
  }
}

/**
 * Add a link to the head of the page unless it is there.
 *
 * @param {string} rel
 * @param {string} href
 * @returns {Promise<void>} when a style sheet holds
 */
function link(rel, href) {
  if (document.querySelector(`link[href="${href}"][rel="${rel}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const added = Object.assign(document.createElement("link"), { rel, href });
    added.onload = added.onerror = () => resolve();
    document.head.append(added);
  });
}

/**
 * The component as Vue makes it.
 *
 * @typedef {object} Component
 * @property {string[]} modules addresses: the widget's own, then those that it imports
 * @property {string} styleSheet
 * @property {State} state
 * @property {(name: string, value: object) => void} $emit
 * @property {HTMLElement} $el
 * @property {{ model: ConnectedModel }} held
 * @property {boolean} [isGone]
 * @property {import("./widget").End} [end]
 */

export default {
  props: { modules: Array, styleSheet: String, state: Object },
  emits: ["save", "message"],
  template: "<div></div>",
  /** @this {Component} */
  created() {
    // Made before mounting: Python may call patch at once. Frozen, so that Vue leaves it alone.
    const model = new ConnectedModel(
      this.state,
      (changes) => this.$emit("save", changes),
      (message) => this.$emit("message", message),
    );
    this.held = Object.freeze({ model });
  },
  /** @this {Component} */
  async mounted() {
    const prefix = /** @type {{ path_prefix?: string }} */ (/** @type {unknown} */ (window)).path_prefix ?? "";
    const [own, ...others] = this.modules.map((module) => prefix + module);
    for (const other of others) link("modulepreload", other);
    const [{ default: widget }] = await Promise.all([import(own), link("stylesheet", prefix + this.styleSheet)]);
    if (this.isGone) return;
    const { model } = this.held;
    const end = widget.render({ model, el: this.$el });
    const line = socket();
    let wasLost = false;
    const lose = () => (wasLost = true);
    const reconnect = () => wasLost && model.reconnect();
    line?.on("disconnect", lose);
    line?.on("connect", reconnect);
    this.end = () => {
      line?.off("disconnect", lose);
      line?.off("connect", reconnect);
      end();
    };
  },
  /** @this {Component} */
  unmounted() {
    this.isGone = true;
    this.end?.();
  },
  methods: {
    /**
     * @this {Component}
     * @param {State} changes
     */
    patch(changes) {
      this.held.model.patch(changes);
    },
  },
};
