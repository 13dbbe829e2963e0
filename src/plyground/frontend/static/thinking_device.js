// The visitor's device thinks for the bots of a served page: a worker with Python, as on a site without a server.
// The server asks by the state; answers go back as messages. See web/pages/game/device.py.

const REPORT_MS = 500; // time between two reports of a thought
const MIN_MEMORY_GB = 2;

/** @typedef {{ base: string, wanted: boolean, question: string | null }} State */

/** @returns {boolean} */
function isAble() {
  const { deviceMemory = Infinity, connection } = /** @type {any} */ (navigator);
  return typeof WebAssembly === "object" && deviceMemory >= MIN_MEMORY_GB && !connection?.saveData;
}

/** @param {import("./widget").Context<State>} context */
function render({ model, el }) {
  el.hidden = true;
  /** @type {Worker | null} */
  let worker = null;
  let asked = 0; // number of the question that the worker thinks about; 0 if it is free
  let toldAt = 0;
  let untold = {}; // the newest parts of reports that were not sent

  function start() {
    const begun = new Worker(`${model.get("base")}static/site/thinker_worker.js`, { type: "module" });
    worker = begun;
    begun.onmessage = ({ data }) => {
      if (begun !== worker) return;
      if (data.kind === "ready") model.send({ ready: true });
      else if (data.kind === "report" && data.question === asked) report(data);
      else if (data.kind === "answer" && data.question === asked) {
        asked = 0;
        model.send({ question: data.question, ...data.answer });
        model.send({ ready: true });
      } else if (data.kind === "failed") fail();
    };
    begun.onerror = fail;
  }

  /** Tell that the worker has no answer, now and later: the server thinks. */
  function fail() {
    if (asked) model.send({ question: asked, failed: true });
    asked = 0;
  }

  /** @param {{ question: number, news: object }} told */
  function report({ question, news }) {
    Object.assign(untold, news);
    if (performance.now() < toldAt + REPORT_MS) return;
    toldAt = performance.now();
    model.send({ question, ...untold });
    untold = {};
  }

  function follow() {
    if (!model.get("wanted") || !isAble()) return;
    if (!worker) start();
    const question = model.get("question");
    if (question === null) {
      if (asked) end(); // it is not waited for any more
      return;
    }
    asked = JSON.parse(question)[0];
    toldAt = performance.now();
    untold = {};
    worker?.postMessage({ question: asked, text: question });
  }

  /** End a thought with its worker: without memory that both share, nothing else stops it. */
  function end() {
    asked = 0;
    worker?.terminate();
    start();
  }

  model.on("change:wanted change:question", follow);
  follow();
  return () => worker?.terminate();
}

export default { render };
