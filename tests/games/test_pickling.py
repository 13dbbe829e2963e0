"""Positions of a file's game reach processes that have not run the file."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from paths import DATA
from program import ENVIRONMENT, PATIENCE

from plyground import game, search
from plyground.games.loading import game as game_of

COUNTDOWN = DATA / "own_games/countdown.py"

SPAWNED = """
import multiprocessing
import sys

from plyground import game, search

def value(position):
    return search(position).value

if __name__ == "__main__":
    start = game(sys.argv[1]).start
    children = [start.play(move) for move in start.moves()]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(value, children) == [value(child) for child in children])
"""


@pytest.mark.proof
def test_spawned_processes_get_positions_of_a_file(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SPAWNED)
    command = [sys.executable, str(script), str(COUNTDOWN)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout == "True\n", done.stderr


def test_a_pickled_position_is_the_same_again() -> None:
    start = game(str(COUNTDOWN)).start
    again = pickle.loads(pickle.dumps({"position": start}))["position"]
    assert (type(again), again) == (type(start), start)
    assert search(again).value == search(start).value


def test_a_game_is_had_by_its_file() -> None:
    assert game_of(COUNTDOWN).name == game(str(COUNTDOWN)).name == "countdown"
    assert game("tictactoe").name == "tictactoe"
