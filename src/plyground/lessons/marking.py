"""Marking: partial credit item by item, and the misconception that an answer gives away."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from plyground.language import Sentence
from plyground.lessons.exercise import Answer, Exercise
from plyground.lessons.misconceptions import MISCONCEPTIONS
from plyground.lessons.values import same


class Item(NamedTuple):
    """One item of an answer; ``given`` is None where nothing was."""

    name: str
    given: Any
    expected: Any
    right: bool


class Named(NamedTuple):
    """A misconception that an answer gives away."""

    name: str
    sentence: Sentence
    exactly: bool  # it explains the whole answer, not only what is wrong in it


class Mark(NamedTuple):
    """What an answer is worth, and why."""

    credit: Fraction  # from 0 to 1
    items: tuple[Item, ...]
    remarks: tuple[Sentence, ...]
    misconceptions: tuple[Named, ...]  # those that explain it best; several may be impossible to tell apart


def mark(exercise: Exercise, given: Any) -> Mark:
    """Mark what was ``given``, as JSON has it. Raises :class:`ExerciseError` for what cannot be read."""
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


def explain(exercise: Exercise, expected: Answer, answer: Answer) -> tuple[Named, ...]:
    """The misconceptions under which everything that is wrong in an answer is right, and most of the rest.

    Each is run beside the right way: O(misconceptions · nodes).
    """
    wrong = [name for name in answer if not same(answer[name], expected.get(name))]
    if not wrong:
        return ()
    found: list[tuple[int, Named]] = []
    for known in MISCONCEPTIONS.values():
        faulty = exercise.under(known.change)
        if faulty == expected:
            continue
        agreed = {name for name in answer if same(answer[name], faulty.get(name))}
        told = [name for name in wrong if name in faulty or name not in expected]
        if told and agreed.issuperset(told):
            exactly = all(same(answer.get(name), value) for name, value in faulty.items())
            if not exactly and all(isinstance(answer[name], bool) for name in wrong):
                continue  # a tick more or less has too many explanations
            found.append((len(agreed), Named(known.name, known.tell(exercise.way()), exactly)))
    most = max((agreement for agreement, _named in found), default=0)
    return tuple(named for agreement, named in found if agreement == most)
