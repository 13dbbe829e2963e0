"""The evaluation of games that have a theory: it knows who wins, and not how soon."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.position import rules


@rules
class Theory(NamedTuple):
    """One point for whom the theory of the game calls the winner: a player that looks one ply ahead plays perfectly."""

    win: int = 2

    def value(self, position: Any) -> int:
        return 1 if position.is_favourable() else -1
