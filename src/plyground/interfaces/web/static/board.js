// The board of a game on a grid, as a picture: anywidget's interface, one file, no imports.
//
// State: width, height; marks (one character a cell), goals (the same: whose pieces have to come there, or empty),
// sides (the marks of the first and the second), labels (what a screen reader says of each cell),
// label (of the whole board), announce (said aloud when it changes); columns and rows (what stands above and beside
// them: without rows, columns are wells that stones fall down; without either, every cell shows its word, from words);
// shear (cells that each row stands to the right of the one above: a half where cells are hexagons, else 0);
// pieces (whether a move takes a piece from one cell to another), stones (whether marks are round stones);
// moves (for each cell those that begin with a press on it, the best first: { to, the cell that it takes; label, what
// is said of that cell with the piece in hand; value, null or { kind, text, best } }), picks (for each cell, what is said
// when its piece is picked up), returned (and put back); playable and mark (whose
// turn the browser may play), turn (a number sent back with each move, so that a late click does nothing), round
// (a number for each game: the cursor, and the keyboard with it, goes to the centre); last (cells of the last move),
// hinted (cells where a hint says to look), advised (those of the move that it tells), line (cells that decided the game), focus (whether the cursor is shown from the start), shortcuts ({ key: command }).
// Messages: { play: [cell] or [from, to, null off the board], turn } and { command }.
//
// Where there is no page around the board, as in a notebook, desk is what stands there: { status, detail, reason, hint, trouble,
// written (the position where no board shows it), list and moves (what has no place on the board, in words), more (how many of those are not listed), buttons ([command, words, shown,
// enabled]), side and sideLabel (who the person plays, of sides; no choice without a label), keys (in words) }; messages of its
// own are { choose: place in moves, turn } and { side }.

const NS = "http://www.w3.org/2000/svg";
const CELL = 100;
const HEX_ROW = 86.6; // how far a row of hexagons is below the one above
const HEAD = 34; // room for the words above columns
const SIDE = 30; // room for those beside rows
const STILL = 6; // pixels that a finger or a mouse may move in a click

