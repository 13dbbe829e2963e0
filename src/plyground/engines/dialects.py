"""The notations of the protocols: moves and positions of each game.

A game is named by its spec text; a protocol knows only the sizes listed here. UGI needs no entry, because it uses the
game's own notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import Spec, canonical, write
from plyground.errors import MoveError, SpecError
from plyground.games import GAMES
from plyground.games.built_in import STANDARD_CHESS
from plyground.games.chess import make as make_chess
from plyground.games.chess.chess_notation import uci_word
from plyground.i18n import _

NO_MOVES = ("", "0000", "(none)", "none", "null")
"""Words that UCI programs send when they have no move."""


def spec_name(game: Game) -> str:
    """Return the name under which a game stands in the tables of this module."""
    return canonical(game.name)


def ugi_word(game: Game, position: MarkedPosition, move: Move) -> str:
    """Return a move in the game's own notation, without hyphens, and with ``_`` for a blank."""
    text: str = game.notation.format_move(position, move)
    return text.replace("-", "").replace(" ", "_")


def ugi_move(game: Game, position: MarkedPosition, word: str) -> Move:
    """Return the legal move that is written as ``word``. Raise :class:`MoveError`."""
    for move in position.moves():
        if ugi_word(game, position, move) == word:
            legal: Move = move
            return legal
    return game.notation.parse_move(position, word)


class UciDialect(NamedTuple):
    """UCI's notation of a game."""

    options: Callable[[Game], Mapping[str, str]]  # returns the UCI options that say which game is played
    start: Callable[[Game], str]  # returns the start for the position command
    fen: Callable[[Game, Any], str]
    position: Callable[[Game, str], Any]  # reads a FEN; raises PositionError
    word: Callable[[Game, Any, Move], str]
    move: Callable[[Game, Any, str], Move]


def _own_move(game: Game, position: MarkedPosition, word: str) -> Move:
    if word in NO_MOVES:
        raise MoveError(_("it gave no move"))
    return game.notation.parse_move(position, word)


def _breakthrough_fen(game: Game, position: MarkedPosition) -> str:
    """Return the FEN of a position: X's pieces are White's, and row 8 comes first."""
    board = game.notation.format(position).split()[0]
    rows = [row.translate(str.maketrans("XO.", "Pp1")) for row in board.split("/")]
    for length in range(8, 1, -1):
        rows = [row.replace("1" * length, str(length)) for row in rows]
    return f"{'/'.join(rows)} {'wb'[game.side(position)]} - - 0 1"


def _breakthrough_position(game: Game, fen: str) -> Any:
    board, side = (*fen.split()[:2], "", "")[:2]
    rows = re.sub(r"[1-8]", lambda digit: "." * int(digit[0]), board).translate(str.maketrans("Pp", "XO"))
    return game.notation.parse(f"{rows} {side.translate(str.maketrans('wb', 'XO'))}")


def _is_chess960(game: Game) -> bool:
    return "start" in Spec.parse(game.name).options


@cache
def _usual_chess() -> Any:
    return make_chess(STANDARD_CHESS).start


def _chess_start(game: Game) -> str:
    return "startpos" if game.start == _usual_chess() else f"fen {game.position_text(game.start, 0)}"


def _chess_word(game: Game, position: MarkedPosition, move: Move) -> str:
    return uci_word(position, move, is_chess960=_is_chess960(game))


UCI_DIALECTS: Mapping[str, UciDialect] = {
    "breakthrough": UciDialect(
        options=lambda game: {"UCI_Variant": "breakthrough"},
        start=lambda game: "startpos",
        fen=_breakthrough_fen,
        position=_breakthrough_position,
        word=ugi_word,
        move=_own_move,
    ),
    "chess": UciDialect(
        options=lambda game: {"UCI_Chess960": "true"} if _is_chess960(game) else {},
        start=_chess_start,
        fen=lambda game, position: game.notation.format(position),
        position=lambda game, fen: game.notation.parse(fen),
        word=_chess_word,
        move=_own_move,
    ),
}
"""UCI's notation of each game, by the game's name without options. Chess has any start; the other games have their
default options.
"""


def uci_dialect(game: Game) -> UciDialect | None:
    """Return UCI's notation of a game; None if UCI has none."""
    name = spec_name(game)
    return UCI_DIALECTS.get("chess" if name.startswith("chess:") else name)


def xboard_variant(game: Game) -> str:
    """Return the argument of CECP's command ``variant`` for a game of UCI's list; empty for chess."""
    dialect = uci_dialect(game)
    options = dialect.options(game) if dialect else {}
    return options.get("UCI_Variant", "fischerandom" if "UCI_Chess960" in options else "")


class Setup(NamedTuple):
    """A set-up of a Go board, by the values of the GTP commands that make it."""

    size: int
    komi: float = 0
    handicap: str = ""  # points of handicap stones, separated by blanks


class GtpDialect(NamedTuple):
    """GTP's notation of a game."""

    title: str  # argument of set_game
    setup: Callable[[Game], Setup]
    variant: Callable[[Game, Setup], Game | None]  # returns the game with another set-up; None if there is none
    word: Callable[[Game, Any, Move], str]
    move: Callable[[Game, Any, str], Move]
    margin: Callable[[Any], float]  # returns the margin by which a finished position is won
    may_repeat_turns: bool = False  # True if a colour may move twice, as if the other had passed


def _lower_case_move(game: Game, position: MarkedPosition, word: str) -> Move:
    return game.notation.parse_move(position, word.lower())


def _disc_margin(position: Any) -> float:
    margin: int = abs(position.own.bit_count() - position.other.bit_count())
    return margin


def _othello(game: Game, setup: Setup) -> Game | None:
    return game if setup.size == game.picture.width else None


def _go_setup(game: Game) -> Setup:
    black = game.notation.by_colour(game.start)[0]  # type: ignore[attr-defined]
    places = (place for place in range(black.bit_length()) if black >> place & 1)
    komi: float = game.start.half_komi / 2
    return Setup(game.picture.width, komi, " ".join(map(game.notation.word, places)))  # type: ignore[attr-defined]


def _go_variant(game: Game, setup: Setup) -> Game | None:
    name, _colon, options = game.name.partition(":")
    kept = dict(part.split("=") for part in options.split(",") if part)
    kept |= {"size": str(setup.size), "komi": f"{setup.komi:g}"}
    kept.pop("handicap", None)
    try:
        changed: Game = GAMES.make(write(name, kept))
        stones = sum(1 << changed.notation.point(word) for word in setup.handicap.split())  # type: ignore[attr-defined]
    except (SpecError, MoveError):
        return None
    return replace(changed, start=type(changed.start)(0, stones, 1).recurring()) if stones else changed


GTP_DIALECTS: Mapping[str, GtpDialect] = {
    "othello": GtpDialect("Othello", lambda game: Setup(8), _othello, ugi_word, _lower_case_move, _disc_margin),
    "go": GtpDialect(
        "Go",
        _go_setup,
        _go_variant,
        lambda game, position, move: game.notation.format_move(position, move),
        lambda game, position, word: game.notation.parse_move(position, word),
        lambda position: abs(position.half_points()) / 2,
        may_repeat_turns=True,
    ),
}
"""GTP's notation of each game, by the game's name without options. Go has any board; Othello has the usual one."""


def gtp_dialect(game: Game) -> GtpDialect | None:
    """Return GTP's notation of a game; None if GTP has none."""
    name = spec_name(game)
    return GTP_DIALECTS.get("go" if name.startswith("go:") else name)
