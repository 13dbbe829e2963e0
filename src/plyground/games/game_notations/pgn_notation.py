"""PGN, Portable Game Notation, for chess."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from plyground.core.game import Game
from plyground.core.spec import Spec
from plyground.games.chess.san_lines import SanReader
from plyground.games.game_notations.portable_notation import RESULTS, PortableNotation, whole_points


def _chess_of(game: Game, tags: Mapping[str, str]) -> Game:
    """Return the usual chess; another start is given in the file's FEN tag."""
    return _usual_chess()


@cache
def _usual_chess() -> Game:
    from plyground.games.loading import game as game_named  # imported here because it imports every game

    return game_named("chess")


def _chess_tags(game: Game) -> Mapping[str, str]:
    return {"Variant": "Chess960"} if "start" in Spec.parse(game.name).options else {}


PGN = PortableNotation(
    "pgn", "Portable Game Notation", ".pgn", _chess_of, _chess_tags, RESULTS, whole_points, SanReader
)
