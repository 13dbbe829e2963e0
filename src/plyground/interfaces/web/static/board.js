// The board of a game on a grid, as a picture: anywidget's interface, one file, no imports.
//
// State: width, height; marks (one character a cell), labels (what a screen reader says of each cell),
// label (of the whole board), announce (said aloud when it changes); words (what is written to play at each
// cell: cells of a column that share a word are wells that stones fall down), targets (the cell that a press on
// each cell takes, null where none can be), stones (whether marks are round stones); playable and mark (whose
// turn the browser may play), turn (a number sent back with each move, so that a late click does nothing), round
// (a number for each game: the cursor, and the keyboard with it, goes to the centre); last (cell of the last move),
// line (cells that decided the game), focus (whether the cursor is shown from the start),
// values (null, or for each cell null or { kind, text, best }), shortcuts ({ key: command }).
// Messages: { play: cell, turn } and { command }.

const NS = "http://www.w3.org/2000/svg";
const CELL = 100;
const HEAD = 40; // room for the words above columns

const STYLE = `
.ply-board { display: block; width: 100%; height: 100%; touch-action: manipulation; user-select: none; -webkit-user-select: none; }
.ply-board .grid { stroke: var(--ply-line, #9aa5b1); stroke-width: 3; stroke-linecap: round; }
.ply-board .cell { outline: none; }
.ply-board .cell.free { cursor: pointer; }
.ply-board .back, .ply-board .pad { fill: transparent; }
.ply-board .last .back { fill: var(--ply-last, #7774); }
.ply-board .number { fill: var(--ply-faint, #6b7683); font: 11px system-ui, sans-serif; }
.ply-board .dense .number { font-size: 19px; }
.ply-board .dense .mark { transform: translate(13px, 15px) scale(.8); }
.ply-board .mark path, .ply-board .mark circle { fill: none; stroke-width: 11; stroke-linecap: round; }
.ply-board .X { stroke: var(--ply-x, #0072b2); }
.ply-board .O { stroke: var(--ply-o, #d55e00); }
.ply-board .head { fill: var(--ply-faint, #6b7683); font: 600 25px system-ui, sans-serif; text-anchor: middle; }
.ply-board .head.aimed { fill: var(--ply-ink, #1c2430); }
.ply-board .stones .number { font-size: 17px; }
.ply-board .well { fill: var(--ply-ground, #f3f1ec); stroke: var(--ply-hair, #dedbd3); stroke-width: 2; }
.ply-board .last .well { fill: var(--ply-last, #7774); stroke: var(--ply-ink, #1c2430); stroke-width: 3; }
.ply-board .hint { fill: var(--ply-faint, #6b7683); opacity: .55; }
.ply-board .dense .mark.stone { transform: none; }
.ply-board .stone.X { fill: var(--ply-x, #0072b2); stroke: none; }
.ply-board .stone.O { fill: var(--ply-o, #d55e00); stroke: none; }
.ply-board .stone .disc { fill: inherit; stroke: none; }
.ply-board .stone path.sign, .ply-board .stone circle.sign { fill: none; stroke: var(--ply-surface, #fff); stroke-width: 5; opacity: .75; }
.ply-board .ghost { opacity: 0; pointer-events: none; }
.ply-board .aimed .ghost { opacity: .35; }
.ply-board .aimed .hint { opacity: 0; }
.ply-board .ring { fill: none; stroke: var(--ply-focus, #1a5fb4); stroke-width: 4; visibility: hidden; }
.ply-board .cell:focus-visible .ring { visibility: visible; }
.ply-board .strike { stroke: var(--ply-ink, #1c2430); stroke-width: 7; stroke-linecap: round; opacity: .85; }
.ply-board .value rect { stroke-width: 2.5; }
.ply-board .value text { font: 700 24px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.ply-board .dense .value text { font-size: 38px; }
.ply-board .win { --kind: var(--ply-win, #00795a); }
.ply-board .draw { --kind: var(--ply-draw, #5b6673); }
.ply-board .loss { --kind: var(--ply-loss, #b34700); }
.ply-board .guess { --kind: var(--ply-faint, #5b6673); }
.ply-board .value rect { fill: var(--ply-surface, #fff); stroke: var(--kind); }
.ply-board .value text { fill: var(--kind); }
.ply-board .value.best rect { fill: var(--kind); }
.ply-board .value.best text { fill: var(--ply-surface, #fff); }
.ply-board .guess rect { stroke-dasharray: 5 4; }
.ply-said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) {
  .ply-board .last .mark path, .ply-board .last .mark circle { stroke-dasharray: 200; animation: ply-draw .28s ease-out; }
  .ply-board .last .mark.stone { animation: ply-place .22s ease-out; }
  .ply-board .last .mark.stone.falling { animation: ply-fall var(--fall) cubic-bezier(.5, 0, .9, .7); }
  .ply-board .last .mark.stone * { stroke-dasharray: none; animation: none; }
  .ply-board .strike { stroke-dasharray: 2200; animation: ply-strike .5s ease-out; }
}
@keyframes ply-draw { from { stroke-dashoffset: 200; } to { stroke-dashoffset: 0; } }
@keyframes ply-place { from { opacity: 0; } to { opacity: 1; } }
@keyframes ply-fall { from { transform: translateY(var(--from)); } to { transform: none; } }
@keyframes ply-strike { from { stroke-dashoffset: 2200; } to { stroke-dashoffset: 0; } }
`;

