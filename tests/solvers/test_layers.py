"""Solving by layers on disk: published counts, the values of other solvers, kills, and damaged folders."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import threading
from array import array
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import ENVIRONMENT, PATIENCE, run
from refusals import refused
from samples import sample, some

from plyground import FileError, SearchError, game
from plyground import bot as bot_named
from plyground.cli.reports.layered_report import show_plan
from plyground.solvers.exact import Solver
from plyground.solvers.explore import explore
from plyground.solvers.forward import solve as forwards
from plyground.solvers.layers.layer_files import FORMAT, Folder, read_keys, solution_of
from plyground.solvers.layers.layer_proof import verify_layers, verify_sampled_layers
from plyground.solvers.layers.layer_sweeps import SHARD_BITS, place_of
from plyground.solvers.layers.layer_worker import seal_keys
from plyground.solvers.layers.layered_solution import LayeredSolution
from plyground.solvers.layers.layered_table import LayeredTable, open_table
from plyground.solvers.layers.section_file import PIECE, SectionFile, new_file, words
from plyground.solvers.layers.solution_plan import Plan, plan
from plyground.solvers.layers.work_claims import LEASE_S, Claims
from plyground.solvers.retrograde import solve
from plyground.solvers.sweep import Sweeper
from plyground.solvers.walk import breadth_first

FOURS = game("connect_four:width=4,height=4")
FOURS_BY_STONES = [1, 4, 16, 52, 160, 436, 1128, 2512, 5084, 9276, 14788, 21720, 26698, 28922, 24912, 18076, 7244]
"""Positions of Connect Four 4 × 4 by stones, as J. Tromp counted them; 161,029 in all."""
TICTACTOE = game("tictactoe")
NO_SOLUTION = "this is not the beginning of a solution, version {version}: solve the game again in another folder."


def solved(folder: Path, name: str = "tictactoe", *, shards: int = 1, jobs: int = 1, native: bool = False) -> Path:
    LayeredSolution(folder, game(name), shards=shards, native=native).run(jobs=jobs)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*")}


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved(tmp_path_factory.mktemp("layers") / "tictactoe")


@pytest.fixture(scope="module")
def fours(tmp_path_factory: pytest.TempPathFactory) -> LayeredTable:
    return LayeredTable(solved(tmp_path_factory.mktemp("layers") / "fours", FOURS.name, shards=3, jobs=2, native=True))


@pytest.mark.proof
def test_the_layers_of_connect_four_have_the_published_sizes(fours: LayeredTable) -> None:
    assert [fours.layer(stones)[0].number for stones in fours.layers] == FOURS_BY_STONES
    assert len(fours) == 161_029


@pytest.mark.proof
def test_every_value_of_connect_four_is_that_of_retrograde_analysis(fours: LayeredTable) -> None:
    table = solve(FOURS.start, Sweeper(threads=2))
    for layer in some(fours.layers):
        for place in some(range(0, fours.layer(layer)[0].number, 7)):
            position = fours.position(layer, place)
            assert fours[position].utility == table[position].utility


def test_a_sample_of_values_is_that_of_the_exact_solver(fours: LayeredTable) -> None:
    solver = Solver(FOURS.start, native=True)
    chance = random.Random(5)
    for _each in range(200):
        layer = chance.choice(fours.layers[6:])
        position = fours.position(layer, chance.randrange(fours.layer(layer)[0].number))
        assert fours[position].utility == solver.score(position, weak=True)


def test_all_positions_of_tictactoe_are_found_and_no_others(tictactoe: Path) -> None:
    table = LayeredTable(tictactoe)
    reached = set(breadth_first(TICTACTOE.start))
    found = [table.position(layer, place) for layer in table.layers for place in range(table.layer(layer)[0].number)]
    assert len(found) == len(reached) == 5478
    assert set(found) == reached
    report = table.report()
    assert (report.terminal, report.start.utility) == (958, 0)
    assert report.terminal + report.win + report.draw + report.loss == 5478


@pytest.mark.proof
def test_a_game_of_one_layer_whose_positions_repeat_is_solved_in_rounds(tmp_path: Path) -> None:
    race = game("dame:size=3")
    table = LayeredTable(solved(tmp_path / "race", race.name))
    known = solve(race.start, Sweeper(native=False))
    assert len(table) == 3312
    for position in breadth_first(race.start):
        assert table[position].utility == known[position].utility
    assert verify_layers(table, Sweeper(native=False)) == (3312, 0, None)


@pytest.mark.proof
def test_shards_and_jobs_do_not_change_the_files(tictactoe: Path, tmp_path: Path) -> None:
    other = contents(solved(tmp_path / "other", shards=5, jobs=2))
    assert {name: text for name, text in other.items() if name != "solution.json"} == {
        name: text for name, text in contents(tictactoe).items() if name != "solution.json"
    }


KILLED = """
import os, signal, sys
from plyground import game
from plyground.solvers.layers.layer_sweeps import SHARD_BITS, place_of
from plyground.solvers.layers.layer_worker import seal_keys
from plyground.solvers.layers.layered_solution import LayeredSolution

