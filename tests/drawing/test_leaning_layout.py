"""The leaning layout: the first branch straight down, and no two nodes in one place."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from plyground.drawing.leaning_layout import leaning


@given(st.lists(st.integers(0, 10**6), max_size=60))
def test_nodes_stand_apart_in_order_with_parents_above_their_first_child(parents: list[int]) -> None:
    children: list[list[int]] = [[] for _node in range(len(parents) + 1)]
    level = [0] * len(children)
    for node, parent in enumerate(parents, 1):
        children[parent % node].append(node)
        level[node] = level[parent % node] + 1
    columns = leaning(children)
    for node, below in enumerate(children):
        if below:
            assert columns[node] == columns[below[0]]
    pending, rows = [0], [list[int]() for _node in children]
    while pending:  # the nodes of each level from left to right
        node = pending.pop()
        rows[level[node]].append(columns[node])
        pending += reversed(children[node])
    assert columns[0] == 0
    assert all(left < right for row in rows for left, right in pairwise(row))


def test_a_single_open_branch_takes_no_more_columns_than_its_widest_node() -> None:
    assert max(leaning([[1, 2, 3], [4, 5, 6], [], [], [], [], []])) == 2
