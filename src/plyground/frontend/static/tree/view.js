// The tree of one film: what is visible of it, at which scale, and where the keyboard is.

import { finder, isBrowsers } from "../keys.js";
import { draw, html } from "../svg.js";
import { colourOf, paintTree } from "./canvas.js";
import { drawEdge, drawNode } from "./node.js";
import { place, wayOf } from "./film_layout.js";
import { LeafFields } from "./leaf_fields.js";

const MOST_DRAWN = 400; // most nodes drawn in full at once; further nodes are drawn as lines
const MOST_TINY = 120; // most nodes drawn at once if they are too small to be read
const LEGIBLE_ZOOM = 0.35; // smallest zoom at which nodes can be read
const LEAST_ZOOM = 0.6; // smallest zoom at first
const TOUCH_ZOOM = 0.8; // the same for leaves that a finger drags
const BOARD_ZOOM = 1; // the same for nodes with boards, which have more to be read
const SMALLEST_ZOOM = 0.01;
const GREATEST_ZOOM = 2.5;
const TREE_ROOM = 0.5; // part of the window's height that a large tree may take
const LEVEL_WORDS_PX = 14; // least distance of rows that have words beside them

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").FilmNode} FilmNode */
/** @typedef {import("./film_layout.js").Placing} Placing */
/** @typedef {{ group: SVGGElement, edge: SVGGElement | null, key: string }} Drawn a node, and what it was drawn from */

/**
 * What all trees of a page share.
 *
 * @typedef {object} Shared
 * @property {import("../types").StepsTexts} texts
 * @property {number} scale of the page's type
 * @property {boolean} isFocused whether only the way to the node of the step is shown
 * @property {boolean} isCompared whether the other cut rule is shown
 * @property {string} leaf label of the field of a leaf; "" if leaves cannot be changed
 * @property {import("./leaf_fields.js").Change} change
 * @property {(step: number) => void} go
 * @property {(node: FilmNode, film: Film, differs: string) => string} describe
 */

export class TreeView {
  /**
   * @param {Shared} shared
   * @param {Film} film
   * @param {Element} parent
   */
  constructor(shared, film, parent) {
    this.shared = shared;
    this.current = 0; // node that the keyboard is on
    this.find = finder("ljkcf[]+=-0?"); // keys of the steps
    /** @type {Set<number>} */
    this.folded = new Set();
    this.zoom = 0; // 0: not chosen yet
    /** @type {Map<FilmNode, Drawn>} */
    this.drawn = new Map();
    this.waiting = 0; // animation frame in which to paint
    this.placedFor = "";
    this.levelledFor = "";
    const box = html("div", { class: "ply-tree" }, parent);
    this.levels = draw("svg", { "aria-hidden": "true" }, box);
    this.scroller = html("div", { class: "scroller" }, box);
    this.canvas = html("canvas", { "aria-hidden": "true", class: "far" }, this.scroller);
    const sheet = html("div", { class: "sheet" }, this.scroller);
    this.picture = draw("svg", { role: "tree", "aria-orientation": "horizontal" }, sheet);
    this.edges = draw("g", { "aria-hidden": "true" }, this.picture);
    this.items = draw("g", { role: "presentation" }, this.picture);
    this.fields = shared.leaf ? new LeafFields(sheet, shared.leaf, shared.change) : null;
    this.map = html("canvas", { class: "overview", "aria-hidden": "true" }, parent);
    this.film = film;
    this.placing = place(film, this.folded, null);
    this.show(film);
    this.scroller.addEventListener("scroll", () => this.paintLater());
    this.picture.addEventListener("keydown", (event) => this.onKey(event));
    this.map.addEventListener("pointerdown", (event) => this.scrollTo(event));
    this.map.addEventListener("pointermove", (event) => event.buttons && this.scrollTo(event));
    this.resized = new ResizeObserver(() => this.paintLater());
    this.resized.observe(this.scroller);
  }

  /** End what was begun. */
  leave() {
    cancelAnimationFrame(this.waiting);
    this.resized.disconnect();
    this.fields?.leave();
  }

