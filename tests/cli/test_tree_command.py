"""The command ``plyground tree``, by the real program."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from paths import DATA, DOCS
from program import agrees, answer, check_examples, run

from plyground.cli.app import app
from plyground.cli.commands.tree import _walk
from plyground.cli.json_records import DecisionRecord, TreeRecord
from plyground.cli.options.tree_source import given
from plyground.cli.reports.tree_report import SearchedTree
from plyground.errors import PlygroundError
from plyground.searches import Convention, setting
from plyground.trees import Tree

EXAMPLES = json.loads((DATA / "trees.json").read_text())
TWO_PLAYERS = [example for example in EXAMPLES if example["kinds"] is None]
CUT_KEYS = ("path", "kind", "after", "skipped")


def walked(example: dict[str, Any], **rule: bool) -> dict[str, Any]:
    tree = Tree.of(example["tree"], root=example["root"])
    answered: SearchedTree = _walk(tree, tree.start, "alphabeta", setting(convention=Convention(**rule)), None)
    return dict(answered.record())


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("example", TWO_PLAYERS, ids=lambda example: example["id"])
def test_the_record_of_every_worked_example(example: dict[str, Any], strict: bool) -> None:
    expected = example["computed_strict" if strict else "computed_cut_on_equality"]
    found = walked(example, strict=strict, last_child=True)
    agrees(found, TreeRecord)
    assert (found["value"], found["move"]) == (expected["value"], expected["move"])
    assert found["nodes"] == expected["nodes_visited"]
    assert found["leaves_visited"] == expected["visited_leaf_idx"]
    assert found["leaves_pruned"] == expected["pruned_leaf_idx"]
    cuts = [{key: cut[key] for key in CUT_KEYS} for cut in expected["cut_events"]]
    assert sorted(found["cutoffs"], key=lambda cut: cut["path"]) == sorted(cuts, key=lambda cut: cut["path"])
    for hard, values in ((False, "root_child_values_failsoft"), (True, "root_child_values_failhard")):
        known = walked(example, strict=strict, fail_hard=hard)["root_values"]
        assert [None if each is None else each["value"] for each in known] == expected[values]
    shallow = walked(example, strict=strict, shallow=True)
    assert shallow["leaves_pruned"] == expected["pruned_leaf_idx_without_deep_cutoffs"]


def test_a_bound_of_min_is_a_lower_one() -> None:
    found = answer("tree", "[0, [-2, 1], 5]", "--to-move", "min,max", "--convention", "cosc367")
    agrees(found, TreeRecord)
    assert found["cutoffs"] == [{"path": [1], "kind": "beta", "after": 1, "skipped": 0}]
    assert [known["bound"] for known in found["root_values"]] == ["exact", "lower", "lower"]


def test_the_laboratory_s_deep_cutoff() -> None:
    """S3's tree: L is cut by what A has three levels above it, then G and H by F = 2; its own parent knows of nothing."""
    example = {"tree": [3, [[[0, 9], 2], 5, 5]], "root": "max"}
    deep, shallow = walked(example), walked(example, shallow=True)
    assert (deep["leaves_pruned"], shallow["leaves_pruned"]) == ([2, 4, 5], [4, 5])
    assert deep["cutoffs"][0] == {"path": [1, 0, 0], "kind": "alpha", "after": 0, "skipped": 1}
    assert deep["value"] == shallow["value"] == 3


def test_values_with_chance_are_exact_fractions() -> None:
    found = answer("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--to-move", "max,chance", "--algorithm", "star1")
    assert (found["value"], found["move"], found["leaves_pruned"]) == ("23/3", 0, [5])
    assert found["cutoffs"] == [{"path": [1], "kind": "alpha", "after": 1, "skipped": 1}]


def test_a_file_and_what_is_wrong_with_it(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    file.write_text('{"tree": [[5, 6], [7, 4]], "root": "min", "title": "Mine"}')
    assert given(str(file)).title == "Mine"
    assert given("-3").value(0) == -3
    file.write_text("[[5, 6], []]")
    done = run("tree", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert str(file) in done.stderr
    assert "at [1]" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "Give one tree"),
        ([""], "the text ends before a number"),
        (["[1, 2]", "--seed", "3"], "--seed has no effect with TREE"),
        (["--random", "--position", "x"], "--position has no effect with --random"),
        (["[1, 2]", "--allies", "5"], "There is no player 5"),
        (["[[1, 2], 3]", "--to-move", "max,chance"], "alphabeta does not support chance"),
        (["[[1, 2], 3]", "--depth", "1"], "needs a static value of B"),
    ],
)
def test_impossible_options_are_refused_with_a_reason(arguments: list[str], why: str) -> None:
    with pytest.raises(PlygroundError, match=re.escape(why)):
        app(["tree", *arguments], standalone_mode=False)


def test_the_examples_of_the_page_on_trees_do_what_they_show() -> None:
    assert check_examples(DOCS / "trees.md") == 3


def test_an_example_by_its_name() -> None:
    assert json.loads(given("aima-5.2").json())["tree"] == [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert json.loads(given("aima-5.2", "min,max").json())["root"] == "min"


def test_an_example_is_searched_under_the_convention_of_its_course() -> None:
    found = [
        answer("tree", "cs188-tied-root", *more) for more in ([], ["--convention", "aima"], ["--algorithm", "sss-star"])
    ]
    assert [one["convention"] for one in found] == ["cs188", "aima", None]
    assert [one["leaves_pruned"] for one in found[:2]] == [[], [2]]
    assert {one["value"] for one in found} == {10}


def test_the_decision_of_a_bot_is_written_as_lines_a_record_and_a_picture(tmp_path: Path) -> None:
    asked = ("tree", "--game", "tictactoe", "--position", "xox.o....", "--bot", "minimax")
    lines = run(*asked).stdout.splitlines()
    assert lines[0] == "The search went to the end of the game and visited 206 positions."
    assert lines[1] == "MAX (X) 0"
    assert lines[2].startswith("├━ ")
    found = answer(*asked)
    agrees(found, DecisionRecord)
    first = [node for node in found["nodes"] if node["parent"] == 0]
    assert (found["source"], found["move"]) == ("search", first[0]["move"])
    assert [node["expected"] for node in first] == [True, False, False, False, False]
    file = tmp_path / "decision.svg"
    run(*asked, "--svg", str(file))
    assert file.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("[1, 2]", "--bot", "minimax"), "--game"),
        (("--game", "tictactoe", "--bot", "minimax", "--depth", "2"), "--depth has no effect with --bot minimax"),
        (("--game", "tictactoe", "--bot", "minimax", "--position", "xxx.oo..."), "over"),
        (("--game", "tictactoe", "--bot", "nobody"), "nobody"),
    ],
)
def test_a_decision_that_cannot_be_shown_says_why(options: tuple[str, ...], said: str) -> None:
    found = run("tree", *options)
    assert found.returncode != 0
    assert said in found.stderr
    assert "Traceback" not in found.stderr
