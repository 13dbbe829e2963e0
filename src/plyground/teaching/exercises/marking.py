"""Marking: partial credit for each item, and the misconception that explains a wrong answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from plyground.i18n import Sentence
from plyground.teaching.exercises.exercise import Answer, Exercise
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exercises.written_values import same


class Item(NamedTuple):
    """One item of a marked answer; ``given`` is None if it was left out."""

    name: str
    given: Any
    expected: Any
    right: bool


class NamedMisconception(NamedTuple):
    """A misconception that explains an answer."""

    name: str
    sentence: Sentence
    exactly: bool  # False: the answer is incomplete, and the misconception explains the given part


class Mark(NamedTuple):
    """The mark of an answer, with its reasons."""

    credit: Fraction  # from 0 to 1
    items: tuple[Item, ...]
    remarks: tuple[Sentence, ...]
    misconceptions: tuple[NamedMisconception, ...]  # the misconception that explains the answer, if exactly one does


def mark(exercise: Exercise, given: Any) -> Mark:
    """Mark an answer ``given`` in its JSON form. Raise :class:`ExerciseError` if it cannot be read."""
    expected = exercise.solution()
    shape = exercise.kind.shape
    answer = shape.read(given, expected, exercise.tree)
    graded = shape.grade(exercise, answer, expected)
    items = tuple(
        Item(name, answer.get(name), expected.get(name), name in answer and same(answer[name], expected.get(name)))
        for name in [*expected, *(name for name in answer if name not in expected)]
    )
    named = explain(exercise, expected, answer) if graded.credit < 1 else ()
    return Mark(graded.credit, items, graded.remarks, named)


def explain(exercise: Exercise, expected: Answer, answer: Answer) -> tuple[NamedMisconception, ...]:
    """Return the misconception that leads to exactly this answer, as a tuple of one; else an empty tuple.

    If several misconceptions lead to it, none is named. O(misconceptions · nodes).
    """
    given = {name: value for name, value in answer.items() if name != "example"}
    if all(name in expected and same(value, expected[name]) for name, value in given.items()):
        return ()
    found: list[NamedMisconception] = []
    for known in MISCONCEPTIONS.values():
        faulty = exercise.under(known.change)
        if faulty != expected and all(same(value, faulty.get(name)) for name, value in given.items()):
            exactly = all(name in answer and same(answer[name], value) for name, value in faulty.items())
            found.append(NamedMisconception(known.name, known.tell(exercise.way()), exactly))
    exact = [named for named in found if named.exactly]
    told = exact or found
    return tuple(told) if len(told) == 1 else ()
