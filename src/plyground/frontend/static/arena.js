// The page of a tournament: shows news as they come. Nodes that stay the same are kept, so that the focus, what was
// unfolded, and a press on a button stay.

import { morph } from "./page_changes.js";

const RUNNING_MS = 1000; // time between two requests while games are played
const QUIET_MS = 4000;

const live = document.getElementById("live");
let mark = "";

/**
 * Change the parts of the page that are different in the news.
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
    for (const { name, value } of part.attributes) old.setAttribute(name, value);
    morph(old, part);
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
