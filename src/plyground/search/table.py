"""Transposition tables: what a search has found out about a position, for when it comes there again.

An entry is two words: its data, and the data mixed with the position's key (Hyatt & Mann 2002, A lockless
transposition-table implementation for parallel search, ICGA Journal 25). Threads share a table without a
lock: an entry that two of them wrote at once, or that belongs to another position, does not fit its key
and counts as none.

A place in the table holds two entries: the first keeps what was searched deepest, the second what was
searched last (Breuker, Uiterwijk & van den Herik 1994, Replacement schemes for transposition tables: TwoDeep).
What the first keeps it loses to an entry of its own position, and to one searched as deep.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from plyground.bits import shift_right
from plyground.errors import SearchError
from plyground.language import _
from plyground.position import Move, rules
from plyground.search.tally import row

UNKNOWN, LOWER, UPPER, EXACT = range(4)
"""What a value is of the true one: nothing, at most it, at least it, or it."""

NO_MOVE = -1
MOVES = (1 << 15) - 1
"""Moves from 0 to one less are remembered; others count as :data:`NO_MOVE`."""
DRAFTS = 255
"""The greatest draft that is remembered."""
SCORE_AT, SETTLED_AT, DRAFT_AT, BOUND_AT = 26, 25, 17, 15  # the places of the parts of an entry; the move is lowest


@rules
class Entry(NamedTuple):
    """What the table knows of a position."""

    bound: int  # UNKNOWN: nothing
    score: int  # for the side to move; |score| < 2^37
    draft: int  # plies that were searched below it
    settled: bool  # no guess has a part in it: a deeper search would say the same
    move: Move  # the best, or the one that cut; NO_MOVE when there is none

    def answers(self, draft: int, alpha: int, beta: int) -> bool:
        """Whether it spares a search of ``draft`` plies that is asked for a value between ``alpha`` and ``beta``."""
        if self.bound == UNKNOWN or (self.draft < draft and not self.settled):
            return False
        return (
            self.bound == EXACT
            or (self.bound == LOWER and self.score >= beta)
            or (self.bound == UPPER and self.score <= alpha)
        )


@rules
class Table(NamedTuple):
    """A table of 2^(64 - ``shift``) places, kept in a row that threads may share."""

    words: MutableSequence[int]  # four for each place, changed in place
    shift: int

    def probe(self, key: int) -> Entry:
        """What is known of the position with this key."""
        at = shift_right(key, self.shift) << 2
        data = self.words[at]
        if self.words[at + 1] ^ data != key:
            data = self.words[at + 2]
            if self.words[at + 3] ^ data != key:
                data = 0
        return Entry(
            data >> BOUND_AT & 3,
            data >> SCORE_AT,
            data >> DRAFT_AT & DRAFTS,
            data >> SETTLED_AT & 1 != 0,
            (data & MOVES) - 1,
        )

    def store(self, key: int, bound: int, score: int, draft: int, settled: bool, move: Move) -> None:
        """Remember what a search of ``draft`` plies has found."""
        at = shift_right(key, self.shift) << 2
        kept = move + 1 if 0 <= move < MOVES else 0
        plies = min(draft, DRAFTS)
        data = score << SCORE_AT | settled << SETTLED_AT | plies << DRAFT_AT | bound << BOUND_AT | kept
        deepest = self.words[at]
        if deepest >> DRAFT_AT & DRAFTS > plies and self.words[at + 1] ^ deepest != key:
            at += 2
        self.words[at] = data
        self.words[at + 1] = data ^ key


@rules
class NoTable(NamedTuple):
    """The absence of one: nothing is remembered."""

    unused: int = 0

    def probe(self, key: int) -> Entry:
        return Entry(UNKNOWN, 0, 0, False, NO_MOVE)

    def store(self, key: int, bound: int, score: int, draft: int, settled: bool, move: Move) -> None:
        pass


def new_table(megabytes: int = 64) -> Table:
    """An empty table of at most so many megabytes; raises :class:`SearchError` for fewer than one."""
    if megabytes < 1:
        raise SearchError(_("A table has at least 1 megabyte, not {megabytes}.", megabytes=megabytes))
    places = (megabytes << 20) // 32
    bits = places.bit_length() - 1
    return Table(row(4 << bits), 64 - bits)
