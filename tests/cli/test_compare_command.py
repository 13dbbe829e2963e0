"""The command ``plyground compare``, by the real program."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from paths import DOCS
from program import agrees, answer, check_examples, run

from plyground.cli.app import app
from plyground.cli.json_records import ComparisonRecord
from plyground.errors import PlygroundError


def test_json_csv_and_chart(tmp_path: Path) -> None:
    table, drawing = tmp_path / "rows.csv", tmp_path / "chart.svg"
    options = ["--depths", "1-3,5", "--csv", str(table), "--svg", str(drawing), "--theme", "dark"]
    tic, tree = answer("compare", "tictactoe", "--tree", "aima-5.2", *options)
    agrees([tic, tree], list[ComparisonRecord])
    assert [row["nodes"] for row in tic["rows"] if row["algorithm"] == "minimax"] == [10, 82, 586, 18_730]
    assert (tic["branching_depth"], tree["branching_factor"]) == (5, 3.0)
    with table.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["nodes"]) for line in lines] == [row["nodes"] for row in (*tic["rows"], *tree["rows"])]
    assert "b^(m/2)" in {element.text for element in ElementTree.parse(drawing).iter()}


def test_positions_from_a_file_and_by_chance(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("# mine\nx...o....\nxo.......\n")
    (found,) = answer("compare", "tictactoe", "--positions", str(file), "--depths", "2", "--algorithms", "pvs")
    assert [row["position"] for row in found["rows"]] == ["x...o....", "xo......."]
    options = ["--sample", "4", "--after", "3", "--seed", "8", "--depths", "1", "--algorithms", "minimax"]
    first, again = answer("compare", "tictactoe", *options), answer("compare", "tictactoe", *options)
    assert [row["position"] for row in first[0]["rows"]] == [row["position"] for row in again[0]["rows"]]
    assert {row["nodes"] for row in first[0]["rows"]} == {7}


def test_a_limit_is_told() -> None:
    done = run("compare", "tictactoe", "--algorithms", "minimax", "--depths", "1-4", "--nodes", "500")
    assert done.stdout.splitlines()[-1].startswith("– means that a search was stopped")
    assert done.stdout.splitlines()[4:6] == ["    2       82", "    3        –"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Name a game"),
        (["shogi"], "no game “shogi”"),
        (["--tree", "oak"], "oak: it cannot be read"),
        (["tictactoe", "--depths", "5-2"], "Depths are written like 1-6"),
        (["tictactoe", "--depths", "1-9999999999999"], "Depths are written like 1-6"),
        (["tictactoe", "--algorithms", "luck"], "no algorithm “luck”"),
        (["tictactoe", "--conventions", "mine"], "no convention “mine”"),
        (["tictactoe", "--orders", "up"], "no order “up”"),
        (["tictactoe", "--algorithms", "expectiminimax,max-n"], "max-n needs"),
        (["tictactoe", "--measure", "beauty"], "The option --measure cannot be “beauty”"),
        (["tictactoe", "--theme", "pink"], "no colours “pink”"),
        (["tictactoe", "--csv", "-", "--json"], "Only one thing can be printed"),
        (["tictactoe", "--positions", "nowhere.txt"], "nowhere.txt"),
        (["tictactoe", "--positions", os.devnull], "it has no position"),
        (["tictactoe", "nim", "--positions", "-"], "name it"),
        (["tictactoe", "--sample", "10", "--after", "1"], "only 9 positions"),
        (["tictactoe", "--nodes", "0"], "limit in nodes"),
    ],
)
def test_errors_are_one_sentence(arguments: list[str], words: str) -> None:
    with pytest.raises(PlygroundError, match=re.escape(words)):
        app(["compare", *arguments], standalone_mode=False)


def test_the_program_tells_what_is_wrong() -> None:
    done = run("compare", "tictactoe", "--depths", "5-2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Depths are written like 1-6 or 2,4,8, from 1 to 500 plies, not “5-2”.\n"


@pytest.mark.proof
def test_the_examples_do_what_they_show() -> None:
    assert check_examples(DOCS / "compare.md") == 2
