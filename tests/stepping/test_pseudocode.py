"""The pseudo-code beside a film: its lines are those of the steps, its values MAX's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_trees import trees

from plyground.searches.conventions import PRESETS
from plyground.searches.registry import ALGORITHMS
from plyground.searches.search_setting import setting
from plyground.stepping.comparison import Subject, screen
from plyground.stepping.pseudocode import TEXTS, frames, pseudocode
from plyground.trace.record import record
from plyground.trace.run import Action, Run
from plyground.trees import StaticValues, Tree

PLAIN = ("minimax", "alphabeta", "book-minimax", "book-alphabeta")
EXPECTED = {
    Action.ENTER: "(node",
    Action.LEAF: ": return ",
    Action.UPDATE: " ← ",
    Action.CUT: ": return v",
    Action.LEAVE: "return v",
}


def run_of(tree: Tree, name: str, **choices: Any) -> Run:
    return record(tree.start, name, setting(**choices), source=True, of=tree)


def check(run: Run) -> None:
    """Every step stands on a line that does what the step does."""
    text = pseudocode(run.terms)
    assert text is not None
    for step, (function, line, variables) in zip(run.steps, frames(run, text), strict=True):
        lines = text.functions[function].splitlines()
        assert EXPECTED[step.action] in lines[line], (step.action, lines[line])
        assert (step.action == Action.ENTER) == (line == 0)
        assert "v" in dict(variables) or step.action in (Action.ENTER, Action.UPDATE)


@given(
    trees.filter(lambda tree: isinstance(tree, list)), st.sampled_from(PLAIN), st.sampled_from(list(PRESETS.values()))
)
def test_each_step_has_the_line_that_does_it(nested: list[Any], name: str, convention: Any) -> None:
    choices = {"convention": convention} if ALGORITHMS[name].has_conventions else {}
    check(run_of(Tree.of(nested), name, **choices))


def test_chance_several_players_and_a_depth_limit() -> None:
    check(run_of(Tree.of([[1, 2], [3, 4]], levels="max,chance"), "expectiminimax"))
    check(run_of(Tree.of([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], levels=("0", "1", "2")), "max-n"))
    judged = Tree.parse(
        '{"value": 1, "children": [{"value": 4, "children": [2, 3]}, {"value": 5, "children": [6, 7]}]}'
    )
    run = run_of(judged, "minimax", depth=1, evaluation=StaticValues())
    check(run)
    assert any("depth limit" in line for line in pseudocode(run.terms).functions["value"].splitlines())  # type: ignore[union-attr]


@pytest.mark.parametrize("name", PLAIN)
def test_the_variables_are_those_that_the_lesson_asks_for(name: str) -> None:
    """The lesson on the window asks for alpha and beta at D: 5 and +∞, not the −∞ and −5 of negamax."""
    run = run_of(Tree.of([[5, 6], [3, 9], [7, 4, 8]]), name)
    entered = next(step for step in run.steps if run.nodes[step.node].move == 2 and step.action == Action.ENTER)
    _function, _line, variables = frames(run, pseudocode(run.terms))[run.steps.index(entered)]  # type: ignore[arg-type]
    assert variables == ([("α", "5"), ("β", "+∞")] if "alpha" in name else [])


def test_the_rule_of_the_convention_stands_in_the_text() -> None:
    for preset, rule in (("aima", "if α ≥ β: return v"), ("cs188", "if α > β: return v"), ("fail-hard", "clamped to [α, β]")):  # fmt: skip
        text = pseudocode(run_of(Tree.of([1, 2]), "alphabeta", convention=PRESETS[preset]).terms)
        assert text is not None and rule in text.functions["value"]


def test_a_film_has_the_pseudo_code_of_searches_that_have_one() -> None:
    tree = Tree.of([[3, 12], [2, 8]])
    for name in ("alphabeta", "pvs"):
        head = screen(Subject.tree(tree), (name,))[0].film.head()
        shown = head["pseudocode"]
        assert (shown is not None) == (name in TEXTS)
        assert shown is None or len(shown["frames"]) == len(head["steps"])
