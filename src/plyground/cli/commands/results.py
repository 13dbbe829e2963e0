"""``plyground rate``, ``merge`` and ``cite``: ratings of game files, and what is done with the results files of tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.commands.standings import anchors_of
from plyground.cli.options.shared_options import OUTPUT, Anchors, AsJson, Csv, GameOfFile, ResultsFile
from plyground.cli.output_files import check_printed, write_output
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say, say_json, say_table, tell
from plyground.core.csv_text import write_csv
from plyground.core.files import read_bytes
from plyground.errors import SpecError
from plyground.games.game_notations import GAME_NOTATIONS
from plyground.i18n import Number, _
from plyground.tournaments.interchange.file_ratings import facts, rate_games
from plyground.tournaments.interchange.record_citation import citation
from plyground.tournaments.interchange.tournament_slices import merge as merged
from plyground.tournaments.joint_ratings import Rating
from plyground.tournaments.tournament_record import Record

HEADINGS = (_("player"), _("Elo"), _("±"), _("games"), _("points"))


def rate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=str(_("Files of games, such as PGN.")))],
    game: GameOfFile = None,
    anchor: Anchors = None,
    csv: Csv = None,
    as_json: AsJson = False,
) -> None:
    """Rate the players of game files by all games at once."""
    check_printed([csv], as_json)
    named = game_named(game or _game_of(files[0]))
    found = rate_games(named, [read_bytes(path) for path in files], anchors_of(anchor))
    for sentence in found.messages:
        tell(sentence)
    rows = found.ratings.table
    printed = write_output(csv, lambda: write_csv([Rating._fields, *rows]))
    if as_json:
        say_json({"kind": "plyground ratings", "version": 1, "game": named.name, "games": found.games, "left_out": found.left_out, "table": [row._asdict() for row in rows]})  # fmt: skip
    elif not printed:
        say_table(HEADINGS, [(row.player, Number(row.elo, 0), Number(row.error, 0), row.games, Number(row.score, 1)) for row in rows])  # fmt: skip
        for sentence in facts(found):
            say(sentence)


def _game_of(path: Path) -> str:
    """Return the usual game of files with this ending. Raise :class:`SpecError`."""
    suffix = path.suffix.lower()
    games = [
        name for name, notations in GAME_NOTATIONS.items() if any(each.suffix == suffix != ".txt" for each in notations)
    ]
    if not games:
        raise SpecError(_("Name the game with --game: the name {path} does not tell it.", path=path))
    return "go" if "go" in games else games[0]


def merge(
    parts: Annotated[list[Path], typer.Argument(metavar="FILE...", help=str(_("The results files of all slices.")))],
    output: Annotated[Path, OUTPUT],
) -> None:
    """Join the results files of the slices of one tournament."""
    played, planned = merged(parts, output)
    say(_("{played} of {planned} games are in {file}.", played=Number(played), planned=Number(planned), file=output))


def cite(
    file: ResultsFile,
) -> None:
    """Print what a paper tells about a tournament: versions, machine, rules, bots and results."""
    with Record(file) as record:
        for line in citation(record):
            say(line)
