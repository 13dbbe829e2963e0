"""Threats: an evaluation by the empty cells that would complete a line. Their row decides which side must play below
them.

L. V. Allis (1988), A Knowledge-based Approach of Connect-Four, chapter 3: when all other columns are full, the sides
alternate in the last one, so a threat in certain rows wins for its owner. On the classic board these are the odd rows,
counted from 1, for the first player and the even ones for the second.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count


@rules
class Threats(NamedTuple):
    """The open fours, plus points for each threat in a favourable row; a win with the next move is recognised."""

    lines: Any  # open fours
    first: int  # cells that the first player gets when their column is the last one
    soon: int  # a win with the next move or the one after; more than the sum of all other points
    win: int  # more than ``soon``
    by_row: int = 20  # points for a threat in a row that its owner gets

    def value(self, position: Any) -> int:
        own, filled = position.own, position.filled
        mine, yours = position.threats(own), position.threats(own ^ filled)
        reached = position.reached()
        if mine & reached:
            return self.soon
        now = yours & reached
        if now & now - 1:  # two winning cells: only one can be stopped
            return -self.soon
        falls = ~self.first if count(filled) & 1 else self.first
        points: int = self.lines.value(position)
        return points + self.by_row * (count(mine & falls) - count(yours & ~falls))
