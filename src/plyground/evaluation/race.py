"""Evaluations of races, where each side brings its pieces across the board (``games/dame.py``)."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.position import rules


@rules
class Advance(NamedTuple):
    """Rows that the mover's pieces have gone, less those of the opponent's: F of the laboratory on Dame."""

    win: int  # more than the rows of all pieces

    def value(self, position: Any) -> int:
        difference: int = position.advance() - position.advance_of_other()
        return difference


@rules
class OwnAdvance(NamedTuple):
    """Rows that the mover's pieces have gone, whatever the opponent does: it advances and never blocks."""

    win: int  # more than the rows of all pieces

    def value(self, position: Any) -> int:
        advance: int = position.advance()
        return advance
