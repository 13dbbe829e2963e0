"""How a finished game is announced, in a sentence."""

from __future__ import annotations

from typing import Any

from plyground.game import Game
from plyground.language import Sentence, _


def ending(game: Game, position: Any) -> Sentence:
    """Who won a finished game and by what, or why it was drawn."""
    outcome = game.outcome(position)
    assert outcome is not None  # the game is over
    if outcome.winner is None:
        return _("The game is over: a draw, {reason}.", reason=outcome.reason)
    cells = "-".join(map(str, game.picture.highlight(position)))
    return _(
        "The game is over: {side} has won, {reason} ({cells}).",
        side=game.sides[outcome.winner],
        reason=outcome.reason,
        cells=cells,
    )
