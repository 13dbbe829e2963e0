"""Exercises as GIFT, Moodle's plain text format (https://docs.moodle.org/en/GIFT_format), with the tree drawn as text.

The drawing names every node and tells who moves there. A statement has no tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape as html

from plyground.errors import ExerciseError
from plyground.i18n import _
from plyground.teaching.exercises.answer_types import InOrder, OneNode, Ticks, Values
from plyground.teaching.exercises.drawings import as_text, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.find_mistake import MistakeAnswer
from plyground.teaching.exercises.form_fields import NONE_FIELD, fields
from plyground.teaching.exercises.statements import TruthAnswer
from plyground.teaching.exports.moodle import ORDER_SEPARATORS, asked, grade
from plyground.teaching.exports.question_bank import category, id_number, tags
from plyground.teaching.exports.spellings import is_whole, spellings

GIFT_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"} | {"\n": "\\n"})
"""Characters that GIFT reserves, with their escapes."""


def gift(exercises: Sequence[tuple[str, Exercise]], title: str = "") -> str:
    """Return a file of exercises, each with its name. An exercise with several fields becomes one question for each
    field.

    The title is their category. Raise :class:`ExerciseError` for a kind of exercise that GIFT cannot express.
    """
    parts = []
    place = ""
    for name, exercise in exercises:
        if place != (place := category(exercise, title)):
            parts.append(f"$CATEGORY: $course$/top/{' '.join(place.split())}")
        labels = "".join(f" [tag:{tag}]" for tag in tags(exercise))
        parts += [
            f"// [id:{id_number(exercise)}-{number}]{labels}\n{question}"
            for number, question in enumerate(_questions(name, exercise), 1)
        ]
    return "\n\n".join(parts) + "\n"


def _questions(name: str, exercise: Exercise) -> Iterator[str]:
    shape = exercise.kind.shape
    solution = exercise.solution()
    if isinstance(shape, OneNode):
        moves = [exercise.tree.name(child) for child in exercise.tree.children(0)]
        choices = " ".join(f"{'=' if move == solution['move'] else '~'}{_escaped(move)}" for move in moves)
        yield _question(name, exercise, choices)
    elif isinstance(shape, MistakeAnswer):
        for field in fields(exercise):
            right = solution[field.name]
            choices = " ".join(
                f"{'=' if text == right else '~'}{_escaped(str(label))}" for text, label in field.options
            )
            yield _question(f"{name}, {field.label}", exercise, choices, f"{field.label}?")
    elif isinstance(shape, TruthAnswer):
        yield _question(name, exercise, "TRUE" if solution["true"] else "FALSE")
    elif isinstance(shape, InOrder):
        orders = (separator.join(solution.values()) for separator in ORDER_SEPARATORS)
        yield _question(name, exercise, " ".join(f"={_escaped(order)}" for order in orders))
    elif isinstance(shape, Ticks):
        right = solution | {str(NONE_FIELD.label): not any(solution.values())}
        share = Fraction(100, sum(right.values()))
        ticks = (f"~%{grade(share if ticked else -share)}%{_escaped(item)}" for item, ticked in right.items())
        yield _question(name, exercise, " ".join(ticks))
    elif isinstance(shape, Values):
        for item, value in solution.items():
            texts = " ".join(f"={_escaped(text)}" for text in spellings(value))
            yield _question(f"{name}, {item}", exercise, f"#{value}" if is_whole(value) else texts, f"{item}?")
    else:
        raise ExerciseError(_("GIFT does not support the exercise {kind}: use Moodle XML.", kind=exercise.kind.name))


def _question(name: str, exercise: Exercise, answers: str, item: str = "") -> str:
    words = f"<p>{html(asked(exercise), quote=False)}</p>"
    if has_picture(exercise):
        words += f"<pre>{html(as_text(exercise).rstrip(), quote=False)}</pre>"
    if item:
        words += f"<p>{html(item, quote=False)}</p>"
    return f"::{_escaped(name)}::[html]{_escaped(words)} {{{answers}}}"


def _escaped(text: str) -> str:
    return text.translate(GIFT_SIGNS)
