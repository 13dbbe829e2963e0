"""A lesson: steps that ask the reader for a prediction and then show the real result."""

from __future__ import annotations

from typing import NamedTuple

from plyground.teaching.lessons.questions.question import Question


class Part(NamedTuple):
    """One step of a lesson. Its texts are HTML that was made from Markdown."""

    title: str
    text: str
    question: Question | None = None
    afterwards: str = ""  # what is told once there was an answer


class Lesson(NamedTuple):
    """A lesson in one language."""

    name: str  # that of its file, and of its address
    title: str
    about: str
    order: int  # the place among the others
    parts: tuple[Part, ...]
