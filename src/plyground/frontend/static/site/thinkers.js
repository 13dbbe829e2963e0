// The workers that think: each has a Python of its own. The second one starts when the first one is busy.
import { root } from "./python.js";

/** @typedef {Int32Array<ArrayBuffer | SharedArrayBuffer>} Flag */
/** @typedef {{ worker: Worker, job: number, flag: Flag, told: any, done: any }} Thinker */

export class Thinkers {
  constructor() {
    /** @type {Thinker[]} */
    this.all = [];
    this.jobs = 0;
  }

  /** Start the first worker, so that the first answer does not wait for it. */
  warmUp() {
    if (!this.all.length) this.start();
  }

  /** @returns {Thinker} */
  start() {
    const memory = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : new ArrayBuffer(4);
    const worker = new Worker(new URL("thinker_worker.js", import.meta.url), { type: "module" });
    /** @type {Thinker} */
    const thinker = { worker, job: 0, flag: new Int32Array(memory), told: null, done: null };
    worker.onmessage = ({ data }) => {
      if (data.kind === "failed") this.remove(thinker);
      else if (data.job !== thinker.job) return;
      else if (data.kind === "told") thinker.told(data.nodes, data.news ?? undefined);
      else if (data.kind === "done") this.finish(thinker, data.answer);
    };
    worker.onerror = () => this.remove(thinker);
    this.all.push(thinker);
    return thinker;
  }

  /**
   * Finish the job of a worker, if it has one. Without an answer the job has failed.
   *
   * @param {Thinker} thinker
   * @param {Uint8Array} [answer]
   */
  finish(thinker, answer) {
    const { job, told, done } = thinker;
    if (!job) return;
    thinker.job = 0;
    done(answer);
    told.destroy();
    done.destroy();
  }

  /** End a worker. @param {Thinker} thinker */
  remove(thinker) {
    thinker.worker.terminate();
    this.all = this.all.filter((each) => each !== thinker);
    this.finish(thinker);
  }

  /** @param {any} letter @param {any} told @param {any} done */
  begin(letter, told, done) {
    const thinker = this.all.find(({ job }) => !job) ?? this.start();
    thinker.job = ++this.jobs;
    thinker.told = told;
    thinker.done = done;
    Atomics.store(thinker.flag, 0, 0);
    const flag = globalThis.crossOriginIsolated ? thinker.flag : null;
    thinker.worker.postMessage({ job: thinker.job, letter, flag });
    return thinker.job;
  }

  /** @param {number} job */
  stop(job) {
    const thinker = this.all.find((each) => each.job === job);
    if (!thinker) return;
    if (globalThis.crossOriginIsolated) Atomics.store(thinker.flag, 0, 1);
    else fetch(new URL(`stopped?job=${job}`, root), { method: "POST" });
  }

  /** @param {number} job */
  end(job) {
    const thinker = this.all.find((each) => each.job === job);
    if (thinker) this.remove(thinker);
  }
}
