"""Searches that start over: iterative deepening, and SSS* held beside Stockman's own algorithm with its list of states."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import minimax_by_definition, root_of, trees
from refusals import refused

from plyground import game, search, setting
from plyground.errors import SearchError
from plyground.searches import Limit, deepen
from plyground.trace.record import record
from plyground.trace.run import Action, Run
from plyground.trees import StaticValues, Tree, random_tree

CONNECT_FOUR = game("connect-four")
Path = tuple[int, ...]

shapes = st.recursive(st.just(0), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=20)


@st.composite
def unlike(draw: st.DrawFn) -> Any:
    """A tree of which no two leaves, and so no two subtrees, are alike."""
    shape = draw(shapes.filter(lambda shape: shape != 0))
    values = iter(draw(st.permutations(range(30))))

    def filled(node: Any) -> Any:
        return next(values) if node == 0 else [filled(child) for child in node]

    return filled(shape)


def at(tree: Any, path: Path) -> Any:
    for move in path:
        tree = tree[move]
    return tree


def stockman(tree: Any) -> tuple[int, list[Path]]:
    """The value, and the leaves in order: G. C. Stockman (1979), A minimax algorithm better than alpha-beta?, table 1."""
    states: list[tuple[Path, bool, float]] = [((), False, float("inf"))]  # node, whether solved, merit; best first
    leaves: list[Path] = []
    while True:
        node, solved, merit = states.pop(0)
        is_max = len(node) % 2 == 0
        if solved and node == ():
            return int(merit), leaves
        if solved and not is_max:  # a child of MAX: its brothers can do no better
            parent = node[:-1]
            states = [(parent, True, merit), *(one for one in states if one[0][: len(parent)] != parent)]
        elif solved and node[-1] + 1 < len(at(tree, node[:-1])):
            states.insert(0, ((*node[:-1], node[-1] + 1), False, merit))
        elif solved:
            states.insert(0, (node[:-1], True, merit))
        elif isinstance(at(tree, node), int):
            leaves.append(node)
            merit = min(merit, at(tree, node))
            ahead = [one for one in states if one[2] > merit or (one[2] == merit and one[0] < node)]
            states = [*ahead, (node, True, merit), *(one for one in states if one not in ahead)]
        elif is_max:
            states = [*(((*node, move), False, merit) for move in range(len(at(tree, node)))), *states]
        else:
            states.insert(0, ((*node, 0), False, merit))


def leaves_of(run: Run) -> list[Path]:
    """The leaves in the order in which they were first looked at."""
    leaves = (run.moves(step.node) for step in run.steps if step.action == Action.LEAF)
    return list(dict.fromkeys(tuple(move for move in path if move is not None) for path in leaves))


@settings(max_examples=40)
@given(unlike())
def test_sss_star_visits_what_stockman_s_does_in_its_order(tree: Any) -> None:
    """Theorem 1 of Plaat et al. (1996); and never a leaf that alpha-beta does not (Stockman 1979)."""
    value, leaves = stockman(tree)
    run = record(root_of(tree), "sss-star")
    assert (run.nodes[run.roots[-1]].value, leaves_of(run)) == (value, leaves)
    assert value == minimax_by_definition(tree)
    assert set(leaves) <= set(leaves_of(record(root_of(tree), "alphabeta")))


@settings(max_examples=40)
@given(trees, st.sampled_from(["iterative-deepening", "sss-star"]))
def test_repeated_searches_find_the_minimax_value(tree: Any, name: str) -> None:
    result = search(root_of(tree), name)
    assert (result.value, result.proven) == (minimax_by_definition(tree), True)
    if result.move is not None:
        assert minimax_by_definition(tree[result.move], -1) == result.value


def test_each_pass_looks_a_ply_deeper_and_takes_first_what_the_last_found_best() -> None:
    """On Connect Four, where ideas change: the first move of a pass is the best of the one before."""
    judge = next(iter(CONNECT_FOUR.evaluations.values()))
    position = CONNECT_FOUR.notation.parse("44444")
    run = record(position, "iterative-deepening", setting(depth=4, evaluation=judge))
    roots = [run.nodes[root] for root in run.roots]
    assert [run.steps[root.steps[0]].depth for root in roots] == [1, 2, 3, 4]
    assert [run.nodes[root.children[0]].move for root in roots[1:]] == [root.best for root in roots[:-1]]
    for depth, root in enumerate(roots, 1):
        alone = search(position, "minimax", setting(depth=depth, evaluation=judge))
        assert root.value == alone.value


def test_a_pass_that_guessed_nothing_is_the_last() -> None:
    uneven = Tree.parse('[{"value": 6, "children": [1, 9]}, 5]')
    judged = setting()._replace(evaluation=StaticValues())
    run = record(uneven.start, "iterative-deepening", judged)
    assert [run.nodes[root].value for root in run.roots] == [6, 5]
    result = search(uneven.start, "iterative-deepening", judged)
    assert (result.proven, [root.proven for root in result.moves]) == (True, [True, True])
    shallow = search(uneven.start, "iterative-deepening", setting(depth=1, evaluation=StaticValues()))
    assert (shallow.value, shallow.proven, [root.proven for root in shallow.moves]) == (6, False, [False, True])


def test_iterative_deepening_equals_the_deepening_driver() -> None:
    tree = random_tree(3, 5, seed=8)
    assert (
        deepen(tree.start, Limit(), algorithm="transposition").value == search(tree.start, "iterative-deepening").value
    )


@pytest.mark.parametrize("name", ["iterative-deepening", "sss-star"])
def test_unsupported_games_are_refused(name: str) -> None:
    with refused(SearchError, "{name} does not support chance, which this game has."):
        search(Tree.of([[1, 2], [3, 4]], levels="max,chance").start, name)
