// The room Learn: remembers in this browser alone which steps of which lessons were done, and shows it.

const KEPT = "plyground.learn";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || {};
  } catch {
    return {}; // nothing is kept where that is forbidden
  }
}

const done = kept();
const lesson = document.querySelector(".lesson");
if (lesson) {
  const steps = new Set(done[lesson.dataset.lesson]);
  if (document.querySelector(".mark") || !document.querySelector(".lesson form")) steps.add(Number(lesson.dataset.step));
  done[lesson.dataset.lesson] = [...steps].slice(0, 100);
  try {
    localStorage.setItem(KEPT, JSON.stringify(done));
  } catch { /* as above */ }
  for (const link of lesson.querySelectorAll(".steps a")) {
    link.classList.toggle("done", steps.has(Number(link.dataset.step)));
  }
}
for (const entry of document.querySelectorAll(".lessons [data-lesson]")) {
  const count = (done[entry.dataset.lesson] || []).length;
  const progress = entry.querySelector(".progress");
  if (count) progress.textContent = `, ${progress.dataset.words.replace("{count}", count)}`;
}