reports = []
def kill(progress):
    reports.append(progress)
    if len(reports) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
LayeredSolution(sys.argv[1], game("tictactoe"), native=False, on_progress=kill).run(jobs=1)
"""


@pytest.mark.proof
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_solution_goes_on_and_gets_the_same_bytes(tictactoe: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    kept: dict[str, int] = {}
    for reports in (3, 4, 2, 5):  # twice forwards, twice backwards
        killed = subprocess.run([sys.executable, "-c", KILLED, folder, str(reports)], env=ENVIRONMENT, check=False)
        assert killed.returncode == -9
        now = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.*s")}
        assert kept.items() <= now.items()  # no finished layer is written again
        kept = now
    assert (folder / "work").exists()
    assert contents(solved(folder)) == contents(tictactoe)


def test_a_slow_program_removes_no_values_of_a_faster_one(
    tictactoe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slow one has found the last positions, and the fast one judges them while the slow one tidies up."""
    there, last = Folder(tmp_path / "shared"), 9
    judged, removed, remove = threading.Event(), threading.Event(), shutil.rmtree
    told: list[str] = []

    def pause(_progress: object) -> None:
        if there.keys(last).exists() and not judged.is_set():
            judged.set()
            assert removed.wait(PATIENCE)

    def fast() -> None:
        try:
            LayeredSolution(there.path, TICTACTOE, native=False, on_progress=pause).run(jobs=1)
        except FileError as error:
            told.append(str(error))

    other = threading.Thread(target=fast)

    def tidy_up(path: Path, *, ignore_errors: bool) -> None:
        meets = path == there.work(last) and not other.is_alive() and not removed.is_set()
        if meets:
            other.start()
            assert judged.wait(PATIENCE)
        remove(path, ignore_errors=ignore_errors)
        if meets:
            removed.set()
            other.join()

    monkeypatch.setattr(shutil, "rmtree", tidy_up)
    solved(there.path)
    assert removed.is_set()
    assert told == []
    assert contents(there.path) == contents(tictactoe)


FULL = """
import resource, sys
from plyground.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
sys.argv = ["plyground", "solve", "tictactoe", "--disk", sys.argv[1]]
main()
"""


@pytest.mark.proof
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on files")
def test_a_full_disk_is_one_sentence_and_the_solution_goes_on(tictactoe: Path, tmp_path: Path) -> None:
    folder = tmp_path / "full"
    stopped = subprocess.run([sys.executable, "-c", FULL, folder], env=ENVIRONMENT, check=False, capture_output=True, text=True)  # fmt: skip
    assert stopped.returncode != 0
    assert "Traceback" not in stopped.stderr
    assert "Finished layers are kept: mend this and give the same command again." in " ".join(stopped.stderr.split())
    assert contents(solved(folder)) == contents(tictactoe)


