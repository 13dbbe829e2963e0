"""Trees as positions, for testing searches against worked examples and random trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from plyground.position import rules
from plyground.search import Convention

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


@rules
class TreePosition(NamedTuple):
    """A node of nested lists; a number is a leaf with MAX's utility; ``sign`` is +1 where MAX is to move."""

    node: Any
    sign: int = 1

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            yield from range(len(self.node))

    def play(self, move: int) -> TreePosition:
        return TreePosition(self.node[move], -self.sign)

    def is_over(self) -> bool:
        return not isinstance(self.node, (list, tuple))

    def utility(self) -> int:
        return self.sign * self.node

    def utmost(self) -> int:
        return 1000

    def key(self) -> int:
        return hash((str(self.node), self.sign))


def leaf_numbers(node: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """The path of every leaf, left to right."""
    if not isinstance(node, (list, tuple)):
        return [path]
    return [leaf for number, child in enumerate(node) for leaf in leaf_numbers(child, (*path, number))]


def minimax_by_definition(node: Any, sign: int = 1) -> int:
    """MAX's value of a tree, straight from the definition: the independent method."""
    if not isinstance(node, (list, tuple)):
        return int(node)
    values = [minimax_by_definition(child, -sign) for child in node]
    return max(values) if sign > 0 else min(values)
