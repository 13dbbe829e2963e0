"""Exercises as questions with one answer each, for formats whose questions have a single field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground.teaching.exercises.answer_types import InOrder, OneNode, Ticks, Values
from plyground.teaching.exercises.cut_reasons import ReasonAnswer
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.find_mistake import MistakeAnswer
from plyground.teaching.exercises.form_fields import NONE_FIELD, fields
from plyground.teaching.exercises.statements import TruthAnswer
from plyground.teaching.exports.spellings import is_whole, spellings

ORDER_SEPARATORS = (" ", ", ", ",", "; ", ";")
"""Separators that students may write between nodes in order."""


class SingleQuestion(NamedTuple):
    """One question: a choice, several choices, a text, or an essay if nothing is right by its text."""

    name: str
    right: tuple[str, ...]  # the right choices, or the accepted texts with the usual one first
    choices: tuple[str, ...] = ()  # empty: the answer is typed
    item: str = ""  # the part of the exercise that is asked, such as a node; empty: all of it
    takes_several: bool = False  # True: any number of choices may be ticked
    is_truth: bool = False  # True: the choices are “true” and “false”
    is_whole: bool = False  # True: the answer is a whole number


def single_questions(name: str, exercise: Exercise) -> Iterator[SingleQuestion]:
    """Yield the questions of an exercise: one for each of its fields."""
    shape, solution = exercise.kind.shape, exercise.solution()
    if isinstance(shape, Ticks):
        ticked = solution | {str(NONE_FIELD.label): not any(solution.values())}
        right = tuple(item for item, is_right in ticked.items() if is_right)
        yield SingleQuestion(name, right, tuple(ticked), takes_several=True)
    elif isinstance(shape, InOrder):
        yield SingleQuestion(name, tuple(separator.join(solution.values()) for separator in ORDER_SEPARATORS))
    elif isinstance(shape, Values):
        for item, value in solution.items():
            yield SingleQuestion(f"{name}, {item}", tuple(spellings(value)), item=item, is_whole=is_whole(value))
    elif isinstance(shape, OneNode | TruthAnswer | MistakeAnswer | ReasonAnswer):
        asked = [field for field in fields(exercise) if field.options]
        for field in asked:
            words = {text: str(label) for text, label in field.options}
            right = (words[_text(solution[field.name])],)
            is_part = len(asked) > 1
            yield SingleQuestion(
                f"{name}, {field.label}" if is_part else name,
                right,
                tuple(words.values()),
                item=str(field.label) if is_part else "",
                is_truth=isinstance(shape, TruthAnswer),
            )
    else:
        yield SingleQuestion(name, ())


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
