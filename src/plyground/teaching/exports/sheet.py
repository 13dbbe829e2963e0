"""Exercise sheets: their contents, which are the same in every format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plyground.i18n import Number, Sentence, _, _n
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.form_fields import fields

WORKING_LINES = 3
"""Empty lines for an answer in words or a tree."""


class Sheet(NamedTuple):
    """The exercises of one student, each with its title. If no name is given, the student writes it on the sheet."""

    student: str
    exercises: Sequence[tuple[str, Exercise]]


class Layout(NamedTuple):
    """The contents of each sheet."""

    title: str = ""
    points: int = 0  # points of each exercise; 0: none are printed
    solved: bool = False  # True: print solutions in place of room for answers
    is_key: bool = False  # True: print solutions only, for the teacher


class AnswerSpace(NamedTuple):
    """The room for an answer: boxes to tick, then a short line for each label, then long empty lines."""

    boxes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    lines: int = 0


def room(exercise: Exercise) -> AnswerSpace:
    """Return the room that the answer to an exercise needs."""
    asked = fields(exercise)
    boxes = [str(field.label) for field in asked if field.is_tick]
    boxes += [str(label) for field in asked for _text, label in field.options]
    short = [field for field in asked if not field.is_tick and not field.options]
    is_long = any(" " in str(field.label) for field in short)
    return AnswerSpace(
        tuple(boxes), () if is_long else tuple(str(field.label) for field in short), WORKING_LINES * is_long
    )


def heading(sheet: Sheet, layout: Layout) -> str:
    """Return the heading of a sheet or of its key."""
    title = layout.title or str(_("Exercises"))
    return str(_("{title}: solutions", title=title)) if layout.is_key else title


def points_of_one(layout: Layout) -> Sentence | None:
    """Return the points of one exercise in words, or None if none are printed."""
    return _n("{count} point", "{count} points", layout.points) if layout.points else None


def points_of_all(sheet: Sheet, layout: Layout) -> Sentence | None:
    """Return the line with the sum of the points of a sheet, or None if none are printed."""
    if not layout.points:
        return None
    return _("Points: {room} of {points}", room="______", points=Number(layout.points * len(sheet.exercises)))
