"""A cause is told only if it predicts every answer: listed mistakes are named in any style, and no other is blamed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from faulty_variants import CHANGES, listed, mutants
from samples import sample

from plyground.teaching.grading.grade_report import sentences
from plyground.teaching.grading.grader import Settings, grade

STYLES = 5
"""Styles of each listed mistake."""
MUTANTS = 250


def named(task: str, text: str, student: str = "ana", trees: int = 50, seconds: float = 2.0) -> str:
    """Return the name of the mistake that the grader tells; empty for none, "right" if nothing is wrong."""
    found = grade(Path(f"{student}.py"), text, Settings(task, trees, seconds=seconds))
    return "right" if found.is_right else found.fault.name if found.fault is not None else ""


@pytest.mark.parametrize("number", sample(range(len(CHANGES)), every=16))
def test_a_listed_mistake_is_named_in_another_style(number: int) -> None:
    ((name, task, text),) = listed(1, number)
    assert named(task, text, trees=24) == name, text


@pytest.mark.nightly
def test_nine_of_ten_listed_mistakes_are_named_in_every_style_and_none_wrongly() -> None:
    results = [(name, named(task, text)) for name, task, text in listed(STYLES * len(CHANGES), len(CHANGES))]
    right = sum(name == found for name, found in results)
    assert right >= 0.9 * len(results), [pair for pair in results if pair[0] != pair[1]]
    assert [pair for pair in results if pair[1] not in (pair[0], "", "right")] == []


def blamed_wrongly(task: str, text: str) -> str:
    """Return "wrong" if a mistake is named that does not predict the answers on 150 other trees."""
    first = named(task, text, seconds=0.5)
    if first in ("", "right"):
        return first
    return "named" if named(task, text, "bia", 150, seconds=0.5) == first else "wrong"


@pytest.mark.parametrize("number", sample(range(0, 96, 12), every=4))
def test_no_random_mutation_gets_a_cause_that_fails_on_other_trees(number: int) -> None:
    ((task, text),) = mutants(1, number)
    assert blamed_wrongly(task, text) != "wrong", text


@pytest.mark.nightly
def test_no_cause_is_false_for_a_hundred_random_mutations() -> None:
    counts = Counter(blamed_wrongly(task, text) for task, text in mutants(MUTANTS))
    assert counts["wrong"] == 0
    assert counts["named"] + counts[""] >= 100


def test_a_function_of_the_search_is_not_graded_in_its_place() -> None:
    """Called with a wide window, ``smallest`` has more right values than ``solve``, by chance."""
    text = """
def largest(node, alpha, beta):
    if not isinstance(node, list):
        return node
    best = float("-inf")
    for child in node:
        best = max(best, smallest(child, beta, alpha))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best

def smallest(node, alpha, beta):
    if not isinstance(node, list):
        return node
    best = float("inf")
    for child in node:
        best = min(best, largest(child, beta, alpha))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best

def solve(node):
    return largest(node, float("-inf"), float("inf"))
"""
    assert named("alphabeta", text) == "window-exchanged"


def test_a_node_that_comes_back_is_no_answer() -> None:
    """A tree of objects is a leaf for this program: it returns the node, which has numbers of its own."""
    text = """
def search(node, depth, maximizing):
    if not isinstance(node, list):
        return node
    best = float("inf") if maximizing else float("-inf")
    for child in node:
        value = search(child, depth + 1, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best

def prepared(node, depth):
    def apply(maximizing):
        return search(node, depth, maximizing)
    return apply
"""
    assert named("minimax", text) == "infinity-swapped"


def test_a_sign_with_an_unknown_name_is_found_by_its_use() -> None:
    text = """
def bewerte(knoten, unten, oben, faktor):
    if not isinstance(knoten, list):
        return knoten
    best = float("-inf")
    for kind in knoten:
        best = max(best, -bewerte(kind, -oben, -unten, -faktor))
        unten = max(unten, best)
        if unten >= oben:
            break
    return best
"""
    assert named("alphabeta", text) == "leaf-sign"


def test_two_mistakes_together_are_told() -> None:
    text = """
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    best = 0
    for child in node[1:]:
        value = minimax(child, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best
"""
    assert named("minimax", text) == "zero-start+skips-first"


def test_without_a_cause_the_report_tells_what_was_seen() -> None:
    text = """
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) + len(values) % 2 if maximizing else min(values)
"""
    told = list(map(str, sentences(grade(Path("ana.py"), text, Settings("minimax", 30)))))
    assert any(sentence.startswith("Its value is too large on") for sentence in told)
    assert not any(sentence.startswith("The cause:") for sentence in told)