class TestDamage:
    @pytest.mark.proof
    def test_a_wrong_value_is_found(self, tictactoe: Path, tmp_path: Path) -> None:
        folder = solved(tmp_path / "wrong")
        path = Folder(folder).values(4)
        right = SectionFile(path)
        head = {name: entry for name, entry in right.head.items() if name != "sections"}
        values = bytearray(right.bytes("values"))
        values[3] ^= 0b11  # position 12: another result
        with new_file(path, head, {"values": len(values)}) as sections:
            sections["values"][:] = values
        found = verify_layers(LayeredTable(folder), Sweeper(native=False))
        assert found.faults >= 1
        assert found.first == LayeredTable(folder).position(4, 12)
        assert verify_sampled_layers(LayeredTable(folder), 20_000, seed=1).faults > 0

    def test_a_missing_layer_is_named(self, tictactoe: Path, tmp_path: Path) -> None:
        folder = solved(tmp_path / "missing")
        Folder(folder).values(7).unlink()
        with refused(FileError, "it is not solved to its end: continue with “plyground solve {game} --disk FOLDER”."):
            LayeredTable(folder)
        Folder(folder).keys(7).unlink()
        with refused(
            FileError, "its layer {number} is missing: continue with “plyground solve {game} --disk FOLDER”.", number=7
        ):
            LayeredTable(folder)

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
    @given(data=st.data())
    def test_any_damaged_byte_is_noticed(self, tictactoe: Path, tmp_path: Path, data: Any) -> None:
        read = bytearray(Folder(tictactoe).keys(data.draw(st.integers(0, 9))).read_bytes())
        read[data.draw(st.integers(0, len(read) - 1))] ^= data.draw(st.integers(1, 255))
        damaged = tmp_path / "damaged"
        damaged.write_bytes(read)
        with pytest.raises(FileError):
            SectionFile(damaged).check()

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
    @given(data=st.data())
    def test_a_file_cut_short_is_noticed(self, tictactoe: Path, tmp_path: Path, data: Any) -> None:
        read = Folder(tictactoe).keys(5).read_bytes()
        short = tmp_path / "short"
        short.write_bytes(read[: data.draw(st.integers(0, len(read) - 1))])
        with pytest.raises(FileError):
            SectionFile(short)

    def test_only_the_pieces_that_are_read_are_checked(self, tmp_path: Path) -> None:
        path = tmp_path / "pieces"
        with new_file(path, {}, {"first": PIECE, "second": PIECE}) as sections:
            sections["second"][:] = b"2" * PIECE
        whole = bytearray(path.read_bytes())
        whole[-PIECE] ^= 1  # in the second piece
        path.write_bytes(whole)
        file = SectionFile(path)
        file.check("first")
        with refused(FileError, "its block {number} is damaged.", number=1):
            file.check("second", 5, 6)


class TestRefusals:
    def test_another_game_and_other_rules_are_refused(self, tictactoe: Path, tmp_path: Path) -> None:
        with refused(FileError, "this table is for {game}, not for {wanted}.", game="tictactoe"):
            LayeredSolution(tictactoe, FOURS)
        folder = solved(tmp_path / "old")
        about = folder / "solution.json"
        about.write_text(about.read_text().replace('"rules": "', '"rules": "0'))
        for use in (LayeredTable, lambda path: LayeredSolution(path, TICTACTOE)):
            with refused(FileError, "it was made for other rules of {game}: solve the game again.", game="tictactoe"):
                use(folder)

    def test_a_folder_with_something_else_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "letter").write_text("Dear")
        with refused(FileError, "it is not empty and holds no solution: name another folder."):
            LayeredSolution(tmp_path, TICTACTOE)
        (tmp_path / "solution.json").write_text("[1]")
        for use in (LayeredTable, lambda path: LayeredSolution(path, TICTACTOE)):
            with refused(FileError, NO_SOLUTION, version=FORMAT):
                use(tmp_path)

    def test_a_solution_of_an_earlier_version_is_refused(self, tmp_path: Path) -> None:
        about = solved(tmp_path / "old") / "solution.json"
        about.write_text(about.read_text().replace(f'"format": {FORMAT}', '"format": 2'))
        with refused(FileError, NO_SOLUTION, version=FORMAT):
            LayeredTable(tmp_path / "old")

    def test_a_game_without_numbers_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SearchError, match="have no numbers"):
            LayeredSolution(tmp_path / "folder", game("othello:size=4"))
        assert not (tmp_path / "folder").exists()

    def test_a_position_that_play_cannot_reach_is_refused(self, fours: LayeredTable) -> None:
        with refused(SearchError, "The table does not hold this position: play from the start cannot reach it."):
            fours[type(FOURS.start)(0b11, 0b11)]


@cache
def plan_of_tictactoe() -> Plan:
    return plan(TICTACTOE, native=False)


class TestPlan:
    @pytest.mark.proof
    def test_a_sample_estimates_the_positions_and_finds_only_reachable_ones(self, fours: LayeredTable) -> None:
        expected = plan(FOURS)
        assert abs(expected.positions - 161_029) < 2 * expected.error < 0.1 * 161_029
        assert not expected.is_bound
        assert abs(expected.largest - max(FOURS_BY_STONES)) < 0.2 * max(FOURS_BY_STONES)

    def test_a_small_game_is_counted(self) -> None:
        expected = plan_of_tictactoe()
        assert (expected.positions, expected.error, expected.largest) == (5478, 0, 1520)

    def test_a_solution_that_does_not_fit_is_refused(self, tmp_path: Path) -> None:
        too_large = plan_of_tictactoe()._replace(most_bytes=1 << 60)
        with refused(
            SearchError,
            "The solution of {game} needs {needed} in {folder}, and {free} are free there. A table by position numbers needs {bytes}: name its file with -o.",
        ):
            too_large.demand_room(tmp_path / "folder" / "inner")
        no_table = plan(game("kalah:pits=2,seeds=2"), native=False)._replace(most_bytes=1 << 60)
        with refused(SearchError, "The solution of {game} needs {needed} in {folder}, and {free} are free there."):
            no_table.demand_room(tmp_path)


