"""What a search that keeps a tree tells, step by step, and the listener that counts it."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple, Protocol

from plyground.errors import SearchStopped
from plyground.position import Move, rules
from plyground.search.tally import STOP, VISITS


class Trace(Protocol):
    """What the search calls; ``depth`` counts plies from the root."""

    def begin(self) -> None:
        """It begins again at the root; may raise :class:`SearchStopped`."""

    def select(self, depth: int, node: int) -> None:
        """The tree is followed to a node."""

    def expand(self, depth: int, node: int) -> None:
        """A node has been given its children."""

    def play(self, depth: int, move: Move) -> None:
        """A move is made outside the tree."""

    def backup(self, depth: int, node: int, result: int) -> None:
        """A node has learnt from below: the result of a playout for MAX, or its new proof number."""


@rules
class Count(NamedTuple):
    """Counts the positions visited, and stops the search when told to, as a ``Tally`` does."""

    counts: MutableSequence[int]  # by VISITS, STOP, ...

    def begin(self) -> None:
        self.counts[VISITS] += 1
        if 0 < self.counts[STOP] <= self.counts[VISITS]:
            raise SearchStopped

    def select(self, depth: int, node: int) -> None:
        self.counts[VISITS] += 1

    def expand(self, depth: int, node: int) -> None:
        pass

    def play(self, depth: int, move: Move) -> None:
        self.counts[VISITS] += 1

    def backup(self, depth: int, node: int, result: int) -> None:
        pass


class Both(NamedTuple):
    """Two traces that hear the same search."""

    first: Trace
    second: Trace

    def begin(self) -> None:
        self.first.begin()
        self.second.begin()

    def select(self, depth: int, node: int) -> None:
        self.first.select(depth, node)
        self.second.select(depth, node)

    def expand(self, depth: int, node: int) -> None:
        self.first.expand(depth, node)
        self.second.expand(depth, node)

    def play(self, depth: int, move: Move) -> None:
        self.first.play(depth, move)
        self.second.play(depth, move)

    def backup(self, depth: int, node: int, result: int) -> None:
        self.first.backup(depth, node, result)
        self.second.backup(depth, node, result)
