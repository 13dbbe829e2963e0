"""The games, by spec text: ``game("tictactoe")``, ``game("mnk:width=4,height=3,k=3")``."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from plyground.core.game import Game
from plyground.core.spec import Option, Registry, Spec, write
from plyground.games.set_up import POSITION, decoded, set_up
from plyground.i18n import _


def _add_installed() -> None:
    from plyground.games.loading import add_installed  # late: it needs what is here

    add_installed()


def module_of(name: str) -> ModuleType:
    """Import the module of a built-in game.

    Each module has its own import statement, so that no other one is imported.
    """
    found: ModuleType
    match name:
        case "tictactoe":
            from plyground.games import tictactoe as found
        case "mnk":
            from plyground.games import mnk as found
        case "connect_four":
            from plyground.games import connect_four as found
        case "othello":
            from plyground.games import othello as found
        case "dame":
            from plyground.games import dame as found
        case "chess":
            from plyground.games import chess as found
        case "english_draughts":
            from plyground.games.draughts import english_draughts as found
        case "international_draughts":
            from plyground.games.draughts import international_draughts as found
        case "dodgem":
            from plyground.games import dodgem as found
        case "breakthrough":
            from plyground.games import breakthrough as found
        case "domineering":
            from plyground.games import domineering as found
        case "go":
            from plyground.games.go import go_game as found
        case "hex":
            from plyground.games import hexes as found
        case "kalah":
            from plyground.games import kalah as found
        case "pig":
            from plyground.games import pig as found
        case "three":
            from plyground.games import three as found
        case "backgammon":
            from plyground.games.backgammon import backgammon_game as found
        case "kuhn":
            from plyground.games import kuhn as found
        case "nim":
            from plyground.games import nim as found
        case "subtraction":
            from plyground.games import subtraction as found
        case _:
            raise AssertionError(name)
    return found


def _maker(name: str) -> Callable[..., Game]:
    """Return the maker of a built-in game, whose module is imported when the game is first made."""

    def make(**options: Any) -> Game:
        game: Game = module_of(name).make(**options)
        return game

    return make


GAMES: Registry[Game] = Registry(
    lambda name, names: _("There is no game “{name}”; the games are: {names}.", name=name, names=names), _add_installed
)
"""Every built-in and installed game, by name."""

GAMES.add("tictactoe", _maker("tictactoe"))
GAMES.add(
    "mnk",
    _maker("mnk"),
    Option("width", int, 4, _("columns of the board"), least=1, most=15),
    Option("height", int, 4, _("rows of the board"), least=1, most=15),
    Option("k", int, 4, _("marks in a row that win"), least=1, most=15),
)
GAMES.add(
    "connect_four",
    _maker("connect_four"),
    Option("width", int, 7, _("columns of the board"), least=4, most=9),
    Option("height", int, 6, _("rows of the board"), least=4, most=9),
)
GAMES.add(
    "othello",
    _maker("othello"),
    Option("size", int, 8, _("columns and rows of the board: 4, 6 or 8"), least=4, most=8),
)
GAMES.add(
    "dame",
    _maker("dame"),
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
    "chess",
    _maker("chess"),
    Option("start", int, 518, _("number of the start array of Chess960; 518 is the usual one"), most=959),
)
GAMES.add("english_draughts", _maker("english_draughts"))
GAMES.add(
    "international_draughts",
    _maker("international_draughts"),
    Option(
        "rules",
        str,
        "international",
        _("the rules: on 100 cells, or on 64 as in Brazil or in Russia"),
        choices=("international", "brazilian", "russian"),
        words=(_("international, 100 cells"), _("Brazilian, 64 cells"), _("Russian, 64 cells")),
    ),
)
GAMES.add(
    "dodgem",
    _maker("dodgem"),
    Option(
        "size", int, 3, _("columns and rows of the board, and one more than the cars of each side"), least=3, most=5
    ),
)
GAMES.add(
    "breakthrough",
    _maker("breakthrough"),
    Option("width", int, 8, _("columns of the board"), least=2, most=8),
    Option("height", int, 8, _("rows of the board"), least=4, most=8),
)
GAMES.add(
    "domineering",
    _maker("domineering"),
    Option("width", int, 6, _("columns of the board"), least=1, most=8),
    Option("height", int, 6, _("rows of the board"), least=1, most=8),
)
GAMES.add(
    "go",
    _maker("go"),
    Option("size", int, 9, _("columns and rows of the board"), least=1, most=19),
    Option("komi", float, 7.5, _("points for White, who moves second"), least=-400, most=400),
    Option("handicap", int, 0, _("Black's handicap stones; with them White moves first"), most=9),
    Option(
        "rules",
        str,
        "tromp-taylor",
        _("how points are counted, and if suicide is allowed"),
        choices=("tromp-taylor", "chinese", "japanese"),
        words=(_("Tromp–Taylor: area, suicide allowed"), _("Chinese: area"), _("Japanese: territory and prisoners")),
    ),
    Option(
        "ko",
        str,
        "usual",
        _("the positions that must not repeat"),
        choices=("usual", "positional", "situational", "simple"),
        words=(
            _("as in the rules"),
            _("any board (positional superko)"),
            _("any board with the same side to move (situational superko)"),
            _("the board before (simple ko)"),
        ),
    ),
)
GAMES.add(
    "hex",
    _maker("hex"),
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
    _maker("kalah"),
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
    _maker("pig"),
    Option("target", int, 5, _("points that win"), least=2, most=100),
    Option("faces", int, 3, _("faces of the die"), least=2, most=20),
    Option("rounds", int, 2, _("turns of each player, after which the higher score wins; 0 for no limit"), most=100),
)
GAMES.add(
    "three",
    _maker("three"),
    Option("width", int, 4, _("columns of the board"), least=3, most=6),
    Option("height", int, 4, _("rows of the board"), least=3, most=6),
)
GAMES.add(
    "backgammon",
    _maker("backgammon"),
    Option(
        "cube",
        str,
        "no",
        _("whether there is a doubling cube; a match always has one"),
        choices=("no", "yes"),
        words=(_("no"), _("yes")),
    ),
    Option("match", int, 0, _("points of the match that the game belongs to; 0 for a single game"), most=64),
    Option("score", str, "0-0", _("points of White and Black in the match before the game")),
    Option(
        "crawford",
        str,
        "yes",
        _("whether a game in which a side needs one more point is the first such game, without doubling"),
        choices=("yes", "no"),
        words=(_("yes"), _("no")),
    ),
)
GAMES.add("kuhn", _maker("kuhn"))
GAMES.add(
    "nim",
    _maker("nim"),
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
    _maker("subtraction"),
    Option("heap", int, 21, _("stones of the heap"), least=1, most=100),
    Option("take", str, "1-2-3", _("how many stones a move may take, with hyphens between the numbers")),
)


def game(text: str) -> Game:
    """Return the game that a spec text names. Raise :class:`plyground.errors.SpecError`.

    The option ``position`` of every game is a position from which it begins (:mod:`plyground.games.set_up`). Raise
    :class:`plyground.errors.PositionError` if it is none.
    """
    spec = Spec.parse(text)
    written = spec.options.get(POSITION)
    if written is None or any(option.name == POSITION for option in GAMES[spec.name].options):
        return GAMES.make(text)
    usual = GAMES.make(write(spec.name, {name: value for name, value in spec.options.items() if name != POSITION}))
    return set_up(usual, usual.notation.parse(decoded(written)))
