"""Mobility: an evaluation by the numbers of moves of both sides, now and potentially, and by stable stones.

P. S. Rosenbloom (1982), A world-championship-level Othello program, found that mobility and stability matter most, and
that the empty cells next to the opponent's stones (potential mobility) show future moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count
from plyground.core.position import Move


@rules
class Mobility(NamedTuple):
    """The weighted advantage of the side to move in mobility, corners and related terms."""

    corners: int  # set of the corner cells
    diagonal: int  # set of the cells diagonally next to a corner: taking one early opens the corner
    pass_move: Move  # move that shows the board to the opponent
    by_move: int = 10
    by_corner_move: int = 20  # further points for a move to a corner
    by_near_cell: int = 3  # points for an empty cell next to a stone of the opponent
    by_firm_stone: int = 20
    by_corner: int = 60
    by_diagonal: int = 25  # points lost for a stone on a diagonal cell whose corner is empty
    win: int = 10_000  # more than the sum of any board

    def value(self, position: Any) -> int:
        own, other = position.own, position.other
        empty = ~(own | other)
        mine, yours = position.reach(), position.play(self.pass_move).reach()
        value: int = self.by_move * (count(mine) - count(yours))
        value += self.by_corner_move * (count(mine & self.corners) - count(yours & self.corners))
        value += self.by_near_cell * (count(position.near(other) & empty) - count(position.near(own) & empty))
        value += self.by_corner * (count(own & self.corners) - count(other & self.corners))
        opened = self.diagonal & position.near(self.corners & empty)
        value -= self.by_diagonal * (count(own & opened) - count(other & opened))
        value += self.by_firm_stone * (count(position.firm(own)) - count(position.firm(other)))
        return value
