// A class live: the room of a student and the teacher's page. Each waits for the next change, and shows it.

import { renderGrid } from "./board/grid.js";
import { Model } from "./plyground_widget.js";
import { html } from "./svg.js";

/**
 * The state of the class (web/pages/live/student_page.py and teacher_page.py).
 *
 * @typedef {object} LiveState
 * @property {number} number
 * @property {number} task
 * @property {{ board: import("./types").BoardState, listed: string[], written: string } | null} vote
 * @property {string} [html]
 * @property {string} [title]
 * @property {string} [words]
 * @property {string} [url]
 * @property {string} [results]
 * @property {string} [own]
 */

const PAUSE_MS = 500; // time between two requests, so that many answers at once are shown together
const RETRY_MS = 3000; // time to the next request after a lost connection

const place = /** @type {HTMLElement} */ (document.querySelector("[data-student], [data-teacher]"));
const isTeacher = "teacher" in place.dataset;
const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (place.querySelector(selector));
const results = find("[data-results]");
const lost = document.querySelector(".lost");

/** @type {LiveState} */
let state = JSON.parse(find("script").textContent ?? "");
/** @type {Model | undefined} */
let model;

/**
 * Send a move: a student's vote, or the teacher's next move.
 *
 * @param {{ cells?: (number | null)[], word?: string }} given
 */
async function send(given) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ task: state.task, ...given });
  const task = state.task;
  const path = isTeacher ? "/class/live/move" : "/live/vote";
  const response = await fetch(path, { method: "POST", headers, body }).catch(() => null);
  const found = await response?.json().catch(() => null);
  find(".trouble").textContent = response?.ok ? "" : (found?.trouble ?? lost?.textContent ?? "");
  if (task !== state.task) return;
  if (response?.ok && isTeacher) return; // the new position comes with the next change
  if (response?.ok) find(".told").textContent = found.own;
  draw(response?.ok ? found.cells : []);
}

/**
 * Show the board of a vote, with these cells as the own vote.
 *
 * @param {number[]} cells
 */
function draw(cells) {
  const { vote } = state;
  find(".stage").hidden = !vote;
  if (!vote) return;
  const board = find(".board");
  if (model && board.dataset.shape !== shape(vote.board)) model = undefined;
  if (!model) {
    board.replaceChildren();
    board.dataset.shape = shape(vote.board);
    if (vote.board.width) {
      model = new Model(
        { ...vote.board, advised: cells },
        () => {},
        (message) => {
          const { play } = /** @type {{ play?: (number | null)[] }} */ (message);
          if (play) send({ cells: play });
        },
      );
      renderGrid(/** @type {import("./widget").Model<any>} */ (/** @type {unknown} */ (model)), board);
    }
  } else {
    model.patch({ turn: -1 }); // nothing that was sent is waited for
    model.patch({ ...vote.board, advised: cells });
  }
}

/** @param {import("./types").BoardState} board */
const shape = (board) => JSON.stringify([board.width, board.height, board.material, board.sides, board.kinds]);

/** Show the state. */
function show() {
  if (isTeacher) {
    const held = document.activeElement;
    const key = held instanceof HTMLButtonElement && results.contains(held) ? held.value : "";
    results.innerHTML = state.html ?? "";
    if (key) /** @type {HTMLElement | null} */ (results.querySelector(`[value="${CSS.escape(key)}"]`))?.focus();
  } else {
    find("h2").textContent = state.title ?? "";
    find(".said").textContent = state.words ?? "";
    results.innerHTML = state.results ?? "";
    const link = /** @type {HTMLAnchorElement} */ (find("[data-open]"));
    link.hidden = !state.url;
    link.href = state.url || "/live";
    list();
  }
  find(".written").textContent = state.vote?.written ?? "";
}

/** List the moves of a vote that have no place on the board. */
function list() {
  const buttons = find(".listed");
  buttons.replaceChildren();
  for (const word of state.vote?.listed ?? []) {
    html("button", { type: "button", "data-word": word }, buttons, word);
  }
}

/** Wait for changes, as long as the page is open. */
async function follow() {
  const path = isTeacher ? "/class/live/state" : "/live/state";
  for (;;) {
    const response = await fetch(`${path}?seen=${state.number}`, { cache: "no-store" }).catch(() => null);
    const found = response?.ok ? await response.json().catch(() => null) : null;
    lost?.classList.toggle("now", !found);
    if (found && found.number !== state.number) {
      const isNew = found.task !== state.task;
      const isOther = JSON.stringify(found.vote) !== JSON.stringify(state.vote);
      state = found;
      show();
      if (isNew) find(".trouble").textContent = "";
      if (isNew && !isTeacher) find(".told").textContent = "";
      if (isOther) draw([]);
      if (isNew && !isTeacher && state.url) location.assign(state.url);
    }
    await new Promise((resume) => setTimeout(resume, found ? PAUSE_MS : RETRY_MS));
  }
}

place.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-word]") : null;
  if (button instanceof HTMLElement) send({ word: button.dataset.word });
});
results.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault(); // the answer comes with the next change
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
  await fetch(form.action, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }).catch(() => {
    lost?.classList.add("now");
  });
});
if (!isTeacher) list();
draw([]);
follow();

export {};
