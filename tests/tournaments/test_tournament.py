"""Tournaments: played, rated, told, and proof against whatever a bot does."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from program import run
from samples import sample
from sqlalchemy import create_engine
from tournament_results import ENTRANTS, results

import plyground
from plyground.bots import BOTS
from plyground.errors import FileError, SpecError
from plyground.tournaments.bracket_chart import bracket
from plyground.tournaments.joint_ratings import GameScore, joint_ratings
from plyground.tournaments.ratings_chart import chart
from plyground.tournaments.record_checksums import seal
from plyground.tournaments.standings import Standings, standings
from plyground.tournaments.standings_page import page
from plyground.tournaments.standings_text import cross_table, facts, main_table, pairing_table, value_table
from plyground.tournaments.tournament_record import Record, RecordedGame
from plyground.tournaments.tournament_run import Tournament, TournamentSettings

TICTACTOE = plyground.game("tictactoe")


@pytest.fixture(autouse=True)
def only_built_in_bots() -> Iterator[None]:
    yield
    for entry in list(BOTS):
        if entry.origin:
            BOTS.remove(entry.name)


@pytest.mark.proof
def test_results_are_told_by_the_proven_value_of_the_opening() -> None:
    """Minimax keeps what an opening of tic-tac-toe is worth; both sides of an opening have opposite values."""
    found = plyground.tournament(
        "tictactoe", ["minimax", "random"], games_per_pair=24, openings="proven:plies=3,value=all", seed=4, jobs=1
    ).standings
    games = {(row.player, row.value): row.games for row in found.by_value}
    scores = {(row.player, row.value): row.score for row in found.by_value}
    assert sum(games.values()) == 48 and games["minimax", "won"] == games["random", "lost"]
    assert scores["minimax", "won"] == 1 and scores["minimax", "drawn"] >= 0.5
    for value, opposite in (("won", "lost"), ("drawn", "drawn"), ("lost", "won")):
        assert scores["minimax", value] + scores["random", opposite] == pytest.approx(1)
    assert len(value_table(found)[1]) == len(found.by_value)


def test_a_tournament_is_played_rated_and_given_as_plain_data() -> None:
    found = plyground.tournament("tictactoe", ENTRANTS, games_per_pair=4, jobs=2, seed=1, judge_moves=True)
    assert len(found.games) == 12
    assert [(row["player"], row["elo"]) for row in found.rows()] == list(found.ratings.items())
    assert set(found.ratings) == set(ENTRANTS)
    table = {row.player: row for row in found.standings.table}
    deeper, random_moves = table["depth-limited:depth=2"], table["random"]
    assert deeper.elo is not None and random_moves.elo is not None and deeper.elo > random_moves.elo
    assert deeper.error_rate is not None and random_moves.error_rate is not None
    assert deeper.error_rate <= random_moves.error_rate
    assert sum(row.points for row in found.standings.table) == 12
    game = found.games[0]
    assert game["moves"][0]["seat"] is None  # of the opening
    assert game["moves"][2]["seconds"] > 0
    assert found.standings.openings[0].value is not None
    ElementTree.fromstring(found.svg())


@pytest.mark.proof
def test_the_same_seed_gives_the_same_games_however_many_are_played_at_once(tmp_path: Path) -> None:
    for jobs, name in ((1, "one.db"), (3, "three.db")):
        plyground.tournament("tictactoe", ENTRANTS, games_per_pair=6, jobs=jobs, seed=7, file=tmp_path / name)
    assert results(tmp_path / "one.db") == results(tmp_path / "three.db")


HOSTILE = {
    "crash": ("crash", "raise ValueError"),
    "illegal": ("illegal", "return 99"),
    "late": ("late", "while True: pass"),
    "memory": ("memory", "rows = [bytearray(1 << 24) for row in range(1000)]"),
    "fork": ("crash", "import os\n    while True: os.fork()"),
    "write": ("crash", "open('written.txt', 'w').write('x')"),
    "spy": ("crash", "import os\n    return open(f'/proc/{os.getppid()}/mem', 'rb').read(1)"),
    "partial": ("late", "import os\n    for fd in range(3, 4096):\n        try: os.write(fd, bytes((0, 0, 1, 0, 7)))\n        except OSError: pass\n    while True: pass"),
    "rubbish": ("crash", "import os\n    for fd in range(3, 4096):\n        try: os.write(fd, b'rubbish')\n        except OSError: pass\n    return 0"),
}  # fmt: skip
"""Faulty and hostile bots: the reason of their loss, and what they do when they should move."""


@pytest.mark.nightly
def test_faulty_and_hostile_bots_end_only_their_own_games(tmp_path: Path) -> None:
    bodies = {name: f"def choose(position):\n    {body}\n" for name, (_reason, body) in HOSTILE.items()}
    bodies["loading"] = "import nothing_of_this_name\ndef choose(position): return 0\n"
    bodies["talking"] = "def choose(position):\n    print('rubbish' * 9999)\n    return next(iter(position.moves()))\n"
    files = tmp_path / "bots"
    files.mkdir()
    for name, text in bodies.items():
        (files / f"{name}_bot.py").write_text(text)
    bots = ["random", *(str(files / f"{name}_bot.py") for name in bodies)]
    found = plyground.tournament(
        "tictactoe", bots, format="gauntlet", time="move=5", memory_mb=256, jobs=2, openings="none"
    )
    lost = {next(name for name in game["seats"] if name != "random"): game for game in found.games}
    expected = {name: reason for name, (reason, _body) in HOSTILE.items()} | {"loading": "crash"}
    for name, reason in expected.items():
        game = lost[f"{name}_bot"]
        assert (name, game["reason"], game["seats"][game["culprit"]]) == (name, reason, f"{name}_bot")
    assert lost["talking_bot"]["reason"] == "rules"  # its output is discarded
    assert len(found.games) == 2 * len(bodies)
    assert {each.name for each in files.iterdir()} == {f"{name}_bot.py" for name in bodies}
    assert not Path("written.txt").exists()


def test_bots_that_always_do_the_same_are_not_asked_to_repeat_their_game(tmp_path: Path) -> None:
    with Record(tmp_path / "cup.db", write=True) as record:
        settings = TournamentSettings(games_per_pair=50, openings="none")
        tournament = Tournament.begin(record, "tictactoe", ["greedy", "depth-limited:depth=2"], settings)
        assert "repeat" in str(tournament.notice)
        tournament.play(1)
        assert len(record.played) == 2


@pytest.mark.proof
def test_a_bot_of_ours_that_is_too_slow_loses_on_time() -> None:
    found = plyground.tournament(
        "connect_four", ["random", "minimax"], time="move=0.2,margin=0", openings="none", jobs=1
    )
    assert {game["reason"] for game in found.games} == {"late"}
    assert {game["seats"][game["culprit"]] for game in found.games} == {"minimax"}
    assert all(re.fullmatch(r"\d+\.\d{3} > 0\.200 s", game["detail"]) for game in found.games)
    assert found.standings.table[0].player == "random"


@pytest.mark.proof
def test_the_engine_moves_in_the_time_of_its_clock_also_when_it_proves() -> None:
    found = plyground.tournament(
        "connect_four", ["engine:seconds=900", "random"], time="move=0.1,margin=10", openings="none", jobs=1
    )
    assert [game["reason"] for game in found.games] == ["rules"] * 2


@pytest.mark.proof
def test_a_sequential_test_stops_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    found = plyground.tournament(
        "tictactoe", ["depth-limited:depth=4", "random"], sprt="elo0=0,elo1=100,model=logistic", jobs=2, file=path
    )
    test = found.standings.test
    assert test is not None and test.estimate is not None
    assert test.accepted == 100
    assert test.llr >= test.upper
    assert len(found.games) < 200
    assert test.estimate.low > 0
    again = plyground.tournament(
        "tictactoe", ["depth-limited:depth=4", "random"], sprt="elo0=0,elo1=100,model=logistic", jobs=2, file=path
    )
    assert len(again.games) == len(found.games)


@pytest.mark.proof
def test_a_game_for_three_is_rated_by_openskill() -> None:
    pytest.importorskip("openskill")
    bots = ["random", "max-n:depth=1", "max-n:depth=2"]
    found = plyground.tournament("three", bots, jobs=2)
    assert sorted(tuple(game["seats"]) for game in found.games) == sorted(permutations(bots))
    assert all(row.skill is not None and row.elo is None for row in found.standings.table)
    assert sum(row.points for row in found.standings.table) == pytest.approx(6)  # one for each game
    assert sum(found.standings.side_scores) == pytest.approx(1)
    assert all(0 <= row.first_score <= 1 for row in found.standings.openings)


def test_a_game_with_chance_gives_both_sides_the_same_dice() -> None:
    found = plyground.tournament(
        "pig:target=5,faces=3,rounds=2", ["random", "expectiminimax:depth=2"], games_per_pair=2, openings="none", jobs=1
    )
    dice = [[move["word"] for move in game["moves"] if move["seat"] is None][:1] for game in found.games]
    assert dice[0] == dice[1]


@pytest.mark.parametrize(
    ("bots", "options", "said"),
    [
        (["minimax", "nobody"], {}, "nobody"),
        (["minimax", "human"], {}, "person"),
        (["minimax"], {}, "two bots"),
        (["minimax", "minimax"], {}, "once"),
        (["minimax", "greedy"], {"openings": "book"}, "not a choice of openings"),
        (["minimax", "greedy"], {"time": "fast"}, "not a time"),
        (["minimax", "greedy"], {"sprt": "elo0=5"}, "sequential"),
        (["minimax", "none.py"], {}, "none.py"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(
    tmp_path: Path, bots: list[str], options: dict[str, Any], said: str
) -> None:
    path = tmp_path / "cup.db"
    with pytest.raises((SpecError, FileError), match=said):
        plyground.tournament("tictactoe", bots, file=path, **options)
    assert not any(tmp_path.iterdir())


def test_the_command_plays_and_shows_standings_in_every_form(tmp_path: Path) -> None:
    path = str(tmp_path / "cup.db")
    done = run(
        "tournament",
        "tictactoe",
        "random",
        "best=depth-limited:depth=4",
        "--games-per-pair",
        "4",
        "-j",
        "1",
        "-o",
        path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 of 4 games played." in done.stdout
    files = {name: tmp_path / f"table.{name}" for name in ("csv", "html", "svg", "json")}
    done = run(
        "standings", path, "--errors", "--anchor", "random=1000", "--csv", str(files["csv"]), "--html", str(files["html"]),
        "--svg", str(files["svg"]), "--games-file", str(files["json"]),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "moves that were errors" in done.stdout
    assert files["csv"].read_text().count("\n") == 3
    assert "<script" not in files["html"].read_text()
    ElementTree.fromstring(files["svg"].read_text())
    assert '"plyground games"' in files["json"].read_text()
    assert run("standings", path, "--games-file", "-").stdout.count("\n") == 4


def test_ratings_of_a_record_are_those_of_its_games(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    plyground.tournament("tictactoe", ENTRANTS, games_per_pair=4, jobs=2, file=path)
    with Record(path) as record:
        games: tuple[RecordedGame, ...] = record.played
        expected = joint_ratings(GameScore(game.seats[0], game.seats[1], game.scores[0], game.pair) for game in games)
        of = standings(record)
    assert {row.player: row.elo for row in of.table} == pytest.approx({row.player: row.elo for row in expected.table})
    for row, cells in zip(of.cross, cross_table(of)[1], strict=True):
        points = row.wins + row.draws / 2
        assert sum(place * count for place, count in enumerate(row.pair_counts)) == 2 * points
        assert row.normalized_elo is not None and row.los is not None
        assert {row.normalized_elo.value > 0, row.los > 0.5} == {points > 2}
        assert cells[8] == " ".join(map(str, row.pair_counts))


@pytest.mark.proof
def test_a_player_without_games_has_no_rating_yet(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    with Record(path, write=True) as record:
        Tournament.begin(record, "tictactoe", ENTRANTS[:2], TournamentSettings()).play(1)
        Tournament.begin(record, "tictactoe", ENTRANTS, TournamentSettings())  # and plays nothing
    with Record(path) as record:
        of = standings(record)
    assert [(row.player, row.elo, row.error) for row in of.table if not row.games] == [(ENTRANTS[2], None, None)]
    _headings, rows = main_table(of)
    assert [list(row[2:4]) for row in rows if row[1] == ENTRANTS[2]] == [["–", "–"]]
    shown = chart(of)
    assert [bot in shown for bot in ENTRANTS] == [True, True, False]


@pytest.mark.proof
def test_standings_need_no_player_of_the_record(tmp_path: Path) -> None:
    """A program that is not set up on this machine has still played its games."""
    path = tmp_path / "cup.db"
    plyground.tournament("tictactoe", ENTRANTS[:2], sprt="elo0=0,elo1=300", games_per_pair=4, jobs=1, file=path)
    before = run("standings", str(path), "--json").stdout
    with create_engine(f"sqlite:///{path}").begin() as connection:
        connection.exec_driver_sql("UPDATE players SET bot = 'nonesuch:seconds=1' WHERE name = 'greedy'")
        seal(connection, "players", ["greedy"])
    with Record(path, write=True) as record, pytest.raises(SpecError, match="nonesuch"):
        Tournament.resume(record)
    assert run("standings", str(path), "--json").stdout == before
    assert json.loads(before)["test"]["pairs"] > 0
    for option in ("--html", "--svg", "--csv", "--games-file"):
        done = run("standings", str(path), option, "-")
        assert (done.returncode, done.stderr) == (0, "")
        assert "greedy" in done.stdout


def test_games_under_way_are_broken_off_when_the_time_is_up(tmp_path: Path) -> None:
    """Each of these games would go on for ever: that this ends at all is the test."""
    sleeper = tmp_path / "sleeper.py"
    sleeper.write_text("import time\n\n\ndef choose(position):\n    time.sleep(1e6)\n")
    with Record(tmp_path / "cup.db", write=True) as record:
        run_of_two = Tournament.begin(
            record, "tictactoe", ["random", str(sleeper)], TournamentSettings(openings="none")
        )
        run_of_two.play(2, seconds=3600, at_most=0.5)
        assert len(record.planned_games) == 2
        assert record.played == ()


def written(path: Path, format_name: str, bots: list[str]) -> Standings:
    with Record(path, write=True) as record:
        run = Tournament.begin(record, "tictactoe", bots, TournamentSettings(format=format_name, seed=1))
        run.play(1)
        return standings(record)


@pytest.mark.parametrize("openings", sample(["none", "random:plies=2"], every=2))
def test_a_tied_final_has_a_winner_only_after_its_last_game(tmp_path: Path, openings: str) -> None:
    told = []
    with Record(tmp_path / "cup.db", write=True) as record:
        settings = TournamentSettings(format="knockout", openings=openings, seed=4)
        run = Tournament.begin(record, "tictactoe", ["a=random", "b=random"], settings)
        run.play(1, lambda progress: told.append((progress.played, standings(record).winners)))
        (final,) = standings(record).pairings
    assert final.games > 2  # the first pair of games was a tie
    assert {games for games, winners in told if winners} == {final.games}


def test_a_cup_tells_its_winner_and_its_rounds_in_every_output(tmp_path: Path) -> None:
    found = written(tmp_path / "cup.db", "knockout", ["random", "greedy", "minimax"])
    (winner,) = found.winners
    assert (found.table[0].player, found.table[0].rank) == (winner, 1)
    assert [row.out_in_round for row in found.table] == [None, 2, 1]
    plain = json.loads(found.json())
    assert plain["winners"] == [winner]
    assert [each["round"] for each in plain["pairings"]] == [1, 1, 2]
    assert [row["out_in_round"] for row in csv.DictReader(found.csv().splitlines())] == ["", "2", "1"]
    assert f"{winner} has won the tournament." in [str(fact) for fact in facts(found)]
    words = [" ".join(map(str, row)) for row in pairing_table(found)[1]]
    assert words[0].startswith("semi-final random") and words[-1].startswith("final")
    drawn = bracket(found)
    for row in found.table:
        assert row.player in drawn
    assert drawn in page(found) and chart(found) in page(found)


def test_a_swiss_table_is_in_the_order_of_its_points(tmp_path: Path) -> None:
    pytest.importorskip("py4swiss")
    found = written(tmp_path / "swiss.db", "swiss", ["random", "minimax", "greedy", "depth-limited:depth=2", "a=random"])  # fmt: skip
    keys = [(row.match_points or 0, row.buchholz or 0, row.sonneborn_berger or 0) for row in found.table]
    assert keys == sorted(keys, reverse=True)
    assert sum(points for points, _buchholz, _berger in keys) == 9  # three rounds of two pairings and a bye
    headings, rows = main_table(found)
    assert [str(each) for each in headings[2:5]] == ["match points", "Buchholz", "Sonneborn-Berger"]
    assert [row[0] for row in rows] == [row.rank for row in found.table]
    assert found.rows()[0]["match_points"] == found.table[0].match_points
