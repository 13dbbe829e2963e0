// Search trees as pictures: anywidget's interface, one file, no imports. Two views share shapes, boards and keys:
//
// 1. A tree that unfolds node by node. State: nodes, parents first, each { key, parent, x, y (column and row), kind
// ("inner", "over", "horizon", "cut"), side ("max", "min"), move, value, window, marks, last (cells), line (on the best
// line), open, busy, label }; columns, rows; levels (the words beside each row); width, height (of the board); sides
// (their marks), pieces (whether these are men rather than signs); label; legend ([kind, words] pairs). Message: { toggle: key }.
//
// 2. A search that is stepped through, where the state has scenes, as JSON: each { flips (whether there is another cut rule), films: [head, head of the other cut rule] } as
// trace/film.py makes them; reels, the words of the steps, by "scene-film-number"; reel, steps of one; step; other
// (whether the other cut rule is shown); minimum (leaves); texts; legend. Messages: { reel: name }, { both: true } where the
// other cut rule is wanted and not there.

const NS = "http://www.w3.org/2000/svg";
const COLUMN = 82;
const ROW = 150;
const LEFT = 66; // room for the words beside the rows
const TOP = 14;
const BOARD = 54; // side of a node's picture
const TYPING = 900; // milliseconds after which a key begins another word

const STYLE = `
.ply-tree { display: flex; }
.ply-tree svg { display: block; flex: none; font: 13px system-ui, sans-serif; }
.ply-tree .scroller { flex: 1; min-width: 0; overflow-x: auto; overscroll-behavior-x: contain; }
.ply-tree .scroller svg { margin: 0 auto; }
.ply-tree .edge { fill: none; stroke: var(--ply-line, #8a95a1); stroke-width: 1.5; }
.ply-tree .edge.line { stroke: var(--ply-ink, var(--jp-ui-font-color1, #1c2430)); stroke-width: 4; }
.ply-tree .edge.cut { stroke-dasharray: 5 4; }
.ply-tree .struck { stroke: var(--ply-loss, #b34700); stroke-width: 2.5; }
.ply-tree .node { outline: none; }
.ply-tree .node.inner { cursor: pointer; }
.ply-tree .frame { fill: var(--ply-surface, var(--jp-layout-color1, #fff)); stroke: var(--ply-line, #8a95a1); stroke-width: 1.5; }
.ply-tree .line > .frame { stroke: var(--ply-ink, var(--jp-ui-font-color1, #1c2430)); stroke-width: 3; }
.ply-tree .cut > .frame { stroke-dasharray: 4 4; fill: none; }
.ply-tree .cut text { fill: var(--ply-faint, var(--jp-ui-font-color2, #5b6673)); }
.ply-tree .over > .frame { stroke-width: 2.5; }
.ply-tree .ring { fill: none; stroke: var(--ply-focus, #1a5fb4); stroke-width: 3; visibility: hidden; }
.ply-tree .node:focus-visible .ring { visibility: visible; }
.ply-tree .grid { stroke: var(--ply-line, #b8c0c9); stroke-width: .8; }
.ply-tree .first { stroke: var(--ply-x, #0072b2); fill: none; stroke-linecap: round; }
.ply-tree .second { stroke: var(--ply-o, #d55e00); fill: none; }
.ply-tree .further { stroke: var(--ply-third, #007a5a); fill: none; }
.ply-tree .nobody { fill: var(--ply-faint, #5d6773); }
.ply-tree .dots .grid { stroke: var(--ply-hair, #dedbd3); }
.ply-tree .dot { fill: var(--ply-x, #0072b2); }
.ply-tree .newest { fill: var(--ply-last, #7774); }
.ply-tree text { fill: var(--ply-ink, var(--jp-ui-font-color1, #1c2430)); text-anchor: middle; }
.ply-tree .man circle { fill: var(--ply-x, #0072b2); stroke: none; }
.ply-tree .man.second circle { fill: var(--ply-o, #d55e00); }
.ply-tree .man.count circle { fill: none; stroke: var(--ply-line, #8a95a1); }
.ply-tree .man.count text { fill: var(--ply-ink, var(--jp-ui-font-color1, #1c2430)); }
.ply-tree .man text { fill: var(--ply-surface, var(--jp-layout-color1, #fff)); stroke: none; font-weight: 700; }
.ply-tree .value { font-weight: 700; font-size: 12px; text-anchor: start; }
.ply-tree .window, .ply-tree .level { fill: var(--ply-faint, var(--jp-ui-font-color2, #5b6673)); font-size: 11.5px; }
.ply-tree .level { font-weight: 600; font-size: 12.5px; text-anchor: start; letter-spacing: .02em; }
.ply-tree .move rect { fill: var(--ply-ground, #eef0f3); }
.ply-tree .move text { font-weight: 600; font-size: 12px; }
.ply-tree .shape { fill: none; stroke: var(--ply-ink, var(--jp-ui-font-color1, #1c2430)); stroke-width: 1.6; stroke-linejoin: round; }
.ply-tree .shape.filled { fill: var(--ply-ink, var(--jp-ui-font-color1, #1c2430)); }
.ply-tree .handle circle { fill: var(--ply-surface, var(--jp-layout-color1, #fff)); stroke: var(--ply-line, #8a95a1); }
.ply-tree .handle path { stroke: var(--ply-ink, var(--jp-ui-font-color1, #1c2430)); stroke-width: 1.8; stroke-linecap: round; }
.ply-tree .inner:hover > .handle circle { fill: var(--ply-last, #ddd); }
.ply-tree .busy { opacity: .55; }
.ply-legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .8rem 0 0; padding: 0; list-style: none; font-size: .85rem; }
.ply-legend li { display: flex; align-items: center; gap: .4rem; }
.ply-legend svg { flex: none; width: 30px; height: 18px; font: 11px system-ui, sans-serif; }
`;

