// The line of a class live at the top of a page: it tells the server where the student is, and waits for the next task.

const LOOK_MS = 1000; // time between two checks of the page's address
const RETRY_MS = 3000; // time to the next request after a lost connection

/** @type {AbortController | undefined} */
let waiting;
let at = "";

const here = () => location.pathname + location.search;

/** @param {{ title: string, url: string }} found */
function show({ title, url }) {
  const bar = /** @type {HTMLElement} */ (document.querySelector("[data-live]"));
  const link = /** @type {HTMLAnchorElement} */ (bar.querySelector("[data-open]"));
  /** @type {HTMLElement} */ (bar.querySelector("span")).textContent = title;
  link.hidden = !url;
  link.href = url || "/live";
}

async function follow() {
  let seen = -1;
  for (;;) {
    const bar = /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"));
    if (!bar) {
      await new Promise((resume) => setTimeout(resume, LOOK_MS));
      continue; // the page is not built yet
    }
    if (seen < 0) seen = Number(bar.dataset.live);
    waiting = new AbortController();
    at = here();
    const path = `/live/wait?seen=${seen}&at=${encodeURIComponent(at)}`;
    const response = await fetch(path, { cache: "no-store", signal: waiting.signal }).catch(() => null);
    const found = response?.ok ? await response.json().catch(() => null) : null;
    if (found && found.number !== seen) {
      seen = found.number;
      show(found);
    }
    if (!found && !waiting.signal.aborted) await new Promise((resume) => setTimeout(resume, RETRY_MS));
  }
}

// A game has its moves in its address: the teacher sees how far it is.
setInterval(() => {
  if (waiting && at !== here()) waiting.abort();
}, LOOK_MS);
follow();

export {};
