"""Positions of a tournament as Parquet shards: every position once, with checksums, and the same bytes each time."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from program import run

from plyground import FileError, game
from plyground.tournaments.interchange.tournament_slices import Slice, merge
from plyground.tournaments.positions_export import MANIFEST, read_manifest, write_positions
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Tournament, TournamentSettings

if not os.environ.get("CI"):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'plyground[cluster]'")
from pyarrow import parquet

SHARD = 40


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a bot that plays itself."""
    path = tmp_path_factory.mktemp("cup") / "cup.db"
    settings = TournamentSettings(games_per_pair=10, seed=4)
    with Record(path, write=True) as record:
        Tournament.begin(record, "tictactoe", ["one=depth-limited:depth=2", "two=depth-limited:depth=2"], settings).play(1)  # fmt: skip
    return path


def exported(cup: Path, folder: Path) -> Path:
    with Record(cup) as record:
        write_positions(record, folder, shard_positions=SHARD)
    return folder


def test_every_position_of_every_game_is_written_once_with_its_result(cup: Path, tmp_path: Path) -> None:
    manifest = read_manifest(exported(cup, tmp_path / "data"))
    shards = [parquet.read_table(tmp_path / "data" / shard["file"]).to_pylist() for shard in manifest["shards"]]
    assert [len(shard) for shard in shards[:-1]] == [SHARD] * (len(shards) - 1)
    rows = [row for shard in shards for row in shard]
    tictactoe = game("tictactoe")
    notation = tictactoe.notation
    with Record(cup) as record:
        games = {each.key: each for each in record.played}
        moves = record.moves_by_game()
    assert len(rows) == manifest["positions"] == sum(map(len, moves.values()))
    for row in rows:
        position = tictactoe.start
        for move in moves[row["game"]][: row["ply"]]:
            position = position.play(notation.parse_move(position, move.word))
        played = games[row["game"]]
        assert notation.parse(row["position"]) == position
        assert row["move"] == moves[row["game"]][row["ply"]].word
        assert row["side"] == notation.side(position)
        assert row["score"] == played.scores[row["side"]]
        assert row["player"] in (None, played.seats[row["side"]])
        assert row["ply"] + row["plies_left"] == len(moves[row["game"]])


def test_the_same_record_gives_the_same_bytes(cup: Path, tmp_path: Path) -> None:
    one, other = exported(cup, tmp_path / "one"), exported(cup, tmp_path / "other")
    assert {path.name: path.read_bytes() for path in one.iterdir()} == {path.name: path.read_bytes() for path in other.iterdir()}  # fmt: skip


def test_other_programs_open_the_folder(cup: Path, tmp_path: Path) -> None:
    """Readers of Parquet leave out files whose names begin with an underscore, such as the manifest."""
    folder = exported(cup, tmp_path / "data")
    assert parquet.read_table(folder).num_rows == read_manifest(folder)["positions"]


@pytest.mark.proof
def test_positions_of_merged_slices_equal_those_of_one_run(cup: Path, tmp_path: Path) -> None:
    bots, settings = ["one=depth-limited:depth=2", "two=depth-limited:depth=2"], TournamentSettings(games_per_pair=10, seed=4)  # fmt: skip
    parts = []
    for number in (1, 2, 3):
        with Record(tmp_path / f"{number}.db", write=True) as record:
            Tournament.begin(record, "tictactoe", bots, settings).play(1, slice=Slice(number, 3))
        parts.append(tmp_path / f"{number}.db")
    merge(parts, tmp_path / "all.db")
    one, merged = exported(cup, tmp_path / "one"), exported(tmp_path / "all.db", tmp_path / "merged")
    assert {path.name: path.read_bytes() for path in one.iterdir()} == {path.name: path.read_bytes() for path in merged.iterdir()}  # fmt: skip


def test_a_damaged_shard_and_a_foreign_manifest_are_named(cup: Path, tmp_path: Path) -> None:
    folder = exported(cup, tmp_path / "data")
    shard = folder / "00001.parquet"
    content = bytearray(shard.read_bytes())
    content[len(content) // 2] ^= 1
    shard.write_bytes(content)
    with pytest.raises(FileError, match=r"00001\.parquet.*does not have the checksum of the manifest"):
        read_manifest(folder)
    shard.unlink()
    with pytest.raises(FileError, match=r"00001\.parquet.*cannot be read"):
        read_manifest(folder)
    (folder / MANIFEST).write_text(json.dumps({"kind": "plyground positions", "version": 2, "shards": []}))
    with pytest.raises(FileError, match="not the manifest of positions, version 1"):
        read_manifest(folder)


def test_the_command_writes_them_and_refuses_a_folder_with_files(cup: Path, tmp_path: Path) -> None:
    done = run("standings", str(cup), "--positions-folder", str(tmp_path / "data"))
    assert done.returncode == 0, done.stderr
    assert f"{read_manifest(tmp_path / 'data')['positions']} positions are in" in done.stderr
    done = run("standings", str(cup), "--positions-folder", str(tmp_path / "data"))
    assert done.returncode == 2
    assert done.stderr.endswith("it is not empty: name a new folder.\n")


@pytest.mark.proof
def test_a_program_without_the_library_says_what_to_install(cup: Path, tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError(name='pyarrow')")
    done = run("standings", str(cup), "--positions-folder", str(tmp_path / "data"), PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "This needs pyarrow, which is not installed: pip install 'plyground[cluster]'."  # fmt: skip
    assert not (tmp_path / "data").exists()
