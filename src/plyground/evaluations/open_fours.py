"""Open fours: an evaluation by the stones in lines of four without an opponent's stone."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count


@cache
def open_fours(name: str, directions: tuple[tuple[int, int], ...]) -> type[Any]:
    """Return the evaluation of one size of a board, called ``OpenFours_`` and ``name``.

    A line of four with stones of one side only counts 1, 3 or 9 points for one, two or three stones. Each direction has
    its step from cell to cell and the set of cells where a four begins. They are constants, so that compiled code knows
    the distance of each shift. All lines of one direction are evaluated together, as one set: the bit of a line is that
    of its first cell. The stones are shifted down, so that no set leaves its word.
    """

    @helper
    def points(own: int, other: int) -> int:
        """Return the points of ``own`` for the lines without stones of ``other``.

        The four cells of every line are added bit by bit, so that ``twos`` and ``ones`` hold the two binary digits of
        each line's number of stones.
        """
        found = 0
        for step, begins in directions:
            theirs = other | other >> step
            left = begins & ~(theirs | theirs >> 2 * step)
            odd = own ^ own >> step
            both = own & own >> step
            ones = odd ^ odd >> 2 * step
            twos = both ^ both >> 2 * step ^ (odd & odd >> 2 * step)
            found += count(left & ones & ~twos) + 3 * count(left & twos & ~ones) + 9 * count(left & ones & twos)
        return found

    class OpenFours(NamedTuple):
        win: int  # more than 9 points for every line

        def value(self, position: Any) -> int:
            own = position.own
            other = own ^ position.filled
            return points(own, other) - points(other, own)

    OpenFours.__name__ = OpenFours.__qualname__ = f"OpenFours_{name}"
    globals()[OpenFours.__name__] = rules(OpenFours)  # pickle and the cache of compiled code look for the class here
    evaluation: type[Any] = OpenFours
    return evaluation
