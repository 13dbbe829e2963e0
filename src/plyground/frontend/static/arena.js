// The page of a tournament: shows news as they come. Only parts that have changed are replaced, so that the focus and
// what was unfolded stay.

const RUNNING_MS = 1000; // time between two requests while games are played
const QUIET_MS = 4000;

const live = document.getElementById("live");
let mark = "";

/**
 * Replace the parts of the page that are different in the news.
 *
 * @param {Element} place
 * @param {string} text
 */
function show(place, text) {
  const news = document.createElement("div");
  news.innerHTML = text;
  for (const part of [...news.children]) {
    const old = document.getElementById(part.id);
    if (!old || !place.contains(old)) continue;
    for (const details of part.querySelectorAll("details")) {
      const before = document.getElementById(details.id);
      if (before instanceof HTMLDetailsElement) details.open = before.open;
    }
    if (old.innerHTML === part.innerHTML) continue;
    const focused = old.contains(document.activeElement) ? document.activeElement?.id : "";
    old.replaceWith(part);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

/** @param {Element} place */
async function look(place) {
  if (document.hidden) return;
  const path = `${location.pathname.replace(/\/$/, "")}/live`;
  try {
    const answer = await fetch(path, { cache: "no-store", headers: mark ? { "If-None-Match": mark } : {} });
    if (answer.status !== 200) return;
    mark = answer.headers.get("ETag") ?? "";
    show(place, await answer.text());
  } catch {
    // the server does not answer: the next question may be answered
  }
}

if (live) {
  for (;;) {
    const isRunning = document.getElementById("state")?.dataset.running === "true";
    await new Promise((resume) => setTimeout(resume, isRunning ? RUNNING_MS : QUIET_MS));
    await look(live);
  }
}

export {};
