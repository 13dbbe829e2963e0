"""Dodgem, a race of cars that cross each other's way (C. Vout, in Berlekamp, Conway & Guy 1982, Winning Ways, chapter 22).

``dodgem(size)`` makes the rules for one size; the classic board has 3 × 3 cells. X's cars begin on the left and
go to the right, O's begin at the bottom and go up; each may also go sideways, and leaves the board only
ahead. Who cannot move has won: its cars have left, or the other side blocks them, which it must not do. Positions come again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any, NamedTuple

from plyground.bits import count, lowest
from plyground.position import Move, helper, rules
from plyground.subsets import subset, subset_rank

TO_BITS = 6
"""Places of a move's number that its second cell takes."""
TO_CELL = (1 << TO_BITS) - 1


@cache
def dodgem(size: int, /) -> type[Any]:
    """The rules of one size: a class of positions whose moves are ``from * 64 + to``, ``to`` being ``size²`` off the board.

    Cell ``size * y + x``, x from 0 on the left and y from 0 at the bottom, is one bit of a set; on 3 × 3::

        6 7 8
        3 4 5
        0 1 2
    """
    cells = size * size
    cars = size - 1
    full = (1 << cells) - 1
    off = 1 << cells
    bottom = (1 << size) - 1
    top = bottom << size * cars
    left = sum(1 << size * y for y in range(size))
    right = left << cars
    firsts = tuple(sum(comb(cells, fewer) for fewer in range(chosen)) for chosen in range(cars + 2))
    arrangements = firsts[-1]  # of the cars of one side, some of which may be off the board
    placements = arrangements * arrangements

    @helper
    def reach(pieces: int, up: int) -> int:
        """The cells where ``pieces`` go, free or not, and ``off``."""
        if up:
            targets = (pieces << size | (pieces & ~left) >> 1 | (pieces & ~right) << 1) & full
            return targets | off if pieces & top else targets
        targets = ((pieces & ~right) << 1 | pieces << size | pieces >> size) & full
        return targets | off if pieces & right else targets

    @helper
    def origins(piece: int, up: int) -> int:
        """The cells of the board from which a car goes to ``piece``, a cell or ``off``."""
        if piece == off:
            return top if up else right
        if up:
            return (piece >> size | (piece & ~left) >> 1 | (piece & ~right) << 1) & full
        return ((piece & ~left) >> 1 | piece << size | piece >> size) & full

    @helper
    def mirrored(pieces: int) -> int:
        """``pieces`` with columns and rows exchanged, as one side sees what the other does."""
        image = 0
        while pieces:
            cell = lowest(pieces)
            image |= 1 << size * (cell % size) + cell // size
            pieces &= pieces - 1
        return image

    @helper
    def arrangement(rank: int) -> int:
        """The cars of one side with this number."""
        chosen = 0
        while firsts[chosen + 1] <= rank:
            chosen += 1
        return subset(rank - firsts[chosen], chosen, cells)

    class Position(NamedTuple):
        own: int = left & ~bottom  # cars of the side to move
        other: int = bottom & ~left  # cars of its opponent
        up: int = 0  # 1 when the side to move is the second, whose cars go up

        def moves(self) -> Iterator[Move]:
            pieces = self.own
            while pieces:
                targets = reach(pieces & -pieces, self.up) & ~(self.own | self.other)
                while targets:
                    yield lowest(pieces) << TO_BITS | lowest(targets)
                    targets &= targets - 1
                pieces &= pieces - 1

        def play(self, move: Move) -> Position:
            moved = (self.own ^ 1 << (move >> TO_BITS) | 1 << (move & TO_CELL)) & full
            return Position(self.other, moved, 1 - self.up)

        def is_over(self) -> bool:
            return reach(self.own, self.up) & ~(self.own | self.other) == 0

        def utility(self) -> int:
            return 1

        def predecessors(self) -> Iterator[Position]:
            """The positions from which a move leads here."""
            pieces = self.other
            if count(pieces) < cars:
                pieces |= off
            while pieces:
                piece = pieces & -pieces
                sources = origins(piece, 1 - self.up) & ~(self.own | self.other)
                while sources:
                    yield Position((self.other & ~piece) | sources & -sources, self.own, 1 - self.up)
                    sources &= sources - 1
                pieces &= pieces - 1

        def size(self) -> int:
            return 2 * placements

        def period(self) -> int:
            """The second side's positions are the first's mirrored, and come after all of them."""
            return placements

        def rank(self) -> int:
            own, other = (mirrored(self.own), mirrored(self.other)) if self.up else (self.own, self.other)
            place = (firsts[count(own)] + subset_rank(own)) * arrangements + firsts[count(other)] + subset_rank(other)
            return place + placements if self.up else place

        def unrank(self, rank: int) -> Position:
            place = rank % placements
            own, other = arrangement(place // arrangements), arrangement(place % arrangements)
            if rank >= placements:
                return Position(mirrored(own), mirrored(other), 1)
            return Position(own, other, 0)

        def valid(self) -> bool:
            """Whether no two cars stand on one cell."""
            return self.own & self.other == 0

        # What evaluations ask (evaluation/race.py)

        def turned(self) -> Position:
            """The same board with the other side to move."""
            return Position(self.other, self.own, 1 - self.up)

        def advance(self) -> int:
            """Cells that the cars of the side to move have gone ahead, together."""
            gone = size * self.arrived()
            for steps in range(1, size):
                gone += steps * count(self.own & (bottom << size * steps if self.up else left << steps))
            return gone

        def arrived(self) -> int:
            """Its cars that have left the board."""
            return cars - count(self.own)

        def blocked(self) -> int:
            """Its cars that have no free cell ahead."""
            taken = self.own | self.other
            return count(self.own & (taken >> size if self.up else (taken & ~left) >> 1))

    Position.__name__ = Position.__qualname__ = f"Dodgem_{size}"
    globals()[Position.__name__] = rules(Position)  # where the cache of compiled code looks for it
    marked: type[Any] = Position
    return marked
