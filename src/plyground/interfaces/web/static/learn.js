// The room Learn: remembers in this browser alone which steps of which lessons were seen, and shows it.

const KEPT = "plyground.learn";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || {};
  } catch {
    return {}; // nothing is kept where that is forbidden
  }
}

const seen = kept();
const lesson = document.querySelector(".lesson");
if (lesson) {
  const steps = new Set(seen[lesson.dataset.lesson]).add(Number(lesson.dataset.step));
  seen[lesson.dataset.lesson] = [...steps].slice(0, 100);
  try {
    localStorage.setItem(KEPT, JSON.stringify(seen));
  } catch { /* as above */ }
  for (const link of lesson.querySelectorAll(".steps a")) {
    link.classList.toggle("seen", steps.has(Number(link.dataset.step)));
  }
}
for (const entry of document.querySelectorAll(".lessons [data-lesson]")) {
  const count = (seen[entry.dataset.lesson] || []).length;
  const progress = entry.querySelector(".progress");
  if (count) progress.textContent = `, ${progress.dataset.words.replace("{count}", count)}`;
}
