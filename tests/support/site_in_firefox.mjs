// Plays at an exported site in Firefox, over WebDriver BiDi: node site_in_firefox.mjs FIREFOX ADDRESS SERVER_PROCESS
// It moves, stops a thought, ends the server and finds the game again. It writes what it has seen, a JSON line each.
import puppeteer from "puppeteer-core";

const LIMIT_MS = 900_000; // for each step, on a busy machine
const POLL_MS = 1000;
const ANSWER_MS = 20_000;
const LEAST_FILES = 60; // files that the service worker keeps, at least

const [executablePath, address, server] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  protocolTimeout: LIMIT_MS,
});

/** @param {string} step @param {unknown} [seen] */
const tell = (step, seen = true) => console.log(JSON.stringify({ step, seen }));

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} step @param {() => Promise<unknown>} look */
async function until(step, look) {
  for (const begun = Date.now(); Date.now() < begun + LIMIT_MS; ) {
    // A page that is on its way to another one may fail to answer, or never answer.
    const seen = await Promise.race([look().catch(() => false), pause(ANSWER_MS)]);
    if (seen) return seen;
    await pause(POLL_MS);
  }
  throw new Error(`never seen: ${step}`);
}

/** @param {string} path */
async function opened(path) {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  page.on("pageerror", (error) => tell("error", String(error)));
  await page.goto(`${address}#${path}`);
  /** Evaluate an expression of the program's window `w`. @param {string} text */
  const inside = (text) =>
    page.evaluate(
      (text) => new Function("w", `return ${text}`)(document.querySelector("iframe.program")?.contentWindow),
      text,
    );
  return { page, inside };
}

try {
  const { page, inside } = await opened("/play/connect_four?x=human&o=engine:seconds=60");
  await until("the board", () => inside("w.document.querySelector('[data-cell]') && w.connection.isOpen"));
  tell("isolated", await page.evaluate(() => crossOriginIsolated));
  await inside(
    "w.document.querySelector('[data-cell=\"3\"]').dispatchEvent(new w.MouseEvent('click', { bubbles: true }))",
  );
  await until("a move", () => inside("w.location.search.includes('moves=')"));
  tell("moved");
  const button =
    "[...w.document.querySelectorAll('button')].find((b) => b.textContent.includes('Move now') && b.offsetParent)";
  await until("the button", () => inside(`Boolean(${button})`));
  await inside(`${button}.click()`);
  await until("an answer", () => inside("/moves=[^&-]+-/.test(w.location.search)"));
  tell("stopped");
  const moves = await inside("new w.URLSearchParams(w.location.search).get('moves')");
  const kept = () => page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).length);
  await until("the files", async () => (await kept()) >= LEAST_FILES);
  await page.close();
  process.kill(Number(server));
  const later = await opened("/mine");
  const words = "w.document.body.innerHTML";
  await until("the game", () => later.inside(`${words}.includes('/play/connect_four')`));
  tell("found offline", await later.inside(`${words}.includes('moves=${moves}')`));
} finally {
  await browser.close();
}
