"""A lesson: steps that ask the reader for a prediction and then show the real result."""

from __future__ import annotations

from typing import NamedTuple

from plyground.teaching.lessons.questions.question import Question


class Part(NamedTuple):
    """One step of a lesson. Its texts are HTML that was made from Markdown."""

    title: str
    text: str
    question: Question | None = None
    afterwards: str = ""  # text shown after an answer


class Lesson(NamedTuple):
    """A lesson in one language."""

    name: str  # name of the lesson's file, also used in its address
    title: str
    about: str
    order: int  # place among the lessons
    parts: tuple[Part, ...]
