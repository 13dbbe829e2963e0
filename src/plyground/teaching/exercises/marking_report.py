"""The sentences about an exercise, its solution and the mark of an answer."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.i18n import Number, Sentence, _
from plyground.teaching.exercises.cut_reasons import ReasonAnswer
from plyground.teaching.exercises.exercise import Answer, Exercise
from plyground.teaching.exercises.find_mistake import MistakeAnswer
from plyground.teaching.exercises.form_fields import fields, in_words
from plyground.teaching.exercises.marking import Mark
from plyground.teaching.exercises.written_values import shown


def solution_line(exercise: Exercise) -> str:
    """Return the right answer as one line of text."""
    return answer_line(exercise, exercise.solution())


def answer_line(exercise: Exercise, answer: Answer) -> str:
    """Return an answer as one line of text."""
    plain = exercise.kind.shape.written(answer)
    if isinstance(exercise.kind.shape, MistakeAnswer | ReasonAnswer):
        return in_words(fields(exercise), plain)
    if isinstance(plain, list):
        return ", ".join(plain) or str(_("none"))
    if len(plain) == 1:
        return _value(next(iter(plain.values())))
    return ", ".join(f"{item} = {_value(value)}" for item, value in plain.items())


def _value(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else shown(value)


def verdict(mark: Mark) -> Iterator[Sentence]:
    """Yield the mark in sentences: the credit, what is wrong, and why."""
    yield _("Right: {percent} %.", percent=Number(round(100 * mark.credit)))
    yield from mark.remarks
    for found in mark.misconceptions:
        yield found.sentence if found.exactly else _("This may explain what is wrong: {why}", why=found.sentence)
