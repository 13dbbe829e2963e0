"""Tables in files: what is written is read, whatever is damaged is refused, and a killed solution goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import ENVIRONMENT
from refusals import refused

from plyground import FileError, bot, game
from plyground.solvers.retrograde import solve, unsolved
from plyground.solvers.sweep import Sweeper
from plyground.solvers.table_memory import table_beside
from plyground.solvers.tablebase import BLOCK, END, MAGIC, Tablebase, solve_to_file, unfinished, write
from plyground.solvers.verify import verify

SMALL = game("dame:size=3")
PLAIN = Sweeper(native=False)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "small.table"
    solve_to_file(path, SMALL, PLAIN)
    return path


def test_every_value_is_read_as_it_was_written(file: Path) -> None:
    solved = solve(SMALL.start, PLAIN)
    tablebase = Tablebase(file)
    start: Any = SMALL.start
    assert tablebase.game.name == SMALL.name
    for number in range(start.size()):
        assert tablebase[start.unrank(number)] == solved[start.unrank(number)]
    assert tablebase.load().codes.tobytes() == solved.codes.tobytes()
    assert not unfinished(file).exists()


def test_a_table_larger_than_memory_is_made_and_proven_in_a_file(file: Path, tmp_path: Path) -> None:
    solve_to_file(tmp_path / "table", SMALL, PLAIN, most_bytes=0)
    assert (tmp_path / "table").read_bytes() == file.read_bytes()
    assert list(tmp_path.iterdir()) == [tmp_path / "table"]
    loaded = Tablebase(tmp_path / "table").load(most_bytes=0)
    assert loaded.codes.tobytes() == solve(SMALL.start, PLAIN).codes.tobytes()
    assert verify(loaded, PLAIN).faults == 0
    with pytest.raises(FileError, match=r"table needs 1,152,921,504\.6 GB while it is made, and .* GB are free there"):
        table_beside(tmp_path / "table", 1 << 60)


def test_threads_write_the_same_blocks(tmp_path: Path) -> None:
    race = game("dame")
    solved = solve(race.start, Sweeper(threads=2))
    write(tmp_path / "one", race, solved)
    write(tmp_path / "two", race, solved, threads=2)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    tablebase = Tablebase(tmp_path / "one")
    start: Any = race.start
    assert len(tablebase) == 900_900 > 10 * BLOCK
    for number in [*range(0, start.size(), 1009), start.size() - 1]:
        assert tablebase[start.unrank(number)] == solved[start.unrank(number)]
    assert (tmp_path / "one").stat().st_size < 10_000


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_damaged_byte_is_noticed(file: Path, tmp_path: Path, data: Any) -> None:
    read = bytearray(file.read_bytes())
    place = data.draw(st.integers(0, len(read) - 1))
    read[place] ^= data.draw(st.integers(1, 255))
    damaged = tmp_path / "damaged"
    damaged.write_bytes(read)
    with pytest.raises(FileError):
        Tablebase(damaged).load()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(data=st.data())
def test_a_file_cut_short_is_noticed(file: Path, tmp_path: Path, data: Any) -> None:
    read = file.read_bytes()
    short = tmp_path / "short"
    short.write_bytes(read[: data.draw(st.integers(0, len(read) - 1))])
    with pytest.raises(FileError):
        Tablebase(short)


def test_a_damaged_block_is_named(tmp_path: Path) -> None:
    race = game("dame")
    path = tmp_path / "table"
    write(path, race, solve(race.start, Sweeper(threads=2)))
    read = bytearray(path.read_bytes())
    tablebase = Tablebase(path)
    read[tablebase._places[3] + 5] ^= 1
    path.write_bytes(read)
    damaged = Tablebase(path)
    start: Any = race.start
    assert damaged[start.unrank(0)]
    with pytest.raises(FileError, match="its block 3 is damaged"):
        damaged[start.unrank(3 * BLOCK)]


class TestForeignFiles:
    def test_a_file_that_is_no_table_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "text"
        path.write_text("a letter\n")
        with pytest.raises(FileError, match="not a table"):
            Tablebase(path)
        path.write_bytes(b"")
        with pytest.raises(FileError, match="empty"):
            Tablebase(path)
        for impossible in (tmp_path, tmp_path / "missing"):
            with pytest.raises(FileError, match="cannot be read"):
                Tablebase(impossible)

    @pytest.mark.parametrize(
        "lie",
        [
            {"block": 0},
            {"block": "many"},
            {"entries": 1680.0},
            {"entries": 1},
            {"game": ["dame"]},
            {"level": "<b>"},
            {"new": 1},
        ],
    )
    def test_a_head_that_lies(self, file: Path, tmp_path: Path, lie: dict[str, Any]) -> None:
        """Its checksum is right, and what it says is not."""
        read = file.read_bytes()
        body = read.index(b"\n", len(MAGIC)) + 1
        lines = MAGIC + json.dumps(json.loads(read[len(MAGIC) : body]) | lie).encode() + b"\n"
        place, _checksum, sign = END.unpack(read[-END.size :])
        place += len(lines) - body
        whole = lines + read[body : -END.size]
        end = END.pack(place, zlib.crc32(lines + whole[place:]), sign)
        (tmp_path / "table").write_bytes(whole + end)
        with pytest.raises(FileError, match=r"damaged or cut short|made for other rules"):
            Tablebase(tmp_path / "table")

    def test_a_table_of_another_game_is_refused(self, file: Path) -> None:
        with pytest.raises(FileError, match="this table is for dame:size=3, not for dame"):
            Tablebase(file, game("dame"))
        with pytest.raises(FileError, match="not for tictactoe"):
            bot(f"table:file={file}", game("tictactoe"))

    def test_a_table_of_other_rules_is_refused(self, tmp_path: Path) -> None:
        """The name is right, but pieces do not move as they do now."""
        other = replace(game("dame:size=3,directions=4"), name="dame:size=3")
        write(tmp_path / "table", other, solve(other.start, PLAIN))
        with refused(FileError, "it was made for other rules of {game}: solve the game again.", game="dame:size=3"):
            Tablebase(tmp_path / "table")

    def test_a_table_of_an_unknown_game_is_refused(self, tmp_path: Path) -> None:
        unknown = replace(SMALL, name="nogame")
        write(tmp_path / "table", unknown, solve(unknown.start, PLAIN))
        with pytest.raises(FileError, match="no game “nogame”"):
            Tablebase(tmp_path / "table")
        assert Tablebase(tmp_path / "table", unknown)[SMALL.start] == (0, None)

    def test_one_that_is_not_finished(self, tmp_path: Path) -> None:
        solving = unsolved(SMALL.start)
        solving.step(PLAIN)
        write(tmp_path / "table", SMALL, solving)
        with refused(FileError, "it is solved for only {plies} plies so far: continue with --resume.", plies=1):
            Tablebase(tmp_path / "table")


KILLED = """
import os, signal, sys
from plyground import game
from plyground.solvers import sweep
from plyground.solvers.tablebase import solve_to_file

