"""A table of exact bounds: between which scores a position's own lies.

An entry is two words, the data and the key xored with the data, so that threads share the table without a
lock: where two have written one word each, the key does not come out (R. Hyatt & T. Mann 2002, A lock-less
transposition-table implementation). The key is kept in full, and a game whose keys are all different is never
mistaken.
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
ENTRY = 16
"""Bytes of an entry."""


class Known(NamedTuple):
    """What the table knows of a position."""

    least: int
    most: int
    move: Move  # the best of an earlier search; NO_MOVE when there is none


@rules
class Bounds(NamedTuple):
    """Places of two words for ``mask + 1`` positions, a power of 2, which threads may share; the newest replaces."""

    words: MutableSequence[int]
    mask: int

    def probe(self, key: int) -> Known:
        """What is known of the position with this key."""
        at = 2 * (key & self.mask)
        entry = self.words[at + 1]
        if self.words[at] ^ entry != key:
            return Known(-INFINITY, INFINITY, NO_MOVE)
        least = (entry >> 16 & 255) - KEPT - 1
        most = KEPT + 1 - (entry >> 8 & 255)
        return Known(-INFINITY if least < -KEPT else least, INFINITY if most > KEPT else most, (entry & 255) - 1)

    def store(self, key: int, least: int, most: int, move: Move) -> None:
        """Remember the bounds of a position, and the move to try first."""
        low = min(max(least + KEPT + 1, 0), 2 * KEPT + 1)
        high = min(max(KEPT + 1 - most, 0), 2 * KEPT + 1)
        kept = move + 1 if move < MOVES else 0
        at = 2 * (key & self.mask)
        entry = low << 16 | high << 8 | kept
        self.words[at] = key ^ entry
        self.words[at + 1] = entry


def new_bounds(megabytes: int) -> Bounds:
    """An empty table of at most so many megabytes (1 or more); memory is taken as it is filled."""
    places = 1 << ((megabytes << 20) // ENTRY).bit_length() - 1
    words: Any = memoryview(zeros(ENTRY * places)).cast("q")
    return Bounds(words, places - 1)