const STEPS_STYLE = `
.ply-steps { --max: var(--ply-x, #0072b2); --min: var(--ply-o, #d55e00); --ink: var(--ply-ink, var(--jp-ui-font-color1, #1c2430));
  --faint: var(--ply-faint, var(--jp-ui-font-color2, #5b6673)); --hair: var(--ply-hair, var(--jp-border-color2, #dedbd3));
  --ground: var(--ply-surface, var(--jp-layout-color1, #fff)); --now: var(--ply-last, color-mix(in srgb, #e6a800 30%, var(--ground)));
  display: grid; grid-template-columns: minmax(0, 1fr); gap: .7rem; color: var(--ink); }
.ply-steps:focus-visible { outline: none; }
.ply-steps [hidden] { display: none !important; }
.ply-steps .bar-steps { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem; }
.ply-steps button, .ply-steps select { min-height: 2.5rem; min-width: 2.5rem; padding: .3rem .6rem; border: 1px solid var(--ply-line, #858d96);
  border-radius: 8px; background: var(--ground); color: var(--ink); font: inherit; font-size: .92rem; line-height: 1.2; cursor: pointer; }
.ply-steps select { width: auto; }
.ply-steps .icon { display: block; margin: auto; fill: currentcolor; stroke: currentcolor; stroke-linejoin: round; }
.ply-steps .icon:is(.first, .last, .fit) { stroke-width: 2; }
.ply-steps .icon.fit { fill: none; }
.ply-steps .icon.play { fill-rule: evenodd; stroke: none; }
.ply-steps button[aria-pressed="true"] { background: var(--now); border-color: var(--ink); }
.ply-steps :is(button, select, input, .listing):focus-visible { outline: 3px solid var(--ply-focus, #0b5c8f); outline-offset: 2px; }
.ply-steps input[type="range"] { flex: 1 1 9rem; min-width: 7rem; width: auto; min-height: 2.5rem; padding: 0; border: 0; background: none; accent-color: var(--ply-accent, #0b5c8f); }
.ply-steps .place { min-width: 5.5rem; text-align: center; font-variant-numeric: tabular-nums; }
.ply-steps .pace { display: flex; align-items: center; gap: .35rem; font-size: .9rem; }
.ply-steps .said { min-height: 3em; margin: 0; padding: .55rem .8rem; border-left: 4px solid var(--ply-accent, #0b5c8f); border-radius: 4px; background: var(--ply-ground, var(--jp-layout-color2, #f3f1ec)); }
.ply-steps .difference { margin: 0; padding: .5rem .8rem; border-left: 4px double var(--min); }
.ply-steps .keys-steps { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; font-size: .92rem; }
.ply-steps .keys-steps dt { font-weight: 700; }
.ply-steps .keys-steps dd { margin: 0; }
.ply-steps .stage-steps { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 900px) {
  .ply-steps .several { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .ply-steps .several aside { grid-column: 1 / -1; }
  .ply-steps .beside { grid-template-columns: minmax(0, 1.05fr) minmax(0, 1fr); }
}
.ply-steps .scene { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: .45rem; }
.ply-steps .several .scene { padding: .6rem; border: 1px solid var(--hair); border-radius: 10px; }
.ply-steps .several .active { border-color: var(--ink); }
.ply-steps h2 { margin: 0; font-size: .95rem; font-weight: 600; line-height: 1.3; letter-spacing: normal; }
.ply-steps .title { min-height: 0; padding: 0; border: 0; background: none !important; font-weight: 600; text-align: left; cursor: inherit; }
.ply-steps .several .title { cursor: pointer; min-height: 1.7rem; }
.ply-steps .own { margin: 0; min-height: 2.8em; font-size: .88rem; line-height: 1.4; }
.ply-steps .own:empty { display: none; }
.ply-steps .scene .ply-tree { border: 1px solid var(--hair); border-radius: 8px; overflow: hidden; }
.ply-steps .scroller { position: relative; overflow: auto; max-height: min(68vh, 44rem); min-height: 7rem; }
.ply-steps .far { position: absolute; left: 0; top: 0; pointer-events: none; }
.ply-steps .overview { width: 100%; height: 56px; border: 1px solid var(--hair); border-radius: 8px; touch-action: none; cursor: pointer; }
.ply-steps .ply-tree > svg { align-self: stretch; height: auto; }
.ply-steps :is(dl, dt, dd, ol, ul, li, pre, h2, p) { float: none; width: auto; min-width: 0; } /* notebooks float them */
.ply-steps dt { font-weight: inherit; }
.ply-steps .counts { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: 0; font-size: .88rem; }
.ply-steps .counts div { display: flex; gap: .35rem; }
.ply-steps .counts dt { color: var(--faint); }
.ply-steps .counts dd { margin: 0; font-weight: 650; font-variant-numeric: tabular-nums; }
.ply-steps .gauge { position: relative; height: 12px; border-radius: 3px; background: var(--hair); }
.ply-steps .fill { position: absolute; inset: 0 auto 0 0; border-radius: 3px; background: var(--ply-accent, #0b5c8f); }
.ply-steps .tally { margin: 0; color: var(--faint); font-size: .85rem; }
.ply-steps .minimum { position: absolute; top: -4px; bottom: -4px; width: 0; border-left: 3px dotted var(--ink); margin-left: -1.5px; }
.ply-steps aside { display: grid; gap: .7rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 900px) { .ply-steps .stage-steps:not(.beside) aside { grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr); } }
.ply-steps .listing { max-height: 24rem; margin: 0; padding: .6rem 0; overflow: auto; border: 1px solid var(--hair); border-radius: 8px; font: .8rem/1.5 ui-monospace, monospace; position: relative; background: none; color: inherit; }
.ply-steps .row { display: block; min-width: max-content; padding: 0 .7rem; white-space: pre; }
.ply-steps .row.now { background: var(--now); box-shadow: inset 4px 0 var(--min); font-weight: 600; }
.ply-steps .stack { display: grid; align-content: start; gap: .3rem; margin: 0; padding: 0; list-style: none; font-size: .84rem; }
.ply-steps .stack li { display: grid; grid-template-columns: 1fr max-content; gap: 0 .8rem; padding: .25rem .6rem; border-left: 3px solid var(--hair); }
.ply-steps .stack .now { border-color: var(--min); }
.ply-steps .stack .at { color: var(--faint); }
.ply-steps .stack .variables { grid-column: 1 / -1; font-family: ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.ply-steps .node.step { cursor: pointer; outline: none; }
.ply-steps .node .body { fill: var(--ground); stroke: var(--ink); stroke-width: 1.5; stroke-linejoin: round; }
.ply-steps .max .body { stroke: var(--max); fill: color-mix(in srgb, var(--max) 16%, var(--ground)); }
.ply-steps .min .body { stroke: var(--min); fill: color-mix(in srgb, var(--min) 16%, var(--ground)); }
.ply-steps .chance .body { stroke: var(--ply-win, #00714f); fill: color-mix(in srgb, var(--ply-win, #00714f) 16%, var(--ground)); }
.ply-steps .node.line .body { stroke-width: 3; }
.ply-steps .ahead .body { stroke: var(--ply-line, #858d96); fill: none; }
.ply-steps .gone .body { stroke: var(--ply-line, #858d96); stroke-dasharray: 4 3; fill: none; }
.ply-steps .gone text, .ply-steps .ahead text { fill: var(--faint); }
.ply-steps .node .value { font-size: 13px; }
.ply-steps .ahead .value, .ply-steps .gone .value { font-weight: 400; }
.ply-steps .name { font-size: 11px; fill: var(--faint); }
.ply-steps .edge.ahead { stroke: var(--hair); }
.ply-steps .now { fill: var(--now); stroke: var(--min); stroke-width: 2.5; }
.ply-steps .more .body, .ply-steps .less .body { stroke-width: 3.5; stroke: var(--ply-win, #00714f); stroke-dasharray: none; }
.ply-steps .less .body { stroke-dasharray: 2 3; }
.ply-steps .mark { font-size: 17px; font-weight: 800; fill: var(--ply-win, #00714f); }
.ply-steps .closed { stroke: var(--ink); stroke-width: 2; fill: none; }
.ply-steps .pill rect { fill: var(--ground); opacity: .9; }
.ply-steps .pill text { font-size: 11px; }
.ply-steps .pill.window text { fill: var(--faint); }
@media (max-width: 480px) { .ply-steps .bar-steps input[type="range"] { flex-basis: 100%; order: 1; }
  .ply-steps .bar-steps :is(.pace, button:nth-of-type(n + 6)) { order: 2; } }
`;

function draw(tag, attributes, parent) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