def test_explorer_and_table_bot_read_the_folder(tictactoe: Path) -> None:
    table = open_table(tictactoe, TICTACTOE)
    position = TICTACTOE.notation.parse("xx.oo....")
    assert explore(table, position).value.utility == 1
    bot = bot_named(f"table:file={tictactoe}", TICTACTOE)
    assert bot.choose(position).move == 2


@pytest.mark.proof
def test_the_commands_solve_verify_and_explore(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    shown = run("solve", "tictactoe", "--plan").stdout
    assert "5,478 (exact)" in shown and "less than a second" in shown
    told = run("solve", "tictactoe", "--disk", str(folder))
    assert re.search(r"the game is over +958\n", told.stdout)
    assert run("verify", str(folder)).stdout == "tictactoe: every value follows from its successors'.\n"
    assert "drawn by chance" in run("verify", str(folder), "--sample", "50", "--seed", "1").stdout
    assert "A draw with best play" in run("explore", "tictactoe", "--solution", str(folder), "--moves", "4").stdout
    refused = run("solve", "tictactoe", "--disk", str(folder), "-o", str(tmp_path / "file"))
    assert refused.returncode != 0
    assert "-o has no effect with --disk" in refused.stderr or "--output has no effect with --disk" in refused.stderr


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "less than a second"), (1.2, "1 second"), (95.0, "95 seconds"), (3600 * 40.25, "40.2 hours")],
)
def test_a_plan_tells_the_time_of_one_processor(seconds: float, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    show_plan(plan_of_tictactoe()._replace(seconds=seconds), None, as_json=False)
    assert re.search(rf"time of one processor +{words}\n", capsys.readouterr().out)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("width", "height", "positions", "value"),
    [(5, 4, 3_945_711, 0), (4, 5, 1_706_255, 0), (5, 5, 69_763_700, 0)],
)
def test_larger_boards_have_the_published_numbers_of_positions(
    width: int, height: int, positions: int, value: int, tmp_path: Path
) -> None:
    """The counts are those of J. Tromp, the values those of the exact solver."""
    connect_four = game(f"connect_four:width={width},height={height}")
    expected = plan(connect_four)
    assert abs(expected.positions - positions) < 2 * expected.error
    LayeredSolution(tmp_path, connect_four, shards=expected.shards).run(jobs=2)
    table = LayeredTable(tmp_path)
    assert len(table) == positions
    assert table[connect_four.start].utility == value == Solver(connect_four.start, native=True).score(connect_four.start)  # fmt: skip
    assert verify_layers(table, Sweeper(threads=2)).faults == 0


@pytest.mark.parametrize(
    "name", sample(["kalah:pits=2,seeds=2", "kalah:pits=2,seeds=3", "kalah:pits=2,seeds=3,capture=seeds"], every=3)
)
def test_the_seeds_of_kalah_are_those_of_other_solvers(name: str, tmp_path: Path) -> None:
    kalah = game(name)
    table = LayeredTable(solved(tmp_path, name))
    known = forwards(kalah.start)
    assert len(table) == len(known)
    for position, value in known.items():
        assert table[position].utility == value.utility
    assert table[kalah.start].utility == Solver(kalah.start).score(kalah.start)
    assert verify_layers(table, Sweeper(native=False)) == (len(known), 0, None)


def test_every_number_of_kalah_is_a_position_of_its_own() -> None:
    start: Any = game("kalah:pits=2,seeds=1").start
    positions = {start.unrank(number) for number in range(start.size())}
    assert len(positions) == start.size() == 2 * comb(4 + 5, 5)
    assert all(position.rank() < start.size() and start.unrank(position.rank()) == position for position in positions)


