"""A table of exact bounds: between which scores a position's own lies, in one word a position.

Threads share it without a lock, as a word is read and written whole. An entry keeps the key's upper 40 bits,
and its place tells as many of the lower ones as the table has bits of places: from 2^24 places on (128 MB)
a key of 64 bits is kept in full, and a game whose keys are all different is never mistaken.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from plyground.memory import zeros
from plyground.position import Move, rules
from plyground.search.scores import INFINITY

NO_MOVE = -1
KEPT = 127
"""Scores from -127 to 127 are kept; beyond, a bound is kept as far as it is true."""
MOVES = 255
"""Moves from 0 to 254 are kept."""
DATA = 24
"""The bits of an entry that are no part of its key: two bounds and a move of 8 bits each."""


class Known(NamedTuple):
    """What the table knows of a position."""

    least: int
    most: int
    move: Move  # the best of an earlier search; NO_MOVE when there is none


@rules
class Bounds(NamedTuple):
    """Places for ``mask + 1`` positions, a power of 2, in a row that threads may share; the newest replaces."""

    words: MutableSequence[int]
    mask: int

    def probe(self, key: int) -> Known:
        """What is known of the position with this key."""
        entry = self.words[key & self.mask]
        if (entry ^ key) >> DATA != 0:
            return Known(-INFINITY, INFINITY, NO_MOVE)
        least = (entry >> 16 & 255) - KEPT - 1
        most = KEPT + 1 - (entry >> 8 & 255)
        return Known(-INFINITY if least < -KEPT else least, INFINITY if most > KEPT else most, (entry & 255) - 1)

    def store(self, key: int, least: int, most: int, move: Move) -> None:
        """Remember the bounds of a position, and the move to try first."""
        low = min(max(least + KEPT + 1, 0), 2 * KEPT + 1)
        high = min(max(KEPT + 1 - most, 0), 2 * KEPT + 1)
        kept = move + 1 if move < MOVES else 0
        self.words[key & self.mask] = key >> DATA << DATA | low << 16 | high << 8 | kept


def new_bounds(megabytes: int = 128) -> Bounds:
    """An empty table of at most so many megabytes (1 or more); memory is taken as it is filled."""
    places = 1 << ((megabytes << 20) // 8).bit_length() - 1
    words: Any = memoryview(zeros(8 * places)).cast("q")
    return Bounds(words, places - 1)
