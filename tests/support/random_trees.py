"""Trees for testing searches against worked examples and random trees."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from plyground.core.position import MAX
from plyground.searches import Convention
from plyground.trees import Tree, TreePosition

CONVENTIONS = [
    Convention(strict, hard, right, last)
    for strict in (False, True)
    for hard in (False, True)
    for right in (False, True)
    for last in (False, True)
]
"""Every answer to every question on which courses disagree."""

trees = st.recursive(st.integers(-3, 3), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=40)
"""Random trees with values from -3 to 3, so that ties are common."""


def root_of(tree: Any, side: int = MAX) -> TreePosition:
    """Return the root of nested lists in which ``side`` is to move."""
    return Tree.of(tree, root="max" if side == MAX else "min").start


def nested(position: TreePosition) -> Any:
    """Return the nested lists of a node."""
    if position.is_over():
        return position.side() * position.utility()
    return [nested(position.play(move)) for move in position.moves()]


def leaf_numbers(node: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the path of every leaf, left to right."""
    if not isinstance(node, (list, tuple)):
        return [path]
    return [leaf for number, child in enumerate(node) for leaf in leaf_numbers(child, (*path, number))]


def minimax_by_definition(node: Any, sign: int = 1) -> int:
    """MAX's value of a tree, straight from the definition: the independent method."""
    if not isinstance(node, (list, tuple)):
        return int(node)
    values = [minimax_by_definition(child, -sign) for child in node]
    return max(values) if sign > 0 else min(values)
