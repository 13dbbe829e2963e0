"""How a position stands, the same way up for both sides: what the graph of a game is made of."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.game import FIRST, Game
from plyground.interfaces.web.findings import Findings
from plyground.interfaces.web.jobs import Guess
from plyground.language import Sentence, _
from plyground.players.reasons import chances, promise
from plyground.solve.forward import Value

SLIP = 0.4
"""A judgement that falls by so much, of the 2 between lost and won, marks a move that may have been a mistake."""


class Standing(NamedTuple):
    """One position of a game of two."""

    height: float  # from −1, where the second side wins, to 1, where the first does
    proven: bool
    kind: str  # first, level or second: who wins with best play; guess
    sign: str  # a few characters
    words: Sentence


def standing(findings: Findings, position: Any) -> Standing | None:
    """What is known of a position; nothing in a game of other than two players."""
    game = findings.game
    if len(game.sides) != 2:
        return None
    mover = max(game.side(position), FIRST)
    value, guess = findings.value(position), findings.guess(position)
    if value:
        words = _("the game is over") if position.is_over() else promise(*value)
        return _proven(game, mover, value, _told(game, position, words))
    if guess and guess.proven:
        value = Value(round(guess.value), None)
        return _proven(game, mover, value, _told(game, position, promise(*value)))
    return _guessed(mover, guess, _told(game, position, chances(guess.value, False))) if guess else None


def _told(game: Game, position: Any, words: Sentence) -> Sentence:
    return words if position.is_over() else _("{side} to move: {outcome}", side=game.mover(position), outcome=words)


def _proven(game: Game, mover: int, value: Value, words: Sentence) -> Standing:
    if value.utility == 0:
        return Standing(0, True, "level", "=", words)
    winner = mover if value.utility > 0 else 1 - mover
    much = value.distance if value.distance is not None else abs(value.utility)
    known = value.distance or much > 1  # it is neither over nor without a number
    sign = f"{game.sides[winner]}{much if known else ''}"
    return Standing(*((1, True, "first") if winner == FIRST else (-1, True, "second")), sign, words)


def _guessed(mover: int, guess: Guess, words: Sentence) -> Standing:
    height = guess.value if mover == FIRST else -guess.value
    return Standing(height, False, "guess", f"≈{round(50 + 50 * height)}", words)


def slipped(mover: int, before: Standing | None, after: Standing | None) -> bool:
    """Whether a move may have been a mistake, by what was judged of the positions before and after it."""
    if before is None or after is None or before.proven or after.proven:
        return False
    fall = before.height - after.height
    return (fall if mover == FIRST else -fall) >= SLIP
