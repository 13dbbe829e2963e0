// The connection of a page to the server: presses go up, changes come down (web/connected/page_client.py).
// Both sides keep their messages until the other has confirmed them, so that each is handled once and in order.

const HEARTBEAT_MS = 5000; // time between two confirmations
const SILENCE_MS = 12000; // time without a message after which the line counts as lost
const PATIENCE_MS = 1000; // time after which the page says that the line is lost
const LONGEST_PAUSE_MS = 5000; // longest time between two attempts to connect
const TYPING_MS = 400; // time in which typed text is collected
const UNKNOWN_PAGE = 4404; // code of the server for a page that it does not have any more
const ANSWER_MS = 3000; // time after which the server counts as out of reach

/**
 * An event of an element: its number, the element's id, its kind, and the value that was read from it.
 *
 * @typedef {[number, string, string, unknown]} Press
 */

/**
 * Return whether nothing but the connection keeps a press. The board keeps its moves itself.
 *
 * @param {Press} press
 */
function isUnkept([, , kind, value]) {
  return kind !== "focus" && kind !== "blur" && !Object(value).play;
}

class Connection {
  isOpen = false;
  /** @type {((change: any[]) => void)} */
  apply = () => {};
  /** @type {Set<(isOpen: boolean) => void>} */
  followers = new Set();
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {Press[]} */
  #presses = []; // presses that the server has not confirmed
  #number = 0; // number of the last press
  #sent = 0; // number of the last press that was sent
  #seen = 0; // number of the server's last message
  #heardAt = 0; // time of the server's last message
  #attempts = 0;
  #isHeld = false; // true while no attempt is wanted
  /** @type {(() => void) | undefined} */
  #typed; // sends the text that is being typed
  #typing = 0;

  /** @param {string} page */
  constructor(page) {
    this.page = page;
    window.setInterval(() => this.#beat(), HEARTBEAT_MS);
    window.addEventListener("online", () => this.open());
    window.addEventListener("pageshow", (event) => event.persisted && this.open());
    window.addEventListener("pagehide", () => this.#leave());
  }

  /** Open a socket unless one is open. */
  open() {
    this.#isHeld = false;
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    if (this.isOpen) this.#giveUp(); // the socket is closing; what it was given since then is lost
    const address = new URL("/socket", window.location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = new URLSearchParams({ page: this.page, seen: String(this.#seen) }).toString();
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && this.#lose(code);
  }

  /** Close the socket and open no other until :js:meth:`open` is called. */
  close() {
    this.#isHeld = true;
    this.#socket?.close();
  }

  /**
   * Send an event of an element, now or when the line is there again.
   *
   * @param {string} id
   * @param {string} kind
   * @param {unknown} value
   */
  send(id, kind, value) {
    if (this.#typed && kind !== "input") this.#flushTyped();
    this.#presses.push([++this.#number, id, kind, value]);
    this.#sendPresses();
  }

  /**
   * Send what is typed, some times a second.
   *
   * @param {() => void} send
   */
  collect(send) {
    this.#typed = send;
    this.#typing ||= window.setTimeout(() => this.#flushTyped(), TYPING_MS);
  }

  /** Return whether the server answers now. A line may be lost long before its end is noticed. */
  async isReached() {
    let isReached = this.isOpen;
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      if (isReached) await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal });
    } catch {
      isReached = false;
    }
    this.#tell(isReached);
    return isReached;
  }

  #flushTyped() {
    window.clearTimeout(this.#typing);
    this.#typing = 0;
    const send = this.#typed;
    this.#typed = undefined;
    send?.();
  }

  #sendPresses() {
    if (!this.isOpen) return;
    for (const press of this.#presses) {
      if (press[0] <= this.#sent) continue;
      this.#socket?.send(JSON.stringify(press));
      this.#sent = press[0];
    }
  }

  /** @param {[number, number, any[][]]} message */
  #hear([number, heard, changes]) {
    this.#heardAt = Date.now();
    this.#presses = this.#presses.filter((press) => press[0] > heard);
    if (!this.isOpen) {
      this.isOpen = true;
      this.#attempts = 0;
      this.#sent = heard;
      this.#tell(true);
      for (const follow of this.followers) follow(true);
      this.#sendPresses();
    }
    if (number !== this.#seen + 1) return; // a confirmation, or a message that came before
    this.#seen = number;
    for (const change of changes) this.apply(change);
  }

  /** @param {number} code */
  #lose(code) {
    if (code === UNKNOWN_PAGE) {
      window.location.reload();
      return;
    }
    this.isOpen = false;
    window.setTimeout(() => this.isOpen || this.#tell(false), PATIENCE_MS);
    for (const follow of this.followers) follow(false);
    if (this.#isHeld) return;
    const pause = this.#attempts && Math.min(LONGEST_PAUSE_MS, 500 * 2 ** this.#attempts) * (0.5 + Math.random());
    this.#attempts += 1;
    window.setTimeout(() => this.#isHeld || this.open(), pause);
  }

  /** Count the line as lost before the end of its socket is told. */
  #giveUp() {
    const lost = this.#socket;
    this.#socket = undefined;
    lost?.close();
    this.#lose(0);
  }

  /** Confirm the messages so far. A line that does not answer is given up. */
  #beat() {
    if (!this.isOpen) return;
    if (Date.now() - this.#heardAt > SILENCE_MS) this.#giveUp();
    else this.#socket?.send(JSON.stringify([0, this.#seen]));
  }

  /** Keep for the next page that a press was not sent. */
  #leave() {
    if (this.#typed) this.#flushTyped();
    const isUnsent = (/** @type {Press} */ press) => press[0] > this.#sent && isUnkept(press);
    if (!this.isOpen && this.#presses.some(isUnsent)) sessionStorage.setItem("unsent-press", "yes");
  }

  /** @param {boolean} isReached */
  #tell(isReached) {
    document.querySelector(".lost")?.classList.toggle("now", !isReached);
    document.documentElement.classList.toggle("connected", isReached);
  }
}

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-page]"))?.dataset.page ?? "";
/** The connection of this page. */
export const connection = new Connection(page);