const STYLE = `
.ply-board { display: block; width: 100%; height: 100%; touch-action: manipulation; user-select: none; -webkit-user-select: none; }
.ply-board .grid { stroke: var(--ply-line, #9aa5b1); stroke-width: 3; stroke-linecap: round; }
.ply-board .cell { outline: none; }
.ply-board .cell.free { cursor: pointer; }
.ply-board .back, .ply-board .pad { fill: transparent; }
.ply-board .content, .ply-board .carried { pointer-events: none; }
.ply-board .mine { cursor: grab; }
.ply-board .carrying, .ply-board .carrying .cell { cursor: grabbing; }
.ply-board .pad.hexagon { stroke: var(--ply-line, #9aa5b1); stroke-width: 3; stroke-linejoin: round; }
.ply-board .hinted .back, .ply-board .hinted .well { fill: var(--ply-hint, #0b5c8f2e); }
.ply-board .advised .back, .ply-board .advised .well { stroke: var(--ply-focus, #1a5fb4); stroke-width: 5; stroke-dasharray: 14 7; }
.ply-board .lifted .back { fill: var(--ply-last, #7774); }
.ply-board .lifted .stone { opacity: .35; }
.ply-board .goal { fill: var(--side); opacity: .13; }
.ply-board .goal-of { fill: var(--side); font: 700 17px system-ui, sans-serif; }
.ply-board .last .back { fill: var(--ply-last, #7774); }
.ply-board .number { fill: var(--ply-faint, #6b7683); font: 11px system-ui, sans-serif; }
.ply-board .dense .number { font-size: 19px; }
.ply-board .dense .mark { transform: translate(13px, 15px) scale(.8); }
.ply-board .mark path, .ply-board .mark circle { fill: none; stroke-width: 11; stroke-linecap: round; }
.ply-board .first { --side: var(--ply-x, #0072b2); }
.ply-board .second { --side: var(--ply-o, #d55e00); }
.ply-board .third { --side: var(--ply-third, #007a5a); }
.ply-board .fourth { --side: var(--ply-fourth, #a8527f); }
.ply-board .fifth { --side: var(--ply-fifth, #8a6d00); }
.ply-board .sixth { --side: var(--ply-ink, #1c2430); }
.ply-board .nobody { --side: var(--ply-faint, #6b7683); }
.ply-board .mark { stroke: var(--side); }
.ply-board .mark > text { fill: var(--side); stroke: none; font: 700 44px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.ply-board .head { fill: var(--ply-faint, #6b7683); font: 600 25px system-ui, sans-serif; text-anchor: middle; }
.ply-board .head.aimed { fill: var(--ply-ink, #1c2430); }
.ply-board .grid-words .head { font-size: 20px; }
.ply-board .head.row-word { dominant-baseline: central; }
.ply-board .well { fill: var(--ply-ground, #f3f1ec); stroke: var(--ply-hair, #dedbd3); stroke-width: 2; }
.ply-board .last .well { fill: var(--ply-last, #7774); stroke: var(--ply-ink, #1c2430); stroke-width: 3; }
.ply-board .hint { fill: var(--ply-faint, #6b7683); opacity: .55; }
.ply-board .dense .mark.stone { transform: none; }
.ply-board .mark.stone { fill: var(--side); stroke: none; }
.ply-board .stone .disc { fill: inherit; stroke: none; }
.ply-board .stone path.sign, .ply-board .stone circle.sign { fill: none; stroke: var(--ply-surface, #fff); stroke-width: 5; opacity: .75; }
.ply-board .stone .rim { fill: none; stroke: var(--ply-surface, #fff); stroke-width: 2.5; opacity: .6; }
.ply-board .stone text { fill: var(--ply-surface, #fff); font: 700 34px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.ply-board .mark.count circle { stroke: var(--ply-line, #9aa5b1); stroke-width: 3; }
.ply-board .mark.count text { fill: var(--ply-ink, #1c2430); stroke: none; font: 600 36px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.ply-board .carried .stone { filter: drop-shadow(0 4px 4px #0006); }
.ply-board .ghost { opacity: 0; }
.ply-board .aimed .ghost { opacity: .35; }
.ply-board .aimed .hint { opacity: 0; }
.ply-board .ring { fill: none; stroke: var(--ply-focus, #1a5fb4); stroke-width: 4; visibility: hidden; }
.ply-board .cell:focus-visible .ring { visibility: visible; }
.ply-board .strike { stroke: var(--ply-ink, #1c2430); stroke-width: 7; stroke-linecap: round; opacity: .85; }
.ply-board .value rect { stroke-width: 2.5; }
.ply-board .value text { font: 700 24px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.ply-board .dense .value text { font-size: 38px; }
.ply-board .value.small text, .ply-board .dense .value.small text { font-size: 20px; }
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
.ply-desk { --ply-ink: var(--jp-ui-font-color1, #1c2430); --ply-faint: var(--jp-ui-font-color2, #5b6673); --ply-surface: var(--jp-layout-color1, #fff);
  --ply-ground: var(--jp-layout-color2, #f3f1ec); --ply-hair: var(--jp-border-color2, #dedbd3);
  display: grid; gap: .5rem; justify-items: start; padding: .3rem; color: var(--ply-ink); font: 15px/1.45 system-ui, sans-serif; }
:is([data-jp-theme-light="false"], .vscode-dark, .dark) .ply-desk { --ply-line: #66717d; --ply-x: #56b4e9; --ply-o: #f0a33c; --ply-third: #3fcf9f;
  --ply-fourth: #e08fbd; --ply-fifth: #f0e442; --ply-focus: #7cc4ee; --ply-hint: #7cc4ee3d; --ply-loss: #ff9a57; }
.ply-desk:focus { outline: none; }
.ply-desk p { margin: 0; max-width: 44rem; }
.ply-desk p:empty, .ply-desk [hidden] { display: none !important; }
.ply-desk .status { font-weight: 650; }
.ply-desk :is(.detail, .keys) { color: var(--ply-faint); font-size: .92em; }
.ply-desk .hint-words { padding: .35rem .7rem; border-left: 4px solid var(--ply-focus, #1a5fb4); }
.ply-desk .trouble { padding: .35rem .7rem; border-left: 4px solid var(--ply-loss, #b34700); }
.ply-desk .written { font: 15px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.ply-desk .ply-room { width: 100%; }
.ply-desk .ply-board { height: auto; }
.ply-desk .row { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; }
.ply-desk :is(button, select) { min-height: 2.5rem; min-width: 2.5rem; padding: .3rem .8rem; border: 1px solid var(--ply-line, #858d96); border-radius: 9px; background: var(--ply-surface); color: inherit; font: inherit; cursor: pointer; }
.ply-desk :is(button, select):focus-visible { outline: 3px solid var(--ply-focus, #1a5fb4); outline-offset: 2px; }
.ply-desk button:hover:not([aria-disabled="true"]) { background: var(--ply-ground); }
.ply-desk button[aria-disabled="true"] { color: var(--ply-faint); border-style: dashed; cursor: default; }
.ply-desk .goes-with { display: flex; align-items: center; gap: .4rem; }
@media (prefers-reduced-motion: no-preference) {
  .ply-board .last .mark path, .ply-board .last .mark circle { stroke-dasharray: 200; animation: ply-draw .28s ease-out; }
  .ply-board .last .mark.stone { animation: ply-place .22s ease-out; }
  .ply-board .last .mark.stone.falling { animation: ply-fall var(--fall) cubic-bezier(.5, 0, .9, .7); }
  .ply-board .last .mark.stone.sliding { animation: ply-slide .22s ease-in-out; }
  .ply-board .last .mark.stone * { stroke-dasharray: none; animation: none; }
  .ply-board .strike { stroke-dasharray: 2200; animation: ply-strike .5s ease-out; }
}
@keyframes ply-draw { from { stroke-dashoffset: 200; } to { stroke-dashoffset: 0; } }
@keyframes ply-place { from { opacity: 0; } to { opacity: 1; } }
@keyframes ply-slide { from { transform: translate(var(--from-x), var(--from-y)); } to { transform: none; } }
@keyframes ply-fall { from { transform: translateY(var(--from)); } to { transform: none; } }
@keyframes ply-strike { from { stroke-dashoffset: 2200; } to { stroke-dashoffset: 0; } }
`;

