"""What is said to people: an exercise, its solution, and the mark of an answer."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.language import Number, Sentence, _
from plyground.lessons.exercise import Answer, Exercise
from plyground.lessons.marking import Mark
from plyground.lessons.values import shown

MOST = 2
"""Misconceptions that are told: the likeliest of those that an answer cannot tell apart."""


def solution_line(exercise: Exercise) -> str:
    """The right answer in one line."""
    return answer_line(exercise, exercise.solution())


def answer_line(exercise: Exercise, answer: Answer) -> str:
    """An answer in one line."""
    plain = exercise.kind.shape.written(answer)
    if isinstance(plain, list):
        return ", ".join(plain) or str(_("none"))
    if len(plain) == 1:
        return _value(next(iter(plain.values())))
    return ", ".join(f"{item} = {_value(value)}" for item, value in plain.items())


def _value(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else shown(value)


def verdict(mark: Mark) -> Iterator[Sentence]:
    """The mark in sentences: the credit, what is wrong, and why."""
    yield _("Right: {percent} %.", percent=Number(round(100 * mark.credit)))
    yield from mark.remarks
    for found in mark.misconceptions[:MOST]:
        yield found.sentence if found.exactly else _("This may explain what is wrong: {why}", why=found.sentence)
