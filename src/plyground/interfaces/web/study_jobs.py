"""What the rooms of exercises and lessons ask of their workers."""

from __future__ import annotations

from pathlib import Path

from plyground.interfaces.web.exercise_page import Asked, Shown, exercise_page
from plyground.interfaces.web.lesson_page import Page, Visited, lesson_page, list_page
from plyground.language import use
from plyground.search import Tally


def show_exercise(tally: Tally, asked: Asked, spoken: str) -> Shown:
    """The page of an exercise, and of the mark of an answer."""
    use(spoken)
    return exercise_page(asked)


def show_lessons(tally: Tally, folder: Path | None, spoken: str) -> Page:
    """The page with all lessons."""
    use(spoken)
    return list_page(folder)


def show_lesson(tally: Tally, visited: Visited, folder: Path | None, spoken: str) -> Page:
    """The page of a step of a lesson."""
    use(spoken)
    return lesson_page(visited, tally, folder)
