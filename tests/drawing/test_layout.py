"""The layout of trees: nothing overlaps, parents stand amid their children, and it is as narrow as can be."""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from samples import some

from plyground.drawing.layout import tidy

shapes: st.SearchStrategy[Any] = st.recursive(st.just([]), lambda below: st.lists(below, max_size=5), max_leaves=60)
"""Trees without values: lists of lists."""


def rows(shape: Any) -> tuple[list[list[int]], list[list[int]]]:
    """The children of each node by number, and the nodes of each level, left to right."""
    children: list[list[int]] = []
    levels: list[list[int]] = []
    level = [shape]
    count = 1
    while level:
        levels.append(list(range(len(children), len(children) + len(level))))
        for node in level:
            children.append(list(range(count, count + len(node))))
            count += len(node)
        level = [child for node in level for child in node]
    return children, levels


@settings(max_examples=40)
@given(shapes, st.randoms(use_true_random=False))
def test_nothing_overlaps_and_parents_stand_amid_their_children(shape: Any, chance: random.Random) -> None:
    children, levels = rows(shape)
    widths = [chance.uniform(1, 9) for _node in children]
    middles = tidy(children, widths, gap=1, apart=2)
    for level in levels:
        for one, two in pairwise(level):
            siblings = any(one in below and two in below for below in children)
            room = (widths[one] + widths[two]) / 2 + (1 if siblings else 2)
            assert middles[two] - middles[one] >= room - 1e-6
    for node, below in enumerate(children):
        if below:
            assert abs(middles[node] - (middles[below[0]] + middles[below[-1]]) / 2) < 1e-6
    assert abs(min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))) < 1e-6


@settings(max_examples=40)
@given(shapes)
def test_a_tree_and_its_mirror_image_are_drawn_as_mirror_images(shape: Any) -> None:
    """Reingold & Tilford's third aesthetic."""

    def mirrored(node: Any) -> Any:
        return [mirrored(child) for child in reversed(node)]

    children, levels = rows(shape)
    other, other_levels = rows(mirrored(shape))
    middles, others = tidy(children, [1] * len(children)), tidy(other, [1] * len(other))
    span = max(middles) - min(middles)
    for level, other_level in some(zip(levels, other_levels, strict=True)):
        for one, two in some(zip(level, reversed(other_level), strict=True)):
            assert abs((middles[one] - min(middles)) - (span - (others[two] - min(others)))) < 1e-6


@settings(max_examples=40)
@given(shapes)
def test_two_equal_subtrees_stand_as_close_as_their_widest_level_allows(shape: Any) -> None:
    """Siblings of one shape: somewhere between them the distance is the least."""
    children, levels = rows([shape, shape])
    middles = tidy(children, [1] * len(children))
    gaps = []
    for level in levels[1:]:
        left, right = level[: len(level) // 2], level[len(level) // 2 :]
        if left:
            gaps.append(middles[right[0]] - middles[left[-1]])
    assert abs(min(gaps) - 2) < 1e-6


def test_a_deep_tree_needs_no_recursion() -> None:
    depth = 20_000
    children: list[list[int]] = [[node + 1] for node in range(depth)] + [[]]
    assert set(tidy(children, [1] * (depth + 1))) == {0.5}


def test_the_work_grows_as_the_nodes() -> None:
    """A comb, whose contours are long: four times the nodes must not take much more than four times as many steps."""

    def steps(teeth: int) -> int:
        children: list[list[int]] = []
        for tooth in range(teeth):
            children += [[2 * tooth + 1, 2 * tooth + 2], []]
        children.append([])
        count = 0

        def counted(_frame: object, event: str, _argument: object) -> Any:
            nonlocal count
            count += event == "line"
            return counted

        before = sys.gettrace()
        sys.settrace(counted)
        try:
            tidy(children, [1] * len(children))
        finally:
            sys.settrace(before)
        return count

    assert steps(4_000) < 5 * steps(1_000)
