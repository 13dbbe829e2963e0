"""Marking where a student works: in a notebook, or at Python's prompt."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.lessons.marking import mark
from plyground.lessons.papers import exercise_from
from plyground.lessons.report import verdict


def check(exercise: str, answer: Any) -> None:
    """Print the mark of an ``answer`` to an ``exercise``, which is its JSON; what cannot be read is told in a sentence."""
    try:
        for sentence in verdict(mark(exercise_from(exercise), answer)):
            print(sentence)
    except PlygroundError as error:
        print(error)
