// Runs a widget module (anywidget's interface) as a NiceGUI component; the Python side is widget.py.
// A module gets a model with get, set, save_changes, send, on and off, and an element to draw in.

const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

class Model {
  #state;
  #unsaved = {};
  #listeners = new Map();
  #save;
  #post;

  constructor(state, save, post) {
    this.#state = copy(state);
    this.#save = save;
    this.#post = post;
  }

  get(key) {
    return this.#state[key];
  }

  set(key, value) {
    this.#unsaved[key] = value;
    this.patch({ [key]: value });
  }

  save_changes() {
    const changes = this.#unsaved;
    this.#unsaved = {};
    if (Object.keys(changes).length) this.#save(copy(changes));
  }

  send(content) {
    this.#post(copy(content));
  }

  on(names, listener) {
    for (const name of names.split(/\s+/)) {
      if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
      this.#listeners.get(name).add(listener);
    }
  }

  off(names, listener) {
    for (const name of names.split(/\s+/)) this.#listeners.get(name)?.delete(listener);
  }

  // All values first, then the events, and only for what differs.
  patch(changes) {
    const names = Object.keys(changes).filter(
      (name) => JSON.stringify(this.#state[name]) !== JSON.stringify(changes[name]),
    );
    Object.assign(this.#state, changes);
    for (const name of names) this.#tell(`change:${name}`);
    if (names.length) this.#tell("change");
  }

  #tell(name) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener();
  }
}

export default {
  props: { module: String, state: Object },
  emits: ["save", "message"],
  template: "<div></div>",
  created() {
    // Made before mounting: Python may call patch at once. Frozen, so that Vue leaves it alone.
    this.held = Object.freeze({
      model: new Model(
        this.state,
        (changes) => this.$emit("save", changes),
        (content) => this.$emit("message", content),
      ),
    });
  },
  async mounted() {
    const module = (await import((window.path_prefix ?? "") + this.module)).default;
    if (this.gone) return;
    this.cleanUp = module.render({ model: this.held.model, el: this.$el });
  },
  unmounted() {
    this.gone = true;
    this.cleanUp?.();
  },
  methods: {
    patch(changes) {
      this.held.model.patch(changes);
    },
  },
};