function draw(tag, attributes, parent) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

const CROSS = "M27 27 73 73M73 27 27 73";
const SIDES = ["first", "second", "third", "fourth", "fifth", "sixth"];
const whose = (side) => SIDES[side] ?? "nobody";

// A triangle, a square, a pentagon, ... around the middle of a cell.
function polygon(corners, radius) {
  const turns = Array.from({ length: corners }, (_, i) => 2 * Math.PI * (i / corners - 0.25));
  return `M${turns.map((turn) => `${(50 + radius * Math.cos(turn)).toFixed(1)} ${(50 + radius * Math.sin(turn)).toFixed(1)}`).join("L")}Z`;
}

// The first side's cross, the second side's ring, and for each further one a corner more; nobody's stone, or its sign.
function drawMark(side, mark, x, y, parent) {
  if (mark === "*") return drawStone(side, mark, x, y, parent);
  const group = draw("g", { class: `mark ${whose(side)}` }, draw("g", { transform: `translate(${x} ${y})` }, parent));
  if (side < 0) draw("text", { x: 50, y: 51 }, group).textContent = mark;
  else if (side === 1) draw("circle", { cx: 50, cy: 50, r: 26 }, group);
  else draw("path", { d: side ? polygon(side + 1, 28) : CROSS }, group);
  return group;
}

