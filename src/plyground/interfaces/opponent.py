"""Who plays against a person when nobody was chosen."""

from __future__ import annotations

from plyground.game import Game


def opponent(game: Game) -> str:
    """The spec text of a bot that answers within a second or two: minimax where that sees everything, else the engine."""
    cells = game.picture.width * game.picture.height
    return "minimax" if cells <= 9 and not game.facts.loops else "engine:seconds=1"
