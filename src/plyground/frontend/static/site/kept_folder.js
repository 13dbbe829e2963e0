// The folder of the visitor's work: a copy of it stands in the browser's database (Emscripten's IDBFS).
// Pages get an answer when all changes before it are in the database, so what a page shows is not lost with its tab.

const RETRY_MS = 3000;

/** @typedef {{ kind: "kept" } | { kind: "full", reason: string }} State */

export class KeptFolder {
  /**
   * Fill a folder from the database. `tell` gets the result of each later attempt to keep it.
   *
   * @param {any} FS
   * @param {string} path
   * @param {(state: State) => void} tell
   */
  static async open(FS, path, tell) {
    const folder = new KeptFolder(FS, path, tell);
    FS.mkdirTree(path);
    FS.mount(FS.filesystems.IDBFS, {}, path);
    await folder.sync(true);
    folder.kept = folder.state();
    setInterval(() => folder.save(), RETRY_MS); // for changes without an answer, and after a failure
    return folder;
  }

  /** @param {any} FS @param {string} path @param {(state: State) => void} tell */
  constructor(FS, path, tell) {
    this.FS = FS;
    this.path = path;
    this.tell = tell;
    this.kept = "";
    /** @type {Promise<void> | null} */
    this.saving = null;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** @param {boolean} fill */
  sync(fill) {
    return new Promise((done, failed) =>
      this.FS.syncfs(fill, (/** @type {any} */ error) => (error ? failed(error) : done(null))),
    );
  }

  /** The sizes and times of all files; those of hidden folders, which are caches, do not count. @returns {string} */
  state(folder = this.path) {
    return this.FS.readdir(folder)
      .filter((/** @type {string} */ name) => !name.startsWith("."))
      .map((/** @type {string} */ name) => {
        const path = `${folder}/${name}`;
        const { mode, size, mtime } = this.FS.stat(path);
        return this.FS.isDir(mode) ? `${path} ${this.state(path)}` : `${path} ${size} ${+mtime}`;
      })
      .join("\n");
  }

  /**
   * Call a function when all changes so far are kept, or cannot be kept. The order of calls stays.
   * @param {() => void} then
   */
  whenKept(then) {
    if (!this.waiting.length && this.state() === this.kept) return then();
    this.waiting.push(then);
    this.save();
  }

  /** Keep the changes, with one attempt at a time. */
  save() {
    this.saving ??= this.attempt().finally(() => {
      this.saving = null;
      if (this.waiting.length) this.save();
    });
  }

  async attempt() {
    const answers = this.waiting;
    this.waiting = [];
    const state = this.state();
    if (state !== this.kept)
      try {
        await this.sync(false);
        this.kept = state;
        this.tell({ kind: "kept" });
      } catch (error) {
        this.tell({ kind: "full", reason: String(error) });
      }
    for (const answer of answers) answer();
  }
}
