"""Evaluations of races, where each side brings its pieces across the board (``games/dame.py``)."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules


@rules
class Race(NamedTuple):
    """Rows that the mover's pieces have advanced, minus those of the opponent's; arrived or blocked pieces may count
    too.

    Without points for arrived and blocked pieces, it is the function F of the laboratory on Dame.
    """

    arrived: int  # points for a piece on its last row, which it occupies
    blocked: int  # points lost for a piece without a free cell ahead
    win: int  # more than the sum of all other points

    def value(self, position: Any) -> int:
        other = position.turned()
        rows: int = position.advance() - other.advance()
        arrived: int = position.arrived() - other.arrived()
        blocked: int = position.blocked() - other.blocked()
        return rows + self.arrived * arrived - self.blocked * blocked


@rules
class OwnAdvance(NamedTuple):
    """Rows that the mover's pieces have advanced, without regard to the opponent. A bot that uses it never blocks on
    purpose.
    """

    win: int  # more than the rows of all pieces

    def value(self, position: Any) -> int:
        advance: int = position.advance()
        return advance
