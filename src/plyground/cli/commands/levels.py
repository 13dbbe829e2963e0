"""``plyground levels``: bots of measured strength for a game, also for a user's own."""

from __future__ import annotations

import errno
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from plyground.bots.level import MeasuredLevel, levels_of, levels_text
from plyground.cli.options.shared_options import WORK_SECONDS_HELP, AsJson, GameText, Jobs
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say, say_json, say_table, tell
from plyground.core.files import write_text
from plyground.core.game import Game
from plyground.errors import FileError
from plyground.i18n import Number, Sentence, _
from plyground.searches import new_tally
from plyground.tournaments.level_calibration import Progress, calibrate, demand_measurable


def levels(
    game_text: GameText,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=str(_("Measure levels by a tournament, and write them to this file.")),
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", min=1, max=86_400, help=WORK_SECONDS_HELP)] = 480.0,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Show the levels of a game, or measure them."""
    game = game_named(game_text)
    if output is None:
        found = levels_of(game)
    else:
        _demand_possible(game, output)
        tell(_("The levels are measured until {time} at the latest.", time=_clock(seconds)))
        with progress(new_tally()) as line:
            found = calibrate(
                game, jobs or os.cpu_count() or 1, seconds=seconds, on_progress=lambda news: line(_told(news))
            ).levels
        write_text(output, levels_text({game.name: found}))
    _show(found, as_json)


def _demand_possible(game: Game, output: Path) -> None:
    """Raise :class:`PlygroundError` for a measurement that would fail only after minutes."""
    demand_measurable(game)
    if not os.access(output.parent, os.W_OK):
        raise FileError(output, _("it cannot be written ({reason}).", reason=os.strerror(errno.EACCES if output.parent.is_dir() else errno.ENOENT)))  # fmt: skip


def _clock(seconds: float) -> str:
    """Return the time of the day after this many seconds."""
    return f"{datetime.now() + timedelta(seconds=seconds):%H:%M:%S}"


def _told(news: Progress) -> Sentence:
    if len(news.levels) < 2:
        return _("{count} games played …", count=Number(news.played))
    return _(
        "{count} games played, {levels} levels, their steps within {error} Elo …",
        count=Number(news.played),
        levels=Number(len(news.levels)),
        error=Number(round(news.greatest_error)),
    )


def _show(found: tuple[MeasuredLevel, ...], as_json: bool) -> None:
    if as_json:
        say_json([level._asdict() for level in found])
        return
    rows = [
        (Number(number), Number(level.elo), Number(level.error), level.bot) for number, level in enumerate(found, 1)
    ]
    say_table([_("level"), _("Elo"), _("±"), _("bot")], rows)
    say(_("Elo counts from the random bot; ± is the error of the step from the level below. Play against a level by its name, such as level:number=2."))  # fmt: skip
