"""Points of a game's graph: the value of each position on one scale for both sides."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.bots.reasons import chances, promise
from plyground.core.game import FIRST, Game
from plyground.i18n import Sentence, _
from plyground.presentation.side_title import mover_title, side_title
from plyground.solvers.forward import Value
from plyground.web.pages.game.background_analysis import PositionAnalysis
from plyground.web.pages.game.jobs import PositionEstimate

MISTAKE_FALL = 0.4
"""Fall of an estimate, on the scale from −1 to 1, that marks a move as a possible mistake."""


class EvaluationPoint(NamedTuple):
    """A position of a two-player game in the graph."""

    height: float  # from −1 (the second side wins) to 1 (the first side wins)
    proven: bool
    kind: str  # "first", "level" or "second": winner with best play; or "guess"
    sign: str  # a few characters
    words: Sentence


def point_of(analysis: PositionAnalysis, position: Any) -> EvaluationPoint | None:
    """Return the point of a position; None if nothing is known or the game has other than two players."""
    game = analysis.game
    if len(game.sides) != 2:
        return None
    mover = max(game.side(position), FIRST)
    value, guess = analysis.value(position), analysis.guess(position)
    if value:
        words = _("the game is over") if position.is_over() else promise(*value)
        return _proven(game, mover, value, _told(game, position, words))
    if guess and guess.proven:
        value = Value(round(guess.value), None)
        return _proven(game, mover, value, _told(game, position, promise(*value)))
    return _guessed(mover, guess, _told(game, position, chances(guess.value, False))) if guess else None


def _told(game: Game, position: Any, words: Sentence) -> Sentence:
    return (
        words if position.is_over() else _("{side} to move: {outcome}", side=mover_title(game, position), outcome=words)
    )


def _proven(game: Game, mover: int, value: Value, words: Sentence) -> EvaluationPoint:
    if value.utility == 0:
        return EvaluationPoint(0, True, "level", "=", words)
    winner = mover if value.utility > 0 else 1 - mover
    much = value.distance if value.distance is not None else abs(value.utility)
    known = value.distance or much > 1  # the game is not over, or the value has a number
    sign = f"{side_title(game, winner)}{much if known else ''}"
    return EvaluationPoint(*((1, True, "first") if winner == FIRST else (-1, True, "second")), sign, words)


def _guessed(mover: int, guess: PositionEstimate, words: Sentence) -> EvaluationPoint:
    height = guess.value if mover == FIRST else -guess.value
    return EvaluationPoint(height, False, "guess", f"≈{round(50 + 50 * height)}", words)


def slipped(mover: int, before: EvaluationPoint | None, after: EvaluationPoint | None) -> bool:
    """Return True if the move of player ``mover`` may have been a mistake, by the estimates before and after it."""
    if before is None or after is None or before.proven or after.proven:
        return False
    fall = before.height - after.height
    return (fall if mover == FIRST else -fall) >= MISTAKE_FALL
