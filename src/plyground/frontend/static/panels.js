// Panels that a press opens are brought into view: on a phone they open below the board.

const LEAST_SEEN_PX = 160; // height in sight of a panel that counts as seen

/**
 * Scroll to a panel unless enough of it is seen.
 *
 * @param {Element} panel
 */
function bringIntoView(panel) {
  const { top, bottom } = panel.getBoundingClientRect();
  if (top >= 0 && Math.min(bottom, top + LEAST_SEEN_PX) <= window.innerHeight) return;
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const block = panel.matches(".ending") ? "end" : "start"; // the board stays in sight with its result
  panel.scrollIntoView({ block, behavior: isCalm ? "auto" : "smooth" });
}

const OPENED = ".side > .panel:not(.thoughts), .foot .advice";
const PRESS_MS = 5000; // time in which a press opens a panel
const LEVELS_AGE_S = 365 * 24 * 60 * 60; // time for which the levels of opponents are remembered

/** Follow the panels: what a person has just pressed opens in their sight; what comes by itself takes nobody away. */
export function followPanels() {
  let pressed = -Infinity; // time of the last press in milliseconds
  for (const event of ["click", "keydown"]) {
    document.addEventListener(event, ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  }
  const observer = new MutationObserver((records) => {
    if (performance.now() - pressed > PRESS_MS) return;
    const opened = records.find(({ target, oldValue }) => {
      const isPanel = target instanceof Element && target.matches(OPENED);
      const wasHidden = (oldValue ?? "").split(" ").includes("hidden");
      return isPanel && wasHidden && !target.classList.contains("hidden");
    });
    if (opened) requestAnimationFrame(() => bringIntoView(/** @type {Element} */ (opened.target)));
  });
  observer.observe(document.body, { attributeFilter: ["class"], attributeOldValue: true, subtree: true });
}

/** Remember the level of the next opponent, which the card at the end of a game tells, in a cookie. */
export function followLevels() {
  new MutationObserver((records) => {
    for (const { target } of records) {
      const levels = /** @type {HTMLElement} */ (target).dataset.levels;
      if (levels) document.cookie = `levels=${levels}; path=/; max-age=${LEVELS_AGE_S}; samesite=lax`;
    }
  }).observe(document.body, { attributeFilter: ["data-levels"], subtree: true });
}
