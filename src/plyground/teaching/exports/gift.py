"""Exercises as GIFT, Moodle's plain text format (https://docs.moodle.org/en/GIFT_format), with the tree drawn as text.

The drawing names every node and tells who moves there. A statement has no tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape as html

from plyground.errors import ExerciseError
from plyground.i18n import _
from plyground.teaching.exercises.drawings import as_text, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exports.moodle import asked, grade
from plyground.teaching.exports.question_bank import category, id_number, tags
from plyground.teaching.exports.single_questions import SingleQuestion, single_questions

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
    for question in single_questions(name, exercise):
        words = f"<p>{html(asked(exercise), quote=False)}</p>"
        if has_picture(exercise):
            words += f"<pre>{html(as_text(exercise).rstrip(), quote=False)}</pre>"
        if question.item:
            words += f"<p>{html(f'{question.item}?', quote=False)}</p>"
        yield f"::{_escaped(question.name)}::[html]{_escaped(words)} {{{_answers(question, exercise)}}}"


def _answers(question: SingleQuestion, exercise: Exercise) -> str:
    right = question.right
    if question.is_truth:
        return "TRUE" if right[0] == question.choices[0] else "FALSE"
    if question.takes_several:
        share = Fraction(100, len(right))
        return " ".join(f"~%{grade(share if each in right else -share)}%{_escaped(each)}" for each in question.choices)
    if question.choices:
        return " ".join(f"{'=' if each in right else '~'}{_escaped(each)}" for each in question.choices)
    if question.is_whole:
        return f"#{right[0]}"
    if right:
        return " ".join(f"={_escaped(text)}" for text in right)
    raise ExerciseError(_("GIFT does not support the exercise {kind}: use Moodle XML.", kind=exercise.kind.name))


def _escaped(text: str) -> str:
    return text.translate(GIFT_SIGNS)
