"""Bots that differ in one parameter, the processor time of moves, transcripts of forfeits, and what a paper cites."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from math import log2
from pathlib import Path
from xml.etree import ElementTree

import fake_engine
import pytest
from program import ENVIRONMENT, run
from refusals import refused

from plyground.errors import SpecError
from plyground.tournaments.interchange.record_citation import citation, games_hash
from plyground.tournaments.parameter_sweep import sweep_of, swept
from plyground.tournaments.standings import standings
from plyground.tournaments.sweep_chart import sweep_chart
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Tournament, TournamentSettings


def test_a_range_names_a_bot_for_each_number() -> None:
    assert swept(["uct:playouts=50..1600x2", "random"]) == [*(f"uct:playouts={50 << at}" for at in range(6)), "random"]
    assert swept(["a:depth=2..8+3,noise=5"]) == ["a:depth=2,noise=5", "a:depth=5,noise=5", "a:depth=8,noise=5"]
    assert swept(["engine:seconds=0.1..0.4x2"]) == [f"engine:seconds={each}" for each in ("0.1", "0.2", "0.4")]
    for wrong in ("uct:playouts=5..2x2", "uct:playouts=5..9x1", "uct:playouts=5..9+0", "uct:playouts=0..9x2"):
        with refused(
            SpecError, "“{text}” is no range: it rises from its first number to its last, as in 50..1600x2 or 2..8+1."
        ):
            swept([wrong])
    with refused(SpecError, "“{text}” has two ranges: write one, as in uct:playouts=50..1600x2."):
        swept(["uct:playouts=5..10x2,rave=5..10x2"])
    with refused(SpecError, "A tournament has at most {most} bots."):
        swept(["depth-limited:depth=1..1000+1"])


def test_the_line_through_the_ratings_is_the_weighted_least_squares_line() -> None:
    bots = {f"p{n}": f"uct:playouts={n}" for n in (50, 100, 200, 400)} | {"r": "random", "u": "uct:playouts=50,rave=9"}
    elo = {
        "p50": (0.0, 20.0),
        "p100": (110.0, 20.0),
        "p200": (190.0, 20.0),
        "p400": (310.0, 20.0),
        "r": (-300.0, 9.0),
        "u": (5.0, 9.0),
    }
    found = sweep_of(bots, elo)
    assert found is not None and found.option == "playouts"
    assert [value for value, *_rest in found.points] == [50, 100, 200, 400]
    places = [log2(n / 50) - 1.5 for n in (50, 100, 200, 400)]  # mean 0, equal weights
    assert found.slope == pytest.approx(
        sum(x * elo[f"p{n}"][0] for x, n in zip(places, (50, 100, 200, 400), strict=True)) / 5
    )
    assert found.error == pytest.approx(20 / 5**0.5)
    assert sweep_of({"r": "random", "m": "minimax"}, elo | {"m": (0.0, 1.0)}) is None


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sweep") / "sweep.db"
    with Record(path, write=True) as record:
        bots = swept(["uct:playouts=5..20x2", "random:seed=1"])
        Tournament.begin(record, "tictactoe", bots, TournamentSettings(games_per_pair=2, seed=2)).play(1)
    return path


def test_standings_tell_and_draw_elo_against_the_parameter(path: Path) -> None:
    with Record(path) as record:
        found = standings(record)
    assert found.sweep is not None and len(found.sweep.points) == 3
    root = ElementTree.fromstring(sweep_chart(found))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"5", "10", "20"} <= set(texts)
    assert "Each doubling of playouts is worth" in run("standings", str(path)).stdout


def test_each_move_has_its_processor_time(path: Path) -> None:
    with Record(path) as record:
        moves = [move for _game, each in record.played_with_moves for move in each if move.seat is not None]
        table = standings(record).table
    assert moves and all(move.cpu_seconds is not None and move.cpu_seconds >= 0 for move in moves)
    assert all(row.cpu_seconds_per_move is not None for row in table)


@pytest.mark.proof
def test_a_citation_names_what_decides_the_games(path: Path, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position):\n    return max(position.moves())\n")
    same, other = tmp_path / "same.db", tmp_path / "other.db"
    hashes = []
    for file, seed in ((same, 2), (other, 3)):
        with Record(file, write=True) as record:
            bots = [str(bot), "random:seed=1"] if file is other else [*swept(["uct:playouts=5..20x2", "random:seed=1"])]
            Tournament.begin(record, "tictactoe", bots, TournamentSettings(games_per_pair=2, seed=seed)).play(1)
            hashes.append(games_hash(record))
            lines = list(map(str, citation(record)))
    with Record(path) as record:
        assert games_hash(record) == hashes[0] != hashes[1]
    text = "\n".join(lines)
    assert "plyground 0" in text and "rules: format=round-robin, games_per_pair=2" in text and "seed=3" in text
    assert "sha256" in text and "1. " in text
    assert run("cite", str(other)).stdout.splitlines() == lines


def test_a_record_of_the_first_version_is_read_and_gets_the_new_columns(path: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(old)) as file:
        file.execute("ALTER TABLE games DROP COLUMN transcript")
        file.execute("ALTER TABLE moves DROP COLUMN cpu_seconds")
        file.execute("PRAGMA user_version = 1")
        file.commit()
    with Record(old) as record:
        assert len(record.played) == 12 and not record.played[0].transcript
        assert standings(record).table[0].cpu_seconds_per_move is None


@pytest.mark.proof
def test_the_values_that_an_engine_reports_are_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, as engines are found once."""
    monkeypatch.setitem(ENVIRONMENT, "XDG_CONFIG_HOME", str(tmp_path))
    path, command = tmp_path / "cup.db", f"{sys.executable} {fake_engine.__file__} good"
    named = ("engines", "add", "fake", "--protocol", "ugi", "--command", command, "--game", "tictactoe")
    assert run(*named).returncode == 0
    assert run("tournament", "tictactoe", "fake", "random", "--openings", "none", "-o", str(path)).returncode == 0
    with Record(path) as record:
        seats = {played.key: played.seats for played in record.played}
        moves = [(seats[key], each) for key, told in record.moves_by_game().items() for each in told]
    ours = [each for names, each in moves if each.seat is not None and names[each.seat] == "fake" and each.depth]
    assert len(ours) >= 6  # all but forced moves
    assert {(each.value, each.depth, each.nodes) for each in ours} == {(12, 3, 99)}


@pytest.mark.proof
def test_a_forfeit_of_an_engine_leaves_its_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, as engines are found once."""
    monkeypatch.setitem(ENVIRONMENT, "XDG_CONFIG_HOME", str(tmp_path))
    record, folder = tmp_path / "cup.db", tmp_path / "lines"
    command = f"{sys.executable} {fake_engine.__file__} illegal"
    assert (
        run("engines", "add", "fake", "--protocol", "ugi", "--command", command, "--game", "tictactoe").returncode == 0
    )
    assert run("tournament", "tictactoe", "fake", "random", "-o", str(record)).returncode == 0
    assert run("standings", str(record), "--transcripts", str(folder)).returncode == 0
    texts = [each.read_text() for each in sorted(folder.iterdir())]
    assert len(texts) == 2
    for text in texts:
        assert text.splitlines()[1].startswith("illegal: ")
        assert "> ugi" in text and "> go" in text and "< bestmove" in text
