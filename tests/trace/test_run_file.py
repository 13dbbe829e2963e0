"""Runs in files come back as they were, and what is damaged is refused by name."""

from __future__ import annotations

import json
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import CONVENTIONS, trees

from plyground import FileError, game, setting
from plyground.searches import Convention
from plyground.trace.record import record
from plyground.trace.run import Run
from plyground.trace.run_file import load, read, save, write
from plyground.trees import Tree

TICTACTOE = game("tictactoe")


def run_of(nested: Any, convention: Convention | None = None, **choices: Any) -> Run:
    tree = Tree.of(nested)
    return record(tree.start, setting=setting(convention=convention or Convention()), of=tree, **choices)


def sealed(run: dict[str, Any]) -> str:
    """A text whose checksum is right, whatever it holds."""
    run.pop("sha256", None)
    plain = json.dumps(run, separators=(",", ":"), sort_keys=True)
    return json.dumps(run | {"sha256": sha256(plain.encode()).hexdigest()})


@settings(max_examples=40)
@given(trees, st.sampled_from(CONVENTIONS), st.sampled_from(["alphabeta", "minimax", "static-cutoff"]))
def test_a_run_comes_back_as_it_was(nested: Any, convention: Convention, name: str) -> None:
    run = run_of(nested, convention, name=name)
    again = read(write(run), "run.json")
    assert (again.nodes, again.steps, again.terms) == (run.nodes, run.steps, run.terms)
    assert write(again) == write(run)


def test_a_game_s_run_comes_back_with_its_positions_and_its_text(tmp_path: Path) -> None:
    start = TICTACTOE.notation.parse("xxo.o.x..")
    run = record(start, "pvs", setting(scores="distance"), of=TICTACTOE, source=True)
    save(run, tmp_path / "run.json")
    again = load(tmp_path / "run.json")
    assert (again.nodes, again.steps, again.listings) == (run.nodes, run.steps, run.listings)
    assert again.positions == run.positions
    assert again.stack(20) == run.stack(20) != []


@pytest.mark.parametrize("name", ["iterative-deepening", "sss-star"])
def test_a_search_that_starts_over_comes_back(name: str) -> None:
    run = run_of([[3, [12, 8]], [2, 4, 6]], name=name, source=True)
    again = read(write(run), "")
    assert len(again.roots) > 1
    assert (again.nodes, again.steps, again.listings) == (run.nodes, run.steps, run.listings)


def test_a_file_of_the_first_version_is_still_read() -> None:
    run = run_of([[3, 12, 8], [2, 4, 6]])
    first = json.loads(write(run)) | {"plyground run": 1}
    assert read(sealed(first), "").steps == run.steps


def test_fractions_come_back() -> None:
    halves = run_of([[Fraction(1, 2), 3], [Fraction(-7, 3), 1]])
    assert read(write(halves), "").nodes == halves.nodes


def test_players_and_chance_come_back() -> None:
    three = Tree.of([[(1, 2, 6), (4, 3, 2)], [(6, 1, 2), (7, 4, 1)]], levels="0,1,2")
    dice = Tree.of([[[3, 12], [-8, 2]], [[4, 6], [9, 1]], [[14, 5], [2, 0]]], levels="max,chance,min")
    for tree, name in ((three, "max-n"), (three, "paranoid"), (dice, "star1"), (dice, "star2")):
        run = record(tree.start, name, of=tree)
        again = read(write(run), "")
        assert (again.nodes, again.steps) == (run.nodes, run.steps)


def refused(text: str) -> str:
    with pytest.raises(FileError) as caught:
        read(text, "runs/my.json")
    assert str(caught.value).startswith("runs/my.json: ")
    return str(caught.value)


def test_damage_is_named() -> None:
    text = write(run_of([[3, 12, 8], [2, 4, 6]]))
    assert "not whole JSON" in refused(text[:-20])
    assert "not whole JSON" in refused("[" * 100_000)
    assert "not the file of a run" in refused("[]")
    assert "version 7" in refused(text.replace('"plyground run":2', '"plyground run":7'))
    assert "checksum" in refused(text.replace("12", "13"))


@pytest.mark.parametrize(
    "change",
    [
        lambda run: run["steps"].pop(0),
        lambda run: run["steps"].clear(),
        lambda run: run["steps"].append(["quit", 3]),
        lambda run: run["steps"].insert(3, ["sleep"]),
        lambda run: run["steps"].insert(0, ["deepen", -3]),
        lambda run: run["steps"].insert(0, ["deepen", "far"]),
        lambda run: run["steps"][4].__setitem__(1, 17),  # a move that the tree does not have
        lambda run: run["steps"][3].__setitem__(1, {}),
        lambda run: run.pop("terms"),
        lambda run: run["terms"].update(players=None, more=1),
        lambda run: run.update(steps=None),
        lambda run: run.update(of={"game": "tictactoe", "position": "x"}),
        lambda run: run.update(of={"game": "whist", "position": "x"}),
        lambda run: run.update(of={"tree": "[[1,", "node": 0}),
    ],
)
def test_wrong_files_are_refused_even_with_a_right_checksum(change: Any) -> None:
    run = json.loads(write(run_of([[3, 12, 8], [2, 4, 6]])))
    change(run)
    refused(sealed(run))


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"missing\.json"):
        load(tmp_path / "missing.json")
    with pytest.raises(FileError, match="cannot be written"):
        save(run_of([1, 2]), tmp_path / "no" / "folder.json")
