"""Links with fields that are unknown, missing, of another page, or of an older version are answered in sentences."""

from __future__ import annotations

import pytest
from samples import sample

from plyground.errors import PlygroundError
from plyground.searches.tally import new_tally
from plyground.web.components.tree_steps.films import WrongField, films, subject
from plyground.web.pages.compare.jobs import plan_comparison
from plyground.web.pages.learn.exercise_page import exercise_page
from plyground.web.urls.compare_url import CompareQuery
from plyground.web.urls.learn_url import ExerciseQuery
from plyground.web.urls.trees_url import TreeQuery

STRANGE = (
    "x",
    "-1",
    "99999999999999",
    "²",
    "[[1,2],[3]]",
    ",",
    "nan",
    "<b>",
    "{}",
    "[[]]",
    "dame:size=999",
    "max,chance",
)
ANSWERS = ("item.", "item.A", "item.none", "item.order", "item.true", "item.example")


@pytest.mark.parametrize("field", sample([*TreeQuery._fields, "beside", "unknown"], every=6))
def test_strange_links_to_trees_are_answered(field: str) -> None:
    for text in STRANGE:
        for base in ({}, {"tree": "[[3,12],[2,8]]"}, {"random": "2,2"}, {"game": "tictactoe"}):
            query = TreeQuery.parse((base | {field: text}).items())
            assert query.format() is not None and query.first_step >= 0
            try:
                films(query, subject(query))
            except (WrongField, PlygroundError) as error:
                assert str(error.sentence)


@pytest.mark.parametrize("field", [*CompareQuery._fields, "unknown"])
def test_strange_links_to_comparisons_are_answered(field: str) -> None:
    for text in STRANGE:
        try:
            plan_comparison(new_tally(), CompareQuery.parse([(field, text)]))
        except PlygroundError as error:
            assert str(error.sentence)


@pytest.mark.parametrize(
    "kind", sample(["values", "skipped-leaves", "statement", "leaf-order", "aima-5.2", "nonsense"], every=6, first=2)
)
def test_strange_links_to_exercises_are_answered(kind: str) -> None:
    for field in (*ExerciseQuery._fields, *ANSWERS):
        for text in STRANGE:
            page = exercise_page(ExerciseQuery.parse([("kind", kind), ("answered", "1"), (field, text)]))
            assert "<h1>Exercises</h1>" in page.body and "<b>" not in page.body