function draw(tag, attributes, parent) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

function drawMark(mark, x, y, parent) {
  const group = draw("g", { class: "mark" }, draw("g", { transform: `translate(${x} ${y})` }, parent));
  if (mark === "X") draw("path", { d: "M27 27 73 73M73 27 27 73", class: "X" }, group);
  else if (mark === "O") draw("circle", { cx: 50, cy: 50, r: 26, class: "O" }, group);
  return group;
}

// A disc with its side's sign on it, so that the sides differ not only by colour.
function drawStone(mark, x, y, parent) {
  const group = draw("g", { class: `mark stone ${mark}` }, draw("g", { transform: `translate(${x} ${y})` }, parent));
  draw("circle", { class: "disc", cx: 50, cy: 50, r: 37 }, group);
  if (mark === "X") draw("path", { class: "sign", d: "M39 39 61 61M61 39 39 61" }, group);
  else draw("circle", { class: "sign", cx: 50, cy: 50, r: 14 }, group);
  return group;
}

// The fewest straight runs that cover the cells, the longest first: what a winning line looks like.
function strikes(cells, width) {
  const present = new Set(cells);
  const at = (column, row) => column >= 0 && column < width && present.has(row * width + column);
  const runs = [];
  for (const cell of cells) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    for (const [across, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      if (at(column - across, row - down)) continue;
      let length = 1;
      while (at(column + across * length, row + down * length)) length += 1;
      runs.push(Array.from({ length }, (_, i) => (row + down * i) * width + column + across * i));
    }
  }
  runs.sort((one, other) => other.length - one.length);
  const uncovered = new Set(cells);
  return runs.filter((run) => {
    const adds = run.some((cell) => uncovered.has(cell));
    run.forEach((cell) => uncovered.delete(cell));
    return adds;
  });
}

