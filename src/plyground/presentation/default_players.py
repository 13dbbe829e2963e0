"""Default players: a person in one seat, a bot in every other."""

from __future__ import annotations

from plyground.bots import bot as bot_named
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import PlygroundError

BOTS = ("engine:seconds=1", "expectiminimax", "max-n", "random")
"""Bots that answer within a second or two. The first one that can play a game is the default opponent."""


def opponent(game: Game) -> str:
    """Return the spec text of a bot that answers soon: minimax on a small board, else the first of :data:`BOTS`."""
    if game.bot:
        return game.bot
    cells = game.picture.width * game.picture.height
    if 0 < cells <= 9 and not game.facts.loops and not game.demands & ~Demand.TURNS:
        return "minimax"
    return next(name for name in BOTS if _plays(name, game))


def players(game: Game) -> tuple[str, ...]:
    """Return the spec texts of the default players, one for each side."""
    bot = opponent(game)
    return tuple("human" if side == game.person else bot for side in range(len(game.sides)))


def _plays(name: str, game: Game) -> bool:
    try:
        bot_named(name, game)
    except PlygroundError:
        return False
    return True
