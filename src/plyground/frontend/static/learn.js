// The room Learn: remembers in this browser alone which steps of which lessons were done, and shows it.

const STORAGE_KEY = "plyground.learn";
const MOST_STEPS = 100; // most remembered steps of one lesson

/** @returns {Record<string, number[]>} the steps done by lesson */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "") || {};
  } catch {
    return {}; // nothing is stored yet, or storing is forbidden
  }
}

/** @param {Record<string, number[]>} done */
function remember(done) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(done));
  } catch {
    // storing is forbidden
  }
}

/**
 * Add the step of the page unless it asks something that has no answer yet.
 *
 * @param {HTMLElement} lesson
 * @param {Record<string, number[]>} done
 */
function follow(lesson, done) {
  const name = lesson.dataset.lesson ?? "";
  const steps = new Set(done[name]);
  const isDone = document.querySelector(".mark") || !document.querySelector(".lesson form");
  if (isDone) steps.add(Number(lesson.dataset.step));
  done[name] = [...steps].slice(0, MOST_STEPS);
  remember(done);
  /** @type {NodeListOf<HTMLElement>} */
  const links = lesson.querySelectorAll(".steps a");
  for (const link of links) link.classList.toggle("done", steps.has(Number(link.dataset.step)));
}

/** Remember the step that the page shows, and mark the steps that are done. */
export function showProgress() {
  const done = remembered();
  /** @type {HTMLElement | null} */
  const lesson = document.querySelector(".lesson");
  if (lesson) follow(lesson, done);
  /** @type {NodeListOf<HTMLElement>} */
  const entries = document.querySelectorAll(".lessons [data-lesson]");
  for (const entry of entries) {
    const count = (done[entry.dataset.lesson ?? ""] ?? []).length;
    /** @type {HTMLElement | null} */
    const progress = entry.querySelector(".progress");
    if (count && progress) progress.textContent = `, ${progress.dataset.words?.replace("{count}", String(count))}`;
  }
}

showProgress();
