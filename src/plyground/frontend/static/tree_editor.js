// An editor of trees: press to add or remove nodes, type to change values. It writes nested lists into a text field.
// A tree that is not made of lists and whole numbers alone is left to the text field.

/** @typedef {number | Array<any>} Tree a leaf, or the children of a node; ±Infinity is a value of leaves, too */

const MOST_NODES = 200;
const INFINITE = /"?(?:\+|([−-]))?(?:∞|\binf(?:inity)?\b)"?/g;
const FIRST_TREE = "[[3, 12], [2, 8]]";

/**
 * Return the tree of a text; null if the editor cannot show it.
 *
 * @param {string} text
 * @returns {Tree[] | null}
 */
export function treeOf(text) {
  try {
    const tree = JSON.parse((text.trim() || FIRST_TREE).replace(INFINITE, (_all, sign) => (sign ? "-1e999" : "1e999")));
    return Array.isArray(tree) && isTree(tree) && count(tree) <= MOST_NODES ? tree : null;
  } catch {
    return null;
  }
}

/**
 * @param {unknown} node
 * @returns {boolean}
 */
function isTree(node) {
  if (Array.isArray(node)) return node.length > 0 && node.every(isTree);
  return Number.isSafeInteger(node) || Math.abs(Number(node)) === Infinity;
}

/**
 * @param {Tree} node
 * @returns {number}
 */
function count(node) {
  return Array.isArray(node) ? 1 + node.reduce((/** @type {number} */ sum, child) => sum + count(child), 0) : 1;
}

/**
 * Return the tree as people write it.
 *
 * @param {Tree} node
 * @returns {string}
 */
export function textOf(node) {
  return Array.isArray(node) ? `[${node.map(textOf).join(", ")}]` : String(node).replace("Infinity", "∞");
}

/**
 * Return the tree with a further child below the node at a path; a leaf becomes a node with two leaves.
 *
 * @param {Tree} tree
 * @param {number[]} path
 * @returns {Tree}
 */
export function withChild(tree, path) {
  return changed(tree, path, (node) => (Array.isArray(node) ? [...node, 0] : [node, 0]));
}

/**
 * Return the tree without the node at a path. A node that has no child left becomes a leaf.
 *
 * @param {Tree} tree
 * @param {number[]} path
 * @returns {Tree}
 */
export function without(tree, path) {
  const place = path[path.length - 1];
  return changed(tree, path.slice(0, -1), (node) => {
    const rest = Array.isArray(node) ? node.filter((_child, number) => number !== place) : [];
    return rest.length ? rest : path.length > 1 ? 0 : [0];
  });
}

/**
 * @param {Tree} tree
 * @param {number[]} path
 * @param {(node: Tree) => Tree} change
 * @returns {Tree}
 */
export function changed(tree, path, change) {
  if (!path.length) return change(tree);
  const [first, ...rest] = path;
  return Array.isArray(tree)
    ? tree.map((child, number) => (number === first ? changed(child, rest, change) : child))
    : tree;
}

/**
 * Return the names of the nodes as exercises have them, by path: letters from the root down, level by level; for a leaf
 * its parent's letter with a number.
 *
 * @param {Tree} tree
 * @returns {Map<string, string>}
 */
export function namesOf(tree) {
  /** @type {Map<string, string>} */
  const names = new Map([["", "A"]]);
  /** @type {{ node: Tree, path: number[] }[]} */
  const level = [{ node: tree, path: [] }];
  let inner = 1;
  for (const { node, path } of level) {
    if (!Array.isArray(node)) continue;
    node.forEach((child, place) => {
      const below = [...path, place];
      names.set(
        below.join("-"),
        Array.isArray(child) ? lettersOf(inner++) : `${names.get(path.join("-"))}${place + 1}`,
      );
      level.push({ node: child, path: below });
    });
  }
  return names;
}

/**
 * Return the letters of a number: A to Z, then AA and so on.
 *
 * @param {number} number
 */
function lettersOf(number) {
  let letters = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * Show the editor of the text field in an element.
 *
 * @param {HTMLElement} element
 */
function edit(element) {
  const text = element.querySelector("textarea");
  if (!text) return;
  const shown = document.createElement("div");
  shown.className = "tree-editor";
  element.append(shown);
  /** @type {HTMLSelectElement | null | undefined} */
  const root = text.form?.querySelector('select[name="root"]');

  /** @param {Tree} tree */
  const write = (tree) => {
    text.value = textOf(tree);
  };
  /**
   * Draw the tree again, and keep the focus on the same control of the same node.
   *
   * @param {string} focused
   */
  const draw = (focused = "") => {
    const tree = treeOf(text.value);
    shown.replaceChildren(...(tree ? [listOf(tree, [], namesOf(tree))] : []));
    /** @type {HTMLElement | null} */
    const control = focused ? shown.querySelector(`[data-control="${focused}"]`) : null;
    control?.focus();
  };

  /**
   * @param {Tree} node
   * @param {number[]} path
   * @param {Map<string, string>} names
   * @returns {HTMLElement}
   */
  const listOf = (node, path, names) => {
    const list = document.createElement("ul");
    const entry = document.createElement("li");
    list.append(entry);
    const at = path.join("-");
    const name = names.get(at) ?? "";
    const title = document.createElement("span");
    const isMin = (path.length % 2 === 1) !== (root?.value === "min");
    title.textContent = Array.isArray(node) ? `${name} ${isMin ? "▼" : "▲"}` : name;
    entry.append(title);
    if (!Array.isArray(node)) {
      const value = document.createElement("input");
      value.value = textOf(node);
      value.dataset.control = `value-${at}`;
      value.setAttribute("aria-label", `${element.dataset.value} ${name}`);
      value.addEventListener("input", () => {
        const leaf = treeOf(`[${value.value.replace("−", "-")}]`);
        const tree = treeOf(text.value);
        if (tree && leaf?.length === 1 && !Array.isArray(leaf[0])) write(changed(tree, path, () => leaf[0]));
      });
      entry.append(value);
    }
    entry.append(button("+", `${element.dataset.add} (${name})`, `add-${at}`, (tree) => withChild(tree, path)));
    if (path.length) {
      entry.append(button("×", `${element.dataset.remove} (${name})`, `remove-${at}`, (tree) => without(tree, path)));
    }
    if (Array.isArray(node)) {
      entry.append(...node.map((child, place) => listOf(child, [...path, place], names)));
    }
    return list;
  };

  /**
   * @param {string} sign
   * @param {string} label
   * @param {string} control
   * @param {(tree: Tree) => Tree} change
   */
  const button = (sign, label, control, change) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.title = label;
    made.dataset.control = control;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", () => {
      const tree = treeOf(text.value);
      if (tree && count(tree) < MOST_NODES) write(change(tree));
      draw(control);
    });
    return made;
  };

  const details = element.closest("details");
  const begin = () => {
    if (!text.value.trim() && details?.open) text.value = FIRST_TREE;
    draw();
  };
  details?.addEventListener("toggle", begin);
  text.addEventListener("input", () => draw());
  root?.addEventListener("change", () => draw());
  text.form?.addEventListener("submit", () => {
    if (!details?.open) text.value = "";
  });
  if (details?.open) begin();
}

/** Show the editors of the trees in the page. */
export function editTrees() {
  /** @type {NodeListOf<HTMLElement>} */
  const editors = document.querySelectorAll("[data-tree-editor]");
  for (const element of editors) edit(element);
}

if (typeof document !== "undefined") editTrees();
