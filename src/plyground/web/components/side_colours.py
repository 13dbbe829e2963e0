"""The colours of sides, as classes of page.css and game.css."""

from __future__ import annotations

from plyground.core.game import Game
from plyground.core.picture import side_tone

COLOURS = 6
"""Sides with their own colour (page.css). Names and marks always differ."""


def side_classes(game: Game, side: int) -> str:
    """Return the CSS classes that give an element the colour of a side."""
    tone = side_tone(game.picture, side)
    return f"side-{side % COLOURS}" + (f" {tone}-side" if tone else "")
