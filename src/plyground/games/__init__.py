"""The games, by spec text: ``game("tictactoe")``, ``game("mnk:width=4,height=3,k=3")``."""

from __future__ import annotations

from plyground.core.game import Game
from plyground.core.spec import Option, Registry, Spec, write
from plyground.games import (
    breakthrough,
    chess,
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
from plyground.games.backgammon import backgammon_game
from plyground.games.backgammon.backgammon_notation import MAX_LENGTH
from plyground.games.draughts import english_draughts, international_draughts
from plyground.games.go import go_game
from plyground.games.set_up import POSITION, decoded, set_up
from plyground.i18n import _


def _add_installed() -> None:
    from plyground.games.loading import add_installed  # late: it needs what is here

    add_installed()


GAMES: Registry[Game] = Registry(
    lambda name, names: _("There is no game “{name}”; the games are: {names}.", name=name, names=names), _add_installed
)
"""Every built-in and installed game, by name."""

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
    "chess",
    chess.make,
    Option("start", int, chess.STANDARD, _("number of the start array of Chess960; 518 is the usual one"), most=959),
)
GAMES.add("english_draughts", english_draughts.make)
GAMES.add(
    "international_draughts",
    international_draughts.make,
    Option(
        "rules",
        str,
        international_draughts.INTERNATIONAL,
        _("the rules: on 100 cells, or on 64 as in Brazil or in Russia"),
        choices=international_draughts.RULES,
        words=(_("international, 100 cells"), _("Brazilian, 64 cells"), _("Russian, 64 cells")),
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
    "go",
    go_game.make,
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
GAMES.add(
    "backgammon",
    backgammon_game.make,
    Option(
        "cube",
        str,
        "no",
        _("whether there is a doubling cube; a match always has one"),
        choices=("no", "yes"),
        words=(_("no"), _("yes")),
    ),
    Option("match", int, 0, _("points of the match that the game belongs to; 0 for a single game"), most=MAX_LENGTH),
    Option("score", str, backgammon_game.NO_SCORE, _("points of White and Black in the match before the game")),
    Option(
        "crawford",
        str,
        backgammon_game.CRAWFORD,
        _("whether a game in which a side needs one more point is the first such game, without doubling"),
        choices=(backgammon_game.CRAWFORD, backgammon_game.NO_CRAWFORD),
        words=(_("yes"), _("no")),
    ),
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
