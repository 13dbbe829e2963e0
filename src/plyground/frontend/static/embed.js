// Pages in the frames of other sites: the snippet that shows this page there, and links that lead out of a frame.

const TALL_PX = 720;

/** @param {Event} event */
function offerSnippet(event) {
  const panel = event.target;
  if (!(panel instanceof HTMLDetailsElement) || !panel.open) return;
  const text = panel.querySelector("textarea");
  if (!panel.classList.contains("embed") || !text) return;
  const frame = document.createElement("iframe");
  frame.src = window.location.href; // the address of a board changes with each move
  frame.title = document.title;
  frame.width = "100%";
  frame.height = String(TALL_PX);
  frame.setAttribute("style", "border: 0");
  frame.loading = "lazy";
  text.value = frame.outerHTML;
  text.select();
}

/** @param {string} url */
const room = (url) => new URL(url).pathname.split("/")[1];

/** @param {Event} event */
function leaveFrame(event) {
  const link = event.target instanceof Element && event.target.closest("a");
  // Not every room can be framed.
  if (link && link.href && room(link.href) !== room(window.location.href)) link.target = "_blank";
}

document.addEventListener("toggle", offerSnippet, true); // the panel may come after this module
if (window.self !== window.top) document.addEventListener("click", leaveFrame, true);

export {};
