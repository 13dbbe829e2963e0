"""Unfolded trees: what is shown of a decision is true, and stands in its place."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from plyground.bots import Thought, bot
from plyground.bots.decision import decision
from plyground.bots.decision_tree import DecisionTree, first_nodes, nodes_of, recorded, shorter_search
from plyground.core.game import Game
from plyground.games import game
from plyground.presentation.decision_text import legend, outline, source_words, value_words
from plyground.presentation.unfolded_tree import SHOWN, UnfoldedTree
from plyground.searches import PRESETS, Setting, search, setting
from plyground.trace.record import record

TICTACTOE = game("tictactoe")
PLAIN = Thought(native=False)


def open_node(shown: UnfoldedTree, number: int) -> None:
    """Open a node as the page does, but in this process."""
    if shown.toggle(str(number)) is None:
        return
    node, tree = shown.nodes[number], shown.tree
    assert tree.setting is not None
    run = record(
        shown.position(number), tree.algorithm, tree.setting,
        start_ply=node.depth, side=node.side, alpha=node.alpha, beta=node.beta, kept_plies=1,
    )  # fmt: skip
    assert run.root.best is not None
    shown.grow(number, first_nodes(nodes_of(run, tree.setting), [run.root.best]))


def tree_of(text: str, name: str, chosen: Setting) -> UnfoldedTree:
    return UnfoldedTree(TICTACTOE, shorter_search(TICTACTOE.notation.parse(text), name, chosen))


def decided(spec: str, text: str, of: Game = TICTACTOE) -> DecisionTree:
    found = decision(bot(spec, of), of.notation.parse(text), PLAIN).tree
    assert found is not None
    return found


def exact(position: Any, side: int) -> int:
    """The value of a position in MAX's view."""
    return side * search(position, "minimax").value


@pytest.mark.parametrize("course", PRESETS)
def test_every_value_shown_is_true(course: str) -> None:
    shown = tree_of("xox.o....", "alphabeta", setting(convention=PRESETS[course]))
    chance = random.Random(f"{course} 1")
    for _step in range(25):
        closed = [number for number in range(len(shown.nodes)) if shown.can_open(number) and number not in shown.open]
        if closed:
            open_node(shown, chance.choice(closed))
    cut = 0
    for number, node in enumerate(shown.nodes):
        if node.kind == "cut":
            cut += 1
            assert node.value is None
            continue
        assert node.value is not None and not isinstance(node.value, tuple)
        true = exact(shown.position(number), node.side)
        claims = {
            "=": node.value == true,
            "≥": true >= node.value,
            "≤": true <= node.value,
            "?": node.alpha == node.beta,
        }
        assert claims[node.sign], node
    assert cut


def test_minimax_shows_no_window_and_no_bound() -> None:
    drawn = tree_of("xox.o....", "minimax", setting()).state()["nodes"]
    assert sum(node["y"] == 1 for node in drawn) == 5
    assert {node["effort"] for node in drawn} == {""}
    assert not any(node["value"].startswith(("≥", "≤")) for node in drawn)


def test_the_best_line_is_the_searchs_own() -> None:
    position = TICTACTOE.notation.parse("xox.o....")
    shown = tree_of("xox.o....", "alphabeta", setting(scores="distance"))
    for _ply in range(9):
        last = max((n for n, node in enumerate(shown.nodes) if node.on_line), key=lambda n: shown.nodes[n].depth)
        if shown.can_open(last) and last not in shown.open:
            open_node(shown, last)
    line = tuple(node.move for node in shown.nodes if node.on_line and node.move is not None)
    assert line == search(position, "alphabeta", setting(scores="distance")).line


