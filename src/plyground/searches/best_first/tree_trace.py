"""The events of a search that builds a tree, and the trace that counts them."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple, Protocol

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import Move
from plyground.errors import SearchStopped
from plyground.native.clocked_row import looked
from plyground.searches.tally import NODES, STOP


class Trace(Protocol):
    """The events of the search, as calls; ``depth`` counts plies from the root.

    A listener derives from this class; it ignores the events that it does not define.
    """

    def begin(self) -> None:
        """Record that an iteration begins at the root. May raise :class:`SearchStopped`."""
        return

    def select(self, depth: int, node: int) -> None:
        """Record that the iteration descends to a node."""
        return

    def expand(self, depth: int, node: int) -> None:
        """Record that the children of a node were added."""
        return

    def play(self, depth: int, move: Move) -> None:
        """Record a move of a playout, outside the tree."""
        return

    def backup(self, depth: int, node: int, result: int) -> None:
        """Record the new result of a node: the playout's result for MAX, or the new proof number."""
        return


@rules
class Count(NamedTuple):
    """A trace that counts visited positions and stops the search on request, as a ``Tally`` does."""

    counts: MutableSequence[int]  # counts, indexed by VISITS, STOP, ...

    def begin(self) -> None:
        self.counts[NODES] += 1
        if 0 < self.counts[STOP] <= self.counts[NODES] and looked(self.counts):
            raise SearchStopped

    def select(self, depth: int, node: int) -> None:
        self.counts[NODES] += 1

    def expand(self, depth: int, node: int) -> None:
        pass

    def play(self, depth: int, move: Move) -> None:
        self.counts[NODES] += 1

    def backup(self, depth: int, node: int, result: int) -> None:
        pass


class Both(NamedTuple):
    """A trace that passes every event to two traces."""

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
