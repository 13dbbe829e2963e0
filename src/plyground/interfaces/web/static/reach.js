// Links and forms, in every room: what is pressed while the server does not answer waits until it does, and the page says so; a browser
// would show a page of its own.

const PATIENCE = 3000; // ms that the server may take to say that it is there, before the page says that it waits
const LONGEST = 30000; // ms after which it is asked anew: a busy one may take its time
const PAUSE = 1000; // ms between two questions

const { href: asked } = document.querySelector('link[href$="/page.css"]');
const ready = new WeakSet(); // what was pressed and may go its way now
let newest; // only what was pressed last is followed

function there() {
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(LONGEST) };
  return fetch(asked, options).then(() => true, () => false);
}

async function follow(event, element, again) {
  if (ready.delete(element)) return;
  event.preventDefault();
  newest = element;
  const wait = () => document.querySelector(".lost").classList.add("now");
  const late = setTimeout(wait, PATIENCE);
  while (!(await there())) {
    wait();
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  clearTimeout(late);
  document.querySelector(".lost").classList.remove("now");
  if (newest !== element) return;
  ready.add(element);
  again();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented) return;
  const asks = link?.origin === location.origin && link.protocol === location.protocol; // a file made here does not
  if (!asks || elsewhere || link.getAttribute("href").startsWith("#")) return;
  follow(event, link, () => link.click());
});
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  const { target: form, submitter } = event;
  follow(event, form, () => form.requestSubmit(submitter));
});
