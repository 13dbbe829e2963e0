"""Who plays when nobody was chosen: a person and a bot."""

from __future__ import annotations

from plyground.game import FIRST, Game


def opponent(game: Game) -> str:
    """The spec text of a bot that answers within a second or two: minimax where that sees everything, else the engine."""
    cells = game.picture.width * game.picture.height
    return "minimax" if cells <= 9 and not game.facts.loops else "engine:seconds=1"


def players(game: Game) -> tuple[str, str]:
    """The spec texts of the two sides' players when nobody was chosen."""
    return ("human", opponent(game)) if game.person == FIRST else (opponent(game), "human")
