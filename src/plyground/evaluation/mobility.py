"""Mobility: the more moves I have and the fewer my opponent, the better; corners, which never turn, count more.

P. S. Rosenbloom (1982), A world-championship-level Othello program, found both to matter most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.bits import count
from plyground.position import rules

CORNER = 12
"""Moves that a corner is worth."""


@rules
class Mobility(NamedTuple):
    """Moves of the side to move less those of its opponent, and their corners alike."""

    corners: int  # the set of corner cells
    pass_move: int  # the move that shows the board to the opponent
    win: int = 1000  # more than any board's moves and corners

    def value(self, position: Any) -> int:
        moves: int = position.mobility() - position.play(self.pass_move).mobility()
        corners = count(position.own & self.corners) - count(position.other & self.corners)
        return moves + CORNER * corners
