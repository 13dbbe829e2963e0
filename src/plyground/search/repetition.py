"""Repetition: a position that comes again on the way to itself counts as a draw.

Without it a search of a game that can go round in circles follows each circle to its horizon. Shannon (1950),
Programming a computer for playing chess, counts it so; what a value owes to the way that led there is not
remembered as settled (the graph-history interaction problem: Palay 1983).
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import Any, NamedTuple, Self

from plyground.position import rules
from plyground.search.scores import LONGEST
from plyground.search.tally import row


@rules
class NoRepetition(NamedTuple):
    """For a game in which no position can come again."""

    before: int = 0

    def repeats(self, position: Any, depth: int) -> bool:
        """Whether the position came before, on the path from the root or in the game that led there."""
        return False

    def after(self, past: Iterable[Any]) -> Self:
        """The same, for a search of a position to which the ``past`` positions of a game have led."""
        return self


@rules
class Repetition(NamedTuple):
    """The keys of the positions on the path, after those of the game so far."""

    keys: MutableSequence[int]
    before: int = 0  # positions of the game so far

    def repeats(self, position: Any, depth: int) -> bool:
        key = position.key()
        here = self.before + depth
        self.keys[here] = key
        for place in range(here - 1, -1, -1):  # noqa: SIM110 - compiled code has no any() over a generator
            if self.keys[place] == key:
                return True
        return False

    def after(self, past: Iterable[Any]) -> Repetition:
        keys = [position.key() for position in past]
        fresh = new_repetition(len(keys))
        for place, key in enumerate(keys):
            fresh.keys[place] = key
        return fresh


def new_repetition(before: int = 0) -> Repetition:
    """An empty path after so many positions of a game."""
    return Repetition(row(before + LONGEST + 2), before)