// MAX ▲, MIN ▼, chance ○, another player ⬡, the end of the game □, a judged position ◇, a known one ◎; centred on x, y.
function drawShape(kind, side, x, y, parent) {
  const paths = {
    over: `M${x - 5} ${y - 5}h10v10h-10z`,
    horizon: `M${x} ${y - 6}l6 6-6 6-6-6z`,
    max: `M${x} ${y - 6}l6.5 11h-13z`,
    min: `M${x} ${y + 6}l6.5-11h-13z`,
    chance: `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z`,
    player: `M${x - 7} ${y}l3.5-6h7l3.5 6-3.5 6h-7z`,
    judged: `M${x - 11} ${y}l5-6h12l5 6-5 6h-12z`,
    known: `M${x - 5} ${y - 6}h10a6 6 0 0 1 0 12h-10a6 6 0 0 1 0-12z`,
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

// A triangle for the third side, a square for the fourth, ...
function polygon(corners, x, y, radius) {
  const turns = Array.from({ length: corners }, (_, i) => 2 * Math.PI * (i / corners - 0.25));
  return `M${turns.map((turn) => `${(x + radius * Math.cos(turn)).toFixed(1)} ${(y + radius * Math.sin(turn)).toFixed(1)}`).join("L")}Z`;
}

// A board of marks in a square; the cells of the last move are shaded.
function drawBoard({ marks, last }, { width, height, sides, pieces, shear = 0 }, x, y, side, parent) {
  const across = width + shear * (height - 1); // hexagons: each row stands to the right of the one above
  const cell = side / Math.max(across, height);
  const [left, up] = [x + (side - cell * across) / 2, y + (side - cell * height) / 2];
  const group = draw("g", { "aria-hidden": "true" }, parent);
  const dots = cell < 9; // too small for signs: a dot and a ring
  if (dots) group.setAttribute("class", "dots");
  for (let i = 1; !shear && i < width; i++) draw("line", { class: "grid", x1: left + i * cell, x2: left + i * cell, y1: up, y2: up + height * cell }, group);
  for (let i = 1; !shear && i < height; i++) draw("line", { class: "grid", y1: up + i * cell, y2: up + i * cell, x1: left, x2: left + width * cell }, group);
  const [first, second] = sides;
  [...marks].forEach((mark, number) => {
    const [cx, cy] = [left + ((number % width) + 0.5 + shear * Math.floor(number / width)) * cell, up + (Math.floor(number / width) + 0.5) * cell];
    if (shear) draw("circle", { class: "grid", fill: "none", cx, cy, r: cell * 0.47 }, group);
    const size = cell * 0.28;
    const thick = { "stroke-width": Math.max(1, cell * 0.13) };
    if (last.includes(number)) draw("rect", { class: "newest", x: cx - cell / 2, y: cy - cell / 2, width: cell, height: cell }, group);
    if (/\p{N}/u.test(mark)) drawMan(mark.normalize("NFKC"), "count", cx, cy, cell, group);
    else if (pieces && mark !== ".") drawMan(mark, mark === first ? "first" : "second", cx, cy, cell, group);
    else if (mark === first && dots) draw("circle", { class: "dot", cx, cy, r: cell * 0.42 }, group);
    else if (mark === second && dots) draw("circle", { class: "second", "stroke-width": cell * 0.24, cx, cy, r: cell * 0.3 }, group);
    else if (mark === first) draw("path", { class: "first", ...thick, d: `M${cx - size} ${cy - size}L${cx + size} ${cy + size}M${cx + size} ${cy - size}L${cx - size} ${cy + size}` }, group);
    else if (mark === second) draw("circle", { class: "second", ...thick, cx, cy, r: size }, group);
    else if (sides.indexOf(mark) > 1) draw("path", { class: "further", ...thick, d: polygon(sides.indexOf(mark) + 1, cx, cy, size * 1.1) }, group);
    else if (mark !== ".") draw("circle", { class: "nobody", cx, cy, r: size }, group);
  });
}

function drawMan(mark, side, cx, cy, cell, parent) {
  const man = draw("g", { class: `man ${side}` }, parent);
  draw("circle", { cx, cy, r: cell * 0.42 }, man);
  const letter = draw("text", { x: cx, y: cy + cell * 0.19, "font-size": cell * 0.55 }, man);
  letter.textContent = mark;
}

// Finds what people type: keys soon after one another are one word, and the same one again goes on to the next name that begins so.
function finder(reserved = "") {
  let [word, last] = ["", -Infinity];
  return ({ key, timeStamp }, names, here) => {
    const goes = timeStamp - last < TYPING;
    if (key.length > 1 || key === " " || (!goes && reserved.includes(key))) return -1;
    const letter = key.toLowerCase();
    [word, last] = [goes && word !== letter ? word + letter : letter, timeStamp];
    const from = word.length > 1 ? here : here + 1;
    const places = names.map((_name, number) => (from + number) % names.length);
    return places.find((place) => names[place].toLowerCase().startsWith(word)) ?? -1;
  };
}

function drawLegend(legend, pairs) {
  legend.replaceChildren();
  for (const [kind, words] of pairs) {
    const item = document.createElement("li");
    if (["max", "min", "chance", "player", "over", "horizon", "judged", "known", "line", "cut"].includes(kind)) {
      const sample = draw("svg", { viewBox: "0 0 30 18", "aria-hidden": "true", class: "ply-tree" }, item);
      if (kind === "line" || kind === "cut") draw("line", { class: `edge ${kind}`, x1: 1, x2: 29, y1: 9, y2: 9 }, sample);
      else drawShape(MOVERS.includes(kind) ? "inner" : kind, kind, 15, 9, sample);
      if (kind === "cut") drawStruck(15, 9, 1, 0, sample);
    }
    const text = document.createElement("span");
    text.textContent = words;
    item.append(text);
    legend.append(item);
  }
}

function renderUnfolding({ model, el }) {
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
  const find = finder();

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
      "aria-selected": node.key === current,
    }, picture);
    if (node.kind === "inner") group.setAttribute("aria-expanded", node.open);
    if (node.busy) group.setAttribute("aria-busy", "true");
    draw("rect", { class: "ring", x: x - 38, y: y - 10, width: 76, height: BOARD + 50, rx: 8 }, group);
    draw("rect", { class: "frame", x: x - BOARD / 2, y, width: BOARD, height: BOARD, rx: 5 }, group);
    if (node.kind !== "cut") {
      const board = { width: model.get("width"), height: model.get("height"), sides: model.get("sides"), pieces: model.get("pieces") };
      drawBoard(node, board, x - BOARD / 2 + 3, y + 3, BOARD - 6, group);
      const value = draw("text", { class: "value", y: y + BOARD + 19 }, group);
      value.textContent = node.value;
      const wide = 18 + value.getComputedTextLength();
      value.setAttribute("x", x - wide / 2 + 18);
      drawShape(node.kind, node.side, x - wide / 2 + 7, y + BOARD + 14, group);
      draw("text", { class: "window", x, y: y + BOARD + 35 }, group).textContent = node.window;
    }
    if (node.kind === "inner") drawHandle(node, x + BOARD / 2, y, group);
    group.addEventListener("click", () => {
      go(node);
      toggle(node);
    });
  }

  function drawHandle(node, x, y, parent) {
    const handle = draw("g", { class: "handle", "aria-hidden": "true" }, parent);
    draw("circle", { cx: x, cy: y, r: 8 }, handle);
    draw("path", { d: `M${x - 4} ${y}h8${node.open ? "" : `M${x} ${y - 4}v8`}` }, handle);
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
      item.setAttribute("aria-selected", here);
      item.classList.toggle("current", here);
      if (here) {
        item.focus({ preventScroll: true });
        item.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  // As the ARIA practices have it for a tree across the page: down goes to the first child (and opens a closed node), up to the
  // parent, Home and End to the first and the last node; left and right go along the level, and what is typed to the move that it begins.
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
    else if (event.key === "Home") go(nodes[0]);
    else if (event.key === "End") go(nodes.at(-1));
    else if (event.key === "Enter" || event.key === " ") toggle(node);
    else {
      const found = nodes[find(event, nodes.map((other) => other.move), nodes.indexOf(node))];
      if (!found) return;
      go(found);
    }
    event.preventDefault();
  }

  picture.addEventListener("keydown", onKey);
  const redrawLegend = () => drawLegend(legend, model.get("legend"));
  const listeners = { change: drawTree, "change:legend": redrawLegend };
  for (const [names, listener] of Object.entries(listeners)) model.on(names, listener);
  redrawLegend();
  drawTree();
  return () => {
    for (const [names, listener] of Object.entries(listeners)) model.off(names, listener);
    el.replaceChildren();
  };
}

