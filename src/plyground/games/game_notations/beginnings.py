"""Game files whose games begin in an unusual position."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game, made
from plyground.errors import NotationError, PositionError
from plyground.games.position_setup import usual_name


def set_up(game: Game, text: str, offset: int, position: str) -> Game:
    """Return the game with another start position, whose text is at ``offset`` in the file's ``text``.

    Raise :class:`NotationError` if it cannot be read.
    """
    try:
        return game.beginning(" ".join(position.split()))
    except PositionError as error:
        raise NotationError.at(text, offset, error.sentence) from None


def usual_start(game: Game) -> Any:
    """Return the usual start position of a game, also if this game has been set up differently."""
    name = usual_name(game.name)
    first = made.get(type(game.start))
    if first and first.name == name:
        return first.start
    from plyground.games.loading import game as game_named  # imported here because it imports every game

    return game_named(name).start
