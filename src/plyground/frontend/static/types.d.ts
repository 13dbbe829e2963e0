// Written by tools/javascript_types.py from the types in Python.

/** The state of the board's widget. */
export interface BoardState {
  width: number;
  height: number;
  goals: string;
  sides: string[];
  names: string[];
  kinds: Record<string, PieceKind>;
  columns: string[];
  rows: string[];
  pieces: boolean;
  shear: number;
  indents: number[];
  across: number;
  material: string;
  tall: number;
  stones: boolean;
  begun: string;
  marks: string;
  stacks: string[];
  walls: [number, number][];
  areas: string;
  words: string[];
  dice: number[];
  cube: number[];
  moves: BoardMove[][];
  trails: MoveTrail[];
  ways: number[][];
  takeBack: string;
  picks: string[];
  returned: string;
  labels: string[];
  label: string;
  announce: string;
  playable: boolean;
  turned: boolean;
  ahead: string;
  kept: string;
  mark: string;
  turn: number;
  round: number;
  focus: boolean;
  last: number[];
  line: number[];
  hinted: number[];
  advised: number[];
  annotation: string;
  ghosts: Ghost[];
  dotted: number[];
  shortcuts: Record<string, string>;
  controls?: NotebookControlsState;
}

/** A :class:`Kind` as plain data for the browser. */
export interface PieceKind {
  side: number;
  shape: string;
  tone: "light" | "dark";
  glyph: string;
}

/** A move that begins with a press on a cell. */
export interface BoardMove {
  to: number;
  label: string;
  value: MoveValue | null;
  promotions?: Promotion[];
}

/** The value of a move, as its cell shows it. */
export interface MoveValue {
  kind: string;
  text: string;
  best: boolean;
}

/** A piece that a person can choose at the end of a move. */
export interface Promotion {
  mark: string;
  label: string;
}

/** The cells to press for a move, and its name. */
export interface MoveTrail {
  cells: number[];
  word: string;
}

/** A piece of a line that the board shows without playing it. */
export interface Ghost {
  cell: number;
  start: number;
  mark: string;
  number: number;
}

/** State of the texts and buttons around the board in a notebook. */
export interface NotebookControlsState {
  status: string;
  detail: string;
  reason: string;
  hint: string;
  trouble: string;
  written: string;
  list: string;
  moves: string[];
  more: string;
  buttons: [string, string, boolean, boolean][];
  side: number;
  sideLabel: string;
  keys: string;
}

/** The state of the widget. Its message is ``{toggle: key}``. */
export interface UnfoldingState {
  nodes: TreeNode[];
  columns: number;
  rows: number;
  levels: string[];
  board: BoardLook;
  label: string;
  legend: [string, string][];
}

/** A node of the tree that the browser shows. */
export interface TreeNode {
  key: string;
  parent: string | null;
  x: number;
  y: number;
  kind: "inner" | "over" | "horizon" | "known" | "cut" | "more";
  side: "max" | "min" | "chance" | "player";
  move: string;
  value: string;
  effort: string;
  marks: string;
  stacks: string[];
  walls: [number, number][];
  mark: string;
  dice: number[];
  cube: number[];
  last: number[];
  line: boolean;
  opens: boolean;
  open: boolean;
  busy: boolean;
  label: string;
}

/** The look of the boards of a game, the same in every position. */
export interface BoardLook {
  width: number;
  height: number;
  goals: string;
  sides: string[];
  names: string[];
  kinds: Record<string, PieceKind>;
  columns: string[];
  rows: string[];
  pieces: boolean;
  shear: number;
  indents: number[];
  across: number;
  material: string;
  tall: number;
  stones: boolean;
  begun: string;
}

/** The state of the view. */
export interface StepsState {
  scenes: string;
  reels: Record<string, string[][]>;
  reel: number;
  step: number;
  minimum: number | null;
  other: boolean;
  texts: StepsTexts;
  legend: [string, string][];
  changes: TreeChanges | null;
}

/** The texts of the view. */
export interface StepsTexts {
  tree: string;
  controls: string;
  first: string;
  back: string;
  play: string;
  pause: string;
  forward: string;
  last: string;
  step: string;
  of: string;
  speed: string;
  speeds: string[];
  rule: string;
  cutWhen: string;
  focus: string;
  focusShort: string;
  smaller: string;
  larger: string;
  fit: string;
  keys: string;
  keyWords: string[][];
  program: string;
  source: string;
  pseudocode: string;
  stack: string;
  line: string;
  counts: string[];
  leaves: string;
  minimum: string;
  shapes: Record<string, string>;
  ahead: string;
  open: string;
  done: string;
  gone: string;
  more: string;
  less: string;
}

/** The changes that a reader can make in the tree. */
export interface TreeChanges {
  leaf: string;
  hint: string;
  trouble: string;
  sliders: Slider[];
}

/** A slider with a few named places. */
export interface Slider {
  name: string;
  label: string;
  places: string[];
  place: number;
}

/** The state of a scene for the browser. */
export interface SceneState {
  films: FilmHead[];
  flips: boolean;
}

/** A film without the words of its steps. */
export interface FilmHead {
  only?: number[];
  missing?: number[];
  difference?: string;
  title: string;
  algorithm: string;
  rule: string;
  width: number;
  rows: number[];
  levels: string[];
  board: BoardPicture | null;
  spots: [number, number, string, string, number, number, string, string, string, string, number[]][];
  stacks: Record<number, string[]>;
  walls: Record<number, [number, number][]>;
  steps: any[];
  cuts: Record<number, number[]>;
  passes: number[];
  listings: [string, number, string][];
  pseudocode: PseudocodeState | null;
}

/** The size and the signs of a game's boards. */
export interface BoardPicture {
  width: number;
  height: number;
  sides: string[];
  kinds: Record<string, PieceKind>;
  pieces: boolean;
  stones: boolean;
  material: string;
  max: number;
  shear: number;
  indents?: number[];
  across?: number;
}

/** The text of a search as textbooks print it, and its frame at each step. */
export interface PseudocodeState {
  listings: [string, number, string][];
  frames: [string, number, [string, string][]][];
}
