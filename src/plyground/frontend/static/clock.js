// The clocks of a game between two people. The server says how much time is left; this counts it down in between.

const TICK_MS = 100;
const TENTHS_BELOW_MS = 10_000;

/** @type {WeakMap<Element, number>} The time at which each clock was first seen. */
const seen = new WeakMap();

/**
 * Return a time as minutes and seconds, with tenths in the last seconds.
 *
 * @param {number} left milliseconds
 */
function words(left) {
  const hasTenths = left > 0 && left < TENTHS_BELOW_MS;
  const seconds = hasTenths ? Math.ceil(left / 100) / 10 : Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = hasTenths ? seconds.toFixed(1) : String(seconds % 60);
  return `${minutes}:${rest.padStart(hasTenths ? 4 : 2, "0")}`;
}

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-left-ms]")) {
    const since = seen.get(clock) ?? performance.now();
    seen.set(clock, since);
    const spent = clock.hasAttribute("data-runs") ? performance.now() - since : 0;
    const left = Math.max(Number(clock.getAttribute("data-left-ms")) - spent, 0);
    const shown = words(left);
    if (clock.textContent !== shown) clock.textContent = shown;
    clock.classList.toggle("short", left < TENTHS_BELOW_MS);
  }
}, TICK_MS);
