"""The built-in games: the module and the options of each.

Nothing of a game is imported here. Its module is imported when the game is first made.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.spec import Option, OptionValue
from plyground.i18n import _

STANDARD_CHESS = 518
"""Number of the usual start among the 960 starts of Chess960."""
DRAUGHTS_RULES = INTERNATIONAL, BRAZILIAN, RUSSIAN = "international", "brazilian", "russian"
MAX_MATCH_POINTS = 64


class BuiltIn(NamedTuple):
    """A built-in game before it is made."""

    module: str  # module below plyground.games, with a function make() that returns the game
    options: tuple[Option, ...] = ()


BUILT_IN = {
    "tictactoe": BuiltIn("tictactoe"),
    "mnk": BuiltIn(
        "mnk",
        (
            Option("width", int, 4, _("columns of the board"), least=1, most=15),
            Option("height", int, 4, _("rows of the board"), least=1, most=15),
            Option("k", int, 4, _("marks in a row that win"), least=1, most=15),
        ),
    ),
    "connect_four": BuiltIn(
        "connect_four",
        (
            Option("width", int, 7, _("columns of the board"), least=4, most=9),
            Option("height", int, 6, _("rows of the board"), least=4, most=9),
        ),
    ),
    "othello": BuiltIn(
        "othello",
        (Option("size", int, 8, _("columns and rows of the board: 4, 6 or 8"), least=4, most=8),),
    ),
    "dame": BuiltIn(
        "dame",
        (
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
        ),
    ),
    "chess": BuiltIn(
        "chess",
        (
            Option(
                "start", int, STANDARD_CHESS, _("number of the start array of Chess960; 518 is the usual one"), most=959
            ),
        ),
    ),
    "english_draughts": BuiltIn("draughts.english_draughts"),
    "international_draughts": BuiltIn(
        "draughts.international_draughts",
        (
            Option(
                "rules",
                str,
                INTERNATIONAL,
                _("the rules: on 100 cells, or on 64 as in Brazil or in Russia"),
                choices=DRAUGHTS_RULES,
                words=(_("international, 100 cells"), _("Brazilian, 64 cells"), _("Russian, 64 cells")),
            ),
        ),
    ),
    "dodgem": BuiltIn(
        "dodgem",
        (
            Option(
                "size",
                int,
                3,
                _("columns and rows of the board, and one more than the cars of each side"),
                least=3,
                most=5,
            ),
        ),
    ),
    "breakthrough": BuiltIn(
        "breakthrough",
        (
            Option("width", int, 8, _("columns of the board"), least=2, most=8),
            Option("height", int, 8, _("rows of the board"), least=4, most=8),
        ),
    ),
    "domineering": BuiltIn(
        "domineering",
        (
            Option("width", int, 6, _("columns of the board"), least=1, most=8),
            Option("height", int, 6, _("rows of the board"), least=1, most=8),
        ),
    ),
    "go": BuiltIn(
        "go.go_game",
        (
            Option("size", int, 9, _("columns and rows of the board"), least=1, most=19),
            Option("komi", float, 7.5, _("points for White, who moves second"), least=-400, most=400),
            Option("handicap", int, 0, _("Black's handicap stones; with them White moves first"), most=9),
            Option(
                "rules",
                str,
                "tromp-taylor",
                _("how points are counted, and if suicide is allowed"),
                choices=("tromp-taylor", "chinese", "japanese"),
                words=(
                    _("Tromp–Taylor: area, suicide allowed"),
                    _("Chinese: area"),
                    _("Japanese: territory and prisoners"),
                ),
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
        ),
    ),
    "hex": BuiltIn(
        "hexes",
        (
            Option("size", int, 7, _("columns and rows of the board"), least=1, most=11),
            Option(
                "swap",
                str,
                "no",
                _("whether the second side may take over the first stone"),
                choices=("no", "yes"),
                words=(_("no"), _("yes")),
            ),
        ),
    ),
    "kalah": BuiltIn(
        "kalah",
        (
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
        ),
    ),
    "pig": BuiltIn(
        "pig",
        (
            Option("target", int, 100, _("points that win"), least=2, most=100),
            Option("faces", int, 6, _("faces of the die"), least=2, most=20),
            Option(
                "rounds", int, 0, _("turns of each player, after which the higher score wins; 0 for no limit"), most=100
            ),
        ),
    ),
    "three": BuiltIn(
        "three",
        (
            Option("width", int, 4, _("columns of the board"), least=3, most=6),
            Option("height", int, 4, _("rows of the board"), least=3, most=6),
        ),
    ),
    "backgammon": BuiltIn(
        "backgammon.backgammon_game",
        (
            Option(
                "cube",
                str,
                "no",
                _("whether there is a doubling cube; a match always has one"),
                choices=("no", "yes"),
                words=(_("no"), _("yes")),
            ),
            Option(
                "match",
                int,
                0,
                _("points of the match that the game belongs to; 0 for a single game"),
                most=MAX_MATCH_POINTS,
            ),
            Option("score", str, "0-0", _("points of White and Black in the match before the game")),
            Option(
                "crawford",
                str,
                "yes",
                _("whether a game in which a side needs one more point is the first such game, without doubling"),
                choices=("yes", "no"),
                words=(_("yes"), _("no")),
            ),
        ),
    ),
    "kuhn": BuiltIn("kuhn"),
    "nim": BuiltIn(
        "nim",
        (
            Option("heaps", str, "3-4-5", _("stones of each heap, with hyphens between them")),
            Option(
                "play",
                str,
                "normal",
                _("what it means to take the last stone: a win, or in misère play a loss"),
                choices=("normal", "misere"),
                words=(_("a win"), _("a loss")),
            ),
        ),
    ),
    "subtraction": BuiltIn(
        "subtraction",
        (
            Option("heap", int, 21, _("stones of the heap"), least=1, most=100),
            Option("take", str, "1-2-3", _("how many stones a move may take, with hyphens between the numbers")),
        ),
    ),
}
"""The built-in games by name."""


def changed(game: str, **values: OptionValue) -> dict[str, OptionValue]:
    """Return the values of a game's options that differ from the defaults."""
    defaults = {option.name: option.default for option in BUILT_IN[game].options}
    return {name: value for name, value in values.items() if value != defaults[name]}