path, left = sys.argv[1], int(sys.argv[2])

def happens(*_what):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

def watch(event, arguments):
    if event in ("open", "os.rename") and path in str(arguments[0]):
        happens()

sys.addaudithook(watch)
sweep.PIECE = 200
solve_to_file(path, game("dame:size=3"), sweep.Sweeper(native=False, on_progress=happens), resume=True)
"""


@pytest.mark.proof
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
@pytest.mark.parametrize("moment", [13, 14, 17, 30])
def test_killed_at_any_moment_it_goes_on_to_the_same_bytes(file: Path, tmp_path: Path, moment: int) -> None:
    """Each process dies after so many pieces of work, openings and renamings of its files; the next one resumes."""
    path = tmp_path / "small.table"
    killed = 0
    while True:
        command = [sys.executable, "-c", KILLED, str(path), str(moment)]
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=False)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
        assert not path.exists()
        killed += 1
    assert killed >= 1
    assert path.read_bytes() == file.read_bytes()


FULL = """
import resource, sys
from plyground import FileError, game
from plyground.solvers.sweep import Sweeper
from plyground.solvers.tablebase import solve_to_file

resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
try:
    solve_to_file(sys.argv[1], game("dame:size=3"), Sweeper(native=False))
except FileError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits")
def test_nothing_but_a_file_is_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        with pytest.raises(FileError, match="it cannot be written"):
            solve_to_file(place, SMALL, PLAIN)
        assert not unfinished(place).exists()  # nothing was solved in vain
    assert pipe.is_fifo()


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link", tmp_path / "folder" / "small.table"
    link.symlink_to(target)
    for _again in range(2):  # where there is no file yet, and where there is
        solve_to_file(link, SMALL, PLAIN)
        assert link.is_symlink()
        assert sorted(target.parent.iterdir()) == [target]
    assert Tablebase(link, SMALL).head.finished


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "small.table"
    path.write_text("what was there before")
    command = [sys.executable, "-c", FULL, str(path)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert "small.table.part: it cannot be written (File too large)." in done.stdout
    assert path.read_text() == "what was there before"
    assert sorted(tmp_path.iterdir()) == [path, unfinished(path)]
    assert Tablebase(unfinished(path), SMALL, finished=False).load().level >= 1  # the steps that found room
