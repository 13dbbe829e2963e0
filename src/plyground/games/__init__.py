"""The games, by spec text: ``game("tictactoe")``, ``game("mnk:width=4,height=3,k=3")``."""

from __future__ import annotations

from plyground.game import Game
from plyground.games import mnk, tictactoe
from plyground.language import _
from plyground.spec import Option, Registry

GAMES: Registry[Game] = Registry(
    lambda name, names: _("There is no game “{name}”; the games are: {names}.", name=name, names=names)
)
"""Every game that a spec text can name."""

GAMES.add("tictactoe", tictactoe.make)
GAMES.add(
    "mnk",
    mnk.make,
    Option("width", int, 3, _("columns of the board"), least=1, most=15),
    Option("height", int, 3, _("rows of the board"), least=1, most=15),
    Option("k", int, 3, _("marks in a row that win"), least=1, most=15),
)


def game(text: str) -> Game:
    """The game that a spec text names; raises :class:`plyground.errors.SpecError`."""
    return GAMES.make(text)
