"""Static evaluations: a guess at a position's value without search.

An evaluation is a ``NamedTuple`` marked :func:`plyground.position.rules` with a method
``value(position)``, for the side to move, and a field ``win``: the value of a won game on the same
scale. ``win`` exceeds the size of every guess, so that no guess is ever mistaken for a win. One for games of more players
has also ``values(position)``, a guess for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from plyground.position import rules


class Evaluation(Protocol):
    """What a depth-limited search asks at its horizon."""

    @property
    def win(self) -> int:
        """The value of a won game; more than any ``abs(value(position))``."""

    def value(self, position: Any) -> int:
        """The guess for the side to move."""


@rules
class NoEvaluation(NamedTuple):
    """The absence of one: every unfinished position counts as a draw."""

    win: int = 1

    def value(self, position: Any) -> int:
        return 0

    def values(self, position: Any) -> tuple[int, ...]:
        players: int = position.players()
        return (0,) * players
