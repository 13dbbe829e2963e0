"""PDN, Portable Draughts Notation: the form of PGN for draughts.

Sources: A. Gent (2002), Portable Draughts Notation; W. van der Kruijf, M. Feenstra, PDN 3.0 (2012), for the numbers of
``GameType``.
"""

from __future__ import annotations

from collections.abc import Mapping

from plyground.core.game import Game
from plyground.core.spec import canonical
from plyground.games.game_notations.portable_notation import RESULTS, PortableNotation, whole_points
from plyground.games.position_setup import usual_name

DRAUGHTS_RESULTS = (*RESULTS, "2-0", "0-2", "1-1", "0-0")
GAME_TYPES = {
    "20": "international_draughts",
    "21": "english_draughts",
    "25": "international_draughts:rules=russian",
    "26": "international_draughts:rules=brazilian",
}
"""Names of games, by the numbers of PDN's tag ``GameType``."""


def _draughts_of(game: Game, tags: Mapping[str, str]) -> Game:
    """Return the game that the tag ``GameType`` names; without the tag the given game."""
    from plyground.games.loading import game as game_named  # imported here because it imports every game

    named = GAME_TYPES.get(tags.get("GameType", "").split(",")[0])
    return game_named(named or usual_name(game.name))


def _draughts_tags(game: Game) -> Mapping[str, str]:
    own = canonical(usual_name(game.name))
    return {"GameType": next(number for number, name in GAME_TYPES.items() if canonical(name) == own)}


def _draughts_points(game: Game) -> tuple[str, str, str]:
    """Return the texts of the three results; on 100 cells a game has two points."""
    return ("2-0", "0-2", "1-1") if canonical(usual_name(game.name)) == "international-draughts" else whole_points(game)


PDN = PortableNotation(
    "pdn", "Portable Draughts Notation", ".pdn", _draughts_of, _draughts_tags, DRAUGHTS_RESULTS, _draughts_points
)
