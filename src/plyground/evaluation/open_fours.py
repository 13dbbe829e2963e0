"""Open fours: the more stones in a line of four that the opponent has not spoilt, the better."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.bits import count
from plyground.position import helper, rules


@rules
class OpenFours(NamedTuple):
    """For each line of four with stones of one side only: 1, 3 or 9 points for one, two or three of them."""

    fours: tuple[int, ...]  # every line, as a set of cells
    win: int  # more than 9 points a line

    def value(self, position: Any) -> int:
        own = position.own
        other = position.own ^ position.filled
        points = 0
        for four in self.fours:
            if not other & four:
                points += _points(count(own & four))
            if not own & four:
                points -= _points(count(other & four))
        return points


@helper
def _points(stones: int) -> int:
    return (0, 1, 3, 9, 0)[stones]
