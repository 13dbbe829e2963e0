"""The evaluation of games with a known theory: it knows the winner, but not the distance to the win."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules


@rules
class Theory(NamedTuple):
    """One point for the side that wins by the theory of the game. A bot that looks one ply ahead then plays perfectly."""

    win: int = 2

    def value(self, position: Any) -> int:
        return 1 if position.is_favourable() else -1
