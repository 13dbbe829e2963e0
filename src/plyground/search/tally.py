"""What a search tells, and the listener that counts it.

A search calls the trace that it was given at each step, and knows nothing more of it. Values and
windows are those of the side to move at the node; ``side`` says whether that is MAX or MIN.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple, Protocol

from plyground.errors import SearchStopped
from plyground.position import MAX, Move, rules

VISITS, LEAVES, GUESSES, ALPHA_CUTOFFS, BETA_CUTOFFS, STOP = range(6)
"""Places in :attr:`Tally.counts`. A guess is a leaf that is no end of the game: a horizon."""


class Trace(Protocol):
    """What a search calls; ``depth`` counts plies from the root."""

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        """A position is visited, with the window [alpha, beta]."""

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        """It is a leaf: the game is over there, or it is judged by the evaluation. (No ``leave`` follows.)"""

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        """The child after ``move`` came back with ``reply``, the best so far when ``improved``."""

    def cut(self, depth: int, side: int) -> None:
        """The moves not yet taken are cut."""

    def leave(self, depth: int, value: int) -> None:
        """The node is done: it returns ``value``."""


@rules
class Tally(NamedTuple):
    """Counts a search, keeps what its root learnt, and stops it when told to.

    ``counts`` may live in memory shared with another process: who reads ``counts[VISITS]`` sees the
    progress, who sets ``counts[STOP]`` ends the search with :class:`SearchStopped`.
    """

    counts: MutableSequence[int]  # by VISITS, LEAVES, ...
    replies: list[tuple[Move, int]]  # root moves in the order of their visit, with what came back
    lines: list[list[Move]]  # by depth: the best line found below the node last left there

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        self.counts[VISITS] += 1
        if self.counts[STOP]:
            raise SearchStopped

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        self.counts[LEAVES] += 1
        if not is_over:
            self.counts[GUESSES] += 1
        self._grow(depth)
        self.lines[depth] = []

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        if improved:
            self.lines[depth] = [move, *self.lines[depth + 1]]
        if depth == 0:
            self.replies.append((move, reply))

    def cut(self, depth: int, side: int) -> None:
        self.counts[BETA_CUTOFFS if side == MAX else ALPHA_CUTOFFS] += 1

    def leave(self, depth: int, value: int) -> None:
        pass

    def _grow(self, depth: int) -> None:
        while len(self.lines) <= depth:
            self.lines.append([])


def new_tally(counts: MutableSequence[int] | None = None) -> Tally:
    """A tally at zero; ``counts`` gives the memory to count in."""
    return Tally([0] * 6 if counts is None else counts, [], [[]])


class Both(NamedTuple):
    """Two traces that hear the same search."""

    first: Trace
    second: Trace

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        self.first.enter(position, depth, side, alpha, beta)
        self.second.enter(position, depth, side, alpha, beta)

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        self.first.leaf(depth, value, is_over)
        self.second.leaf(depth, value, is_over)

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        self.first.update(depth, move, reply, improved)
        self.second.update(depth, move, reply, improved)

    def cut(self, depth: int, side: int) -> None:
        self.first.cut(depth, side)
        self.second.cut(depth, side)

    def leave(self, depth: int, value: int) -> None:
        self.first.leave(depth, value)
        self.second.leave(depth, value)
