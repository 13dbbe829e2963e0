"""Sets of points of a Go board: neighbours, chains, captures, areas and eyes.

Point (row, column) is bit ``(width + 1) * row + column``. Between two rows there is a bit that is never set, so a step
in any direction is a shift of the whole set. Row 0 is the lowest, with A1 as its first point.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, NamedTuple

from plyground.core.authoring.marked_rules import helper
from plyground.core.bits import count


class Board(NamedTuple):
    """Functions on sets of points, for one board size. Compiled rules can call them."""

    full: int  # every point
    step: int  # bits from a point to the one above
    end: int  # the bit after the last row
    beside: Callable[[int], int]  # (points): the points next to them
    chain: Callable[[int, int], int]  # (stones, some): the stones that are connected with some of them
    captured: Callable[[int, int, int], int]  # (stone, others, empty): the opponent's stones that a new stone takes
    eyes: Callable[[int, int, int], int]  # (own, other, empty): the single points that a side should not fill


def lines(width: int, height: int) -> list[int]:
    """Return the points of the first, second and third line from the edge of a board."""
    step = width + 1
    inner = sum((1 << width) - 1 << step * number for number in range(height))
    found = []
    for _line in range(3):
        left = inner & inner << 1 & inner >> 1 & inner << step & inner >> step
        found.append(inner & ~left)
        inner = left
    return found


@helper
def single(points: int) -> int:
    """Return a set of one point as it is, and any other set as the empty set."""
    return points if points & points - 1 == 0 else points & 0


@helper
def any_of(points: int, chance: Any) -> int:
    """Return one of the points, all equally likely."""
    left: int = chance.below(count(points))
    while left > 0:
        points &= points - 1
        left -= 1
    return points & -points


@cache
def board(width: int, height: int, /) -> Board:
    """Return the board of ``width`` × ``height`` points."""
    step = width + 1
    row = (1 << width) - 1
    full = sum(row << step * number for number in range(height))
    first_column = sum(1 << step * number for number in range(height))
    rim = row | row << step * (height - 1) | first_column | first_column << width - 1

    @helper
    def beside(points: int) -> int:
        return (points << 1 | points >> 1 | points << step | points >> step) & full

    @helper
    def chain(stones: int, some: int) -> int:
        found = some
        more = (found | found << 1 | found >> 1 | found << step | found >> step) & stones
        while more != found:
            found = more
            more = (found | found << 1 | found >> 1 | found << step | found >> step) & stones
        return found

    @helper
    def captured(stone: int, others: int, empty: int) -> int:
        """Return the chains of ``others`` next to the new stone that have no liberty."""
        taken = stone & 0
        rest = beside(stone) & others
        while rest:
            stones = chain(others, rest & -rest)
            if beside(stones) & empty == 0:
                taken |= stones
            rest &= ~stones
        return taken

    @helper
    def eyes(own: int, other: int, empty: int) -> int:
        """Return points with own stones on every side and at most one diagonal stone of the opponent, on the edge
        none.
        """
        a, b = other << step + 1 & full, other << step - 1 & full
        c, d = other >> step + 1, other >> step - 1
        two = a & b | c & d | (a | b) & (c | d)
        return empty & ~beside(full & ~own) & ~two & ~(rim & (a | b | c | d))

    return Board(full, step, step * height, beside, chain, captured, eyes)


class OnBoard:
    """Constants of one size, and functions of its :func:`board`, that the classes of positions share."""

    __slots__ = ()
    full: ClassVar[int]  # every point
    step: ClassVar[int]  # bits from a point to the one above
    pass_move: ClassVar[int]  # the number after the last row
    outside: ClassVar[int]  # points around the board, in a set that is moved by one row and one column
    half_komi: ClassVar[int]  # twice the points that White gets for moving second
    beside: ClassVar[staticmethod[[int], int]]
    chain: ClassVar[staticmethod[[int, int], int]]
    captured: ClassVar[staticmethod[[int, int, int], int]]
    eyes: ClassVar[staticmethod[[int, int, int], int]]

    def area_lead(self, own: int, other: int) -> int:
        """Return the area of one side minus that of the other."""
        empty = self.full & ~(own | other)
        mine, yours = self.chain(own | empty, own), self.chain(other | empty, other)
        return count(mine & ~yours) - count(yours & ~mine)