  /**
   * Take another film, of the same tree or of a changed one.
   *
   * @param {Film} film
   */
  show(film) {
    if (film.nodes.length !== this.film.nodes.length) this.folded.clear();
    this.film = film;
    this.current = Math.min(this.current, film.nodes.length - 1);
    this.placedFor = "";
    for (const part of this.drawn.values()) {
      part.group.remove();
      part.edge?.remove();
    }
    this.drawn.clear();
    const letters = Math.max(0, ...film.head.levels.map((word) => word.length));
    this.levels.setAttribute("width", String(14 + 7.5 * letters));
  }

  paintLater() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.paint();
    });
  }

  /** Find out which nodes are visible, and where. */
  place() {
    const { film } = this;
    const way = this.shared.isFocused ? wayOf(film, this.current) : null;
    const key = way ? [...way].map((node) => node.id).join() : "all";
    if (this.placedFor === key) return;
    this.placedFor = key;
    this.placing = place(film, this.folded, way);
    if (!this.zoom) this.fit(film.head.board ? BOARD_ZOOM : this.fields ? TOUCH_ZOOM : LEAST_ZOOM);
  }

  /** Choose the zoom anew. */
  refit() {
    this.placedFor = "";
    this.zoom = 0;
  }

  fit(least = 0.02) {
    const { height, width } = this.placing;
    const usual = 1.25 * this.shared.scale;
    const large = Math.max(usual, Math.min(1.6 * usual, (TREE_ROOM * window.innerHeight) / height));
    this.zoom = Math.max(least, Math.min(large, (this.scroller.clientWidth - 4) / width));
  }

  /** @param {number} factor 0: fit the width */
  magnify(factor) {
    const { scroller } = this;
    const middle = (scroller.scrollLeft + scroller.clientWidth / 2) / this.zoom;
    if (factor) this.zoom = Math.max(SMALLEST_ZOOM, Math.min(GREATEST_ZOOM, this.zoom * factor));
    else this.fit();
    this.paint();
    scroller.scrollLeft = middle * this.zoom - scroller.clientWidth / 2;
  }

  /**
   * Scroll to a place on the map.
   *
   * @param {PointerEvent} event
   */
  scrollTo({ clientX, clientY }) {
    const { placing, scroller, zoom } = this;
    const box = this.map.getBoundingClientRect();
    const [across, down] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    scroller.scrollLeft = across * placing.width * zoom - scroller.clientWidth / 2;
    scroller.scrollTop = down * placing.height * zoom - scroller.clientHeight / 2;
  }

  /**
   * Scroll across until a node is so far inside.
   *
   * @param {FilmNode} node
   * @param {number} inset
   */
  scrollAcross(node, inset) {
    const { placing, scroller, zoom } = this;
    const x = (placing.x.get(node) ?? 0) * zoom;
    const { scrollLeft: left, clientWidth: width } = scroller;
    if (x < left + inset || x > left + width - inset) scroller.scrollLeft = x - width / 2;
  }

  /** Bring the node of the step into view. */
  follow() {
    const { film, placing, scroller, zoom } = this;
    if (!placing.shown.has(film.here)) return;
    this.scrollAcross(film.here, 50);
    const y = placing.rows[film.here.depth] * zoom;
    const { scrollTop: top, clientHeight: height } = scroller;
    if (y < top + 20 || y > top + height - 30) scroller.scrollTop = y - height / 2;
  }

  paint() {
    if (!this.scroller.isConnected) return;
    this.place();
    const { film, picture, placing, scroller, zoom } = this;
    picture.setAttribute("width", String(placing.width * zoom));
    picture.setAttribute("height", String(placing.height * zoom));
    picture.setAttribute("viewBox", `0 0 ${placing.width} ${placing.height}`);
    picture.setAttribute("aria-label", this.shared.texts.tree);
    this.paintLevels();
    const [near, isFar] = this.near();
    this.paintNodes(near);
    this.fields?.show(film.nodes, placing, zoom);
    this.canvas.hidden = !isFar;
    if (isFar) {
      const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = scroller;
      this.canvas.style.cssText = `width:${width}px;height:${height}px;transform:translate(${left}px,${top}px)`;
      paintTree(this.canvas, placing, film.nodes, film.here, { width, height, sx: zoom, sy: zoom, left, top });
    }
    const isWide = placing.width * zoom >= scroller.clientWidth * 1.3;
    this.map.hidden = !isWide && placing.height * zoom < scroller.clientHeight * 1.3;
    if (!this.map.hidden) this.paintMap();
  }

  /**
   * Return the nodes to draw in full, in the order of reading, and whether the others are drawn as lines.
   *
   * @returns {[FilmNode[], boolean]}
   */
  near() {
    const { film, placing, scroller, zoom } = this;
    const { rows, x } = placing;
    const [left, top] = [scroller.scrollLeft / zoom - 60, scroller.scrollTop / zoom - 90];
    const right = (scroller.scrollLeft + scroller.clientWidth) / zoom + 60;
    const bottom = (scroller.scrollTop + scroller.clientHeight) / zoom + 90;
    /** @param {FilmNode} node */
    const isInside = (node) => {
      const middle = x.get(node);
      if (middle === undefined || rows[node.depth] <= top || rows[node.depth] >= bottom) return false;
      return middle + node.width / 2 > left && middle - node.width / 2 < right;
    };
    const near = placing.read.filter(isInside);
    if (near.length <= (zoom < LEGIBLE_ZOOM ? MOST_TINY : MOST_DRAWN)) return [near, false];
    const few = new Set([...film.path(film.here), film.nodes[this.current]]);
    return [near.filter((node) => few.has(node)), true];
  }

  /** @param {FilmNode[]} near */
  paintNodes(near) {
    const { film } = this;
    const wanted = new Set(near);
    if (!wanted.has(film.nodes[this.current])) this.current = near[0]?.id ?? 0;
    for (const [node, part] of this.drawn) {
      if (wanted.has(node)) continue;
      part.group.remove();
      part.edge?.remove();
      this.drawn.delete(node);
    }
    const line = new Set(film.line());
    const only = new Set(this.shared.isCompared ? film.head.only : []);
    const missing = new Set(this.shared.isCompared ? film.head.missing : []);
    /** @type {SVGGElement | null} */
    let before = null; // previous node in the order of reading
    for (const node of near) {
      const differs = only.has(node.id) ? "more" : missing.has(node.id) ? "less" : "";
      before = this.drawIfChanged(node, line, differs, before);
    }
  }

  paintLevels() {
    const { film, levels, placing, scroller, zoom } = this;
    const { depth: deepest, rows } = placing;
    const key = `${zoom} ${rows[deepest]} ${scroller.scrollTop}`;
    if (this.levelledFor === key) return;
    this.levelledFor = key;
    levels.replaceChildren();
    levels.setAttribute("height", "10");
    if ((rows[1] - rows[0]) * zoom < LEVEL_WORDS_PX) return;
    film.head.levels.slice(0, deepest + 1).forEach((word, depth) => {
      const y = rows[depth] * zoom - scroller.scrollTop + 5;
      draw("text", { class: "level", x: 2, y }, levels).textContent = word;
    });
  }

  paintMap() {
    const { film, map, placing, scroller, zoom } = this;
    const [width, height] = [map.clientWidth, map.clientHeight];
    const [sx, sy] = [width / placing.width, height / (placing.height + 10)];
    const pen = paintTree(map, placing, film.nodes, film.here, { width, height, sx, sy, left: 0, top: -4 });
    const [across, down] = [sx / zoom, height / placing.height / zoom];
    pen.strokeStyle = colourOf(map, "ink");
    pen.lineWidth = 1.5;
    const wide = Math.max(4, scroller.clientWidth * across) - 2;
    const tall = Math.min(height, scroller.clientHeight * down) - 2;
    pen.strokeRect(scroller.scrollLeft * across + 1, scroller.scrollTop * down + 1, wide, tall);
  }

  /**
   * Draw a node unless it looks as before. Return its element.
   *
   * @param {FilmNode} node
   * @param {Set<FilmNode>} line
   * @param {"" | "more" | "less"} differs
   * @param {SVGGElement | null} before
   */
  drawIfChanged(node, line, differs, before) {
    const { film, placing } = this;
    const parent = film.nodes[node.parent];
    const isOnLine = line.has(node) && node.state !== 0;
    const look = {
      isHere: node === film.here,
      isCurrent: node.id === this.current,
      isOnLine,
      isEdgeOnLine: isOnLine && line.has(parent),
      isClosed: node.children.length > 0 && !placing.shown.has(node.children[0]),
      differs,
    };
    const places = [placing.x.get(node), placing.x.get(parent), placing.rows[node.depth]];
    const key = [...Object.values(look), node.state, node.leaf, node.window, node.value, ...places].join("|");
    const old = this.drawn.get(node);
    if (old?.key === key) return old.group;
    const hadFocus = old !== undefined && document.activeElement === old.group;
    const edge = parent ? drawEdge(node, parent, placing, look) : null;
    const group = drawNode(node, film, placing, look, this.shared.describe(node, film, differs));
    group.addEventListener("click", (event) => (event.shiftKey ? this.fold(node) : this.pick(node)));
    if (old) {
      old.group.replaceWith(group);
      if (edge) old.edge?.replaceWith(edge);
    } else {
      if (before) before.after(group);
      else this.items.prepend(group);
      if (edge) this.edges.append(edge);
    }
    this.drawn.set(node, { group, edge, key });
    if (hadFocus) group.focus({ preventScroll: true });
    return group;
  }

  /**
   * Jump to where a node is entered, or cut; from there to where it is left.
   *
   * @param {FilmNode} node
   */
  pick(node) {
    const { film } = this;
    this.current = node.id;
    const first = film.since(node);
    if (first === undefined) return;
    const rest = node.steps.filter((step) => film.pass(step) === film.pass(first));
    this.shared.go(film.step === first && rest.length > 1 ? rest[rest.length - 1] : first);
    this.focus(node);
  }

  /**
   * Hide what is below a node, or show it again.
   *
   * @param {FilmNode} node
   */
  fold(node) {
    if (!node.children.length) return;
    if (!this.folded.delete(node.id)) this.folded.add(node.id);
    this.placedFor = "";
    this.paint();
  }

  /**
   * Move the keyboard to a node.
   *
   * @param {FilmNode | undefined} node
   */
  walk(node) {
    if (!node) return;
    this.current = node.id;
    if (!this.placing.shown.has(node)) this.placedFor = "";
    this.place();
    this.scrollAcross(node, 30);
    this.paint();
    this.focus(node);
  }

  /** @param {FilmNode} node */
  focus(node) {
    this.drawn.get(node)?.group.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (isBrowsers(event)) return;
    const { placing } = this;
    const node = this.film.nodes[this.current];
    if (!this.walkByKey(event.key, node)) {
      const names = placing.read.map((other) => other.name);
      const found = this.find(event, names, placing.read.indexOf(node));
      if (found < 0) return;
      this.walk(placing.read[found]);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Do what a key means in the tree. Return false for other keys.
   *
   * @param {string} key
   * @param {FilmNode} node
   */
  walkByKey(key, node) {
    const { read, visible, x } = this.placing;
    const [left, right] = [key === "ArrowLeft", key === "ArrowRight"];
    if (left || right) {
      const level = visible.filter((other) => other.depth === node.depth);
      level.sort((one, other) => (x.get(one) ?? 0) - (x.get(other) ?? 0));
      this.walk(level[level.indexOf(node) + (left ? -1 : 1)]);
    } else if (key === "ArrowUp") this.walk(this.film.nodes[node.parent]);
    else if (key === "ArrowDown") {
      if (this.folded.has(node.id)) this.fold(node);
      this.walk(node.children[0]);
    } else if (key === "Home") this.walk(read[0]);
    else if (key === "End") this.walk(read.at(-1));
    else if (key === "Enter") this.pick(node);
    else if (key === " ") this.fold(node);
    else return false;
    return true;
  }
}