function render({ model, el }) {
  const style = document.createElement("style");
  style.textContent = STYLE;
  const board = draw("svg", { class: "ply-board", role: "grid" });
  const said = document.createElement("div");
  said.className = "ply-said";
  said.setAttribute("aria-live", "polite");
  el.append(style, board, said);

  let cells = [];
  let heads = [];
  let cursor = 0;
  let pointed = null; // the cell under the mouse
  let strikeLayer;

  function layOut() {
    const [width, height] = [model.get("width"), model.get("height")];
    board.replaceChildren();
    const top = falls() ? HEAD : 0;
    board.setAttribute("viewBox", `-4 ${-4 - top} ${width * CELL + 8} ${height * CELL + 8 + top}`);
    const classes = [width > 5 || height > 5 ? "dense" : "", model.get("stones") ? "stones" : ""];
    const all = draw("g", { class: classes.join(" "), role: "presentation" }, board);
    const grid = draw("g", { class: "grid", "aria-hidden": "true" }, all);
    heads = [];
    for (let i = 0; falls() && i < width; i++) {
      const head = draw("text", { class: "head", x: i * CELL + 50, y: -12, "aria-hidden": "true" }, all);
      head.textContent = model.get("words")[i];
      heads.push(head);
    }
    for (let i = 1; !falls() && i < width; i++) draw("line", { x1: i * CELL, x2: i * CELL, y1: 4, y2: height * CELL - 4 }, grid);
    for (let i = 1; !falls() && i < height; i++) draw("line", { y1: i * CELL, y2: i * CELL, x1: 4, x2: width * CELL - 4 }, grid);
    cells = [];
    for (let row = 0; row < height; row++) {
      const line = draw("g", { role: "row" }, all);
      for (let column = 0; column < width; column++) {
        const number = row * width + column;
        const cell = draw("g", { role: "gridcell", tabindex: -1, "data-cell": number }, line);
        cell.addEventListener("click", () => {
          moveCursor(number, false);
          play(number);
        });
        cell.addEventListener("pointerenter", (event) => point(event.pointerType === "mouse" ? number : null));
        cell.addEventListener("pointerleave", () => point(null));
        for (const change of ["focus", "blur"]) cell.addEventListener(change, aim);
        cells.push(cell);
      }
    }
    strikeLayer = draw("g", { "aria-hidden": "true" }, all);
    moveCursor(centre(), board.contains(document.activeElement));
    fill();
  }

  // Whether a move is a column: then its cells share a word.
  function falls() {
    const words = model.get("words");
    return words.length > model.get("width") && words[0] === words[model.get("width")];
  }

  function point(cell) {
    pointed = cell;
    aim();
  }

  // Show what a press under the mouse, or at the cursor of the keyboard, would take.
  function aim() {
    const aimed = [pointed, cells[cursor].matches(":focus-visible") ? cursor : null].filter((cell) => cell !== null);
    const taken = aimed.map((cell) => model.get("targets")[cell]);
    const playable = model.get("playable");
    cells.forEach((cell, number) => cell.classList.toggle("aimed", playable && taken.includes(number)));
    heads.forEach((head, column) => head.classList.toggle("aimed", playable && aimed.some((cell) => cell % heads.length === column)));
  }

  function centre() {
    const [width, height] = [model.get("width"), model.get("height")];
    return Math.floor((height - 1) / 2) * width + Math.floor((width - 1) / 2);
  }

  function moveCursor(cell, focus) {
    cells[cursor]?.setAttribute("tabindex", -1);
    cursor = cell;
    cells[cursor].setAttribute("tabindex", 0);
    if (focus) cells[cursor].focus();
  }

  function fill() {
    const width = model.get("width");
    const marks = model.get("marks");
    const values = model.get("values");
    const playable = model.get("playable");
    const [words, targets] = [model.get("words"), model.get("targets")];
    const choosy = [...marks].some((mark, number) => mark === "." && targets[number] === null);
    board.setAttribute("aria-label", model.get("label"));
    cells.forEach((cell, number) => {
      const [x, y] = [(number % width) * CELL, Math.floor(number / width) * CELL];
      const mark = marks[number];
      const free = playable && targets[number] !== null;
      const taken = playable && targets[number] === number; // a press anywhere could take this very cell
      const value = values?.[number];
      const looks = JSON.stringify([mark, free, taken, choosy, model.get("mark"), value, number === model.get("last")]);
      cell.setAttribute("aria-label", model.get("labels")[number]);
      if (cell.looks === looks) return;
      cell.looks = looks;
      cell.setAttribute("class", `cell${free ? " free" : ""}${number === model.get("last") ? " last" : ""}`);
      cell.replaceChildren();
      draw("rect", { class: falls() ? "pad" : "back", x: x + 5, y: y + 5, width: 90, height: 90, rx: 10 }, cell);
      if (falls()) draw("circle", { class: "well", cx: x + 50, cy: y + 50, r: 41 }, cell);
      else if (mark === "." || !model.get("stones")) draw("text", { class: "number", x: x + 11, y: y + 21, "aria-hidden": "true" }, cell).textContent = words[number];
      const drawn = model.get("stones") ? drawStone : drawMark;
      if (mark !== ".") {
        const fallen = drawn(mark, x, y, cell);
        if (falls()) {
          fallen.classList.add("falling");
          fallen.style.setProperty("--from", `${-y - CELL}px`);
          fallen.style.setProperty("--fall", `${0.14 + 0.06 * Math.sqrt(y / CELL)}s`);
        }
      } else if (taken && !value) {
        if (choosy) draw("circle", { class: "hint", cx: x + 50, cy: y + 50, r: 9 }, cell);
        drawn(model.get("mark"), x, y, cell).classList.add("ghost");
      }
      if (value) drawValue(value, x, y, cell);
      draw("rect", { class: "ring", x: x + 6, y: y + 6, width: 88, height: 88, rx: 9 }, cell);
    });
    aim();
    strikeLayer.replaceChildren();
    for (const run of strikes(model.get("line"), width)) {
      const [from, to] = [run[0], run[run.length - 1]].map((cell) => [
        (cell % width) * CELL + 50,
        Math.floor(cell / width) * CELL + 50,
      ]);
      const [dx, dy] = [Math.sign(to[0] - from[0]) * 36, Math.sign(to[1] - from[1]) * 36];
      draw("line", { class: "strike", x1: from[0] - dx, y1: from[1] - dy, x2: to[0] + dx, y2: to[1] + dy }, strikeLayer);
    }
  }

  function drawValue({ kind, text, best }, x, y, parent) {
    const group = draw("g", { class: `value ${kind}${best ? " best" : ""}`, "aria-hidden": "true" }, parent);
    draw("rect", { x: x + 12, y: y + 30, width: 76, height: 40, rx: kind === "loss" ? 4 : 20 }, group);
    const words = draw("text", { x: x + 50, y: y + 51 }, group);
    words.textContent = text;
    if (words.getComputedTextLength() > 68) {
      words.setAttribute("textLength", 68);
      words.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }

  function play(cell) {
    if (model.get("playable")) model.send({ play: cell, turn: model.get("turn") });
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [width, height] = [model.get("width"), model.get("height")];
    const [column, row] = [cursor % width, Math.floor(cursor / width)];
    const to = {
      ArrowLeft: [Math.max(column - 1, 0), row],
      ArrowRight: [Math.min(column + 1, width - 1), row],
      ArrowUp: [column, Math.max(row - 1, 0)],
      ArrowDown: [column, Math.min(row + 1, height - 1)],
      Home: [0, row],
      End: [width - 1, row],
    }[event.key];
    const command = model.get("shortcuts")[event.key.toLowerCase()];
    if (to) moveCursor(to[1] * width + to[0], true);
    else if (event.key === "Enter" || event.key === " ") play(cursor);
    else if (command) model.send({ command });
    else return;
    event.preventDefault();
  }

  const announce = () => (said.textContent = model.get("announce"));
  board.addEventListener("keydown", onKey);
  const listeners = { "change:width change:height": layOut, "change:round": () => moveCursor(centre(), true), "change:announce": announce, change: fill };
  for (const [names, listener] of Object.entries(listeners)) model.on(names, listener);
  layOut();
  announce();
  if (model.get("focus")) cells[cursor].focus({ preventScroll: true });
  return () => {
    for (const [names, listener] of Object.entries(listeners)) model.off(names, listener);
    el.replaceChildren();
  };
}

export default { render };
