"""Endings of English draughts with kings alone, one or two against one: every position is solved.

The positions are numbered for retrograde analysis. Kings move alike for both sides, so the side with more kings is
called strong, and colours do not count. A side without pieces has lost; all such positions are one number. The draw
after 80 quiet plies is left out: no win here needs so many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.core.bits import count, highest, lowest
from plyground.core.position import Move, rules
from plyground.games.draughts.english_draughts import BOARD, EnglishDraughts

SQUARES = tuple(cell for cell in range(BOARD.bit_length()) if BOARD >> cell & 1)
"""The bit of each square, by the square's number from 0."""
NUMBERS = tuple(SQUARES.index(cell) if cell in SQUARES else 0 for cell in range(BOARD.bit_length()))
"""The number of each square, by its bit."""
PLACES = len(SQUARES)
LOST = 2 * PLACES**3
"""The number of all positions in which the side to move has no piece."""


@rules
class KingEnding(NamedTuple):
    """A position with kings alone. Its moves are those of English draughts."""

    draughts: EnglishDraughts = EnglishDraughts(0, 1, 1)

    def moves(self) -> Iterator[Move]:
        for move in self.draughts.moves():
            yield move

    def play(self, move: Move) -> KingEnding:
        return KingEnding(self.draughts.play(move))

    def is_over(self) -> bool:
        return self.draughts.is_over()

    def utility(self) -> int:
        return self.draughts.utility()

    def utmost(self) -> int:
        return 1

    def size(self) -> int:
        return self.period()

    def period(self) -> int:
        return LOST + 1

    def rank(self) -> int:
        own, other = self.draughts.own, self.draughts.other
        if own == 0:
            return LOST
        weak_moves = count(own) < count(other)
        strong, lone = (other, own) if weak_moves else (own, other)
        place = NUMBERS[lowest(strong)] * PLACES + NUMBERS[highest(strong)]
        return (place * PLACES + NUMBERS[lowest(lone)]) * 2 + weak_moves

    def unrank(self, rank: int) -> KingEnding:
        if rank == LOST:
            return KingEnding(EnglishDraughts(0, 1, 1))
        place = rank // 2
        lone = 1 << SQUARES[place % PLACES]
        strong = 1 << SQUARES[place // PLACES % PLACES] | 1 << SQUARES[place // PLACES**2]
        own, other = (lone, strong) if rank % 2 else (strong, lone)
        return KingEnding(EnglishDraughts(own, other, own | other))

    def whole(self) -> EnglishDraughts:
        """Return the position of English draughts."""
        return self.draughts

    def valid(self) -> bool:
        """Return True unless two kings stand on one square."""
        return self.draughts.own & self.draughts.other == 0


def king_ending(position: Any) -> KingEnding | None:
    """Return a position of English draughts as one of a solved ending; None for other material."""
    own, other = count(position.own), count(position.other)
    if (position.own | position.other) & ~position.kings or own + other > 3 or own == 0 or other == 0:
        return None
    return KingEnding(position)
