"""Levels: bots of measured strength, from beginner to the strongest bot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from plyground.bots.bot_protocol import UNFOLLOWED, Bot, Card, Choice, Thought, warm_up
from plyground.bots.bot_registry import bot as bot_named
from plyground.core.files import read_text
from plyground.core.game import Game
from plyground.core.spec import Spec
from plyground.errors import FileError, SpecError
from plyground.i18n import Sentence, _, _n

MEASURED = Path(__file__).with_name("levels.json")
"""The measured levels of the built-in games, written by ``python -m benchmarks.ladders``."""
KIND = "plyground levels"
MAX_LEVELS = 7
NAMES = ("Leo", "Mia", "Ben", "Nina", "Ravi", "Iris", "Otto")
"""The names of the levels in every game, the easiest first."""


class MeasuredLevel(NamedTuple):
    """One level of a game."""

    bot: str  # spec text
    elo: int  # Elo above the random bot
    error: int  # half of the 95 % interval, of the step from the level below or of the distance from the nearest level


def level_title(number: int) -> Sentence:
    """Return the name of a level with its number."""
    return _("{name}, level {number}", name=NAMES[number - 1], number=number)


def manner(levels: Sequence[MeasuredLevel], number: int) -> Sentence | str:
    """Return one sentence on how a level plays; empty for a kind of bot that no built-in level has.

    Of several levels that look equally far and err, only the easiest errs often.
    """
    spec = Spec.parse(levels[number - 1].bot)
    options = dict(spec.options)
    easier = (Spec.parse(level.bot) for level in levels[: number - 1])
    alike = any(each.name == spec.name and dict(each.options).get("depth") == options.get("depth") for each in easier)
    if spec.name == "engine":
        count = int(options.get("nodes", 0))
        return _n("Looks at {count} position before each move.", "Looks at {count} positions before each move.", count)
    if spec.name == "uct":
        count = int(options.get("playouts", 0))
        return _n("Tries {count} random game before each move.", "Tries {count} random games before each move.", count)
    if spec.name == "expectiminimax":
        if "noise" not in options:
            return _("Weighs every roll of the dice.")
        return _("Weighs the dice, and errs now and then.") if alike else _("Weighs the dice, and errs often.")
    if spec.name != "depth-limited":
        return ""
    count = int(options.get("depth", 1))
    if options.get("evaluation") == "none":
        return _n("Sees a win one move ahead.", "Sees a win {count} moves ahead.", count)
    if "noise" not in options:
        return _n("Sees one move ahead.", "Sees {count} moves ahead.", count)
    if alike:
        return _n(
            "Sees one move ahead, and errs now and then.", "Sees {count} moves ahead, and errs now and then.", count
        )
    return _n("Sees one move ahead, and errs often.", "Sees {count} moves ahead, and errs often.", count)


def levels_of(game: Game, file: str | None = None) -> tuple[MeasuredLevel, ...]:
    """Return the levels of a game, the easiest first, from ``file`` or else the built-in measurements.

    Raise :class:`FileError` for a file without levels, and :class:`SpecError` if none were measured.
    """
    known = _read(str(file or MEASURED))
    if game.name not in known:
        raise SpecError(
            _(
                "No levels of {game} were measured. To measure them, run plyground levels {game} -o FILE.",
                game=game.name,
            )
        )
    return known[game.name]


@cache
def _read(file: str) -> dict[str, tuple[MeasuredLevel, ...]]:
    try:
        content: dict[str, Any] = json.loads(read_text(file))
        if content["kind"] != KIND:
            raise ValueError
        return {
            game: tuple(MeasuredLevel(str(row["bot"]), int(row["elo"]), int(row["error"])) for row in rows)
            for game, rows in content["games"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FileError(file, _("there are no levels in it")) from None


def levels_text(levels: dict[str, tuple[MeasuredLevel, ...]]) -> str:
    """Return the levels of all games as the text of a file."""
    games = {game: [level._asdict() for level in rows] for game, rows in levels.items()}
    return json.dumps({"kind": KIND, "games": games}, indent=1) + "\n"


class Level:
    """A bot that plays as the bot of a level."""

    def __init__(self, game: Game, number: int = 1, file: str | None = None, seed: int | None = None) -> None:
        """Set up the bot of a level. Raise :class:`SpecError` for a level that the game does not have."""
        levels = levels_of(game, file)
        if number > len(levels):
            raise SpecError(_("{game} has levels from 1 to {most}.", game=game.name, most=len(levels)))
        level = levels[number - 1]
        self.bot: Bot = bot_named(level.bot, game)
        self._start = game.start
        self.seed = seed
        self.card: Card = self.bot.card._replace(title=level_title(number))

    @property
    def seed(self) -> int | None:
        """The random seed, for a bot that needs one."""
        return self._seed

    @seed.setter
    def seed(self, seed: int | None) -> None:
        self._seed = seed
        if hasattr(self.bot, "seed"):
            self.bot.seed = seed

    def warm_up(self, thought: Thought = UNFOLLOWED) -> None:
        """Let the level's bot get ready."""
        warm_up(self.bot, self._start, thought)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the move of the level's bot."""
        return self.bot.choose(position, thought)
