// The site in Firefox, driven over WebDriver BiDi: node firefox_smoke.mjs FIREFOX ADDRESS SERVER
// Starts, moves, stops a thought, ends the process SERVER, and finds the game again without it. Needs npm's puppeteer-core.
import puppeteer from "puppeteer-core";

const [executablePath, address, server] = process.argv.slice(2);
const SECONDS = 300;
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: 1e6 });

/** Open a page of the site. @param {string} path */
async function opened(path) {
  const page = await browser.newPage();
  page.setDefaultTimeout(SECONDS * 1000);
  await page.goto(`${address}#${path}`);
  return page;
}

/** Wait until an expression about the window `w` of the program is true. @param {any} page @param {string} expression */
async function until(page, expression) {
  const inside = (text) =>
    new Function("w", `return ${text}`)(document.querySelector("iframe.program")?.contentWindow);
  for (let second = 0; second < SECONDS; second++) {
    if (await page.evaluate(inside, expression).catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 1000));
  }
  throw new Error(`It is never true: ${expression}`);
}

const page = await opened("/play/connect_four?x=human&o=engine:seconds=600");
await until(page, `w.document.querySelector("[data-cell]") && w.connection.isOpen`);
console.log("isolated", await page.evaluate(() => crossOriginIsolated));
await until(page, `w.document.querySelector('[data-cell="3"]').dispatchEvent(new w.MouseEvent("click", { bubbles: true }))`);
await until(page, `w.location.search.includes("moves=4")`);
console.log("moved");
const button = `[...w.document.querySelectorAll("button")].find((each) => each.textContent.includes("Move now") && each.offsetParent)`;
await until(page, button);
await until(page, `(${button}?.click(), /moves=4-\\d/.test(w.location.search))`);
console.log("stopped");
await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 60);
await page.close();
process.kill(Number(server));
const again = await opened("/mine");
await until(again, `w.document.body.innerHTML.includes("/play/connect_four") && w.document.body.innerHTML.includes("moves=4-")`);
console.log("found");
await browser.close();
