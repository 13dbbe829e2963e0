"""The report on a player of a tournament marks the mistakes of the review, with their causes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from refusals import refused
from samples import some

from plyground import tournament
from plyground.errors import SpecError
from plyground.presentation.contest_report import ReportedGame, file_name, report_page, reported_games
from plyground.tournaments.standings import Standings, standings
from plyground.tournaments.tournament_record import Record

NAMES = ("random", "greedy")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    path = tmp_path_factory.mktemp("contest") / "cup.db"
    tournament("tictactoe", NAMES, games_per_pair=4, seed=1, jobs=1, file=path)
    with Record(path) as record:
        yield record


@pytest.fixture(scope="module")
def found(record: Record) -> Standings:
    return standings(record, judge_moves=True)


@pytest.fixture(scope="module")
def reports(record: Record) -> dict[str, list[ReportedGame]]:
    return {name: list(reported_games(record, name)) for name in NAMES}


def test_the_mistakes_are_those_that_the_standings_count(
    found: Standings, reports: dict[str, list[ReportedGame]]
) -> None:
    counted = {row.player: row.move_errors for row in found.table}
    assert {name: sum(len(each.mistakes) for each in games) for name, games in reports.items()} == counted
    assert sum(filter(None, counted.values())) > 0


def test_every_mark_has_a_cause(reports: dict[str, list[ReportedGame]]) -> None:
    for games in some(reports.values()):
        for move in some(move for each in games for move in each.moves):
            assert move.review
            assert bool(move.review.cause) == bool(move.review.mark)


def test_the_page_shows_every_game_and_marks_the_own_mistakes(
    found: Standings, reports: dict[str, list[ReportedGame]]
) -> None:
    page = report_page(found, "random", reports["random"])
    assert page.count("<h2>") == 4
    own = [move.review for each in reports["random"] for move in each.moves if move.is_own]
    assert page.count('class="mistake"') == sum(bool(each and each.mark) for each in own)
    assert len(re.findall("<details", page)) == sum(len(each.moves) for each in reports["random"])


def test_a_name_that_did_not_play_is_refused(record: Record) -> None:
    with refused(
        SpecError,
        "There is no player “{name}” in this tournament; the players are: {names}.",
        name="hats",
        names="random, greedy",
    ):
        next(reported_games(record, "hats"))


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("ana", "ana.html"),
        ("depth-limited:depth=2", "depth-limited_depth_2.html"),
        ("../x", "x.html"),
        ("/", "player.html"),
    ],
)
def test_names_become_files(name: str, file: str) -> None:
    assert file_name(name) == file


def test_reports_are_found_in_the_folder(record: Record, tmp_path: Path) -> None:
    from plyground.cli.commands.standings import _write_reports

    _write_reports(record, standings(record), tmp_path / "reports")
    assert {path.name for path in (tmp_path / "reports").iterdir()} == {"random.html", "greedy.html"}
