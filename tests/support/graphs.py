"""Small games as graphs, where a side may move twice and lines meet: for testing what has memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from plyground.core.authoring.marked_rules import rules

Node = tuple[int, tuple[int, ...], int]
"""Node of a graph: the side to move, the nodes after each move, and the first side's utility at the end."""


@rules
class GraphPosition(NamedTuple):
    """A node of a graph, given as all its nodes."""

    nodes: tuple[Node, ...]
    at: int = 0

    def to_move(self) -> int:
        return self.nodes[self.at][0]

    def moves(self) -> Iterator[int]:
        yield from range(len(self.nodes[self.at][1]))

    def play(self, move: int) -> GraphPosition:
        return GraphPosition(self.nodes, self.nodes[self.at][1][move])

    def is_over(self) -> bool:
        return not self.nodes[self.at][1]

    def utility(self) -> int:
        side, _after, utility = self.nodes[self.at]
        return -utility if side else utility


@st.composite
def graphs(draw: st.DrawFn, most: int = 8) -> GraphPosition:
    """Return a graph whose moves lead only to later nodes."""
    count = draw(st.integers(1, most))
    nodes = []
    for place in range(count):
        later = st.integers(place + 1, count - 1)
        after = draw(st.lists(later, max_size=3)) if place < count - 1 else []
        nodes.append((draw(st.integers(0, 1)), tuple(after), draw(st.integers(-3, 3))))
    return GraphPosition(tuple(nodes))


@st.composite
def loopy_graphs(draw: st.DrawFn, most: int = 12) -> GraphPosition:
    """Return a graph whose moves lead to any nodes, with wins, losses and draws at its ends."""
    count = draw(st.integers(1, most))
    places = st.lists(st.integers(0, count - 1), max_size=3)
    nodes = [(draw(st.integers(0, 1)), tuple(draw(places)), draw(st.integers(-1, 1))) for _place in range(count)]
    return GraphPosition(tuple(nodes))
