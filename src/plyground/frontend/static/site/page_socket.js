// In the pages of the program: a web socket is a line of messages to the server in this browser.
{
  const root = new URL("../../", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const channel = new BroadcastChannel(`plyground ${root.pathname}`);

  const LEAVING_MS = 20_000; // time from the answer of the next page until it is shown
  let leavesUntil = 0; // until then the page may be waiting for the next one
  addEventListener("beforeunload", () => {
    leavesUntil = Infinity;
  });

  class PageSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;

    /** @param {string | URL} url */
    constructor(url) {
      super();
      this.url = String(url);
      this.readyState = PageSocket.CONNECTING;
      this.binaryType = "blob";
      this.bufferedAmount = 0;
      this.protocol = this.extensions = "";
      const id = crypto.randomUUID();
      const { pathname, search } = new URL(url, location.href);
      const path = pathname.startsWith(root.pathname) ? `/${pathname.slice(root.pathname.length)}` : pathname;
      const asked = { kind: "connect", id, path, query: search.slice(1) };
      this.line = new BroadcastChannel(`plyground socket ${id}`);
      this.line.onmessage = ({ data }) => this.hear(data.event, data.data);
      channel.addEventListener("message", ({ data }) => {
        if (data.kind !== "here") return;
        if (this.readyState === PageSocket.CONNECTING) channel.postMessage(asked);
        else this.finish(1006); // another tab has taken the program over: the page connects anew
      });
      channel.postMessage(asked);
      addEventListener("pagehide", () => this.close());
    }

    /** @param {string} event @param {any} data */
    hear(event, data) {
      if (event === "open") this.readyState = PageSocket.OPEN;
      else if (event === "message") {
        const bytes = typeof data !== "string";
        this.tell(new MessageEvent("message", { data: bytes && this.binaryType === "blob" ? new Blob([data]) : data }));
      } else if (event === "close") {
        // The page reloads itself if Python does not know it, which would cancel the way to the next page. Sockets are
        // opened after the pages that were asked for, so the next page was answered before.
        leavesUntil = Math.min(leavesUntil, Date.now() + LEAVING_MS);
        this.finish(Date.now() < leavesUntil ? 1006 : Number(data));
      }
      if (event === "open") this.tell(new Event("open"));
    }

    /** @param {Event} event */
    tell(event) {
      /** @type {any} */ (this)[`on${event.type}`]?.(event);
      this.dispatchEvent(event);
    }

    /** @param {string | ArrayBuffer | ArrayBufferView} data */
    send(data) {
      this.line.postMessage({ event: "send", data });
    }

    close() {
      if (this.readyState >= PageSocket.CLOSING) return;
      this.line.postMessage({ event: "close" });
      this.finish();
    }

    finish(code = 1000) {
      if (this.readyState === PageSocket.CLOSED) return;
      this.readyState = PageSocket.CLOSED;
      this.line.close();
      this.tell(new CloseEvent("close", { code, wasClean: true }));
    }
  }
  /** @type {any} */ (window).WebSocket = PageSocket;
}
