"""``plyground tournament``: bots play each other; their ratings have error bounds."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from plyground.bots.bot_file import is_bot_file
from plyground.cli.commands.standings import show
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import (
    GAME_ARGUMENT,
    MEMORY_HELP,
    SEED,
    Jobs,
    PlaceText,
    complete_bot,
    one_of,
    was_given,
)
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say, tell
from plyground.cluster.places import LOCAL, Place
from plyground.cluster.places import place as place_of
from plyground.errors import SpecError
from plyground.i18n import Number, Sentence, _
from plyground.searches import new_tally
from plyground.tournaments.interchange.tournament_slices import Slice
from plyground.tournaments.pairing_formats import FORMATS
from plyground.tournaments.parameter_sweep import swept
from plyground.tournaments.standings import standings
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Progress, Tournament, TournamentSettings

STOPPED = 130
SETTINGS = {
    "format_name": "format", "rounds": "rounds", "games": "games_per_pair", "openings": "openings", "control": "time",
    "adjudicate": "adjudicate", "seed": "seed", "sprt": "sprt", "memory": "memory_mb",
}  # fmt: skip
"""Settings of a tournament by the names of the command's parameters."""

FILE_SETTINGS: dict[str, Any] = {"games_per_pair": 20, "time": "move=1"}
"""Settings of a contest of bots from files, unless others are given: an endless bot does not hold it."""


class Rules(NamedTuple):
    """Options of the rules of a tournament."""

    format_name: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="NAME",
            help=str(
                _(
                    "The format; one of: {names}. In a gauntlet the first bot meets all others.",
                    names=", ".join(FORMATS),
                )
            ),
            autocompletion=one_of(FORMATS),
        ),
    ] = "round-robin"
    rounds: Annotated[
        int, typer.Option(metavar="N", min=0, max=1000, help=str(_("Rounds (default: as many as the format needs).")))
    ] = 0
    games: Annotated[
        int | None,
        typer.Option(
            "--games-per-pair",
            metavar="N",
            min=1,
            max=1_000_000,
            help=str(_("Games of two bots in a round (default: 2, or 20 if a bot is a file).")),
        ),
    ] = None
    openings: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help=str(
                _(
                    "Openings: none, random:plies=2, all:plies=2, file:FILE, proven:plies=4,value=drawn or balanced:plies=4,margin=50."
                )
            ),
        ),
    ] = "random:plies=2"
    control: Annotated[
        str | None,
        typer.Option(
            "--time",
            metavar="TEXT",
            help=str(
                _(
                    "Time for moves: none, move=0.5, 60+0.6, 40/60, nodes=5000 or depth=4; margin=0.1 may follow (default: none, or move=1 if a bot is a file)."
                )
            ),
        ),
    ] = None
    adjudicate: Annotated[
        str,
        typer.Option(
            metavar="TEXT", help=str(_("Rules that end games early, such as longest=200,resign=500,draw=10,exact=6."))
        ),
    ] = "none"
    sprt: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help=str(
                _("Stop by a sequential test of two bots, such as elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized.")
            ),
        ),
    ] = ""
    memory: Annotated[
        int,
        typer.Option(
            metavar="MB",
            min=0,
            max=1 << 20,
            help=MEMORY_HELP,
            show_default=str(_("no limit; 512 for the file of a bot")),
        ),
    ] = 0
    seed: Annotated[int, SEED] = 0

    def settings(self, bots: Sequence[str]) -> TournamentSettings:
        """Return the rules as the results file keeps them; bots from files get a second a move and ten openings."""
        given: dict[str, Any] = {SETTINGS[name]: value for name, value in self._asdict().items() if value is not None}
        has_files = any(is_bot_file(text) for bot in bots for text in (bot, bot.partition("=")[2]))
        return TournamentSettings(**((FILE_SETTINGS if has_files else {}) | given))


@grouped
def tournament(
    context: typer.Context,
    game: Annotated[str | None, GAME_ARGUMENT] = None,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help=str(
                _(
                    "Bots, such as minimax or depth-limited:depth=2, or files such as my_bot.py; NAME=BOT gives one a name, and uct:playouts=50..1600x2 names six."
                )
            ),
            autocompletion=complete_bot,
        ),
    ] = None,
    *,
    rules: Rules,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            "-o",
            metavar="FILE",
            help=str(_("Keep the results in this file. If it exists, the tournament goes on.")),
        ),
    ] = None,
    slice_text: Annotated[
        str,
        typer.Option(
            "--slice",
            metavar="I/N",
            help=str(_("Play only this part of the games, such as 3/100; plyground merge joins the results files.")),
        ),
    ] = "1/1",
    jobs: Jobs = None,
    place: PlaceText = LOCAL,
) -> None:
    """Let bots play each other and rate them."""
    part = Slice.parse(slice_text)
    if not bots and (game is not None or results is None):
        raise SpecError(_("Name a game and two bots, as in: plyground tournament tictactoe random minimax"))
    if game is None and any(was_given(context, name) for name in SETTINGS):
        raise SpecError(_("The results file has the rules of its tournament: give no others."))
    where = place_of(place, jobs)
    with ExitStack() as stack:
        path = results or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tournament.db"
        if game is None and not path.exists():
            Record(path).close()  # raises the error that the file is missing
        record = stack.enter_context(Record(path, write=True))
        if game is not None:
            game_named(game)
            chosen = swept(bots or [])
            run = Tournament.begin(record, game, chosen, rules.settings(chosen))
        else:
            if record.settings is not None:
                game_named(record.settings[0])  # check the user's rules before the first game
            run = Tournament.resume(record)
        if run.notice:
            tell(run.notice)
        if where.name == LOCAL and run.control.is_timed:
            _tell_load()
        _play(run, where, results, part)
        for notice in run.notices:
            tell(notice)
        say()
        show(standings(record))


def _tell_load() -> None:
    """Tell that bots may lose on time if other programs keep the processors busy."""
    count = os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0  # mean number of programs that want to run
    if load > count:
        tell(_("This machine is busy: {load} programs share {count} processors, so bots may lose on time. Allow them to be late, as in --time 10+0.1,margin=2.", load=Number(round(load)), count=count))  # fmt: skip


def _play(run: Tournament, place: Place, kept: Path | None, part: Slice) -> None:
    """Play the tournament and show its progress on one line."""
    try:
        with progress(new_tally()) as line:
            run.play(None, lambda news: line(_line(news)), place=place, slice=part)
    except KeyboardInterrupt:
        if kept is not None:
            tell(_("The games so far are in {file}. Go on with: plyground tournament --results {file}", file=kept))
        raise typer.Exit(STOPPED) from None


def _line(news: Progress) -> Sentence:
    leaders = sorted(news.points.items(), key=lambda each: -each[1])[:3]
    values = {
        "played": Number(news.played),
        "planned": Number(news.planned),
        "leaders": ", ".join(f"{name} {points:g}" for name, points in leaders),
    }
    if news.opening is not None:
        return _("{played} of {planned} games; the value of opening {number} is being proven …", number=Number(news.opening), **values)  # fmt: skip
    if news.llr is not None:
        return _("{played} games, log-likelihood ratio {llr}: {leaders}", llr=Number(news.llr, 2), **values)
    if news.seconds_left is None:
        return _("{played} of {planned} games: {leaders}", **values)
    left = Number(round(news.seconds_left))
    return _("{played} of {planned} games, about {left} s left: {leaders}", left=left, **values)