// A search, step by step.

const GROW = 44; // around the tree
const MOST_DRAWN = 400; // nodes drawn in full at once; more are drawn as lines alone
const MOST_TINY = 120; // of those that are too small to be read
const LEGIBLE = 0.35; // the zoom from which they can be
const MOST_WHOLE = 400; // nodes of a tree that is shown whole at first
const CLOSE = 14; // between nodes, where hidden ones leave a gap
const WIDE = 620; // the program does not fit beside a wider tree
const SPEEDS = [1600, 800, 300, 60]; // milliseconds from step to step
const [DEEPEN, ENTER, LEAF, HIT, , , CUT, LEAVE] = [0, 1, 2, 3, 4, 5, 6, 7];
const MOVERS = ["max", "min", "chance", "player"];
const STATES = ["ahead", "open", "done", "gone"];
const UNSEEN = { state: 0, value: "", window: "", leaf: 0, best: -1 };

// One head of a film, with what every node is like after the present step. Where the search starts over, in each of
// the passes, no node has been visited yet.
class Film {
  constructor(head) {
    Object.assign(this, head);
    this.nodes = head.spots.map(([parent, depth, shape, name, x, width, text, move, chance, marks, last], id) => (
      { id, parent, depth, shape, name, x, width, text, move, chance, marks, last, children: [], steps: [], cuts: [], ...UNSEEN }
    ));
    for (const node of this.nodes) node.place = this.nodes[node.parent]?.children.push(node) ?? 1;
    this.cutBy = new Map(); // step: nodes that are not visited because of it
    for (const [step, [, ...ids]] of Object.entries(this.cuts)) {
      const gone = ids.map((id) => this.nodes[id]);
      for (const node of gone) { // grows while it is gone through
        gone.push(...node.children);
        node.cuts.push(Number(step));
      }
      this.cutBy.set(Number(step), gone);
    }
    const count = this.steps.length;
    this.previous = new Int32Array(count);
    this.counts = ["visits", "leaves", "alpha", "beta", "hits"].map(() => new Int32Array(count));
    this.steps.forEach(([id, action], step) => {
      const node = this.nodes[id];
      this.previous[step] = node.steps.at(-1) >= this.pass(step) ? node.steps.at(-1) : -1;
      node.steps.push(step);
      const alpha = action === CUT && this.cuts[step][0];
      const cost = [action === ENTER, action === LEAF, action === CUT && alpha, action === CUT && !alpha, action === HIT];
      cost.forEach((one, kind) => { this.counts[kind][step] = (this.counts[kind][step - 1] ?? 0) + one; });
    });
    this.step = -1;
  }

  get last() {
    return this.steps.length - 1;
  }

  get here() {
    return this.nodes[this.steps[this.step][0]];
  }

  // The first step of the pass of a step.
  pass(step) {
    return this.passes.findLast((first) => first <= step);
  }

  // The first step of a node in the present pass, its own or that which cuts it off; else of all passes; if any.
  since(node) {
    const all = [...node.steps, ...node.cuts].sort((one, other) => one - other);
    return all.find((step) => step >= this.pass(this.step)) ?? all[0];
  }

  // Go to a step; O(steps between), or those of its pass.
  go(step) {
    if (this.pass(step) !== this.pass(this.step)) {
      for (const node of this.nodes) Object.assign(node, UNSEEN);
      this.step = this.pass(step) - 1;
    }
    while (this.step < step) this.set(++this.step, this.step, 3);
    while (this.step > step) this.set(this.step, this.previous[this.step--], 0);
  }

  set(step, state, cut) {
    const node = this.nodes[this.steps[step][0]];
    for (const skipped of this.cutBy.get(step) ?? []) skipped.state = cut;
    const [, action, value, best] = state < 0 ? [0, ENTER, "", -1] : this.steps[state];
    node.state = state < 0 ? 0 : [LEAF, HIT, LEAVE].includes(action) ? 2 : 1;
    node.leaf = action === LEAF || action === HIT ? action : 0;
    node.best = best;
    if (action === ENTER) [node.value, node.window] = ["", value];
    else node.value = value;
  }

  // What a node is at the present step: an inner one may be judged, or known, in one pass and searched in another.
  shape(node) {
    return node.leaf && MOVERS.includes(node.shape) ? { [LEAF]: "horizon", [HIT]: "known" }[node.leaf] : node.shape;
  }

  // The best line so far, from the root; nothing while it has only the root.
  line() {
    const line = [this.nodes[0]];
    while (line.at(-1).best >= 0) line.push(this.nodes[line.at(-1).best]);
    return line.length > 1 ? line : [];
  }

  // The functions at work: [node, function, line, variables], the outermost first.
  stack() {
    const frames = [];
    const [, , , , frame] = this.steps[this.step];
    if (frame) frames.push([this.here, ...frame]);
    for (let node = this.here; node; node = this.nodes[node.parent]) {
      const entered = node.steps.find((step) => step >= this.pass(this.step) && this.steps[step][1] === ENTER);
      const caller = entered <= this.step && this.steps[entered][5];
      if (caller) frames.push([this.nodes[node.parent] ?? node, ...caller]);
    }
    return frames.reverse();
  }

  path(node) {
    const path = [];
    for (let here = node; here; here = this.nodes[here.parent]) path.push(here);
    return path;
  }
}

