"""Marking for notebooks and the Python prompt."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.teaching.exercises.json_format import exercise_from
from plyground.teaching.exercises.marking import mark
from plyground.teaching.exercises.marking_report import verdict


def check(exercise: str, answer: Any) -> None:
    """Print the mark of an ``answer`` to an ``exercise``, given as JSON; print the error if it cannot be read."""
    try:
        for sentence in verdict(mark(exercise_from(exercise), answer)):
            print(sentence)
    except PlygroundError as error:
        print(error)
