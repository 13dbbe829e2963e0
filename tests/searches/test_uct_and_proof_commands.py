"""``plyground search`` by UCT and by proof-number search, by the real program."""

from __future__ import annotations

import json

import pytest
from program import agrees, answer, exact_value, run

from plyground.cli.json_records import ProofNumberRecord, UctRecord


def test_uct_reports_every_move_with_its_visits() -> None:
    found = answer("search", "tictactoe", "--algorithm", "uct", "--playouts", "500", "--seed", "7")
    agrees(found, UctRecord)
    assert (found["playouts"], found["algorithm"], found["native"]) == (500, "uct", False)
    assert [arm["move"] for arm in found["moves"]] == list(range(9))
    assert sum(arm["visits"] for arm in found["moves"]) == 500
    assert found["line"][0] == found["move"]
    again = answer("search", "tictactoe", "--algorithm", "UCT", "--playouts", "500", "--seed", "7")
    assert again | {"seconds": 0} == found | {"seconds": 0}


def test_uct_is_as_good_compiled() -> None:
    """Left alone, as many playouts as this run compiled: the answer is the plain one's."""
    found = answer("search", "tictactoe", "--algorithm", "uct", "--playouts", "4000", "--seed", "7")
    plain = answer("search", "tictactoe", "--algorithm", "uct", "--playouts", "4000", "--seed", "7", "--plain")
    assert (found["native"], plain["native"]) == (True, False)
    assert found | {"seconds": 0, "native": 0} == plain | {"seconds": 0, "native": 0}


@pytest.mark.parametrize("board", ["x........", "x...o....", "xxox....o", "xo..x....", "xxoox.o..", "xoxxoxo.."])
def test_proofs_are_the_rules_own(board: str) -> None:
    """Compared with a solver that shares nothing with the package."""
    found = answer("search", "tictactoe", "--position", board, "--algorithm", "proof-number")
    agrees(found, ProofNumberRecord)
    assert found["value"] == exact_value(board)
    mark = "x" if board.count("x") == board.count("o") else "o"
    move = found["move"]
    assert -exact_value(board[:move] + mark + board[move + 1 :]) == found["value"]


def test_a_limit_may_leave_it_open() -> None:
    found = answer("search", "connect_four", "--algorithm", "proof_number", "--nodes", "50", "--plain")
    agrees(found, ProofNumberRecord)
    assert (found["value"], found["move"], len(found["questions"])) == (None, None, 1)
    assert found["questions"][0]["proof"] > 0
    words = run("search", "connect_four", "--algorithm", "proof-number", "--nodes", "50", "--plain").stdout
    assert "Unknown within the limits." in words


def test_puct_searches_by_an_evaluation() -> None:
    found = answer("search", "tictactoe", "--algorithm", "puct", "--nodes", "300", "--evaluation", "open-lines")
    assert found["algorithm"] == "puct"
    assert found["move"] in range(9)
    assert found["nodes"] >= 300
    assert sum(arm["visits"] for arm in found["moves"]) == found["playouts"] - 1 + 9  # each child begins with a visit


def test_puct_is_refused_without_an_evaluation() -> None:
    refused = run("search", "tictactoe", "--algorithm", "puct", "--evaluation", "none")
    assert refused.returncode == 2
    assert "has no evaluation, which puct needs" in refused.stderr


@pytest.mark.parametrize("algorithm", ["uct", "proof-number"])
def test_many_positions_and_one_that_is_over(algorithm: str) -> None:
    lines = "xxx.o.o..\nx........\n"
    done = run("search", "tictactoe", "--algorithm", algorithm, "--plain", "--positions", "-", stdin=lines)
    assert done.returncode == 0
    over, begun = map(json.loads, done.stdout.splitlines())
    assert (over["move"], over["value"]) == (None, -1)
    assert begun["value"] <= 1
    words = run("search", "tictactoe", "--algorithm", algorithm, "--position", "xxx.o.o..").stdout
    assert "The game is over" in words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--algorithm", "uct", "--depth", "3"], "--depth has no effect with --algorithm uct:"),
        (["--algorithm", "uct", "--nodes", "3"], "--nodes has no effect"),
        (["--algorithm", "proof-number", "--seed", "3"], "--seed has no effect"),
        (["--algorithm", "proof-number", "--nodes", "0"], "nodes"),
        (["--playouts", "3"], "The option --playouts is only for --algorithm uct."),
        (["--algorithm", "uct", "--exact"], "--algorithm has no effect with --exact"),
        (["--algorithm", "uctt"], "uct, proof-number."),
    ],
)
def test_impossible_options_are_refused_in_one_line(options: list[str], words: str) -> None:
    done = run("search", "tictactoe", *options)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
