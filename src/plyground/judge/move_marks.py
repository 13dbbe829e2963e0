"""Marks of moves, as chess players write them: ``??`` a blunder, ``?`` a mistake, ``?!`` an inaccuracy."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from plyground.core.position import Move
from plyground.judge.judgement import WIN, Judgement
from plyground.judge.wins import is_avoidable, wins_after, wins_now

Mark: TypeAlias = Literal["", "?!", "?", "??"]

BLUNDER, MISTAKE, INACCURACY = 30, 20, 10
"""Points of the scale that a move must lose, as lichess marks moves on its own scale."""
CHANCE_BLUNDER, CHANCE_MISTAKE, CHANCE_INACCURACY = 16, 8, 4
"""The same in games of chance, as GNU Backgammon marks moves, in hundredths of a point."""


def mark(position: Any, move: Move, judged: Judgement) -> Mark:
    """Return the mark of a move; ``judged`` is the judgement after it (:meth:`Judge.after_move`).

    A win at once that is not taken, or that is allowed needlessly, is a blunder even if the game was lost before.
    Between proven values only the result counts. Estimates that say almost nothing mark no move.
    """
    best, played = judged.best, judged.of(move)
    by_chance = judged.source == "chance"
    if not by_chance:
        wins = wins_now(position)
        if wins:
            return "" if move in wins else "??"
    lost = best.value - played.value
    allowed = not by_chance and played.move != best.move and wins_after(position, move)
    if allowed and is_avoidable(position, move):
        return "??"
    if lost <= 0:
        return ""
    if not judged.trusted and not (best.proven or played.proven):
        return ""
    if by_chance:
        return _limited(lost, CHANCE_BLUNDER, CHANCE_MISTAKE, CHANCE_INACCURACY)
    if best.proven and played.proven:
        return "??" if lost >= WIN else ""
    return _limited(lost, BLUNDER, MISTAKE, INACCURACY)


def _limited(lost: float, blunder: float, mistake: float, inaccuracy: float) -> Mark:
    return "??" if lost >= blunder else "?" if lost >= mistake else "?!" if lost >= inaccuracy else ""
