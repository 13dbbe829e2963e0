"""Child orders: in which order a search takes the moves of a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from plyground.position import Move, rules


@rules
class LeftToRight(NamedTuple):
    """The order in which the rules yield the moves."""

    unused: int = 0  # compiled code has no values without fields

    def moves(self, position: Any) -> Iterable[Move]:
        moves: Iterable[Move] = position.moves()
        return moves


@rules
class RightToLeft(NamedTuple):
    """The opposite order, as some courses draw it."""

    unused: int = 0

    def moves(self, position: Any) -> Iterable[Move]:
        moves = list(position.moves())
        moves.reverse()
        return moves
