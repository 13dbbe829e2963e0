"""Default players: a person in one seat, a bot in every other."""

from __future__ import annotations

from plyground.bots import bot as bot_named
from plyground.bots.measured import measured
from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.presentation.opponents import FIRST_LEVEL, levels

BOTS = ("expectiminimax", "max-n", "random")
"""Bots for games without levels. The first one that can play a game is the default opponent."""


def opponent(game: Game, level: int = FIRST_LEVEL) -> str:
    """Return the spec text of the bot that a person meets: a level, or a bot of :data:`BOTS`. In a game without
    measured levels the game may name its own bot.
    """
    if game.bot and not measured(game).levels:
        return game.bot
    known = levels(game)
    if known:
        return known[min(max(level, 1), len(known)) - 1].text
    return next(name for name in BOTS if _plays(name, game))


def players(game: Game, level: int = FIRST_LEVEL) -> tuple[str, ...]:
    """Return the spec texts of the default players, one for each side."""
    bot = opponent(game, level)
    return tuple("human" if side == game.person else bot for side in range(len(game.sides)))


def _plays(name: str, game: Game) -> bool:
    try:
        bot_named(name, game)
    except PlygroundError:
        return False
    return True
