"""A lesson: some steps, each of a few sentences, that ask for a prediction and then show the real thing."""

from __future__ import annotations

from typing import NamedTuple

from plyground.lessons.questions.question import Question


class Part(NamedTuple):
    """One step of a lesson; its texts are HTML that holds nothing but what Markdown makes."""

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
