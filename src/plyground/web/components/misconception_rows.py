"""Misconceptions of a class in the words of the reader."""

from __future__ import annotations

from plyground.i18n import Sentence
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.web.components.answer_tables import MisconceptionRow


def misconception_rows(rows: list[MisconceptionRow]) -> list[tuple[Sentence, int, str]]:
    """Return (title, number of answers, names of students) of each known misconception."""
    return [
        (MISCONCEPTIONS[row.name].title, row.answers, ", ".join(filter(None, row.students)))
        for row in rows
        if row.name in MISCONCEPTIONS
    ]