// A disc with its side's sign on it, so that the sides differ not only by colour; without one, nobody's.
function drawStone(side, mark, x, y, parent) {
  const group = draw("g", { class: `mark stone ${whose(side)}` }, draw("g", { transform: `translate(${x} ${y})` }, parent));
  draw("circle", { class: "disc", cx: 50, cy: 50, r: 37 }, group);
  if (side < 0) return group;
  if (side === 1) draw("circle", { class: "sign", cx: 50, cy: 50, r: 14 }, group);
  else draw("path", { class: "sign", d: side ? polygon(side + 1, 17) : "M39 39 61 61M61 39 39 61" }, group);
  return group;
}

// How many things lie in a cell: a number in a circle is one character of the marks.
function drawCount(mark, x, y, parent) {
  const group = draw("g", { class: "mark count" }, draw("g", { transform: `translate(${x} ${y})` }, parent));
  draw("circle", { cx: 50, cy: 50, r: 37 }, group);
  draw("text", { x: 50, y: 52 }, group).textContent = mark.normalize("NFKC");
  return group;
}

// A man: a disc with a rim and its side's letter.
function drawPiece(side, mark, x, y, parent) {
  const group = draw("g", { class: `mark stone ${whose(side)}` }, draw("g", { transform: `translate(${x} ${y})` }, parent));
  draw("circle", { class: "disc", cx: 50, cy: 50, r: 38 }, group);
  draw("circle", { class: "rim", cx: 50, cy: 50, r: 31 }, group);
  draw("text", { x: 50, y: 51 }, group).textContent = mark;
  return group;
}

// The outline of a cell, so far inside it.
function outline(attributes, x, y, inset, hexagon, parent) {
  if (!hexagon) return draw("rect", { ...attributes, x: x + inset, y: y + inset, width: CELL - 2 * inset, height: CELL - 2 * inset }, parent);
  const reach = CELL / Math.sqrt(3) - inset;
  const corners = Array.from({ length: 6 }, (_, i) => `${x + 50 + reach * Math.sin((i * Math.PI) / 3)} ${y + 50 - reach * Math.cos((i * Math.PI) / 3)}`);
  return draw("path", { ...attributes, d: `M${corners.join("L")}Z` }, parent);
}

