"""``plyground learn``, and the evaluation of its file wherever an evaluation is named."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from program import run

from plyground import learn
from plyground.learning.weights_file import read_weights


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of weights of Connect Four."""
    path = tmp_path_factory.mktemp("weights") / "small.weights"
    learn("connect_four", games=30, seed=1, tables="lines4", on_top="none").write(path)
    return path


def test_the_command_writes_a_file_and_goes_on_from_it(tmp_path: Path) -> None:
    path = tmp_path / "t.weights"
    first = run("learn", "tictactoe", "--games", "60", "--seed", "1", "-o", str(path))
    assert first.returncode == 0
    assert "60 games, error" in first.stderr
    assert f"engine:evaluation={path}" in first.stdout
    refused = run("learn", "tictactoe", "--games", "60", "-o", str(path))
    assert refused.returncode == 2
    assert "--resume" in refused.stderr
    again = run("learn", "tictactoe", "--games", "60", "--seed", "1", "-o", str(path), "--resume")
    assert again.returncode == 0
    assert read_weights(path).games == 120


@pytest.mark.proof
def test_weights_that_lose_to_play_without_them_are_not_written(tmp_path: Path) -> None:
    """A file with all signs turned chooses bad moves, and a few more games do not mend that."""
    path = tmp_path / "worst.weights"
    wrong = learn("kalah", games=3_000, seed=1, on_top="none")
    assert wrong.gain is not None
    assert wrong.gain["verdict"] == "stronger"
    wrong.weights = array("b", [-weight for weight in wrong.weights])
    wrong.write(path)
    before = path.read_bytes()
    found = run("learn", "kalah", "--games", "60", "--seed", "1", "-o", str(path), "--resume")
    assert found.returncode == 2
    assert "weaker than play without it, so it was not kept" in found.stderr
    assert "was written" not in found.stdout
    assert path.read_bytes() == before


def test_a_folder_that_does_not_exist_is_named_before_it_learns(tmp_path: Path) -> None:
    found = run("learn", "tictactoe", "--seconds", "1000", "-o", str(tmp_path / "absent" / "t.weights"))
    assert found.returncode == 2
    assert "t.weights" in found.stderr


def test_a_file_is_an_evaluation_of_a_search(weights: Path) -> None:
    plain = run("search", "connect_four", "--depth", "2", "--json")
    learned = run("search", "connect_four", "--depth", "2", "--evaluation", str(weights), "--json")
    assert learned.returncode == 0
    assert "small.weights" in learned.stdout
    assert learned.stdout != plain.stdout


def test_a_file_is_an_evaluation_of_a_bot(weights: Path) -> None:
    found = run("search", "connect_four", "--bot", f"depth-limited:depth=2,evaluation={weights}")
    assert found.returncode == 0


def test_a_file_of_another_game_is_refused(weights: Path) -> None:
    found = run("search", "othello", "--depth", "2", "--evaluation", str(weights))
    assert found.returncode == 2
    assert "small.weights" in found.stderr
    assert "other rules" in found.stderr


@pytest.mark.parametrize("content", [b"", b"plyground weights 1\nsha256: 0\n{}\n\n", b"plyground weights 0\n"])
def test_a_wrong_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wrong.weights"
    path.write_bytes(content)
    found = run("search", "connect_four", "--depth", "2", "--evaluation", str(path))
    assert found.returncode == 2
    assert "wrong.weights" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.proof
def test_a_tournament_keeps_the_file_in_its_record(weights: Path, tmp_path: Path) -> None:
    """The processes of the games get the file, and the record can go on without it."""
    copy = tmp_path / "copied.weights"
    copy.write_bytes(weights.read_bytes())
    bots = [f"depth-limited:depth=1,evaluation={copy}", "random"]
    results = tmp_path / "results.plyground"
    played = run("tournament", "connect_four", *bots, "--games-per-pair", "2", "-j", "1", "-o", str(results))
    assert played.returncode == 0, played.stderr
    copy.unlink()
    again = run("tournament", "connect_four", "greedy", "-j", "1", "-o", str(results))
    assert again.returncode == 0, again.stderr


@pytest.mark.proof
def test_rules_that_cannot_be_compiled_are_learned_in_plain_python(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "data" / "own_games" / "noughts_and_crosses.py").read_text(encoding="utf-8")
    rules = tmp_path / "plain.py"  # cells are read from texts
    rules.write_text(text.replace("for cell in range(9):", 'for cell in map(int, "012345678"):'), encoding="utf-8")
    path = tmp_path / "n.weights"
    found = run("learn", str(rules), "--games", "12", "--seed", "1", "-o", str(path))
    assert found.returncode == 0, found.stderr
    assert "cannot be compiled" in found.stderr
    assert read_weights(path).games == 12
