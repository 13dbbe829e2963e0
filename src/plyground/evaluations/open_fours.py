"""Open fours: an evaluation by the stones in lines of four without an opponent's stone."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.bits import count
from plyground.core.position import helper, rules


@rules
class OpenFours(NamedTuple):
    """For each line of four with stones of one side only: 1, 3 or 9 points for one, two or three of them.

    All lines of one direction are evaluated together, as one set: the bit of a line is that of its last cell.
    """

    directions: tuple[tuple[int, int], ...]  # the step from cell to cell, and the set of cells where a four ends
    win: int  # more than 9 points a line

    def value(self, position: Any) -> int:
        own = position.own
        other = own ^ position.filled
        points = 0
        for step, ends in self.directions:
            points += _points(own, other, step, ends) - _points(other, own, step, ends)
        return points


@helper
def _points(own: int, other: int, step: int, ends: int) -> int:
    """Return the points of ``own`` for the lines of one direction without stones of ``other``.

    The four cells of every line are added bit by bit, so that ``twos`` and ``ones`` hold the two binary digits of each
    line's number of stones.
    """
    theirs = other | other << step
    left = ends & ~(theirs | theirs << 2 * step)
    odd = own ^ own << step
    both = own & own << step
    ones = odd ^ odd << 2 * step
    twos = both ^ both << 2 * step ^ (odd & odd << 2 * step)
    return count(left & ones & ~twos) + 3 * count(left & twos & ~ones) + 9 * count(left & ones & twos)