// The fewest straight runs that cover the cells, the longest first: what a winning line looks like.
function strikes(cells, width, hexagons) {
  const present = new Set(cells);
  const at = (column, row) => column >= 0 && column < width && present.has(row * width + column);
  const runs = [];
  for (const cell of cells) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    for (const [across, down] of hexagons ? [[1, 0], [0, 1], [-1, 1]] : [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
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

function html(tag, attributes, parent) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

// What the model changes from now on; returns what ends that.
function listen(model, listeners) {
  for (const [names, listener] of Object.entries(listeners)) model.on(names, listener);
  return () => Object.entries(listeners).forEach(([names, listener]) => model.off(names, listener));
}

function render(context) {
  const { model, el } = context;
  html("style", {}, el).textContent = STYLE;
  const ends = model.get("desk") ? renderDesk(context) : [renderBoard(context)];
  return () => {
    ends.forEach((end) => end());
    el.replaceChildren();
  };
}

// The board with what a person needs around it.
function renderDesk({ model, el }) {
  const desk = html("div", { class: "ply-desk", tabindex: -1, "data-lm-suppress-shortcuts": "true" }, el); // JupyterLab's keys are not meant here
  const line = (name, attributes = {}) => html("p", { class: name, ...attributes }, desk);
  const [status, detail, written] = ["status", "detail", "written"].map((name) => line(name));
  const room = html("div", { class: "ply-room" }, desk);
  const list = html("div", { class: "row", role: "group" }, desk);
  const more = line("detail");
  const [hint, trouble, reason] = [line("hint-words"), line("trouble", { role: "alert" }), line("reason")];
  const actions = html("div", { class: "row" }, desk);
  const field = html("label", { class: "goes-with" }, actions);
  const fieldWords = html("span", {}, field);
  const side = html("select", {}, field);
  const keys = line("keys");
  const buttons = new Map();
  let listed = "";

  function press(command) {
    if (buttons.get(command).getAttribute("aria-disabled") !== "true") model.send({ command });
  }

  function fillList({ moves, list: label }) {
    const state = JSON.stringify([moves, model.get("turn")]);
    if (state === listed) return;
    listed = state;
    const wasThere = list.contains(document.activeElement);
    list.setAttribute("aria-label", label);
    list.replaceChildren();
    moves.forEach((words, place) => {
      const button = html("button", { type: "button" }, list);
      button.textContent = words;
      button.addEventListener("click", () => model.send({ choose: place, turn: model.get("turn") }));
    });
    list.hidden = !moves.length;
    // The pressed one is gone: the keyboard waits here, and goes on to the first of the next ones.
    if (wasThere || document.activeElement === desk) (list.firstElementChild ?? desk).focus();
  }

  function fillButtons(all) {
    for (const [command, words, shown, enabled] of all) {
      if (!buttons.has(command)) {
        const button = html("button", { type: "button" });
        actions.insertBefore(button, field);
        button.addEventListener("click", () => press(command));
        buttons.set(command, button);
      }
      const button = buttons.get(command);
      if (!shown && button === document.activeElement) (room.querySelector('[tabindex="0"]') ?? buttons.get("new")).focus();
      button.textContent = words;
      button.hidden = !shown;
      button.setAttribute("aria-disabled", !enabled);
    }
  }

  function fill() {
    const state = model.get("desk");
    for (const [node, words] of [[status, state.status], [detail, state.detail], [written, state.written], [hint, state.hint], [trouble, state.trouble], [reason, state.reason], [more, state.more], [keys, state.keys], [fieldWords, state.sideLabel]])
      if (node.textContent !== words) node.textContent = words;
    room.style.maxWidth = `${Math.min(Math.max(19, 4 * model.get("width")), 34)}rem`;
    room.hidden = !model.get("width");
    fillButtons(state.buttons);
    fillList(state);
    field.hidden = !state.sideLabel;
    if (side.length !== model.get("sides").length) {
      side.replaceChildren(...model.get("sides").map((name) => new Option(name)));
    }
    side.selectedIndex = state.side;
  }

  side.addEventListener("change", () => model.send({ side: side.selectedIndex }));
  fill();
  const ends = [listen(model, { change: fill })];
  if (model.get("width")) return [...ends, renderBoard({ model, el: room })];
  const said = html("div", { class: "ply-said", "aria-live": "polite" }, desk);
  const announce = () => (said.textContent = model.get("announce"));
  announce();
  return [...ends, listen(model, { "change:announce": announce })];
}

function renderBoard({ model, el }) {
  const board = draw("svg", { class: "ply-board", role: "grid" }, el);
  const said = html("div", { class: "ply-said", "aria-live": "polite" }, el);

  let cells = [];
  let heads = [];
  let cursor = 0;
  let pointed = null; // the cell under the mouse
  let picked = null; // the cell whose piece is in hand
  let turn = null; // when it was picked up
  let held = null; // a pointer that is down on a piece: { from, pointer, x, y, carried (once it moves) }
  let landed = null; // the cell where a carried piece was let go
  let strikeLayer;
  let carryLayer;

  function layOut() {
    const [width, height] = [model.get("width"), model.get("height")];
    board.replaceChildren();
    const [columns, rows] = [model.get("columns"), model.get("rows")];
    const [top, left] = [columns.length ? HEAD : 0, rows.length ? SIDE : 0];
    const tips = slant() ? 8 : 0; // of hexagons, above and below
    const [across, down] = [width * CELL + slant() * (height - 1) * CELL, (height - 1) * rowHeight() + CELL + 2 * tips];
    board.setAttribute("viewBox", `${-4 - left} ${-4 - top - tips} ${across + 8 + left} ${down + 8 + top}`);
    const classes = [width > 5 || height > 5 ? "dense" : "", rows.length ? "grid-words" : ""];
    const all = draw("g", { class: classes.join(" "), role: "presentation" }, board);
    const grid = draw("g", { class: "grid", "aria-hidden": "true" }, all);
    heads = columns.map((word, i) => {
      const head = draw("text", { class: "head", x: i * CELL + 50, y: slant() ? -16 : -10, "aria-hidden": "true" }, all);
      head.textContent = word;
      return head;
    });
    rows.forEach((word, i) => {
      draw("text", { class: "head row-word", x: corner(i * width)[0] - SIDE / 2, y: corner(i * width)[1] + 50, "aria-hidden": "true" }, all).textContent = word;
    });
    for (let i = 1; !falls() && !slant() && i < width; i++) draw("line", { x1: i * CELL, x2: i * CELL, y1: 4, y2: height * CELL - 4 }, grid);
    for (let i = 1; !falls() && !slant() && i < height; i++) draw("line", { y1: i * CELL, y2: i * CELL, x1: 4, x2: width * CELL - 4 }, grid);
    cells = [];
    for (let row = 0; row < height; row++) {
      const line = draw("g", { role: "row" }, all);
      for (let column = 0; column < width; column++) {
        const number = row * width + column;
        const cell = draw("g", { role: "gridcell", tabindex: -1, "data-cell": number }, line);
        outline({ class: slant() ? "pad hexagon" : "pad" }, ...corner(number), 0, slant(), cell);
        cell.content = draw("g", { class: "content" }, cell);
        cell.addEventListener("click", () => {
          moveCursor(number, false);
          press(number);
        });
        cell.addEventListener("pointerdown", (event) => hold(number, event));
        cell.addEventListener("pointerenter", (event) => point(event.pointerType === "mouse" ? number : null));
        cell.addEventListener("pointerleave", () => point(null));
        for (const change of ["focus", "blur"]) cell.addEventListener(change, aim);
        cells.push(cell);
      }
    }
    strikeLayer = draw("g", { "aria-hidden": "true" }, all);
    carryLayer = draw("g", { class: "carried", "aria-hidden": "true" }, all);
    moveCursor(centre(), board.contains(document.activeElement));
    fill();
  }

  // Cells that each row stands to the right of the one above; how far rows are apart; a cell's upper left corner.
  const slant = () => model.get("shear") ?? 0;
  const rowHeight = () => (slant() ? HEX_ROW : CELL);
  function corner(number) {
    const [column, row] = [number % model.get("width"), Math.floor(number / model.get("width"))];
    return [(column + slant() * row) * CELL, row * rowHeight()];
  }

  // Whether a move is a column, down which a stone falls.
  function falls() {
    return model.get("columns").length > 0 && !model.get("rows").length;
  }

  const mine = (cell) => model.get("playable") && model.get("pieces") && model.get("marks")[cell] === model.get("mark");

  // The move from a cell to another, if there is one.
  const moveTo = (from, to) => (from === null ? undefined : model.get("moves")[from].find((move) => move.to === to));

  // The cell that a press takes now, if it takes one.
  function taken(cell) {
    if (model.get("pieces")) return moveTo(picked, cell)?.to;
    return model.get("moves")[cell][0]?.to;
  }

  function point(cell) {
    pointed = cell;
    aim();
  }

  // Show what a press under the mouse, or at the cursor of the keyboard, would take.
  function aim() {
    const aimed = [pointed, cells[cursor].matches(":focus-visible") ? cursor : null].filter((cell) => cell !== null);
    const targets = aimed.map(taken);
    const playable = model.get("playable");
    cells.forEach((cell, number) => cell.classList.toggle("aimed", playable && targets.includes(number)));
    heads.forEach((head, column) => head.classList.toggle("aimed", playable && falls() && aimed.some((cell) => cell % heads.length === column)));
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
    const [goals, sides] = [model.get("goals"), model.get("sides")];
    const playable = model.get("playable");
    const [moves, last] = [model.get("moves"), model.get("last")];
    const [hinted, advised] = [model.get("hinted") ?? [], model.get("advised") ?? []];
    if (picked !== null && (turn !== model.get("turn") || !mine(picked))) letGo();
    const choosy = [...marks].some((mark, number) => mark === "." && !moves[number].length);
    const drawn = model.get("pieces") ? drawPiece : model.get("stones") ? drawStone : drawMark;
    board.classList.toggle("carrying", Boolean(held?.carried));
    board.setAttribute("aria-label", model.get("label"));
    cells.forEach((cell, number) => {
      const [x, y] = corner(number);
      const mark = marks[number];
      const chosen = model.get("pieces") ? moveTo(picked, number) : moves[number].find((move) => move.to === number);
      const begun = model.get("pieces") && picked === null ? moves[number][0] : undefined;
      const free = playable && taken(number) !== undefined;
      const open = playable && chosen; // a press could take this very cell
      const value = (chosen ?? begun)?.value;
      const states = { free, mine: mine(number), last: last.includes(number), lifted: number === picked, hinted: hinted.includes(number), advised: advised.includes(number) };
      const looks = JSON.stringify([mark, states, open, choosy, model.get("mark"), value]);
      cell.setAttribute("aria-label", (model.get("pieces") && chosen?.label) || model.get("labels")[number]);
      if (model.get("pieces")) cell.setAttribute("aria-selected", number === picked);
      if (cell.looks === looks) return;
      cell.looks = looks;
      cell.setAttribute("class", ["cell", ...Object.keys(states).filter((state) => states[state])].join(" "));
      const content = cell.content;
      content.replaceChildren();
      const goal = SIDES[sides.indexOf(goals[number])]; // the side that wants to come here
      if (goal) outline({ class: `goal ${goal}` }, x, y, 2, slant(), content);
      if (falls()) draw("circle", { class: "well", cx: x + 50, cy: y + 50, r: 41 }, content);
      else outline({ class: "back", rx: 10 }, x, y, 5, slant(), content);
      if (goal) draw("text", { class: `goal-of ${goal}`, x: x + (slant() ? 44 : 9), y: y + (slant() ? 13 : 21), "aria-hidden": "true" }, content).textContent = goals[number];
      if (!model.get("columns").length) draw("text", { class: "number", x: x + 11, y: y + 21, "aria-hidden": "true" }, content).textContent = model.get("words")[number];
      if (mark !== ".") {
        const placed = /\p{N}/u.test(mark) ? drawCount(mark, x, y, content) : drawn(sides.indexOf(mark), mark, x, y, content);
        if (falls()) {
          placed.classList.add("falling");
          placed.style.setProperty("--from", `${-y - CELL}px`);
          placed.style.setProperty("--fall", `${0.14 + 0.06 * Math.sqrt(y / CELL)}s`);
        } else if (last.length > 1 && number === last[1] && number !== landed) {
          placed.classList.add("sliding");
          placed.style.setProperty("--from-x", `${corner(last[0])[0] - x}px`);
          placed.style.setProperty("--from-y", `${corner(last[0])[1] - y}px`);
        }
      } else if (open && !value) {
        if (choosy) draw("circle", { class: "hint", cx: x + 50, cy: y + 50, r: 9 }, content);
        drawn(sides.indexOf(model.get("mark")), model.get("mark"), x, y, content).classList.add("ghost");
      }
      if (value) drawValue(value, x, y, mark === "." ? "value" : "value small", content);
      outline({ class: "ring", rx: 9 }, x, y, 6, slant(), content);
    });
    aim();
    strikeLayer.replaceChildren();
    for (const run of strikes(model.get("line"), width, slant() > 0)) {
      const [from, to] = [run[0], run[run.length - 1]].map((cell) => corner(cell).map((edge) => edge + 50));
      const [dx, dy] = [Math.sign(to[0] - from[0]) * 36, Math.sign(to[1] - from[1]) * 36];
      draw("line", { class: "strike", x1: from[0] - dx, y1: from[1] - dy, x2: to[0] + dx, y2: to[1] + dy }, strikeLayer);
    }
  }

  // In the middle of a free cell; small, at the foot, where a piece stands.
  function drawValue({ kind, text, best }, x, y, size, parent) {
    const group = draw("g", { class: `${size} ${kind}${best ? " best" : ""}`, "aria-hidden": "true" }, parent);
    const [wide, high, middle] = size === "value" ? [76, 40, 50] : [58, 28, 84];
    draw("rect", { x: x + 50 - wide / 2, y: y + middle - high / 2, width: wide, height: high, rx: kind === "loss" ? 4 : high / 2 }, group);
    const words = draw("text", { x: x + 50, y: y + middle + 1 }, group);
    words.textContent = text;
    if (words.getComputedTextLength() > wide - 8) {
      words.setAttribute("textLength", wide - 8);
      words.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }

  function play(...cells) {
    letGo();
    if (model.get("playable")) model.send({ play: cells, turn: model.get("turn") });
    fill();
  }

  // A click, or Enter: fills a cell, picks a piece up (another one, too) or puts it down. The server refuses what is wrong.
  function press(cell) {
    if (!model.get("pieces")) play(cell);
    else if (mine(cell) && cell !== picked) pick(cell);
    else play(picked ?? cell, cell);
  }

  function pick(cell) {
    [picked, turn, landed] = [cell, model.get("turn"), null];
    said.textContent = model.get("picks")[cell];
    fill();
  }

  // Nothing is in hand any more.
  function letGo() {
    picked = held = null;
    carryLayer.replaceChildren();
  }

  function putBack() {
    letGo();
    said.textContent = model.get("returned");
    fill();
  }

  function hold(cell, { button, isPrimary, pointerId, clientX, clientY }) {
    if (button === 0 && isPrimary && mine(cell)) held = { from: cell, pointer: pointerId, x: clientX, y: clientY };
  }

  // Where a pointer is on the board, in cells.
  function place({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
    return [x / CELL, y / CELL];
  }

  function cellUnder(event) {
    const [column, row] = place(event).map(Math.floor);
    const inside = column >= 0 && row >= 0 && column < model.get("width") && row < model.get("height");
    return inside ? row * model.get("width") + column : null;
  }

  function carry(event) {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.carried) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < STILL) return;
      board.setPointerCapture(held.pointer);
      held.carried = true;
      const mark = model.get("mark");
      drawPiece(model.get("sides").indexOf(mark), mark, -CELL / 2, -CELL / 2, carryLayer);
      moveCursor(held.from, false);
      pick(held.from);
    }
    const [column, row] = place(event);
    carryLayer.setAttribute("transform", `translate(${column * CELL} ${row * CELL})`);
    point(cellUnder(event));
  }

  function drop(event) {
    if (!held || event.pointerId !== held.pointer) return;
    const { from, carried } = held;
    held = null;
    if (!carried) return; // a click
    const to = cellUnder(event);
    if (moveTo(from, to)) {
      landed = to; // the piece stays there until the move is on the board
      const width = model.get("width");
      carryLayer.setAttribute("transform", `translate(${((to % width) + 0.5) * CELL} ${(Math.floor(to / width) + 0.5) * CELL})`);
      model.send({ play: [from, to], turn });
    } else play(from, to);
    point(null);
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
    else if (event.key === "Enter" || event.key === " ") press(cursor);
    else if (event.key === "Escape" && picked !== null) putBack();
    else if (command) model.send({ command });
    else return;
    event.preventDefault();
  }

  const announce = () => (said.textContent = model.get("announce"));
  board.addEventListener("keydown", onKey);
  board.addEventListener("pointermove", carry);
  board.addEventListener("pointerup", drop);
  // A finger on a piece does not scroll the page (browsers heed touch-action for the picture as a whole only).
  board.addEventListener("touchmove", (event) => held && event.preventDefault(), { passive: false });
  board.addEventListener("pointercancel", () => held && putBack());
  const end = listen(model, { "change:width change:height change:columns change:rows": layOut, "change:round": () => moveCursor(centre(), true), "change:announce": announce, change: fill });
  layOut();
  announce();
  if (model.get("focus")) cells[cursor].focus({ preventScroll: true });
  return end;
}

export default { render };
