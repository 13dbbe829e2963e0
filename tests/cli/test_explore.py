"""``plyground explore`` and the console show the judge's values, and a given solution."""

from __future__ import annotations

import json
import re
from pathlib import Path

from program import agrees, answer, run

from plyground.cli.json_records import ExplorationRecord


def test_the_json_record_has_values_and_lines() -> None:
    record = answer("explore", "tictactoe", "--moves", "0-1-4")
    agrees(record, ExplorationRecord)
    assert (record["source"], record["value"], record["proven"]) == ("table", -100, True)
    assert record["moves"][0] == {
        "move": 8, "value": -100, "proven": True, "distance": 4, "points": None, "best": True, "line": [8, 3, 2, 5],
    }  # fmt: skip


def test_from_a_table_and_a_position(tmp_path: Path) -> None:
    file = str(tmp_path / "race.table")
    run("solve", "dame:size=3", "-o", file)
    done = run("explore", "dame:size=3", "--solution", file, "--position", "CCC/.OO/O.. O")
    assert "O to move. A certain win in 1 move." in done.stdout
    assert re.search(r"^a1-a2 +A certain win in 1 move +best$", done.stdout, re.MULTILINE)
    done = run("explore", "tictactoe", "--solution", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert "this table is for dame:size=3, not for tictactoe" in done.stderr


def test_a_solution_gives_values_where_the_judge_has_none(tmp_path: Path) -> None:
    """The whole game of dame 3 × 3 from a file, also beside few nodes."""
    file = str(tmp_path / "race.table")
    run("solve", "dame:size=3", "-o", file)
    with_file = answer("explore", "dame:size=3", "--solution", file, "--nodes", "1")
    assert with_file == answer("explore", "dame:size=3")


def test_the_end_of_a_game_has_no_values() -> None:
    done = run("explore", "tictactoe", "--moves", "0-1-4-2-3-5-6")
    assert "X has won" in done.stdout
    record = json.loads(run("explore", "tictactoe", "--moves", "0-1-4-2-8", "--json").stdout)
    agrees(record, ExplorationRecord)
    assert (record["value"], record["source"], record["moves"]) == (None, None, [])


def test_hidden_information_is_refused() -> None:
    done = run("explore", "kuhn")
    assert (done.returncode, done.stdout) == (2, "")
    assert "hides something from its players" in done.stderr


def test_the_console_explores_and_reviews() -> None:
    done = run("console", "tictactoe", "--second", "human", stdin="review\nj 0\nj 1\nexplore\nreview\nq\n")
    assert done.stderr == ""
    assert "No move has been made yet." in done.stdout
    assert "X to move. A certain win in 3 moves." in done.stdout
    assert re.search(r"^4 +A certain win in 3 moves +best$", done.stdout, re.MULTILINE)
    assert "Move 2, 1??: " in done.stdout


def test_the_console_tells_the_worst_mistake_after_a_game_by_the_letters_on_the_board() -> None:
    moves = ["1", "1", "1", "5", "1", "7", "7", "4", "1", "6"]
    done = run("console", "connect_four", "--first", "human", "--second", "human", stdin="".join(f"j {each}\n" for each in moves) + "q\n")  # fmt: skip
    ended = done.stdout[done.stdout.index("O has won") :]
    assert re.search(r"^Move \d, \d\?\?: .* [XO] wins by force", ended, re.MULTILINE)
    assert not re.search("Red|Yellow", ended)
