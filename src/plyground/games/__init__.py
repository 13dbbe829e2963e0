"""The games, by spec text: ``game("tictactoe")``, ``game("mnk:width=4,height=3,k=3")``."""

from __future__ import annotations

from plyground.game import Game
from plyground.games import (
    breakthrough,
    connect_four,
    dame,
    dodgem,
    domineering,
    hexes,
    kalah,
    kuhn,
    mnk,
    nim,
    othello,
    pig,
    subtraction,
    three,
    tictactoe,
)
from plyground.language import _
from plyground.spec import Option, Registry


def _add_installed() -> None:
    from plyground.games.loading import add_installed  # late: it needs what is here

    add_installed()


GAMES: Registry[Game] = Registry(
    lambda name, names: _("There is no game “{name}”; the games are: {names}.", name=name, names=names), _add_installed
)
"""Every game that a spec text can name."""

GAMES.add("tictactoe", tictactoe.make)
GAMES.add(
    "mnk",
    mnk.make,
    Option("width", int, 4, _("columns of the board"), least=1, most=15),
    Option("height", int, 4, _("rows of the board"), least=1, most=15),
    Option("k", int, 4, _("marks in a row that win"), least=1, most=15),
)
GAMES.add(
    "connect_four",
    connect_four.make,
    Option("width", int, 7, _("columns of the board"), least=4, most=9),
    Option("height", int, 6, _("rows of the board"), least=4, most=9),
)
GAMES.add(
    "othello",
    othello.make,
    Option("size", int, 8, _("columns and rows of the board: 4, 6 or 8"), least=4, most=8),
)
GAMES.add(
    "dame",
    dame.make,
    Option("size", int, 4, _("columns and rows of the board, and pieces of each side"), least=3, most=6),
    Option("directions", int, 8, _("directions in which a piece may go"), choices=("4", "8")),
    Option(
        "begins",
        str,
        "human",
        _("who moves first: human is O, computer is C"),
        choices=("human", "computer"),
        words=(_("the human, O"), _("the computer, C")),
    ),
    Option(
        "coordinates",
        str,
        "letters",
        _("how cells are called: a1, or by numbers, x and y from 0"),
        choices=("letters", "numbers"),
        words=(_("a1, from 1"), _("x, y, from 0")),
    ),
)
GAMES.add(
    "dodgem",
    dodgem.make,
    Option(
        "size", int, 3, _("columns and rows of the board, and one more than the cars of each side"), least=3, most=5
    ),
)
GAMES.add(
    "breakthrough",
    breakthrough.make,
    Option("width", int, 8, _("columns of the board"), least=2, most=8),
    Option("height", int, 8, _("rows of the board"), least=4, most=8),
)
GAMES.add(
    "domineering",
    domineering.make,
    Option("width", int, 6, _("columns of the board"), least=1, most=8),
    Option("height", int, 6, _("rows of the board"), least=1, most=8),
)
GAMES.add(
    "hex",
    hexes.make,
    Option("size", int, 7, _("columns and rows of the board"), least=1, most=11),
    Option(
        "swap",
        str,
        "no",
        _("whether the second side may take over the first stone"),
        choices=("no", "yes"),
        words=(_("no"), _("yes")),
    ),
)
GAMES.add(
    "kalah",
    kalah.make,
    Option("pits", int, 6, _("pits of each side"), least=1, most=6),
    Option("seeds", int, 4, _("seeds of each pit at first"), least=1, most=6),
    Option(
        "capture",
        str,
        "always",
        _("whether a last seed in an empty pit goes to the store always, or only with seeds opposite"),
        choices=("always", "seeds"),
        words=(_("always"), _("with seeds opposite")),
    ),
)
GAMES.add(
    "pig",
    pig.make,
    Option("target", int, 5, _("points that win"), least=2, most=100),
    Option("faces", int, 3, _("faces of the die"), least=2, most=20),
    Option("rounds", int, 2, _("turns of each player, after which the higher score wins; 0 for no limit"), most=100),
)
GAMES.add(
    "three",
    three.make,
    Option("width", int, 4, _("columns of the board"), least=3, most=6),
    Option("height", int, 4, _("rows of the board"), least=3, most=6),
)
GAMES.add("kuhn", kuhn.make)
GAMES.add(
    "nim",
    nim.make,
    Option("heaps", str, "3-4-5", _("stones of each heap, with hyphens between them")),
    Option(
        "play",
        str,
        "normal",
        _("what it means to take the last stone: a win, or in misère play a loss"),
        choices=("normal", "misere"),
        words=(_("a win"), _("a loss")),
    ),
)
GAMES.add(
    "subtraction",
    subtraction.make,
    Option("heap", int, 21, _("stones of the heap"), least=1, most=100),
    Option("take", str, "1-2-3", _("how many stones a move may take, with hyphens between the numbers")),
)


def game(text: str) -> Game:
    """The game that a spec text names; raises :class:`plyground.errors.SpecError`."""
    return GAMES.make(text)
