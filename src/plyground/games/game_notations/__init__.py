"""The notations of whole games, such as PGN, by game: the formats for import and export.

To add one, write a class with the methods of :class:`plyground.core.game_notation.GameNotation` in a file of this
folder, and add an instance to :data:`GAME_NOTATIONS`.
"""

from __future__ import annotations

from collections.abc import Mapping

from plyground.core.game import Game
from plyground.core.game_notation import GameNotation
from plyground.core.spec import canonical
from plyground.errors import SpecError
from plyground.games.game_notations.epd_notation import EpdNotation
from plyground.games.game_notations.ggf_notation import GgfNotation
from plyground.games.game_notations.hex_sgf import HexSgf
from plyground.games.game_notations.mat_notation import MAT
from plyground.games.game_notations.moves_notation import MoveList
from plyground.games.game_notations.pdn_notation import PDN
from plyground.games.game_notations.pgn_notation import PGN
from plyground.games.game_notations.position_lines import POSITION_ID, XGID
from plyground.games.game_notations.sgf import Sgf
from plyground.i18n import _

TRANSCRIPT = MoveList("transcript", _("the moves without blanks, such as f5d6c3"))
DIGITS = MoveList("digits", _("the columns as digits, such as 4453"))
ALGEBRAIC = MoveList("algebraic", _("numbered moves, such as 1. a2-a3 b7-b6"), numbered=True)
MOVES = MoveList()
EPD = EpdNotation()
SGF = Sgf()

GAME_NOTATIONS: Mapping[str, tuple[GameNotation, ...]] = {
    "backgammon": (MAT, XGID, POSITION_ID, MOVES),
    "breakthrough": (ALGEBRAIC,),
    "chess": (PGN, EPD),
    "connect-four": (DIGITS,),
    "dodgem": (ALGEBRAIC,),
    "english-draughts": (PDN,),
    "go": (SGF, MOVES),
    "international-draughts": (PDN,),
    "hex": (HexSgf(), MOVES),
    "othello": (TRANSCRIPT, GgfNotation()),
}
"""Notations by the name of the game without options; the usual notation first."""


def game_notations(game: Game) -> tuple[GameNotation, ...]:
    """Return the notations of a game, the usual one first. Every game has at least :data:`MOVES`."""
    return GAME_NOTATIONS.get(canonical(game.name).partition(":")[0], (MOVES,))


def game_notation(game: Game, name: str) -> GameNotation:
    """Return the notation with this name, such as ``pgn``. Raise :class:`SpecError` if the game does not have it."""
    known = {notation.name: notation for notation in game_notations(game)}
    if canonical(name) not in known:
        raise SpecError(
            _("{game} has no notation “{name}”; choose one of: {names}.", game=game.title, name=name, names=", ".join(known))
        )  # fmt: skip
    return known[canonical(name)]
