"""Writer of a tree as JSON that reads back as the same tree. O(nodes) for trees of any depth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from plyground.core.position import CHANCE
from plyground.trees.flat import MOVERS, extent

if TYPE_CHECKING:
    from plyground.trees.tree import Tree

WORDS = {mover: word for word, mover in reversed(MOVERS.items())}
"""Names of the movers in texts."""


def write(tree: Tree) -> str:
    """Return the shortest text of a tree: nested lists, with objects only for further information."""
    nodes = tree.nodes
    about: dict[str, Any] = {}
    levels = [WORDS[mover] for mover in tree.levels]
    if levels == ["min", "max"]:
        about["root"] = "min"
    elif levels != ["max", "min"]:
        about["levels"] = levels
    least, most, total = extent([tree.value(node) for node in (*tree.leaves, *tree.judged)])
    if (nodes.least, nodes.most) != (least, most):
        about["bounds"] = [_plain(nodes.least), _plain(nodes.most)]
    if nodes.total != total:
        about["total"] = _plain(nodes.total)
    about |= {key: text for key, text in (("title", tree.title), ("source", tree.source)) if text}
    text = "".join(_pieces(tree))
    return f'{{"tree": {text}, {json.dumps(about)[1:]}' if about else text


def _pieces(tree: Tree) -> Iterator[str]:
    """Yield the pieces of the text; each node comes before its children."""
    pending: list[tuple[int, int] | str] = [(0, 0)]
    while pending:
        next_one = pending.pop()
        if isinstance(next_one, str):
            yield next_one
            continue
        node, level = next_one
        about = _about(tree, node, level)
        children = tree.children(node)
        if children:
            head, tail = "[", "]"
            if about:
                head, tail = '{"children": [', f"], {json.dumps(about)[1:]}"
            yield head
            pending.append(tail)
            for child in reversed(children):
                pending.append((child, level + 1))
                if child != children.start:
                    pending.append(", ")
        elif about or tree.nodes.width > 1:
            yield json.dumps(_worth(tree, node) | about)
        else:
            yield json.dumps(_plain(tree.value(node)))


def _about(tree: Tree, node: int, level: int) -> dict[str, Any]:
    """Return the keys of a node that a list or a number alone cannot express."""
    about: dict[str, Any] = {}
    children = tree.children(node)
    if node in tree.judged:
        about |= _worth(tree, node)
    if node in tree.names:
        about["name"] = tree.names[node]
    if any(child in tree.words for child in children):
        about["moves"] = [tree.word(child) for child in children]
    if tree.mover(node) != tree.levels[level % len(tree.levels)]:
        about["to_move"] = WORDS[tree.mover(node)]
    if children and tree.mover(node) == CHANCE:
        probabilities = [tree.probability(child) for child in children]
        if len(set(probabilities)) > 1:
            about["probabilities"] = list(map(str, probabilities))
    return about


def _worth(tree: Tree, node: int) -> dict[str, Any]:
    value = tree.value(node)
    return {"utilities": list(map(_plain, value))} if tree.nodes.width > 1 else {"value": _plain(value)}


def _plain(number: Any) -> int | str:
    """Return a number in its exact JSON form."""
    return number if isinstance(number, int) else str(number)
