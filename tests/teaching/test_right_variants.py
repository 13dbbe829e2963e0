"""Right programs in any style get full marks. The styles come from a generator that knows nothing of the grader."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from right_variants import BASES, variant_of, variants
from samples import sample

from plyground.teaching.grading.grade_report import sentences
from plyground.teaching.grading.graded_trees import generate
from plyground.teaching.grading.grader import Settings, grade
from plyground.teaching.grading.student_objects import Examined, TreeNode

COUNT, NIGHTLY = 50, 1000
NAMES = list(BASES)


def value(task: str, node: Any, ply: int = 0) -> Any:
    """Return the value of a tree, by the definition."""
    if not isinstance(node, list):
        return node
    values = [value(task, child, ply + 1) for child in node]
    if task == "max-n":
        return max(values, key=lambda vector: vector[ply % 3])
    if ply % 2 == 0:
        return max(values)
    return mean(values) if task == "expectimax" else min(values)


@pytest.mark.proof
def test_the_variants_are_right() -> None:
    checked = 0
    for variant in variants(220):
        for tree in generate(variant.task, "Ana", 3, 4):
            given: Any = TreeNode(tree, Examined()) if variant.base == "nodes" else tree
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                found = variant.value(given)
            wanted = value(variant.task, tree)
            assert found == (wanted if variant.task == "max-n" else pytest.approx(wanted)), variant.text
            checked += 1
    assert checked == 880


def marked_down(number: int) -> str:
    """Return the text and the sentences of a variant that is marked down; empty if none is."""
    variant = variant_of(NAMES[number % len(NAMES)], number)
    found = grade(Path("ana.py"), variant.text, Settings(variant.task, 20))
    return "" if found.is_right and found.credit == 1 else "\n".join([variant.text, *map(str, sentences(found))])


@pytest.mark.parametrize("number", sample(range(COUNT), every=10))
def test_no_right_variant_is_marked_down(number: int) -> None:
    assert marked_down(number) == ""


@pytest.mark.nightly
def test_none_of_a_thousand_right_variants_is_marked_down() -> None:
    assert [found for found in map(marked_down, range(COUNT, COUNT + NIGHTLY)) if found] == []