// The tree of one film: what is visible of it, at which scale, and where the keyboard is.
class TreeView {
  constructor(show, parent) {
    this.show = show;
    this.folded = new Set();
    this.zoom = null;
    this.drawn = new Map(); // node: { group, edge, look }
    this.current = 0;
    this.find = finder("ljkcf[]+=-0?"); // the keys of the steps
    const box = html("div", { class: "ply-tree" }, parent);
    this.levels = draw("svg", { "aria-hidden": "true" }, box);
    this.scroller = html("div", { class: "scroller" }, box);
    this.canvas = html("canvas", { "aria-hidden": "true", class: "far" }, this.scroller);
    this.picture = draw("svg", { role: "tree", "aria-orientation": "horizontal" }, this.scroller);
    this.edges = draw("g", { "aria-hidden": "true" }, this.picture);
    this.items = draw("g", { role: "presentation" }, this.picture);
    this.map = html("canvas", { class: "overview", "aria-hidden": "true" }, parent);
    this.scroller.addEventListener("scroll", () => this.later());
    this.picture.addEventListener("keydown", (event) => this.onKey(event));
    const drag = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const box = this.map.getBoundingClientRect();
      this.scroller.scrollLeft = ((event.clientX - box.left) / box.width) * this.width * this.zoom - this.scroller.clientWidth / 2;
      this.scroller.scrollTop = ((event.clientY - box.top) / box.height) * this.height * this.zoom - this.scroller.clientHeight / 2;
    };
    this.map.addEventListener("pointerdown", drag);
    this.map.addEventListener("pointermove", drag);
    this.resized = new ResizeObserver(() => this.later());
    this.resized.observe(this.scroller);
  }

  set film(film) {
    this._film = film;
    this.placed = null;
    for (const part of this.drawn.values()) { part.group.remove(); part.edge?.remove(); }
    this.drawn.clear();
    this.levels.setAttribute("width", 14 + 7.5 * Math.max(0, ...film.levels.map((word) => word.length)));
  }

  get film() {
    return this._film;
  }

  later() {
    this.waiting ??= requestAnimationFrame(() => { this.waiting = null; this.paint(); });
  }

  // Which nodes are visible, and where: strips that no visible node stands in are closed.
  place() {
    const { film } = this;
    const way = this.show.focused ? new Set([...film.path(film.here), ...film.path(film.nodes[this.current] ?? film.here)]) : null;
    const key = way ? [...way].map((node) => node.id).join() : "";
    if (this.placed === key) return;
    this.placed = key;
    this.visible = [film.nodes[0]];
    for (const node of this.visible) if (!this.folded.has(node.id) && (!way || way.has(node))) this.visible.push(...node.children);
    let [end, shift] = [0, 0];
    for (const node of [...this.visible].sort((one, other) => one.x - one.width / 2 - (other.x - other.width / 2))) {
      const left = node.x - node.width / 2;
      if (left - end > CLOSE && this.visible.length < film.nodes.length) shift += left - end - (end ? CLOSE : 0);
      end = Math.max(end, node.x + node.width / 2);
      node.at = node.x - shift + GROW;
    }
    this.shown = new Set(this.visible);
    this.read = []; // in the order of reading: a node, then what is below it
    for (const todo = [film.nodes[0]]; todo.length; ) {
      const node = todo.pop();
      node.order = this.read.push(node);
      todo.push(...node.children.filter((child) => this.shown.has(child)).reverse());
    }
    this.width = end - shift + 2 * GROW;
    const most = this.visible.length < film.nodes.length ? (film.board ? 128 : 84) : Infinity; // the few nodes left spread less
    this.rows = film.rows.slice(0, 1);
    film.rows.slice(1).forEach((row, above) => this.rows.push(this.rows[above] + Math.min(most, row - film.rows[above])));
    this.depth = this.visible.reduce((most, node) => Math.max(most, node.depth), 0);
    this.height = this.rows[this.depth] + 34 + (film.board ? 30 : 0);
    if (this.zoom === null) this.fit(0.6);
  }

  fit(least = 0.02) {
    this.zoom = Math.max(least, Math.min(1.25 * this.show.scale, (this.scroller.clientWidth - 4) / this.width));
  }

  magnify(factor) {
    const middle = (this.scroller.scrollLeft + this.scroller.clientWidth / 2) / this.zoom;
    if (factor) this.zoom = Math.max(0.01, Math.min(2.5, this.zoom * factor));
    else this.fit();
    this.paint();
    this.scroller.scrollLeft = middle * this.zoom - this.scroller.clientWidth / 2;
  }

  // Bring the node of the step into view.
  follow() {
    const node = this.film.here;
    if (!this.shown.has(node)) return;
    const { scroller, zoom } = this;
    const [x, y] = [node.at * zoom, this.rows[node.depth] * zoom];
    if (x < scroller.scrollLeft + 50 || x > scroller.scrollLeft + scroller.clientWidth - 50) scroller.scrollLeft = x - scroller.clientWidth / 2;
    if (y < scroller.scrollTop + 20 || y > scroller.scrollTop + scroller.clientHeight - 30) scroller.scrollTop = y - scroller.clientHeight / 2;
  }

  paint() {
    if (!this.film || !this.scroller.isConnected) return;
    this.place();
    const { film, scroller, zoom } = this;
    this.picture.setAttribute("width", this.width * zoom);
    this.picture.setAttribute("height", this.height * zoom);
    this.picture.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.picture.setAttribute("aria-label", this.show.texts.tree);
    this.paintLevels();
    const from = [scroller.scrollLeft / zoom - 60, scroller.scrollTop / zoom - 90];
    const to = [(scroller.scrollLeft + scroller.clientWidth) / zoom + 60, (scroller.scrollTop + scroller.clientHeight) / zoom + 90];
    const inside = (node) => {
      const [left, right] = [node.at - node.width / 2, node.at + node.width / 2];
      return right > from[0] && left < to[0] && this.rows[node.depth] > from[1] && this.rows[node.depth] < to[1];
    };
    let near = this.visible.filter(inside);
    const far = near.length > (zoom < LEGIBLE ? MOST_TINY : MOST_DRAWN);
    if (far) near = [...film.path(film.here), film.nodes[this.current]].filter((node) => node && inside(node) && this.shown.has(node));
    const wanted = new Set(near);
    if (!wanted.has(film.nodes[this.current])) this.current = near[0]?.id ?? 0;
    for (const [node, part] of this.drawn) if (!wanted.has(node)) { part.group.remove(); part.edge?.remove(); this.drawn.delete(node); }
    const line = new Set(film.line());
    const [only, missing] = this.show.compared ? [new Set(film.only), new Set(film.missing)] : [new Set(), new Set()];
    near.sort((one, other) => one.order - other.order);
    let before = null; // what is read before a node
    for (const node of near) before = this.drawIfChanged(node, line, only.has(node.id) ? "more" : missing.has(node.id) ? "less" : "", before);
    this.canvas.hidden = !far;
    if (far) this.paintFar(this.canvas, scroller.clientWidth, scroller.clientHeight, zoom, zoom, scroller.scrollLeft, scroller.scrollTop);
    this.map.hidden = this.width * zoom < scroller.clientWidth * 1.3 && this.height * zoom < scroller.clientHeight * 1.3;
    if (!this.map.hidden) this.paintMap();
  }

  paintLevels() {
    const key = `${this.zoom} ${this.rows[this.depth]} ${this.scroller.scrollTop}`;
    if (this.levelled === key) return;
    this.levelled = key;
    const words = this.film.levels.slice(0, this.depth + 1);
    this.levels.replaceChildren();
    this.levels.setAttribute("height", 10);
    if ((this.rows[1] - this.rows[0]) * this.zoom < 14) return; // the rows are too close for words
    words.forEach((word, depth) => {
      const y = this.rows[depth] * this.zoom - this.scroller.scrollTop + 5;
      draw("text", { class: "level", x: 2, y }, this.levels).textContent = word;
    });
  }

  colours() {
    const style = getComputedStyle(this.scroller);
    const of = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
    return { ahead: of("--ply-line", "#858d96"), gone: of("--ply-hair", "#dedbd3"), open: of("--ply-o", "#d55e00"), done: of("--ply-x", "#0072b2"), ink: of("--ply-ink", "#1d2530") };
  }

  // All visible nodes as dots and lines, where they are too many to be drawn in full.
  paintFar(canvas, width, height, sx, sy, left, top) {
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (canvas === this.canvas) canvas.style.cssText = `width:${width}px;height:${height}px;transform:translate(${left}px,${top}px)`;
    const colours = this.colours();
    const { nodes } = this.film;
    const { rows } = this;
    const paths = STATES.map(() => new Path2D());
    const before = STATES.map(() => ({})); // of one parent's many children, those that fall on one pixel are one line
    for (const node of this.visible) {
      if (node.parent < 0) continue;
      const x = Math.round(node.at * sx - left);
      const last = before[node.state];
      if (x === last.x && node.parent === last.parent) continue;
      [last.x, last.parent] = [x, node.parent];
      const parent = nodes[node.parent];
      const px = Math.round(parent.at * sx - left);
      if (Math.max(x, px) < 0 || Math.min(x, px) > width) continue;
      paths[node.state].moveTo(px, rows[parent.depth] * sy - top);
      paths[node.state].lineTo(x, rows[node.depth] * sy - top);
    }
    STATES.forEach((name, state) => {
      pen.strokeStyle = colours[name];
      pen.lineWidth = state === 1 ? 2 : 0.7;
      pen.stroke(paths[state]);
    });
    const here = this.film.here;
    if (!this.shown.has(here)) return;
    pen.beginPath();
    pen.arc(here.at * sx - left, rows[here.depth] * sy - top, 4, 0, 7);
    pen.fillStyle = colours.ink;
    pen.fill();
  }

  paintMap() {
    const [width, height] = [this.map.clientWidth, this.map.clientHeight];
    this.paintFar(this.map, width, height, width / this.width, height / (this.height + 10), 0, -4);
    const pen = this.map.getContext("2d");
    const [sx, sy] = [width / this.width / this.zoom, height / this.height / this.zoom];
    pen.strokeStyle = this.colours().ink;
    pen.lineWidth = 1.5;
    pen.strokeRect(this.scroller.scrollLeft * sx + 1, this.scroller.scrollTop * sy + 1, Math.max(4, this.scroller.clientWidth * sx) - 2, Math.min(height, this.scroller.clientHeight * sy) - 2);
  }

  drawIfChanged(node, line, differs, before) {
    const { film } = this;
    const parent = film.nodes[node.parent];
    const closed = node.children.length > 0 && !this.shown.has(node.children[0]);
    const onLine = line.has(node) && node.state !== 0;
    const thick = onLine && line.has(parent);
    const look = [node.state, node.leaf, node.window, node.value, onLine, thick, node === film.here, closed, differs, node.at, parent?.at, this.rows[node.depth], node.id === this.current].join("|");
    const old = this.drawn.get(node);
    if (old?.look === look) return old.group;
    const focused = old && document.activeElement === old.group;
    const edge = parent ? this.drawEdge(node, parent, thick) : null;
    const group = this.drawNode(node, onLine, closed, differs);
    if (old) { old.group.replaceWith(group); if (edge) old.edge.replaceWith(edge); }
    else {
      if (before) before.after(group);
      else this.items.prepend(group);
      if (edge) this.edges.append(edge);
    }
    this.drawn.set(node, { group, edge, look });
    if (focused) group.focus({ preventScroll: true });
    return group;
  }

  ends(node, parent) {
    const { rows } = this;
    const { board } = this.film;
    const tall = board ? 27 : 0;
    return [parent.at, rows[parent.depth] + (parent.marks ? tall + 16 : 11), node.at, rows[node.depth] - (node.marks ? tall : 11)];
  }

  drawEdge(node, parent, thick) {
    const [x1, y1, x2, y2] = this.ends(node, parent);
    const gone = node.state === 3;
    const edge = draw("g", {});
    draw("line", { class: `edge${thick ? " line" : ""}${gone ? " cut" : node.state === 0 ? " ahead" : ""}`, x1, y1, x2, y2 }, edge);
    if (gone && parent.state !== 3) {
      const part = Math.min(0.45, 38 / Math.hypot(x2 - x1, y2 - y1));
      drawStruck(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, x2 - x1, y2 - y1, edge);
    }
    const words = node.move || node.chance;
    if (words) drawPill(words, x1 + (x2 - x1) * 0.5, y1 + (y2 - y1) * 0.5, "word", edge);
    if (node.window && (node.state === 1 || node.state === 2)) drawPill(node.window, x2, y2 - 13, "window", edge);
    return edge;
  }

  drawNode(node, onLine, closed, differs) {
    const { film, show } = this;
    const [x, y] = [node.at, this.rows[node.depth]];
    const here = node === film.here;
    const shape = film.shape(node);
    const classes = ["node", "step", shape, STATES[node.state], onLine && "line", here && "here", differs, node.id === this.current && "current"];
    const group = draw("g", { class: classes.filter(Boolean).join(" "), role: "treeitem", tabindex: node.id === this.current ? 0 : -1, "data-node": node.name, "aria-level": node.depth + 1, "aria-label": show.describe(node, film, differs) });
    const siblings = film.nodes[node.parent]?.children.length ?? 1;
    for (const [name, value] of [["posinset", node.place], ["setsize", siblings], ["selected", here]]) group.setAttribute(`aria-${name}`, value);
    if (here) group.setAttribute("aria-current", "step");
    if (node.children.length) group.setAttribute("aria-expanded", !closed);
    const wide = shape === node.shape ? node.width : Math.min(node.width, 20 + 8 * node.value.length); // a judged inner node
    const half = node.marks ? Math.max(27, wide / 2) : shape === "cut" ? 8 : wide / 2;
    const [up, down] = node.marks ? [31, 47] : ["over", "horizon", "known", "cut"].includes(shape) ? [15, 27] : [15, 15];
    if (here) draw("rect", { class: "now", x: x - half - 8, y: y - up, width: 2 * half + 16, height: up + down, rx: 7 }, group);
    draw("rect", { class: "ring", x: x - half - 11, y: y - up - 3, width: 2 * half + 22, height: up + down + 6, rx: 9 }, group);
    if (node.marks) this.drawPosition(node, shape, x, y, group);
    else if (MOVERS.includes(shape)) {
      drawMover(shape, x, y, group);
      drawText("name", x - 15, y + 4, node.name, group, "end");
      drawText("value", x + 16, y + 4.5, node.value, group, "start");
    } else {
      if (shape === "cut") draw("rect", { class: "body", x: x - 7, y: y - 7, width: 14, height: 14 }, group);
      else if (shape === "horizon") draw("path", { class: "body", d: `M${x - wide / 2 - 4} ${y}l7-11h${wide - 6}l7 11-7 11h${6 - wide}z` }, group);
      else draw("rect", { class: "body", x: x - wide / 2, y: y - 11, width: wide, height: 22, rx: shape === "known" ? 11 : 0 }, group);
      if (shape !== "cut") drawText("value", x, y + 4.5, node.value || node.text, group, "middle");
      drawText("name", x, y + 23, node.name, group, "middle");
    }
    if (differs) drawText("mark", x + half + 2, y - 9, differs === "more" ? "+" : "−", group, "middle");
    if (closed) draw("path", { class: "closed", d: `M${x - 5} ${y + down + 3}h10M${x} ${y + down - 2}v10` }, group);
    group.addEventListener("click", (event) => (event.shiftKey ? this.fold(node) : this.pick(node)));
    return group;
  }

  drawPosition(node, shape, x, y, group) {
    const side = 54;
    draw("rect", { class: "body", x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 3 }, group);
    drawBoard(node, this.film.board, x - side / 2 + 3, y - side / 2 + 3, side - 6, group);
    drawText("value", x, y + side / 2 + 14, [{ max: "▲", min: "▼" }[shape] ?? "", node.value].join(" ").trim(), group, "middle");
  }

  // Jump to where a node is entered, or cut; from there to where it is left.
  pick(node) {
    this.current = node.id;
    const first = this.film.since(node);
    if (first === undefined) return;
    const rest = node.steps.filter((step) => this.film.pass(step) === this.film.pass(first));
    this.show.go(this.film.step === first && rest.length > 1 ? rest.at(-1) : first);
    this.drawn.get(node)?.group.focus({ preventScroll: true });
  }

  fold(node) {
    if (!node.children.length) return;
    if (!this.folded.delete(node.id)) this.folded.add(node.id);
    this.placed = null;
    this.paint();
  }

  walk(node) {
    if (!node) return;
    this.current = node.id;
    if (!this.shown.has(node)) this.placed = null;
    this.place();
    const { scroller, zoom } = this;
    const x = node.at * zoom;
    if (x < scroller.scrollLeft + 30 || x > scroller.scrollLeft + scroller.clientWidth - 30) scroller.scrollLeft = x - scroller.clientWidth / 2;
    this.paint();
    this.drawn.get(node)?.group.focus({ preventScroll: true });
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = this.film.nodes[this.current];
    const level = this.visible.filter((other) => other.depth === node.depth).sort((one, other) => one.at - other.at);
    const place = level.indexOf(node);
    const act = {
      ArrowLeft: () => this.walk(level[place - 1]),
      ArrowRight: () => this.walk(level[place + 1]),
      ArrowUp: () => this.walk(this.film.nodes[node.parent]),
      ArrowDown: () => { if (this.folded.has(node.id)) this.fold(node); this.walk(node.children[0]); },
      Home: () => this.walk(this.read[0]),
      End: () => this.walk(this.read.at(-1)),
      Enter: () => this.pick(node),
      " ": () => this.fold(node),
    }[event.key];
    const found = act ? -1 : this.find(event, this.read.map((other) => other.name), this.read.indexOf(node));
    if (act) act();
    else if (found >= 0) this.walk(this.read[found]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function html(tag, attributes, parent, words) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (words !== undefined) node.textContent = words;
  parent?.append(node);
  return node;
}

const ICONS = {
  first: "M3 3v12M15 3l-9 6 9 6z", back: "M13 3l-9 6 9 6z", play: "M9 1a8 8 0 100 16a8 8 0 100-16zM7 5.5l5.5 3.5-5.5 3.5z", pause: "M4 3h3v12h-3zM11 3h3v12h-3z",
  forward: "M5 3l9 6-9 6z", last: "M15 3v12M3 3l9 6-9 6z", fit: "M1 9h16M5 5l-4 4 4 4M13 5l4 4-4 4",
};

function drawIcon(button, name) {
  button.replaceChildren();
  draw("path", { d: ICONS[name] }, draw("svg", { viewBox: "0 0 18 18", width: 18, height: 18, "aria-hidden": "true", class: `icon ${name}` }, button));
}

function drawText(kind, x, y, words, parent, anchor) {
  if (words) draw("text", { class: kind, x, y, style: `text-anchor: ${anchor}` }, parent).textContent = words;
}

function drawPill(words, x, y, kind, parent) {
  const wide = 6 + 6.2 * words.length;
  const pill = draw("g", { class: `pill ${kind}` }, parent);
  draw("rect", { x: x - wide / 2, y: y - 8, width: wide, height: 15, rx: 7 }, pill);
  draw("text", { x, y: y + 4 }, pill).textContent = words;
}

// Who is to move: MAX ▲, MIN ▼, chance ○, another player a hexagon.
function drawMover(shape, x, y, parent) {
  const paths = {
    max: `M${x} ${y - 11}l12.5 22h-25z`,
    min: `M${x} ${y + 11}l12.5-22h-25z`,
    chance: `M${x - 11} ${y}a11 11 0 1 0 22 0a11 11 0 1 0-22 0z`,
    player: `M${x - 12} ${y}l6-11h12l6 11-6 11h-12z`,
  };
  draw("path", { class: "body", d: paths[shape] }, parent);
}

function renderSteps({ model, el }) {
  const texts = model.get("texts");
  const scenes = JSON.parse(model.get("scenes")).map(({ films }) => films.map((head) => new Film(head)));
  const reels = { ...model.get("reels") };
  const asked = new Set();
  const views = [];
  const size = Math.max(...scenes.flat().map((film) => film.nodes.length));
  let [step, take, active, speed, playing] = [0, 0, 0, 1, null];

  const box = html("div", { class: "ply-steps", tabindex: "-1", "data-lm-suppress-shortcuts": "true" }); // JupyterLab's keys are not meant here
  html("style", {}, box, STYLE + STEPS_STYLE);
  const bar = html("div", { class: "bar-steps", role: "toolbar", "aria-label": texts.controls }, box);
  const press = (name, sign, act) => {
    const button = html("button", { type: "button", "aria-label": texts[name], title: texts[name] }, bar, sign);
    if (name in ICONS) drawIcon(button, name);
    button.addEventListener("click", act);
    return button;
  };
  const scale = Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16); // large type for a projector
  const show = { texts, scale, focused: size > MOST_WHOLE, compared: false, go, describe };
  press("first", "", () => go(0));
  press("back", "", () => go(step - 1));
  const playButton = press("play", "", play);
  press("forward", "", () => go(step + 1));
  press("last", "", () => go(length()));
  const slider = html("input", { type: "range", min: 0, "aria-label": texts.step }, bar);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const place = html("output", { class: "place" }, bar);
  const paceLabel = html("label", { class: "pace" }, bar, texts.speed);
  const pace = html("select", {}, paceLabel);
  texts.speeds.forEach((words, number) => html("option", { value: number }, pace, words));
  pace.value = speed;
  pace.addEventListener("change", () => setSpeed(Number(pace.value)));
  const rule = press("rule", "", () => flip());
  const focus = press("focus", texts.focusShort, () => setFocus(!show.focused));
  press("smaller", "−", () => views.forEach((view) => view.magnify(1 / 1.3)));
  press("larger", "+", () => views.forEach((view) => view.magnify(1.3)));
  press("fit", "", () => views.forEach((view) => view.magnify(0)));
  const help = press("keys", "?", () => toggleKeys());
  const keys = html("dl", { class: "keys-steps", hidden: "" }, box);
  for (const [key, words] of texts.keyWords) {
    html("dt", {}, keys, key);
    html("dd", {}, keys, words);
  }
  const said = html("p", { class: "said", "aria-live": "polite" }, box);
  const difference = html("p", { class: "difference", hidden: "" }, box);
  const stage = html("div", { class: `stage-steps${scenes.length > 1 ? " several" : ""}` }, box);
  const parts = scenes.map((films, number) => {
    const section = html("section", { class: "scene", "aria-label": films[0].title }, stage);
    const title = html("button", { type: "button", class: "title" }, html("h2", {}, section));
    title.addEventListener("click", () => { active = number; update(); });
    const own = html("p", { class: "own" }, section);
    const view = new TreeView(show, section);
    views.push(view);
    const counts = html("dl", { class: "counts" }, section);
    const cells = texts.counts.map((words) => {
      const pair = html("div", {}, counts);
      html("dt", {}, pair, words);
      return html("dd", {}, pair);
    });
    const gauge = html("div", { class: "gauge", "aria-hidden": "true" }, section);
    const tally = html("p", { class: "tally" }, section);
    const fill = html("span", { class: "fill" }, gauge);
    const mark = model.get("minimum") ? html("span", { class: "minimum" }, gauge) : null;
    return { section, title, own, view, cells, tally, fill, mark };
  });
  const side = html("aside", { "aria-label": texts.program }, stage);
  if (scenes.length === 1 && scenes[0][0].width < WIDE) stage.classList.add("beside");
  const listing = html("pre", { class: "listing", tabindex: "0", "aria-label": texts.source }, side);
  const stack = html("ol", { class: "stack", "aria-label": texts.stack }, side);
  const legend = html("ul", { class: "ply-legend" }, box);
  drawLegend(legend, model.get("legend") ?? []);
  el.append(box);

  const film = (number) => scenes[number][take] ?? scenes[number][0];
  const length = () => Math.max(...scenes.map((_films, number) => film(number).last));
  const flips = JSON.parse(model.get("scenes")).map((scene) => scene.flips);
  const flippable = flips.some(Boolean);
  const greatest = Math.max(model.get("minimum") ?? 1, ...scenes.flat().map((one) => one.counts[1][one.last] ?? 1));
  rule.hidden = !flippable;

  function words(number) {
    const one = film(number);
    const reel = Math.floor(one.step / model.get("reel"));
    const name = `${number}-${scenes[number].indexOf(one)}-${reel}`;
    if (!reels[name] && !asked.has(name)) { asked.add(name); model.send({ reel: name }); }
    return reels[name]?.[one.step % model.get("reel")] ?? ["…", ""];
  }

  function describe(node, one, differs) {
    const state = [texts.ahead, texts.open, texts.done, texts.gone][node.state];
    const parts = [node.name, texts.shapes[one.shape(node)] ?? "", node.value || node.text, state];
    if (differs) parts.push(differs === "more" ? texts.more : texts.less);
    return parts.filter(Boolean).join(", ");
  }

  function go(wanted, quietly) {
    step = Math.max(0, Math.min(length(), wanted));
    scenes.forEach((_films, number) => film(number).go(Math.min(step, film(number).last)));
    update();
    views.forEach((view) => view.follow());
    if (!quietly) save();
    if (playing && step === length()) play();
  }

  let saving = null;
  function save() {
    clearTimeout(saving);
    saving = setTimeout(() => {
      model.set("step", step);
      model.set("other", take === 1);
      model.save_changes();
    }, 250);
  }

  function update() {
    slider.max = length();
    slider.value = step;
    slider.setAttribute("aria-valuetext", texts.of.replace("{step}", step + 1).replace("{count}", length() + 1));
    place.textContent = `${(step + 1).toLocaleString()} / ${(length() + 1).toLocaleString()}`;
    parts.forEach((part, number) => {
      const one = film(number);
      if (part.view.film !== one) part.view.film = one;
      part.title.textContent = one.title;
      part.section.classList.toggle("active", scenes.length > 1 && number === active);
      if (scenes.length > 1) part.title.setAttribute("aria-pressed", number === active);
      part.own.textContent = scenes.length > 1 ? words(number)[0] : "";
      part.cells.forEach((cell, kind) => { cell.textContent = one.counts[kind][one.step].toLocaleString(); });
      const leaves = one.counts[1][one.step];
      part.fill.style.width = `${(100 * leaves) / greatest}%`;
      let label = texts.leaves.replace("{count}", leaves.toLocaleString()).replace("{all}", one.counts[1][one.last].toLocaleString());
      if (part.mark) {
        part.mark.style.left = `${(100 * model.get("minimum")) / greatest}%`;
        label += ` ${texts.minimum.replace("{count}", model.get("minimum").toLocaleString())}`;
      }
      part.tally.textContent = label;
      part.view.paint();
    });
    const one = film(active);
    said.textContent = words(active)[0];
    rule.textContent = texts.cutWhen.replace("{rule}", film(Math.max(0, flips.indexOf(true))).rule);
    rule.setAttribute("aria-pressed", show.compared);
    focus.setAttribute("aria-pressed", show.focused);
    focus.hidden = size < 8;
    difference.hidden = !show.compared;
    difference.textContent = scenes.map((films, number) => (films.length > 1 ? film(number).difference : "")).filter(Boolean).filter((text, n, all) => all.indexOf(text) === n).join(" ");
    drawProgram(one);
  }

  function drawProgram(one) {
    side.hidden = !one.listings.length;
    if (side.hidden) return;
    const frames = one.stack();
    const top = frames.at(-1);
    const text = one.listings.find(([name]) => name === top?.[1]) ?? one.listings[0];
    if (listing.dataset.of !== `${active} ${text[0]}`) {
      listing.dataset.of = `${active} ${text[0]}`;
      listing.replaceChildren(...text[2].replace(/\n$/, "").split("\n").map((row) => html("span", { class: "row" }, null, `${row}\n`)));
    }
    const rows = [...listing.children];
    rows.forEach((row) => { row.classList.remove("now"); row.removeAttribute("aria-current"); });
    const row = top && rows[top[2] - text[1]];
    if (row) {
      row.classList.add("now");
      row.setAttribute("aria-current", "true");
      const off = row.offsetTop;
      if (off < listing.scrollTop + 20 || off > listing.scrollTop + listing.clientHeight - 40) listing.scrollTop = off - listing.clientHeight / 2;
    }
    stack.replaceChildren(...frames.slice(-12).reverse().map(([node, name, line, variables], depth) => {
      const item = html("li", { class: depth ? "" : "now" });
      html("b", {}, item, `${name} (${node.name})`);
      html("span", { class: "at" }, item, texts.line.replace("{line}", line - text[1] + 1));
      html("span", { class: "variables" }, item, variables.map(([variable, value]) => `${variable}\u00a0=\u00a0${value}`).join("  "));
      return item;
    }));
  }

  function play() {
    if (playing) {
      clearInterval(playing);
      playing = null;
    } else {
      if (step >= length()) go(0);
      playing = setInterval(() => go(step + 1), SPEEDS[speed]);
    }
    drawIcon(playButton, playing ? "pause" : "play");
    playButton.setAttribute("aria-label", playing ? texts.pause : texts.play);
    playButton.title = playing ? texts.pause : texts.play;
  }

  function setSpeed(number) {
    speed = Math.max(0, Math.min(SPEEDS.length - 1, number));
    pace.value = speed;
    if (playing) { play(); play(); }
  }

  function flip() {
    if (!flippable) return;
    if (!scenes.some((films) => films.length > 1)) { // not filmed yet: the view comes again with it
      said.textContent = "…";
      model.set("step", step);
      model.save_changes();
      model.send({ both: true });
      return;
    }
    const ended = step === length();
    const { here, step: now } = film(active);
    take = 1 - take;
    show.compared = take === 1;
    const node = film(active).nodes.find((one) => one.name === here.name && one.steps.length);
    go(ended ? length() : node ? node.steps[Math.min(here.steps.indexOf(now), node.steps.length - 1)] : 0);
  }

  function setFocus(focused) {
    show.focused = focused;
    views.forEach((view) => { view.placed = null; view.zoom = null; });
    update();
    views.forEach((view) => view.follow());
  }

  function toggleKeys() {
    keys.hidden = !keys.hidden;
    help.setAttribute("aria-expanded", !keys.hidden);
  }

  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input:not([type=range]), textarea")) return;
    const inSlider = event.target === slider;
    const arrows = inSlider ? {} : { ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(length()) };
    const act = {
      ...arrows, l: () => go(step + 1), j: () => go(step - 1), k: play, "[": () => setSpeed(speed - 1), "]": () => setSpeed(speed + 1),
      c: flip, f: () => setFocus(!show.focused), "+": () => views.forEach((view) => view.magnify(1.3)), "=": () => views.forEach((view) => view.magnify(1.3)),
      "-": () => views.forEach((view) => view.magnify(1 / 1.3)), 0: () => views.forEach((view) => view.magnify(0)), "?": toggleKeys,
      Escape: () => { if (playing) play(); },
    }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  };
  box.addEventListener("keydown", onKey);
  const onPage = (event) => { // on a page of its own the keys are its own where no other thing has them; in a notebook never
    if (event.target === document.body && box.closest(".page")) onKey(event);
  };
  document.addEventListener("keydown", onPage);

  const onReels = () => { Object.assign(reels, model.get("reels")); update(); };
  const onStep = () => { if (model.get("step") !== step) go(model.get("step"), true); };
  model.on("change:reels", onReels);
  model.on("change:step", onStep);
  take = model.get("other") && scenes.some((films) => films.length > 1) ? 1 : 0;
  show.compared = take === 1;
  go(model.get("step") ?? 0, true);
  return () => {
    if (playing) clearInterval(playing);
    clearTimeout(saving);
    model.off("change:reels", onReels);
    model.off("change:step", onStep);
    document.removeEventListener("keydown", onPage);
    views.forEach((view) => view.resized.disconnect());
    box.remove();
  };
}

function render(context) {
  const { model } = context;
  if (!model.get("scenes")) return renderUnfolding(context);
  let end = renderSteps(context);
  const again = () => { end(); end = renderSteps(context); };
  model.on("change:scenes", again);
  return () => { model.off("change:scenes", again); end(); };
}

export default { render };
