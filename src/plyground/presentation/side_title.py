"""The names by which players call the sides, such as Black and White, beside a board that is drawn."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.picture import material, side_names
from plyground.core.position import CHANCE
from plyground.i18n import Sentence


def side_title(game: Game, side: int) -> Sentence | str:
    """Return the name by which players call a side, or the name of chance."""
    return game.chance if side == CHANCE else side_names(game.picture, game.sides)[side]


def side_titles(game: Game) -> tuple[Sentence | str, ...]:
    """Return the names by which players call the sides, in their order."""
    return tuple(side_names(game.picture, game.sides))


def side_sign(game: Game, side: int) -> str:
    """Return the letter that stands on the pieces of a side; empty if the side is called by that letter or has no pieces."""
    if not game.picture.width or material(game.picture) in ("pits", "track"):
        return ""
    mark = game.sides[side]
    return mark if len(mark) == 1 and str(side_title(game, side)) != mark else ""


def mover_title(game: Game, position: Any) -> Sentence | str:
    """Return the name by which players call the side to move."""
    return side_title(game, game.side(position))
