// Plain pages: what is pressed while the server does not answer waits until it does, and the page says so; a browser would show a page of its own.

const PATIENCE = 3000; // ms that the server may take to say that it is there
const PAUSE = 1000; // ms between two questions

const notice = document.querySelector(".lost");
const { href: asked } = document.querySelector('link[rel="stylesheet"]');
const ready = new WeakSet(); // what was pressed and may go its way now
let newest; // only what was pressed last is followed

function there() {
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
  return fetch(asked, options).then(() => true, () => false);
}

async function follow(event, element, again) {
  if (ready.delete(element)) return;
  event.preventDefault();
  newest = element;
  while (!(await there())) {
    notice.classList.add("now");
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  notice.classList.remove("now");
  if (newest !== element) return;
  ready.add(element);
  again();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || link.getAttribute("href").startsWith("#")) return;
  follow(event, link, () => link.click());
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  follow(event, form, () => form.requestSubmit(submitter));
});
