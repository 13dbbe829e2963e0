"""Repetition: a position that repeats on the path counts as a draw.

Otherwise a search of a game with repetition would follow each cycle to its horizon. Shannon (1950), Programming a
computer for playing chess, counts it so. A value that depends on the path is not stored as settled (the graph-history
interaction problem: Palay 1983).
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import Any, NamedTuple, Self

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import MarkedPosition
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import row


@rules
class NoRepetition(NamedTuple):
    """The null object for games without repetition."""

    before: int = 0

    def repeats(self, position: MarkedPosition, depth: int) -> bool:
        """Return True if the position occurred before, on the path from the root or earlier in the game."""
        return False

    def after(self, past: Iterable[Any]) -> Self:
        """Return the rule of repetition for a search that begins after the ``past`` positions of a game."""
        return self


@rules
class Repetition(NamedTuple):
    """The keys of the positions on the path, after the keys of the game so far."""

    keys: MutableSequence[int]
    before: int = 0  # number of earlier positions of the game

    def repeats(self, position: MarkedPosition, depth: int) -> bool:
        key = position.key()
        here = self.before + depth
        self.keys[here] = key
        for place in range(here - 1, max(-1, here - 1 - position.reversible_plies()), -1):
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
    """Return an empty path after this many positions of a game."""
    return Repetition(row(before + MAX_DEPTH + 2), before)
