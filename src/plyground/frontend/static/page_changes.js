// Changes of a page that the server sends. Each keeps the nodes that stay the same, with their focus, selection and
// place.

const LEAST_SEEN_REVEALED_PX = 160; // height in sight of a panel that was opened

/**
 * Return the elements that some HTML describes.
 *
 * @param {string} html
 */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/**
 * Make the content of a node like that of another one, node by node.
 *
 * @param {Node} old
 * @param {Node} fresh
 */
export function morph(old, fresh) {
  const present = [...old.childNodes];
  const wanted = [...fresh.childNodes];
  wanted.forEach((node, place) => {
    const here = present[place];
    if (!here) old.appendChild(node);
    else if (here.nodeName !== node.nodeName) old.replaceChild(node, here);
    else if (here instanceof Element && node instanceof Element) {
      for (const { name } of [...here.attributes])
        if (!node.hasAttribute(name) && name !== "open") here.removeAttribute(name); // what a person opened stays open
      for (const { name, value } of node.attributes)
        if (here.getAttribute(name) !== value) here.setAttribute(name, value);
      morph(here, node);
    } else if (here.nodeValue !== node.nodeValue) here.nodeValue = node.nodeValue;
  });
  for (const node of present.slice(wanted.length)) old.removeChild(node);
}

function behavior() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}

/**
 * The changes by their names. All but the last ones get the element that is changed.
 *
 * @type {Record<string, (element: any, ...values: any[]) => void>}
 */
const CHANGES = {
  /** Set an attribute, or remove it. */
  attribute(element, name, value) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    if (name === "checked") element.checked = value !== null;
  },
  /** Replace the content. */
  inside(element, html) {
    morph(element, parsed(html));
  },
  /** Replace the children by these: ids of present ones, and the HTML of new ones. */
  children(element, parts) {
    const children = parts
      .map((/** @type {string} */ part) =>
        part.startsWith("<") ? parsed(part).firstElementChild : document.getElementById(part),
      )
      .filter(Boolean);
    const stay = new Set(children);
    for (const child of [...element.children]) if (!stay.has(child)) child.remove();
    children.forEach((/** @type {Element} */ child, /** @type {number} */ place) => {
      if (element.children[place] !== child) element.insertBefore(child, element.children[place] ?? null);
    });
  },
  /** Change a part of the state of a widget. */
  patch(element, changes) {
    element.model.patch(changes);
  },
  focus(element) {
    element.focus();
  },
  scrollToEnd(element) {
    element.scrollTop = element.scrollHeight;
  },
  /**
   * Scroll into the lower half of the window an element that is hidden or at the lower edge. If it is taller, show at
   * least its beginning, and the whole board if there is room for both.
   */
  reveal(element) {
    const { top } = element.getBoundingClientRect();
    const board = document.querySelector(".board")?.getBoundingClientRect().top ?? Infinity;
    const least = top - innerHeight + LEAST_SEEN_REVEALED_PX;
    const by = top < 0 ? top - 0.45 * innerHeight : Math.max(least, Math.min(top - 0.45 * innerHeight, board - 8));
    const isCut = board < 0 && board - 8 >= least;
    if (top < 0 || top > 0.6 * innerHeight || isCut) scrollBy({ top: by, behavior: behavior() });
  },
  /** Scroll as little as possible to show the whole element. */
  bringIntoView(element) {
    element.scrollIntoView({ block: "nearest", behavior: behavior() });
  },
  replaceUrl(url) {
    history.replaceState(null, "", url);
  },
  open(url) {
    location.assign(url);
  },
  reload() {
    location.reload();
  },
  /** Offer a file to save. */
  download(text, name, type) {
    const href = URL.createObjectURL(new Blob([text], { type }));
    Object.assign(document.createElement("a"), { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  },
};
/** Changes without an element. */
const OF_PAGE = ["replaceUrl", "open", "reload", "download"];

/**
 * Carry out a change: its name, the id of the element unless the page itself is changed, and further values.
 *
 * @param {any[]} change
 */
export function applyChange([name, first, ...others]) {
  const changed = OF_PAGE.includes(name) ? first : document.getElementById(first);
  if (changed !== null) CHANGES[name](changed, ...others);
}
