"""A search's record: a tree that can be unfolded a node at a time."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from trees import CONVENTIONS, TreePosition, trees

from plyground import game, search, setting
from plyground.search import Convention
from plyground.trace.record import Node, unfold

TICTACTOE = game("tictactoe")


def nodes(root: Node) -> list[Node]:
    return [root, *(node for child in root.children for node in nodes(child))]


def flat(node: Node) -> tuple[Any, ...]:
    """Everything about a node but its children and the move that led to it."""
    return node.depth, node.side, node.alpha, node.beta, node.kind, node.value, node.cut, node.best


@given(trees, st.sampled_from(CONVENTIONS), st.sampled_from(["alphabeta", "minimax", "static-cutoff"]))
def test_unfolding_a_node_gives_what_the_whole_record_holds(tree: Any, convention: Convention, name: str) -> None:
    """The search of one node, called again with its window, is the same search."""
    chosen = setting(convention=convention)

    def compare(node: Node, position: Any) -> None:
        alone = unfold(position, name, chosen, depth=node.depth, side=node.side, alpha=node.alpha, beta=node.beta)
        assert flat(alone) == flat(node)
        assert [(child.move, flat(child)) for child in alone.children] == [
            (child.move, flat(child)) for child in node.children
        ]
        for child in node.children:
            if child.kind == "inner":
                compare(child, position.play(child.move))

    compare(unfold(TreePosition(tree), name, chosen, levels=100), TreePosition(tree))


def test_the_whole_tree_of_tic_tac_toe() -> None:
    """Its record has as many nodes as published, and a cut child for each move never made."""
    root = unfold(TICTACTOE.start, "alphabeta", setting(), levels=9)
    every = nodes(root)
    assert sum(node.kind != "cut" for node in every) == 18297
    for node in every:
        if node.kind == "inner":
            assert len(node.children) == 9 - node.depth
            assert (node.cut is not None) == any(child.kind == "cut" for child in node.children)


def test_below_the_levels_asked_for_nothing_is_kept() -> None:
    root = unfold(TICTACTOE.start, "minimax", setting(depth=4), levels=2)
    assert len(nodes(root)) == 1 + 9 + 72


def test_a_search_with_a_table_has_leaves_that_are_known() -> None:
    """What the table says of them is what a search of their own would have found, or a bound on it."""
    start = TICTACTOE.notation.parse("x...o....")
    root = unfold(start, "transposition", setting(scores="distance"), levels=9)
    known = [node for node in nodes(root) if node.kind == "known"]
    assert len(known) == search(start, "transposition", setting(scores="distance")).table_hits > 0
    assert all(not node.children and node.value is not None for node in known)
    assert root.value == unfold(start, "alphabeta", setting(scores="distance")).value


def test_a_move_asked_twice_is_shown_twice() -> None:
    """Principal variation search asks first whether a move is better, and then how much."""
    root = unfold(TICTACTOE.notation.parse("x........"), "pvs", setting(scores="distance"), levels=2)
    windows = [(child.move, child.alpha, child.beta) for child in root.children if child.kind != "cut"]
    assert all(move is not None for move, _alpha, _beta in windows)
    again = [move for move, _alpha, _beta in windows if [other[0] for other in windows].count(move) == 2]
    assert again
