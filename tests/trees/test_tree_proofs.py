"""Alpha-beta on trees as the theory has it: minimax's value on very many trees, and the least number of nodes."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import minimax_by_definition, root_of, trees

from plyground.core.position import MAX, MIN
from plyground.searches import Convention, algorithm, search, setting
from plyground.searches.scores import INFINITY
from plyground.searches.tally import new_tally
from plyground.trees import Tree, TreePosition, by_value, random_tree

EVERY = [Convention(*answers) for answers in product((False, True), repeat=len(Convention._fields))]
"""Every answer to every question of a convention."""


def forest(count: int, seed: int) -> Tree:
    """A root below which so many random trees stand, of at most three levels."""
    chance = random.Random(seed)

    def part(levels: int) -> Any:
        if levels == 0 or chance.random() < 0.2:
            return chance.randint(-3, 3)
        return [part(levels - 1) for _child in range(chance.randint(1, 3))]

    return Tree.of([part(3) for _tree in range(count)])


def values_by_rows(tree: Tree) -> list[int]:
    """Minimax as one pass over the rows, from the last node to the first: no search at all."""
    values = list(tree.nodes.value)
    first, mover = tree.nodes.first, tree.nodes.mover
    for node in reversed(range(len(tree))):
        if first[node] != first[node + 1]:
            below = values[first[node] : first[node + 1]]
            values[node] = min(below) if mover[node] else max(below)
    return values


def compare(count: int, conventions: list[Convention]) -> None:
    """Alpha-beta at native speed gives the value of each tree of a forest, under each convention."""
    from plyground.native.compiler import compiled

    tree = forest(count, seed=count)
    values = values_by_rows(tree)
    tally = new_tally()
    roots = [
        (TreePosition(tree.nodes, node), tree.side(node), tree.side(node) * values[node]) for node in tree.children(0)
    ]
    for convention in conventions:
        chosen = setting(convention=convention)
        text = algorithm("alphabeta").text_under(convention)
        native = compiled(text, tree.start, 0, -INFINITY, INFINITY, MAX, chosen, tally)
        wrong = [root for root, side, value in roots if native(root, 1, -INFINITY, INFINITY, side, chosen, tally) != value]  # fmt: skip
        assert not wrong, convention


def test_alphabeta_is_minimax_on_many_random_trees() -> None:
    compare(500, [convention for convention in EVERY if not convention.right_to_left])


@pytest.mark.nightly
def test_alphabeta_is_minimax_on_ten_thousand_random_trees() -> None:
    compare(10_000, EVERY)


@pytest.mark.nightly
def test_alphabeta_is_minimax_on_a_hundred_thousand_random_trees() -> None:
    compare(100_000, EVERY)


@given(trees, st.sampled_from(EVERY))
@settings(max_examples=100)
def test_every_convention_decides_alike(tree: Any, convention: Convention) -> None:
    result = search(root_of(tree), "alphabeta", setting(convention=convention))
    assert result.score == minimax_by_definition(tree)
    for root in result.moves:
        value = minimax_by_definition(tree[root.move], MIN)
        assert root.score == value if root.bound == "exact" else root.score is None or root.score >= value


class TestLeastNodes:
    """Knuth & Moore (1975), theorem 1: b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, where the best child comes first."""

    @pytest.mark.parametrize("branching", range(1, 7))
    def test_perfectly_ordered_trees(self, branching: int) -> None:
        for depth in range(1, 7):
            tree = random_tree(branching, depth, most=1_000_000, seed=depth)
            chosen = setting(order=by_value(tree))
            leaves = search(tree.start, "alphabeta", chosen).leaves
            assert leaves == branching ** -(-depth // 2) + branching ** (depth // 2) - 1

    @given(st.integers(), st.booleans())
    @settings(max_examples=40)
    def test_no_order_examines_fewer_leaves_than_the_best(self, seed: int, best_first: bool) -> None:
        tree = random_tree(3, 4, most=5, seed=seed)
        leaves = search(tree.start, "alphabeta", setting(order=by_value(tree, best_first=best_first))).leaves
        assert leaves == 17 if best_first else leaves >= 17
