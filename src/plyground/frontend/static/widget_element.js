// A widget on a page: an element whose module draws in it. The Python side is web/components/widget.py.

import { connection } from "./connection.js";
import { Model } from "./plyground_widget.js";

/** The model of a widget whose messages go over the page's connection. */
class ConnectedModel extends Model {
  isConnected() {
    return connection.isOpen;
  }

  isReached() {
    return connection.isReached();
  }
}

/** The element `plyground-widget`: attributes name its module and style sheet; inside stands the first state. */
class WidgetElement extends HTMLElement {
  /** @type {ConnectedModel | undefined} */
  model;
  /** @type {import("./widget").End | undefined} */
  end;

  async connectedCallback() {
    const state = JSON.parse(this.textContent ?? "{}");
    this.replaceChildren();
    const model = new ConnectedModel(
      state,
      (changes) => connection.send(this.id, "save", changes),
      (message) => connection.send(this.id, "message", message),
    );
    this.model = model;
    const [{ default: widget }] = await Promise.all([
      import(this.getAttribute("module") ?? ""),
      styled(this.getAttribute("style-sheet")),
    ]);
    if (this.isConnected) this.end = widget.render({ model, el: this });
  }

  disconnectedCallback() {
    this.end?.();
  }
}

/**
 * Add a style sheet to the page unless it is there.
 *
 * @param {string | null} href
 * @returns {Promise<void>} when it holds
 */
function styled(href) {
  if (!href || document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const added = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    added.onload = added.onerror = () => resolve();
    document.head.append(added);
  });
}

/** Let the browser know the element. */
export function defineWidgets() {
  customElements.define("plyground-widget", WidgetElement);
}
