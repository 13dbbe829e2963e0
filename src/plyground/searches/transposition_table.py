"""Transposition tables: stored results of positions, for use when a search reaches them again.

An entry is two words: its data, and the data mixed with the position's key (Hyatt & Mann 2002, A lockless
transposition-table implementation for parallel search, ICGA Journal 25). Threads share a table without a lock: an entry
that two threads wrote at once, or that belongs to another position, does not match its key and is ignored.

A slot of the table holds two entries: the first keeps the deepest result, the second the latest (Breuker, Uiterwijk &
van den Herik 1994, Replacement schemes for transposition tables: TwoDeep). The first entry is replaced by a result for
the same position, or by one at least as deep.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import shift_right, word
from plyground.core.hugepages import zeros
from plyground.core.position import Move
from plyground.errors import SearchError
from plyground.i18n import _

UNKNOWN, LOWER, UPPER, EXACT = range(4)
"""Kinds of bounds: none; the true value is at least, or at most, the stored one; it equals the stored one."""

NO_MOVE = -1
MAX_KEPT_MOVES = (1 << 15) - 1
"""Number of moves that can be stored: 0 to one less. Others are stored as :data:`NO_MOVE`."""
SLOT_BYTES = 32
"""Bytes of a slot, for two entries."""
MAX_KEPT_DRAFT = 255
"""Greatest draft (plies of a search below a position) that can be stored."""
SAMPLED_SLOTS = 500
"""Slots at the beginning of a table that tell how much of it is filled; keys spread evenly over all slots."""
MAX_SLOT = (1 << 30) - 1
"""Greatest number of a slot: 32 GB. The mask tells the compiler that four times this number is a small one."""
SCORE_AT, SETTLED_AT, DRAFT_AT, BOUND_AT = 26, 25, 17, 15  # lowest bits of the parts of an entry above the move


@rules
class Entry(NamedTuple):
    """A table's entry for a position."""

    bound: int  # kind of the bound; UNKNOWN: no entry
    score: int  # score for the side to move; |score| < 2^37
    draft: int  # plies searched below the position
    settled: bool  # True if no estimate has a part in it: a deeper search would give the same
    move: Move  # best move, or move that caused the cut-off; NO_MOVE: none

    def answers(self, draft: int, alpha: int, beta: int) -> bool:
        """Return True if the entry answers a search of ``draft`` plies with the window [``alpha``, ``beta``]."""
        if self.bound == UNKNOWN or (self.draft < draft and not self.settled):
            return False
        return (
            self.bound == EXACT
            or (self.bound == LOWER and self.score >= beta)
            or (self.bound == UPPER and self.score <= alpha)
        )


@rules
class Table(NamedTuple):
    """A table of 2^(64 - ``shift``) slots, in an array that threads may share."""

    words: MutableSequence[int]  # four words for each slot, changed in place
    shift: int

    def probe(self, key: int) -> Entry:
        """Return the entry of the position with this key; an empty one if there is none."""
        at = (shift_right(key, self.shift) & MAX_SLOT) << 2
        data = self.words[at]
        if self.words[at + 1] ^ data != key:
            data = self.words[at + 2]
            if self.words[at + 3] ^ data != key:
                data = 0
        return Entry(
            data >> BOUND_AT & 3,
            data >> SCORE_AT,
            data >> DRAFT_AT & MAX_KEPT_DRAFT,
            data >> SETTLED_AT & 1 != 0,
            (data & MAX_KEPT_MOVES) - 1,
        )

    def store(self, key: int, bound: int, score: int, draft: int, settled: bool, move: Move) -> None:
        """Store the result of a search of ``draft`` plies."""
        at = (shift_right(key, self.shift) & MAX_SLOT) << 2
        kept = move + 1 if 0 <= move < MAX_KEPT_MOVES else 0
        plies = min(draft, MAX_KEPT_DRAFT)
        data = word(score << SCORE_AT | settled << SETTLED_AT | plies << DRAFT_AT | bound << BOUND_AT | kept)
        deepest = self.words[at]
        if deepest >> DRAFT_AT & MAX_KEPT_DRAFT > plies and self.words[at + 1] ^ deepest != key:
            at += 2
        self.words[at] = data
        self.words[at + 1] = data ^ key


@rules
class NoTable(NamedTuple):
    """The null object: a table that stores nothing."""

    unused: int = 0

    def probe(self, key: int) -> Entry:
        return Entry(UNKNOWN, 0, 0, False, NO_MOVE)

    def store(self, key: int, bound: int, score: int, draft: int, settled: bool, move: Move) -> None:
        pass


def fill_of(table: Table | NoTable) -> float | None:
    """Return the filled part of a table's entries, from 0 to 1; None for no table."""
    if isinstance(table, NoTable):
        return None
    entries = table.words[: 4 * SAMPLED_SLOTS : 2]
    return sum(map(bool, entries)) / len(entries)


def new_table(memory_mb: int = 64) -> Table:
    """Return an empty table of at most ``memory_mb`` megabytes. Raise :class:`SearchError` for less than 1."""
    if memory_mb < 1:
        raise SearchError(_("A table has at least 1 megabyte, not {megabytes}.", megabytes=memory_mb))
    return table_of_kilobytes(memory_mb << 10)


def table_of_kilobytes(kilobytes: int) -> Table:
    """Return an empty table of at most ``kilobytes`` kB, one or more: 64 entries for each. The memory is used as it is
    filled.
    """
    bits = ((kilobytes << 10) // SLOT_BYTES).bit_length() - 1
    words: Any = memoryview(zeros(SLOT_BYTES << bits)).cast("q")
    return Table(words, 64 - bits)