@pytest.mark.proof
@pytest.mark.parametrize("killed", [0, 2])
def test_programs_that_work_in_one_folder_get_the_bytes_of_one(tictactoe: Path, tmp_path: Path, killed: int) -> None:
    """Three programs work at the same time; some are killed, forwards and backwards."""
    folder = tmp_path / "shared"
    commands = [[sys.executable, "-c", KILLED, str(folder), str(3 + 4 * number if number < killed else 10_000)] for number in range(3)]  # fmt: skip
    programs = [subprocess.Popen(command, env=ENVIRONMENT) for command in commands]
    codes = [program.wait(PATIENCE) for program in programs]
    assert all(code == 0 for code in codes[killed:]) and all(code in (0, -9) for code in codes[:killed])
    there = contents(folder)
    assert {name: text for name, text in there.items() if name != "solution.json"} == {
        name: text for name, text in contents(tictactoe).items() if name != "solution.json"
    }


def test_a_small_layer_of_a_game_with_many_numbers_takes_a_small_file(tmp_path: Path) -> None:
    connect_four = game("connect_four")
    start: Any = connect_four.start
    positions = {start}
    for _ply in range(3):
        positions = {here.play(move) for here in positions for move in here.moves()}
    keys = sorted(here.rank() for here in positions)
    folder, solution = Folder(tmp_path), solution_of(connect_four, 2)
    assert solution.numbers > 1 << 48
    folder.work(3).mkdir(parents=True)
    for shard in range(2):
        part = [key for key in keys if (key >> SHARD_BITS) % 2 == shard]
        with new_file(folder.shard(3, 0, shard), {"known": len(part)}, {"new": words(len(part))}) as sections:
            sections["new"].cast("q")[: len(part)] = memoryview(array("q", part))
    seal_keys(folder, solution, 3, 0, (), native=False)
    assert folder.keys(3).stat().st_size < 8 * len(keys) + 1000
    found = read_keys(folder.keys(3))
    assert [place_of(key, *found.search_index) for key in keys] == list(range(len(keys)))


SMALL_FILES = """
import resource
from plyground import game
from plyground.solvers.layers.solution_plan import Plan, plan
from plyground.solvers.layers.work_claims import LEASE_S, Claims
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))
made = plan(game("connect_four"))
assert made.positions == 4_531_985_219_092 and 2 * made.positions < made.kept_bytes < 4 * made.positions
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on files")
def test_the_plan_of_a_game_with_many_numbers_writes_small_files() -> None:
    subprocess.run([sys.executable, "-c", SMALL_FILES], env=ENVIRONMENT, check=True)


class TestClaims:
    def test_only_one_of_two_programs_gets_a_claim(self, tmp_path: Path) -> None:
        with Claims(tmp_path / "claims") as one, Claims(tmp_path / "claims") as other:
            path = tmp_path / "0003" / "shard"
            assert one.take(path) and not other.take(path)
            assert other.holder(path)[1] == str(os.getpid())
            one.free(path)
            assert other.take(path) and not one.take(path)
        assert not list((tmp_path / "claims").iterdir())

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
    def test_the_claims_and_unfinished_files_of_a_killed_program_are_cleared_at_once(self, tmp_path: Path) -> None:
        subprocess.run([sys.executable, "-c", CLAIMED, tmp_path], env=ENVIRONMENT, check=False)
        assert len(list(tmp_path.glob(".*"))) == 1
        with Claims(tmp_path / "claims") as claims:
            assert claims.take(tmp_path / "0003.keys")
        assert not list(tmp_path.glob(".*"))

    def test_a_program_of_another_machine_keeps_its_claims_while_it_touches_its_file(self, tmp_path: Path) -> None:
        path, other = tmp_path / "0003.keys", "elsewhere-a1b2-17-0123abcd"
        with Claims(tmp_path / "claims") as claims:
            beat = tmp_path / "claims" / f"{other}.lock"
            beat.touch()
            (tmp_path / "claims" / f"{tmp_path.name}-0003.keys.claim").write_text(other)
            assert not claims.take(path) and claims.holder(path) == ("elsewhere", "17")
            old = beat.stat().st_mtime - 2 * LEASE_S
            os.utime(beat, (old, old))
            assert claims.take(path)


CLAIMED = """
import os, signal, sys
from pathlib import Path
from plyground.solvers.layers.section_file import new_file
from plyground.solvers.layers.work_claims import Claims

folder = Path(sys.argv[1])
with Claims(folder / "claims") as claims:
    claims.take(folder / "0003.keys")
    with new_file(folder / "0003.keys", {}, {"starts": 8}):
        os.kill(os.getpid(), signal.SIGKILL)
"""
