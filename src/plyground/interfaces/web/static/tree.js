// A search tree as a picture: anywidget's interface, one file, no imports.
//
// State: nodes, parents first, each { key, parent, x, y (column and row), kind ("inner", "over", "horizon",
// "cut"), side ("max", "min"), move, value, window, marks, last (cells), line (on the best line), open, busy,
// label }; columns, rows; levels (the words beside each row); width, height (of the board); sides (their marks), pieces (whether these are men rather than signs); label; legend
// ([kind, words] pairs). Message: { toggle: key }.

const NS = "http://www.w3.org/2000/svg";
const COLUMN = 82;
const ROW = 150;
const LEFT = 66; // room for the words beside the rows
const TOP = 14;
const BOARD = 54; // side of a node's picture

const STYLE = `
.ply-tree { display: flex; }
.ply-tree svg { display: block; flex: none; font: 13px system-ui, sans-serif; }
.ply-tree .scroller { flex: 1; min-width: 0; overflow-x: auto; overscroll-behavior-x: contain; }
.ply-tree .scroller svg { margin: 0 auto; }
.ply-tree .edge { fill: none; stroke: var(--ply-line, #8a95a1); stroke-width: 1.5; }
.ply-tree .edge.line { stroke: var(--ply-ink, #1c2430); stroke-width: 4; }
.ply-tree .edge.cut { stroke-dasharray: 5 4; }
.ply-tree .struck { stroke: var(--ply-loss, #b34700); stroke-width: 2.5; }
.ply-tree .node { outline: none; }
.ply-tree .node.inner { cursor: pointer; }
.ply-tree .frame { fill: var(--ply-surface, #fff); stroke: var(--ply-line, #8a95a1); stroke-width: 1.5; }
.ply-tree .line > .frame { stroke: var(--ply-ink, #1c2430); stroke-width: 3; }
.ply-tree .cut > .frame { stroke-dasharray: 4 4; fill: none; }
.ply-tree .cut text { fill: var(--ply-faint, #5b6673); }
.ply-tree .over > .frame { stroke-width: 2.5; }
.ply-tree .ring { fill: none; stroke: var(--ply-focus, #1a5fb4); stroke-width: 3; visibility: hidden; }
.ply-tree .node:focus-visible .ring { visibility: visible; }
.ply-tree .grid { stroke: var(--ply-line, #b8c0c9); stroke-width: .8; }
.ply-tree .first { stroke: var(--ply-x, #0072b2); fill: none; stroke-linecap: round; }
.ply-tree .second { stroke: var(--ply-o, #d55e00); fill: none; }
.ply-tree .dots .grid { stroke: var(--ply-hair, #dedbd3); }
.ply-tree .dot { fill: var(--ply-x, #0072b2); }
.ply-tree .newest { fill: var(--ply-last, #7774); }
.ply-tree text { fill: var(--ply-ink, #1c2430); text-anchor: middle; }
.ply-tree .man circle { fill: var(--ply-x, #0072b2); stroke: none; }
.ply-tree .man.second circle { fill: var(--ply-o, #d55e00); }
.ply-tree .man text { fill: var(--ply-surface, #fff); stroke: none; font-weight: 700; }
.ply-tree .value { font-weight: 700; font-size: 12px; text-anchor: start; }
.ply-tree .window, .ply-tree .level { fill: var(--ply-faint, #5b6673); font-size: 11.5px; }
.ply-tree .level { font-weight: 600; font-size: 12.5px; text-anchor: start; letter-spacing: .02em; }
.ply-tree .move rect { fill: var(--ply-ground, #eef0f3); }
.ply-tree .move text { font-weight: 600; font-size: 12px; }
.ply-tree .shape { fill: none; stroke: var(--ply-ink, #1c2430); stroke-width: 1.6; stroke-linejoin: round; }
.ply-tree .shape.filled { fill: var(--ply-ink, #1c2430); }
.ply-tree .handle circle { fill: var(--ply-surface, #fff); stroke: var(--ply-line, #8a95a1); }
.ply-tree .handle path { stroke: var(--ply-ink, #1c2430); stroke-width: 1.8; stroke-linecap: round; }
.ply-tree .inner:hover > .handle circle { fill: var(--ply-last, #ddd); }
.ply-tree .busy { opacity: .55; }
.ply-legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .8rem 0 0; padding: 0; list-style: none; font-size: .85rem; }
.ply-legend li { display: flex; align-items: center; gap: .4rem; }
.ply-legend svg { flex: none; width: 30px; height: 18px; font: 11px system-ui, sans-serif; }
`;

