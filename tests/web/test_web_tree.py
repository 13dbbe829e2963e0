"""Trees: what is shown of a search is true."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from plyground.core.position import MAX
from plyground.games import game
from plyground.searches import PRESETS, Setting, search, setting
from plyground.trace.record import record
from plyground.trace.value_text import number, relation
from plyground.web.pages.game.tree_panel import Branch, Tree

TICTACTOE = game("tictactoe")


def open_branch(tree: Tree, branch: Branch) -> None:
    node = branch.node
    run = record(
        branch.position, tree.algorithm.name, tree.setting,
        start_ply=node.depth, side=node.side, alpha=node.alpha, beta=node.beta, kept_plies=1,
    )  # fmt: skip
    tree.grow(branch, run.nodes)


def tree_of(text: str, name: str, chosen: Setting) -> Tree:
    tree = Tree(TICTACTOE, (), TICTACTOE.notation.parse(text), name, chosen)
    open_branch(tree, tree.root)
    return tree


def exact(position: Any, side: int) -> int:
    """The value of a position in MAX's view."""
    return side * search(position, "minimax").value


@pytest.mark.parametrize("course", PRESETS)
def test_every_value_shown_is_true(course: str) -> None:
    tree = tree_of("xo..x....", "alphabeta", setting(convention=PRESETS[course]))
    chance = random.Random(f"{course} 1")
    for _step in range(25):
        closed = [branch for branch in tree.root.all() if branch.node.kind == "inner" and not branch.children]
        open_branch(tree, chance.choice(closed))
    cut = 0
    for branch in tree.root.all():
        node = branch.node
        if node.kind == "cut":
            cut += 1
            assert node.value is None
            continue
        assert node.value is not None and not isinstance(node.value, tuple)
        true = exact(branch.position, node.side)
        claims = {
            "=": node.value == true,
            "≥": true >= node.value,
            "≤": true <= node.value,
            "?": node.alpha == node.beta,
        }
        assert claims[relation(node, tree.terms)], tree.state()
    assert cut


def test_minimax_shows_no_window_and_no_bound() -> None:
    tree = tree_of("xo..x....", "minimax", setting())
    drawn = tree.state()["nodes"]
    assert len(drawn) == 7
    assert {node["window"] for node in drawn} == {""}
    assert all(node["value"].startswith("= ") for node in drawn)


def test_the_best_line_is_the_searchs_own() -> None:
    position = TICTACTOE.notation.parse("xo..x....")
    tree = tree_of("xo..x....", "alphabeta", setting(scores="distance"))
    for _ply in range(9):
        last = [branch for branch in tree.root.all() if branch.on_line][-1]
        if last.node.kind == "inner":
            open_branch(tree, last)
    line = tuple(branch.moves[-1] for branch in tree.root.all() if branch.on_line and branch.moves)
    assert line == search(position, "alphabeta", setting(scores="distance")).line


def test_distances_count_from_the_root() -> None:
    tree = tree_of("xo.ox....", "minimax", setting(scores="distance"))  # 8 wins: the diagonal 0-4-8
    (winning,) = (node for node in tree.state()["nodes"] if node["move"] == "8")
    assert winning["value"] == "= +1 (1)"
    assert winning["kind"] == "over"


def test_a_depth_limit_is_shown_as_one() -> None:
    judge = TICTACTOE.evaluations["open-lines"]
    tree = tree_of(".........", "alphabeta", setting(depth=1, evaluation=judge))
    children = tree.root.children
    assert {branch.node.kind for branch in children} == {"horizon"}
    assert number(children[4].node.value or 0, tree.terms, signed=True) == "+4"  # the centre: 8 − 4 open lines


def test_nodes_stand_apart_and_parents_above_their_children() -> None:
    tree = tree_of("x........", "alphabeta", setting())
    open_branch(tree, tree.root.children[2])
    open_branch(tree, tree.root.children[5])
    state = tree.state()
    for row in range(state["rows"]):
        columns = [node["x"] for node in state["nodes"] if node["y"] == row]
        assert columns == sorted(columns)
        assert all(right - left >= 1 for left, right in pairwise(columns))
        assert columns[0] >= 0 and columns[-1] <= state["columns"] - 1
    for branch in tree.root.all():
        if branch.children:
            assert branch.column == (branch.children[0].column + branch.children[-1].column) / 2
    assert state["levels"] == ["MAX (O)", "MIN (X)", "MAX (O)"]
    assert tree.root.node.side == MAX
