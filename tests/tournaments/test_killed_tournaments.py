"""Tournaments that are killed or stopped at any moment, and go on."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from program import ENVIRONMENT, PATIENCE, run
from tournament_results import ENTRANTS, Results, results

COMMAND = ("tictactoe", *ENTRANTS, "--games-per-pair", "60", "--seed", "3", "--jobs", "2")


def started(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "plyground", "tournament", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )


def count_of(path: Path) -> int:
    """Return the number of games that a record has, while it is written."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            return int(file.execute("SELECT count(*) FROM games WHERE scores IS NOT NULL").fetchone()[0])
    except sqlite3.Error:
        return 0


def wait_for_games(games: int, program: subprocess.Popen[bytes], path: Path) -> None:
    """Wait until a record has so many games or the program has ended."""
    end = time.monotonic() + PATIENCE
    while count_of(path) < games and program.poll() is None:
        assert time.monotonic() < end, f"{count_of(path)} games after {PATIENCE} s"
        time.sleep(0.01)


def killed_at(games: int, program: subprocess.Popen[bytes], path: Path) -> None:
    """Kill a program once a record has so many games."""
    try:
        wait_for_games(games, program, path)
    finally:
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        if program.stderr:
            program.stderr.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("cup") / "cup.db"
    assert run("tournament", *COMMAND, "--results", str(path)).returncode == 0
    return results(path)


@pytest.mark.proof
def test_a_killed_tournament_goes_on_without_a_game_lost_or_played_twice(tmp_path: Path, undisturbed: Results) -> None:
    path = tmp_path / "cup.db"
    killed_at(20, started(*COMMAND, "--results", str(path)), path)
    assert 20 <= len(results(path)) < 180
    assert run("tournament", "--results", str(path)).returncode == 0
    refused = run("tournament", "--results", str(path), "--rounds", "3")
    assert (refused.returncode, refused.stderr) == (
        2,
        "The results file has the rules of its tournament: give no others.\n",
    )
    assert results(path) == undisturbed


@pytest.mark.nightly
@pytest.mark.parametrize("times", [8, pytest.param(30, marks=pytest.mark.nightly)])
def test_a_tournament_that_is_killed_many_times_goes_on(times: int, tmp_path: Path, undisturbed: Results) -> None:
    path, chance = tmp_path / "cup.db", random.Random(30)
    killed_at(1, started(*COMMAND, "--results", str(path)), path)
    for _time in range(times - 1):
        killed_at(count_of(path) + chance.randrange(6), started("--results", str(path)), path)
    assert run("tournament", "--results", str(path)).returncode == 0
    assert results(path) == undisturbed


@pytest.mark.proof
def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    program = started("tictactoe", "random", "greedy", "--games-per-pair", "10000", "--results", str(path))
    try:
        wait_for_games(3, program, path)
        program.send_signal(signal.SIGINT)
        _output, errors = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
    assert program.returncode == 130
    assert f"--results {path}" in errors.decode()
    assert "Traceback" not in errors.decode()
    assert [left.name for left in tmp_path.iterdir()] == ["cup.db"]
