"""A table of exact bounds: a lower and an upper bound of the score of each position.

An entry is two words: the data, and the key xored with the data. So threads share the table without a lock: if two
threads have written one word each, the key does not match (R. Hyatt & T. Mann 2002, A lock-less transposition-table
implementation). The full key is kept, so a game with unique keys never has a wrong hit.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import word
from plyground.core.hugepages import zeros
from plyground.core.position import Move
from plyground.searches.scores import INFINITY

NO_MOVE = -1
MAX_KEPT_SCORE = 127
"""Largest score in the table, of either sign. A bound beyond it is weakened to it."""
MAX_KEPT_MOVES = 255
"""Moves that the table can keep: 0 to 254."""
ENTRY_BYTES = 16
"""Bytes of an entry."""


class Known(NamedTuple):
    """The entry of a table for a position."""

    least: int
    most: int
    move: Move  # best move of an earlier search; NO_MOVE: none


@rules
class Bounds(NamedTuple):
    """A table of ``mask + 1`` entries (a power of 2), which threads may share. A new entry replaces an old one."""

    words: MutableSequence[int]
    mask: int

    def probe(self, key: int) -> Known:
        """Return the entry of the position with this key."""
        at = 2 * (key & self.mask)
        entry = self.words[at + 1]
        if self.words[at] ^ entry != key:
            return Known(-INFINITY, INFINITY, NO_MOVE)
        least = (entry >> 16 & 255) - MAX_KEPT_SCORE - 1
        most = MAX_KEPT_SCORE + 1 - (entry >> 8 & 255)
        return Known(
            -INFINITY if least < -MAX_KEPT_SCORE else least,
            INFINITY if most > MAX_KEPT_SCORE else most,
            (entry & 255) - 1,
        )

    def store(self, key: int, least: int, most: int, move: Move) -> None:
        """Remember the bounds of a position, and the move to try first."""
        low = min(max(least + MAX_KEPT_SCORE + 1, 0), 2 * MAX_KEPT_SCORE + 1)
        high = min(max(MAX_KEPT_SCORE + 1 - most, 0), 2 * MAX_KEPT_SCORE + 1)
        kept = move + 1 if move < MAX_KEPT_MOVES else 0
        at = 2 * (key & self.mask)
        entry = word(low << 16 | high << 8 | kept)
        self.words[at] = key ^ entry
        self.words[at + 1] = entry


def new_bounds(memory_mb: int) -> Bounds:
    """Return an empty table of at most ``memory_mb`` megabytes (1 or more). The memory is used as it is filled."""
    places = 1 << ((memory_mb << 20) // ENTRY_BYTES).bit_length() - 1
    words: Any = memoryview(zeros(ENTRY_BYTES * places)).cast("q")
    return Bounds(words, places - 1)