function draw(tag, attributes, parent) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

// MAX ▲, MIN ▼, the end of the game □, a judged position ◇; centred on x, y.
function drawShape(kind, side, x, y, parent) {
  const paths = {
    over: `M${x - 5} ${y - 5}h10v10h-10z`,
    horizon: `M${x} ${y - 6}l6 6-6 6-6-6z`,
    max: `M${x} ${y - 6}l6.5 11h-13z`,
    min: `M${x} ${y + 6}l6.5-11h-13z`,
  };
  draw("path", { class: kind === "inner" ? "shape filled" : "shape", d: paths[kind === "inner" ? side : kind] }, parent);
}

function drawStruck(x, y, dx, dy, parent) {
  const length = Math.hypot(dx, dy);
  const [ax, ay] = [dx / length, dy / length]; // along the edge
  for (const shift of [-3, 3]) {
    const [mx, my] = [x + ax * shift, y + ay * shift];
    draw("line", { class: "struck", x1: mx - ay * 6, y1: my + ax * 6, x2: mx + ay * 6, y2: my - ax * 6 }, parent);
  }
}

function render({ model, el }) {
  const style = document.createElement("style");
  style.textContent = STYLE;
  const box = document.createElement("div");
  box.className = "ply-tree";
  const levels = draw("svg", { "aria-hidden": "true", width: LEFT }, box); // stays where it is when the tree scrolls
  const scroller = document.createElement("div");
  scroller.className = "scroller";
  box.append(scroller);
  const picture = draw("svg", { role: "tree", "aria-orientation": "horizontal" }, scroller);
  const legend = document.createElement("ul");
  legend.className = "ply-legend";
  el.append(style, box, legend);
  let current = null; // key of the node that the keyboard is on

  const centre = (node) => (node.x + 0.5) * COLUMN;
  const top = (node) => TOP + node.y * ROW;

  function drawTree() {
    const nodes = model.get("nodes");
    const byKey = new Map(nodes.map((node) => [node.key, node]));
    const before = current === null ? null : picture.querySelector(".current")?.getBoundingClientRect().left;
    const focused = picture.contains(document.activeElement);
    if (!byKey.has(current)) current = nodes[0]?.key ?? null;
    picture.replaceChildren();
    picture.setAttribute("aria-label", model.get("label"));
    picture.setAttribute("width", model.get("columns") * COLUMN);
    picture.setAttribute("height", TOP + (model.get("rows") - 1) * ROW + BOARD + 46);
    levels.replaceChildren();
    model.get("levels").forEach((words, row) => {
      draw("text", { class: "level", x: 2, y: TOP + row * ROW + BOARD / 2 + 4 }, levels).textContent = words;
    });
    for (const node of nodes) if (node.parent !== null) drawEdge(byKey.get(node.parent), node);
    for (const node of nodes) drawNode(node, nodes);
    const here = picture.querySelector(".current");
    if (focused) here?.focus({ preventScroll: true });
    if (before === null || before === undefined) scroller.scrollLeft = centre(nodes[0] ?? { x: 0 }) - scroller.clientWidth / 2;
    else if (here) scroller.scrollLeft += here.getBoundingClientRect().left - before;
  }

  function drawEdge(parent, node) {
    const [x1, y1] = [centre(parent), top(parent) + BOARD + 42];
    const [x2, y2] = [centre(node), top(node)];
    const edge = draw("g", { "aria-hidden": "true" }, picture);
    const cut = node.kind === "cut";
    draw("line", { class: `edge${node.line ? " line" : ""}${cut ? " cut" : ""}`, x1, y1, x2, y2 }, edge);
    if (cut) drawStruck(x1 + (x2 - x1) * 0.45, y1 + (y2 - y1) * 0.45, x2 - x1, y2 - y1, edge);
    const move = draw("g", { class: "move" }, edge);
    const wide = 12 + 7 * node.move.length;
    const [mx, my] = [x1 + (x2 - x1) * 0.74, y1 + (y2 - y1) * 0.74];
    draw("rect", { x: mx - wide / 2, y: my - 9, width: wide, height: 18, rx: 9 }, move);
    draw("text", { x: mx, y: my + 4.5 }, move).textContent = node.move;
  }

  function drawNode(node, nodes) {
    const [x, y] = [centre(node), top(node)];
    const siblings = nodes.filter((other) => other.parent === node.parent);
    const classes = ["node", node.kind, node.line && "line", node.busy && "busy", node.key === current && "current"];
    const group = draw("g", {
      class: classes.filter(Boolean).join(" "),
      role: "treeitem",
      tabindex: node.key === current ? 0 : -1,
      "data-key": node.key,
      "aria-label": node.label,
      "aria-level": node.y + 1,
      "aria-posinset": siblings.indexOf(node) + 1,
      "aria-setsize": siblings.length,
    }, picture);
    if (node.kind === "inner") group.setAttribute("aria-expanded", node.open);
    if (node.busy) group.setAttribute("aria-busy", "true");
    draw("rect", { class: "ring", x: x - 38, y: y - 10, width: 76, height: BOARD + 50, rx: 8 }, group);
    draw("rect", { class: "frame", x: x - BOARD / 2, y, width: BOARD, height: BOARD, rx: 5 }, group);
    if (node.kind !== "cut") {
      drawPosition(node, x - BOARD / 2, y, group);
      const value = draw("text", { class: "value", y: y + BOARD + 19 }, group);
      value.textContent = node.value;
      const wide = 18 + value.getComputedTextLength();
      value.setAttribute("x", x - wide / 2 + 18);
      drawShape(node.kind, node.side, x - wide / 2 + 7, y + BOARD + 14, group);
      draw("text", { class: "window", x, y: y + BOARD + 35 }, group).textContent = node.window;
    }
    if (node.kind === "inner") drawHandle(node, x + BOARD / 2, y, group);
    group.addEventListener("click", () => {
      current = node.key;
      picture.querySelectorAll(".node").forEach((other) => other.classList.toggle("current", other === group));
      toggle(node);
    });
  }

  function drawHandle(node, x, y, parent) {
    const handle = draw("g", { class: "handle", "aria-hidden": "true" }, parent);
    draw("circle", { cx: x, cy: y, r: 8 }, handle);
    draw("path", { d: `M${x - 4} ${y}h8${node.open ? "" : `M${x} ${y - 4}v8`}` }, handle);
  }

  function drawPosition(node, x, y, parent) {
    const [width, height] = [model.get("width"), model.get("height")];
    const cell = (BOARD - 6) / Math.max(width, height);
    const [left, up] = [x + (BOARD - cell * width) / 2, y + (BOARD - cell * height) / 2];
    const group = draw("g", { "aria-hidden": "true" }, parent);
    const dots = cell < 9; // too small for signs: a dot and a ring
    if (dots) group.setAttribute("class", "dots");
    for (let i = 1; i < width; i++) draw("line", { class: "grid", x1: left + i * cell, x2: left + i * cell, y1: up, y2: up + height * cell }, group);
    for (let i = 1; i < height; i++) draw("line", { class: "grid", y1: up + i * cell, y2: up + i * cell, x1: left, x2: left + width * cell }, group);
    const [first, second] = model.get("sides");
    [...node.marks].forEach((mark, number) => {
      const [cx, cy] = [left + ((number % width) + 0.5) * cell, up + (Math.floor(number / width) + 0.5) * cell];
      const size = cell * 0.28;
      const thick = { "stroke-width": Math.max(1, cell * 0.13) };
      if (node.last.includes(number)) draw("rect", { class: "newest", x: cx - cell / 2, y: cy - cell / 2, width: cell, height: cell }, group);
      if (model.get("pieces") && mark !== ".") drawMan(mark, mark === first ? "first" : "second", cx, cy, cell, group);
      else if (mark === first && dots) draw("circle", { class: "dot", cx, cy, r: cell * 0.42 }, group);
      else if (mark === second && dots) draw("circle", { class: "second", "stroke-width": cell * 0.24, cx, cy, r: cell * 0.3 }, group);
      else if (mark === first) draw("path", { class: "first", ...thick, d: `M${cx - size} ${cy - size}L${cx + size} ${cy + size}M${cx + size} ${cy - size}L${cx - size} ${cy + size}` }, group);
      else if (mark === second) draw("circle", { class: "second", ...thick, cx, cy, r: size }, group);
    });
  }

  function drawMan(mark, side, cx, cy, cell, parent) {
    const man = draw("g", { class: `man ${side}` }, parent);
    draw("circle", { cx, cy, r: cell * 0.42 }, man);
    const letter = draw("text", { x: cx, y: cy + cell * 0.19, "font-size": cell * 0.55 }, man);
    letter.textContent = mark;
  }

  function drawLegend() {
    legend.replaceChildren();
    for (const [kind, words] of model.get("legend")) {
      const item = document.createElement("li");
      if (["max", "min", "over", "horizon", "line", "cut"].includes(kind)) {
        const sample = draw("svg", { viewBox: "0 0 30 18", "aria-hidden": "true", class: "ply-tree" }, item);
        if (kind === "line" || kind === "cut") draw("line", { class: `edge ${kind}`, x1: 1, x2: 29, y1: 9, y2: 9 }, sample);
        else drawShape(kind in { over: 1, horizon: 1 } ? kind : "inner", kind, 15, 9, sample);
        if (kind === "cut") drawStruck(15, 9, 1, 0, sample);
      }
      const text = document.createElement("span");
      text.textContent = words;
      item.append(text);
      legend.append(item);
    }
  }

  function toggle(node) {
    if (node.kind === "inner" && !node.busy) model.send({ toggle: node.key });
  }

  function go(node) {
    if (!node) return;
    current = node.key;
    for (const item of picture.querySelectorAll(".node")) {
      const here = item.dataset.key === current;
      item.setAttribute("tabindex", here ? 0 : -1);
      item.classList.toggle("current", here);
      if (here) {
        item.focus({ preventScroll: true });
        item.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  // Down goes to the first child (and opens a closed node), up to the parent, left and right along the level.
  function onKey(event) {
    const nodes = model.get("nodes");
    const node = nodes.find((other) => other.key === current);
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const level = nodes.filter((other) => other.y === node.y).sort((one, other) => one.x - other.x);
    const place = level.indexOf(node);
    if (event.key === "ArrowLeft") go(level[place - 1]);
    else if (event.key === "ArrowRight") go(level[place + 1]);
    else if (event.key === "ArrowUp") go(nodes.find((other) => other.key === node.parent));
    else if (event.key === "ArrowDown") node.open ? go(nodes.find((other) => other.parent === node.key)) : toggle(node);
    else if (event.key === "Home") go(level[0]);
    else if (event.key === "End") go(level[level.length - 1]);
    else if (event.key === "Enter" || event.key === " ") toggle(node);
    else return;
    event.preventDefault();
  }

  picture.addEventListener("keydown", onKey);
  const listeners = { change: drawTree, "change:legend": drawLegend };
  for (const [names, listener] of Object.entries(listeners)) model.on(names, listener);
  drawLegend();
  drawTree();
  return () => {
    for (const [names, listener] of Object.entries(listeners)) model.off(names, listener);
    el.replaceChildren();
  };
}

export default { render };
