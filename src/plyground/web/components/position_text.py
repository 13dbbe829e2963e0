"""A position without a board: the cards and coins of its players, or its text."""

from __future__ import annotations

from typing import Any, NamedTuple

from markupsafe import Markup, escape

from plyground.core.game import Game
from plyground.i18n import Sentence
from plyground.presentation.board_text import written
from plyground.presentation.side_title import side_title
from plyground.web.components.templates import macro


class Hand(NamedTuple):
    """The cards and coins of one player."""

    side: Sentence | str
    cards: tuple[str, ...]  # an empty text for a card that is face down
    coins: int  # put in; 0 in a game without coins


def position_html(game: Game, position: Any) -> Markup:
    """Return a position as HTML: cards and coins for a position with a method ``hands``, else its text."""
    if not hasattr(position, "hands"):
        return escape(written(game, position))
    sides = range(len(game.sides))
    coins = position.stakes() if hasattr(position, "stakes") else [0] * len(sides)
    hands = [Hand(side_title(game, side), position.hands()[side], coins[side]) for side in sides]
    return Markup(macro("hands.html", "hands", hands))
