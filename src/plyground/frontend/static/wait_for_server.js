// Links and forms in every room: what is pressed while the server does not answer waits until it does, and the page
// says so. A browser would show a page of its own. After a lost line the page may be loaded anew; then it tells of
// a press that was not sent. The board itself keeps its move.

const PATIENCE_MS = 3000; // time of waiting after which the page says that it waits
const TIMEOUT_MS = 30000; // time after which the server is asked again, as it may be busy
const PAUSE_MS = 1000; // time between two requests
const UNSENT = "unsent-press"; // name of the event, the mark in the storage and the class of the root

/** What was pressed and may go its way now. */
const ready = new WeakSet();
/** @type {Element | undefined} */
let newest; // last pressed control: only this one is followed

async function answers() {
  try {
    await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Hold an event back until the server answers, and press again then.
 *
 * @param {Event} event
 * @param {Element} element
 * @param {() => void} again
 */
async function follow(event, element, again) {
  if (ready.delete(element)) return;
  event.preventDefault();
  newest = element;
  const notice = document.querySelector(".lost");
  const wait = () => notice?.classList.add("now");
  const late = setTimeout(wait, PATIENCE_MS);
  while (!(await answers())) {
    wait();
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
  clearTimeout(late);
  notice?.classList.remove("now");
  if (newest !== element) return;
  ready.add(element);
  again();
}

/**
 * Send a setting and load the page anew: a form that is sent would leave a second entry of it in the history.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
async function applySetting(form, button) {
  const body = new URLSearchParams({ [button.name]: button.value });
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
  location.reload();
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  /** @type {HTMLAnchorElement | null} */
  const link = event.target.closest("a[href]");
  const isElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  // A file made here asks the server for nothing.
  const asks = link?.origin === location.origin && link.protocol === location.protocol;
  if (!link || !asks || isElsewhere || link.getAttribute("href")?.startsWith("#")) return;
  follow(event, link, () => link.click());
});
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  const { target: form, submitter } = event;
  const isSetting = submitter instanceof HTMLButtonElement && form.closest(".settings");
  if (isSetting && ready.delete(form)) {
    event.preventDefault();
    applySetting(form, submitter);
  } else follow(event, form, () => form.requestSubmit(submitter));
});

/** Show the page's sentence about an unsent press until the next press. */
function tellUnsent() {
  const { classList } = document.documentElement;
  classList.add(UNSENT);
  for (const press of ["pointerdown", "keydown"])
    document.addEventListener(press, () => classList.remove(UNSENT), { once: true });
}

document.addEventListener(UNSENT, tellUnsent);
if (sessionStorage.getItem(UNSENT)) tellUnsent();
sessionStorage.removeItem(UNSENT);

export {};
