"""Who plays when nobody was chosen: a person, and a bot in every other seat."""

from __future__ import annotations

from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.players import player
from plyground.position import Demand

BOTS = ("engine:seconds=1", "expectiminimax", "max-n", "random")
"""The first of them that plays a game is its opponent: each answers within a second or two."""


def opponent(game: Game) -> str:
    """The spec text of a bot that answers soon: minimax on a few cells, where it sees everything, else the first of :data:`BOTS`."""
    cells = game.picture.width * game.picture.height
    if 0 < cells <= 9 and not game.facts.loops and not game.demands & ~Demand.TURNS:
        return "minimax"
    return next(name for name in BOTS if _plays(name, game))


def players(game: Game) -> tuple[str, ...]:
    """The spec texts of the sides' players when nobody was chosen."""
    bot = opponent(game)
    return tuple("human" if side == game.person else bot for side in range(len(game.sides)))


def _plays(name: str, game: Game) -> bool:
    try:
        player(name, game)
    except PlygroundError:
        return False
    return True
