"""``plyground standings``: the results of a tournament, in words, as JSON, CSV, a page or a chart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import OUTPUT_FILE, Anchors, AsJson, Csv, Html, ResultsFile, Svg
from plyground.cli.output_files import check_printed, write_output
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say, say_json, say_table, tell
from plyground.core.files import write_text
from plyground.errors import FileError, SpecError
from plyground.games import game as game_named
from plyground.games.game_notations import game_notations
from plyground.i18n import Number, _, _n
from plyground.presentation.contest_report import file_name, report_page, reported_games
from plyground.presentation.text_judge import judge_of
from plyground.searches import new_tally
from plyground.tournaments.interchange.games_export import games_json, games_notation, games_text
from plyground.tournaments.positions_export import write_positions
from plyground.tournaments.standings import Standings
from plyground.tournaments.standings import standings as standings_of
from plyground.tournaments.standings_page import drawings, page
from plyground.tournaments.standings_text import (
    cross_table,
    facts,
    main_table,
    opening_table,
    pairing_table,
    value_table,
)
from plyground.tournaments.tournament_record import Record

MAX_OPENINGS = 20
"""Most openings in the table of the text output."""


class Exports(NamedTuple):
    """Options of the files to write."""

    csv: Csv = None
    html: Html = None
    svg: Svg = None
    games_file: Annotated[
        str | None,
        typer.Option(
            metavar=OUTPUT_FILE,
            help=str(
                _(
                    "Write all games: to .json, in the game's notation (.pgn, .pdn, .sgf, .ggf, .mat), or a line each (.txt)."
                )
            ),
        ),
    ] = None
    positions_folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=str(_("Write all positions as training data: Parquet files and a manifest, in a new folder.")),
        ),
    ] = None
    reports: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=str(_("Write a page for each bot: all games, move by move, with the mistakes and their causes.")),
        ),
    ] = None

    transcripts: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=str(_("Write the last lines of each external program that lost by a fault, a file for each game.")),
        ),
    ] = None

    def check(self, *, printing: bool) -> None:
        """Raise :class:`SpecError` for two outputs to print."""
        check_printed([self.csv, self.html, self.svg, self.games_file], printing)

    def give(self, record: Record, found: Standings) -> bool:
        """Write the files. Return True if one was printed."""
        printed = write_output(self.csv, found.csv)
        printed |= write_output(self.html, partial(page, found))
        printed |= write_output(self.svg, lambda: drawings(found)[0](found))
        printed |= write_output(self.games_file, partial(games_of, record, str(self.games_file)))
        if self.positions_folder is not None:
            with progress(new_tally()) as line:
                written = write_positions(
                    record,
                    self.positions_folder,
                    on_progress=lambda done, count: line(
                        _("{done} of {count} games written …", done=Number(done), count=Number(count))
                    ),
                )
            tell(_n("{count} position is in {folder}.", "{count} positions are in {folder}.", written["positions"], folder=self.positions_folder))  # fmt: skip
        if self.reports is not None:
            _write_reports(record, found, self.reports)
        if self.transcripts is not None:
            _write_transcripts(record, self.transcripts)
        return printed


def games_of(record: Record, file: str) -> str:
    """Return the games as the ending of the file's name says: JSON, a notation of the game, or a line each.

    Raise :class:`SpecError` for another ending.
    """
    game, suffix = record.game_and_settings()[0], Path(file).suffix.lower()
    if suffix == ".json":
        return games_json(record)
    notations = {each.suffix: each for each in game_notations(game) if each.suffix != ".txt"}
    if suffix in notations:
        return games_notation(record, notations[suffix])
    if suffix not in ("", ".txt", ".tsv"):
        raise SpecError(_("{game} is not written to {ending} files; choose one of: {endings}.", game=game.title, ending=suffix, endings=", ".join([".json", ".txt", *notations])))  # fmt: skip
    return games_text(record)


@grouped
def standings(
    file: ResultsFile,
    exports: Exports,
    anchor: Anchors = None,
    errors: Annotated[
        bool,
        typer.Option("--errors", help=str(_("Count the mistakes of each bot."))),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the table of a tournament, and write it to files."""
    exports.check(printing=as_json)
    with Record(file) as record:
        with progress(new_tally()) as line:
            found = standings_of(
                record,
                anchors=anchors_of(anchor),
                judge_moves=errors,
                on_progress=lambda done, count: line(
                    _("{done} of {count} games judged …", done=Number(done), count=Number(count))
                ),
            )
        if errors and not any(row.moves_judged for row in found.table):
            tell(_("No move could be judged: {game} hides something from its players.", game=found.title))
        printed = exports.give(record, found)
    if as_json:
        say_json(found.plain())
    elif not printed:
        show(found)


def _make(folder: Path) -> None:
    """Make a folder. Raise :class:`FileError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(folder, _("it cannot be made ({reason}).", reason=error.strerror)) from None


def _write_transcripts(record: Record, folder: Path) -> None:
    """Write the exchange with each external program that lost by a fault."""
    _make(folder)
    for number, game in enumerate(record.played, 1):
        if game.transcript:
            name = folder / f"game-{number}.txt"
            write_text(name, f"{' – '.join(game.seats)}\n{game.reason}: {game.detail}\n\n{game.transcript}\n")
            say(_("{file} was written.", file=name))


def _write_reports(record: Record, found: Standings, folder: Path) -> None:
    """Write the report of each player. Positions are judged once for all of them."""
    game = game_named(found.game)
    judge = judge_of(game) if game.facts.observable else None
    _make(folder)
    for row in found.table:
        games = list(reported_games(record, row.player, judge))
        write_text(folder / file_name(row.player), report_page(found, row.player, games))
        say(_("{file} was written.", file=folder / file_name(row.player)))


def show(found: Standings) -> None:
    """Print the standings."""
    tables = [main_table(found), pairing_table(found), cross_table(found), value_table(found)]
    if len(found.openings) <= MAX_OPENINGS:
        tables.append(opening_table(found))
    for headings, rows in tables:
        if rows:
            say_table(headings, rows)
            say()
    for sentence in facts(found):
        say(sentence)


def anchors_of(texts: Sequence[str] | None) -> dict[str, float]:
    """Return the ratings that texts such as ``minimax=1500`` fix. Raise :class:`SpecError`."""
    return dict(map(_anchor, texts or ()))


def _anchor(text: str) -> tuple[str, float]:
    name, equals, number = text.rpartition("=")
    try:
        if equals and abs(float(number)) < 100_000:
            return name, float(number)
    except ValueError:
        pass
    raise SpecError(_("“{text}” is not an anchor: write a bot and a number, as in minimax=1500.", text=text))
