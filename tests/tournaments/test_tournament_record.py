"""The file of a tournament: gone on with, refused, damaged, and read while it grows."""

from __future__ import annotations

import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from program import run
from samples import sample
from tournament_results import ENTRANTS, results

import plyground
from plyground.errors import FileError
from plyground.tournaments.game_play import PlayedGame, PlayedMove
from plyground.tournaments.interchange.games_export import games_data, games_text
from plyground.tournaments.record_tables import VERSION
from plyground.tournaments.tournament_record import Record, RecordedGame
from plyground.tournaments.tournament_run import Tournament, TournamentSettings


@pytest.mark.proof
def test_a_record_takes_further_games_and_players(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    plyground.tournament("tictactoe", ENTRANTS[:2], games_per_pair=2, jobs=1, file=path)
    before = results(path)
    plyground.tournament("tictactoe", ENTRANTS, games_per_pair=4, jobs=1, file=path)
    after = results(path)
    assert len(after) == 12
    assert before.items() <= after.items()


@pytest.mark.parametrize(
    ("game", "changes", "said"),
    sample(
        [
            ("dame", {}, "holds a tournament of tictactoe"),
            ("tictactoe", {"seed": 9}, "seed 0, not 9"),
            ("tictactoe", {"format": "gauntlet"}, "round-robin"),
            ("tictactoe", {"games_per_pair": 1}, "games_per_pair 2"),
        ],
        every=4,
    ),
)
def test_a_record_of_another_tournament_is_refused(
    tmp_path: Path, game: str, changes: dict[str, Any], said: str
) -> None:
    path = tmp_path / "cup.db"
    plyground.tournament("tictactoe", ENTRANTS[:2], jobs=1, file=path)
    with pytest.raises(FileError, match=said):
        plyground.tournament(game, ENTRANTS[:2], jobs=1, file=path, **changes)
    assert len(results(path)) == 2


def test_a_record_with_the_earlier_words_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    made = plyground.tournament(
        "tictactoe", ["depth-limited:depth=1", "depth-limited:depth=2"], memory_mb=512, file=path
    )
    with closing(sqlite3.connect(path)) as file, file:
        (kept,) = file.execute("SELECT settings FROM tournament").fetchone()
        renamed = kept.replace("memory_mb", "megabytes")
        assert renamed != kept
        file.execute("UPDATE tournament SET settings = ?", (renamed,))
        file.execute("DROP TABLE checksums")
        file.execute("PRAGMA user_version = 1")
        assert "visits" in {column[1] for column in file.execute("PRAGMA table_info(moves)")}
    with Record(path) as record:
        assert record.settings is not None
        assert record.settings[1]["memory_mb"] == 512 and "megabytes" not in record.settings[1]
        assert games_data(record) == made.games
        assert any(move.nodes for moves in record.moves_by_game().values() for move in moves)
    with Record(path, write=True) as record:  # gives it checksums
        assert games_data(record) == made.games
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute("PRAGMA user_version").fetchone() == (VERSION,)
        file.execute("UPDATE moves SET seconds = 1e9 WHERE ply = 1")
    with pytest.raises(FileError, match="a checksum is wrong"):
        Record(path)


CHANGES = (
    "UPDATE games SET scores = '[1.0, 0.0]' WHERE scores = '[0.5, 0.5]'", "UPDATE moves SET nodes_ = 7", "DELETE FROM moves WHERE ply = 3",
    "UPDATE games SET scores = '[1.0' WHERE place = 0", "UPDATE players SET bot = 'random' WHERE id = 2",
    "UPDATE tournament SET settings = '{'", "DELETE FROM games WHERE place = 1", "DELETE FROM checksums WHERE kind = 'players'",
    "UPDATE openings SET value = 7", "UPDATE moves SET game = 'nobody' WHERE game = (SELECT min(key) FROM games)", "DROP TABLE checksums", "DROP TABLE moves",
    "INSERT INTO players VALUES (9, 'eve', 'random', '')", "UPDATE games SET seconds = 'long' WHERE place = 0",
)  # fmt: skip


@pytest.fixture(scope="module")
def sound_record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a tournament that has been played."""
    path = tmp_path_factory.mktemp("sound") / "cup.db"
    plyground.tournament(
        "tictactoe", ["random", "greedy"], games_per_pair=4, openings="none", seed=5, jobs=1, file=path
    )
    return path.read_bytes()


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_row_is_found(tmp_path: Path, sound_record: bytes, change: str) -> None:
    path = tmp_path / "cup.db"
    path.write_bytes(sound_record)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA foreign_keys = OFF")
        done = file.execute(change.replace("nodes_", "visits"))
        assert done.rowcount != 0, "nothing was changed"
    with pytest.raises(FileError, match="damaged"):
        Record(path)


def everything(path: Path) -> object:
    with Record(path) as record:
        return record.settings, record.players, record.openings, record.planned_games, record.played_with_moves


@pytest.mark.parametrize("count", [40, pytest.param(500, marks=pytest.mark.proof)])
def test_a_damaged_record_is_refused_or_tells_the_same(tmp_path: Path, count: int) -> None:
    path = tmp_path / "cup.db"
    plyground.tournament("tictactoe", ["random", "greedy"], games_per_pair=20, seed=5, jobs=1, file=path)
    sound, expected, dice = path.read_bytes(), everything(path), random.Random(count)
    refused = 0
    for _mutant in range(count):
        damaged = bytearray(sound)
        kind = dice.randrange(4)
        at = dice.randrange(len(sound))
        if kind == 0:
            damaged[at] ^= 1 << dice.randrange(8)
        elif kind == 1:
            damaged[at : at + 16] = dice.randbytes(16)
        elif kind == 2:
            del damaged[at:]
        else:
            other = dice.randrange(len(sound))
            damaged[at : at + 64] = sound[other : other + 64]
        path.write_bytes(damaged)
        try:
            assert everything(path) == expected
        except FileError:
            refused += 1
        for left in tmp_path.glob("cup.db-*"):
            left.unlink()
    assert refused > count // 4


def test_two_programs_do_not_play_one_tournament(tmp_path: Path) -> None:
    with Record(tmp_path / "cup.db", write=True), pytest.raises(FileError, match="another program"):
        Record(tmp_path / "cup.db", write=True)
    Record(tmp_path / "cup.db", write=True).close()
    assert not (tmp_path / "cup.db.lock").exists()


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:9000] = bytes(4904)
    path.write_bytes(content)


def other_version(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()


def other_program(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA application_id = 7")
    file.close()


@pytest.mark.parametrize(
    ("spoil", "said"),
    sample(
        [
            (damage, "damaged"),
            (lambda path: path.write_bytes(b"no record" * 999), "damaged"),
            (other_version, "version 99"),
            (other_program, "not the results file of a tournament"),
            (Path.unlink, "no such file"),
            (lambda path: path.write_bytes(b""), "no tournament has begun"),
        ],
        every=6,
    ),
)
def test_a_file_that_is_no_record_is_refused_in_one_sentence(
    tmp_path: Path, spoil: Callable[[Path], object], said: str
) -> None:
    path = tmp_path / "cup.db"
    plyground.tournament("tictactoe", ENTRANTS[:2], games_per_pair=4, jobs=2, file=path)
    spoil(path)
    for command in (("standings", str(path)), ("tournament", "--results", str(path))):
        done = run(*command)
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
        assert "***" not in done.stderr  # the heading of SQLite's check tells nothing
    assert [left.name for left in tmp_path.iterdir() if left.name != "cup.db"] == []


class GrowingRecord(Record):
    """A record in which a game ends each time just before its results are read."""

    coming: list[PlayedGame]

    @property
    def played(self) -> tuple[RecordedGame, ...]:
        self.add(self.coming.pop())
        return super().played


def test_games_that_end_while_a_record_is_read_have_their_moves(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    with Record(path, write=True) as record:
        Tournament.begin(record, "tictactoe", ENTRANTS[:2], TournamentSettings()).play(1)
        keys = [game.key for game in record.played]
    with closing(GrowingRecord(path)) as growing:
        coming = [PlayedGame(key, (1.0, 0.0), "rules", (PlayedMove("4"),), 0.1) for key in keys]
        with closing(sqlite3.connect(path)) as file, file:  # these games are still to be played
            file.execute("UPDATE games SET scores = NULL")
            file.execute("DELETE FROM moves")
        growing.coming = coming
        assert [len(game["moves"]) for game in games_data(growing)] == [1]
        assert [line.split("\t")[3] for line in games_text(growing).splitlines()] == ["4", "4"]


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
from plyground.__main__ import main
sys.argv[1:] = ["tournament", "tictactoe", "random", "greedy", "--games-per-pair", "400", "--jobs", "1", "--results", sys.argv[1]]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limit on the size of files")
def test_a_record_that_cannot_grow_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode not in (0, 70) and "Traceback" not in done.stderr
    assert "cup.db: the system refused it (disk I/O error)." in done.stderr or "the disk is full." in done.stderr
    assert not re.search("defect|damaged", done.stderr)
