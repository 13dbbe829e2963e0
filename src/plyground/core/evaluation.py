"""Static evaluations: estimates of a position's value without search.

An evaluation is a ``NamedTuple`` marked :func:`plyground.core.authoring.marked_rules.rules`. It has a method ``value(position)``, for
the side to move, and a field ``win``: the value of a won game on the same scale. ``win`` exceeds every estimate, so
that no estimate can be mistaken for a win. An evaluation for more than two players also has ``values(position)``, with
an estimate for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from plyground.core.authoring.marked_rules import rules


class Evaluation(Protocol):
    """A function that estimates positions at the horizon of a depth-limited search."""

    @property
    def win(self) -> int:
        """The value of a won game; more than any ``abs(value(position))``."""

    def value(self, position: Any, /) -> int:
        """Return the estimate for the side to move."""


@rules
class NoEvaluation(NamedTuple):
    """The null evaluation: every unfinished position counts as a draw."""

    win: int = 1

    def value(self, position: Any) -> int:
        return 0

    def values(self, position: Any) -> tuple[int, ...]:
        draw: tuple[int, ...] = (0,) * position.players()
        return draw
