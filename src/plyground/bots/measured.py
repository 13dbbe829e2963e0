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
UNMEASURED_OPTIONS = ("seed",)
"""Options that do not change the strength of a bot."""


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
