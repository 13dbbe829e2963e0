// A Python that thinks: it does the jobs of the server one after another, with compiled searches. If it does not start,
// or breaks down (its memory is full, or its stack), it says "failed" and has to be ended.
import { root, startPython } from "./python.js";

const ready = startPython(() => {}).then((python) => python.pyimport("plyground.static_site.pyodide_thinker"));

/** Ask the service worker whether a job is to stop: the way without shared memory. @param {number} job */
function askedToStop(job) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`stopped?job=${job}`, root), false);
  request.send();
  return request.responseText === "yes";
}

/**
 * Think about a question of a page that a server has sent. Its move is checked there.
 *
 * @param {any} thinker
 * @param {number} question
 * @param {string} text
 */
function choose(thinker, question, text) {
  /** @param {string} news */
  const tell = (news) => postMessage({ kind: "report", question, news: JSON.parse(news) });
  postMessage({ kind: "answer", question, answer: JSON.parse(thinker.choose(text, tell)) });
}

addEventListener("unhandledrejection", ({ reason }) => postMessage({ kind: "failed", reason: String(reason) }));
ready.then(() => postMessage({ kind: "ready" }));
addEventListener("message", async ({ data: { job, letter, flag, question, text } }) => {
  const thinker = await ready;
  if (question) return choose(thinker, question, text);
  /** @param {number} nodes @param {any} news */
  const tell = (nodes, news) => postMessage({ kind: "told", job, nodes, news });
  const isStopped = () => (flag ? Number(Atomics.load(flag, 0)) === 1 : askedToStop(job));
  const answer = thinker.work(letter, tell, isStopped);
  postMessage({ kind: "done", job, answer });
});
