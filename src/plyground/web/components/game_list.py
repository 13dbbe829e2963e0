"""The games that the page lists, without games whose rules cannot be used."""

from __future__ import annotations

from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.i18n import Sentence


def listed_games() -> tuple[dict[str, Game], list[Sentence]]:
    """Return (games by their names in lists, an error for each game that cannot be used)."""
    games, faults = {}, []
    for entry in GAMES:
        try:
            games[entry.name] = game_named(entry.name)
        except PlygroundError as error:
            faults.append(error.sentence)
    return games, faults