def test_a_large_search_is_unfolded_below_its_moves_by_searching_again() -> None:
    tree = recorded(decided("minimax", "x........"))
    shown = UnfoldedTree(TICTACTOE, tree)
    assert max(node.depth for node in shown.nodes) == 1
    expected = shown.expected
    assert expected is not None and shown.nodes[expected].move == tree.move
    open_node(shown, expected)
    below = [node for node in shown.nodes if node.parent == expected]
    assert len(below) == 7
    assert min(node.value for node in below) == shown.nodes[expected].value  # type: ignore[type-var]
    assert shown.expected is None


def test_distances_count_from_the_root() -> None:
    tree = decided("minimax", "xo.ox....")  # 8 wins: the diagonal 0-4-8
    (winning,) = (node for node in tree.nodes if node.depth == 1 and node.move == 8)
    assert value_words(tree, winning) == "+1 (1)"
    assert winning.kind == "over"


def test_a_depth_limit_is_shown_as_one() -> None:
    tree = decided("greedy", ".........")
    children = [node for node in tree.nodes if node.depth == 1]
    assert {node.kind for node in children} == {"horizon"}
    assert value_words(tree, children[0]) == "+4"  # the centre: 8 − 4 open lines
    assert "evaluated at the depth limit" in dict(legend(tree)).values()


def test_nodes_stand_apart_and_parents_above_their_first_child() -> None:
    shown = tree_of("x........", "alphabeta", setting(depth=3, evaluation=TICTACTOE.evaluations["open-lines"]))
    for move in (3, 5):
        open_node(shown, next(n for n, node in enumerate(shown.nodes) if node.depth == 1 and node.move == move))
    state = shown.state()
    for row in range(state["rows"]):
        columns = [node["x"] for node in state["nodes"] if node["y"] == row]
        assert columns == sorted(columns)
        assert all(right - left >= 1 for left, right in pairwise(columns))
        assert 0 <= columns[0] <= columns[-1] < state["columns"]
    by_key = {node["key"]: node for node in state["nodes"]}
    first: dict[str, int] = {}
    for node in state["nodes"]:
        if node["parent"] is not None:
            first.setdefault(node["parent"], node["x"])
    assert first and all(by_key[key]["x"] == column for key, column in first.items())
    assert state["levels"][:3] == ["MAX (O)", "MIN (X)", "MAX (O)"]


def test_many_moves_are_shown_after_a_press() -> None:
    of = game("othello")
    shown = UnfoldedTree(of, decided("greedy", of.notation.format(of.start), of))
    assert all(node["kind"] != "more" for node in shown.state()["nodes"])  # four moves
    chess = game("chess")
    shown = UnfoldedTree(chess, decided("greedy", chess.notation.format(chess.start), chess))
    nodes = shown.state()["nodes"]
    assert len(nodes) == 1 + SHOWN + 1
    (rest,) = (node for node in nodes if node["kind"] == "more")
    assert (rest["value"], rest["opens"]) == ("+12", True)
    shown.toggle(rest["key"])
    assert len(shown.state()["nodes"]) == 1 + 20


@pytest.mark.parametrize("key", ["", "x", "-1", "999", "+", "0.5", "None"])
def test_presses_on_nothing_do_nothing(key: str) -> None:
    shown = UnfoldedTree(TICTACTOE, decided("greedy", "........."))
    before = shown.state()
    assert shown.toggle(key) is None
    assert shown.state() == before


@pytest.mark.parametrize(
    "spec", ["engine:nodes=3000", "uct:playouts=90,seed=1", "table", "expert", "alphabeta:depth=2"]
)
def test_every_kind_of_tree_says_where_its_values_come_from(spec: str) -> None:
    tree = decided(spec, "x...o....")
    shown = UnfoldedTree(TICTACTOE, tree)
    words = str(source_words(tree))
    assert words.endswith(".") and "{" not in words
    lines = outline(tree, TICTACTOE).splitlines()
    assert len(lines) >= len(tree.nodes)
    assert lines[0].startswith("MAX (X)")
    assert "━" in lines[1]
    state = shown.state()
    assert all(node["label"] for node in state["nodes"])
    assert all(sign and meaning for sign, meaning in legend(tree))
