"""Measured strength: the levels of a game and the ratings of its bots. On each game's scale the random bot has 0."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from plyground.bots.bot_registry import BOTS
from plyground.bots.level import MeasuredLevel, levels_of
from plyground.core.files import read_text
from plyground.core.game import Game
from plyground.core.spec import Spec
from plyground.errors import SpecError

LADDERS = Path(__file__).with_name("ladders.json")
"""The measured ratings of built-in bots, written by ``python -m benchmarks.ladders``."""
LADDER_GAMES = Path(__file__).with_name("ladder_games.json")
"""A game between each two neighbouring levels, written by ``python -m tools.ladder_games``."""
UNMEASURED_OPTIONS = ("seed",)
"""Options that do not change the strength of a bot."""


class LadderGame(NamedTuple):
    """A game between two levels that comes with the package."""

    levels: tuple[int, int]  # numbers of the levels, the first side's first
    moves: str  # text of :meth:`Match.format`
    plies: int
    winner: int | None  # side


class Measured(NamedTuple):
    """The measured bots of one game; both parts are empty for a game without measurements."""

    levels: tuple[MeasuredLevel, ...]  # the easiest first; level 1 is ``level:number=1``
    bots: tuple[MeasuredLevel, ...]  # the strongest first

    def rating(self, text: str) -> MeasuredLevel | None:
        """Return the rating of the bot with this spec text; None if it was not measured."""
        wanted = _key(text)
        if wanted is None:
            return None
        name, options = wanted
        if name == "level" and dict(options)["file"] is None:
            number = int(dict(options)["number"])
            return self.levels[number - 1] if number <= len(self.levels) else None
        return next((each for each in (*self.bots, *self.levels) if _key(each.bot) == wanted), None)


def measured(game: Game) -> Measured:
    """Return the levels of a game and the ratings of its bots; both are empty for a game without measurements."""
    try:
        levels = levels_of(game)
    except SpecError:
        levels = ()
    return Measured(levels, _ladders().get(game.name, ()))


def ladder_games(game: Game) -> tuple[LadderGame, ...]:
    """Return the games between the levels of a game, the easiest levels first."""
    found = _ladder_games().get(game.name, ())
    return tuple(LadderGame(tuple(row["levels"]), row["moves"], row["plies"], row["winner"]) for row in found)


@cache
def _ladder_games() -> Mapping[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(read_text(LADDER_GAMES))
    return found


@cache
def _ladders() -> Mapping[str, tuple[MeasuredLevel, ...]]:
    found: dict[str, Any] = json.loads(read_text(LADDERS))
    return {
        game: tuple(MeasuredLevel(row["bot"], row["elo"], row["error"]) for row in ladder["ratings"])
        for game, ladder in found.items()
    }


def _key(text: str) -> tuple[str, tuple[tuple[str, Any], ...]] | None:
    """Return a bot's name with all its options, for comparison of spec texts; None for an unknown bot."""
    try:
        spec = Spec.parse(text)
        values = BOTS[spec.name].values(spec, text)
    except SpecError:
        return None
    return spec.name, tuple(sorted((name, value) for name, value in values.items() if name not in UNMEASURED_OPTIONS))
