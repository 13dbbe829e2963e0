"""The jobs of the rooms of exercises and lessons, which run in worker processes."""

from __future__ import annotations

from pathlib import Path

from plyground.i18n import use
from plyground.searches import Tally
from plyground.web.components.exercise_form import ExercisePage
from plyground.web.pages.learn.exercise_page import exercise_page
from plyground.web.pages.learn.lesson_page import LessonPage, lesson_page, list_page
from plyground.web.urls.learn_url import ExerciseQuery, LessonQuery


def show_exercise(tally: Tally, query: ExerciseQuery, spoken: str) -> ExercisePage:
    """Return the page of an exercise, with the mark of an answer if there is one."""
    use(spoken)
    return exercise_page(query)


def show_lessons(tally: Tally, folder: Path | None, spoken: str) -> LessonPage:
    """Return the page with all lessons."""
    use(spoken)
    return list_page(folder)


def show_lesson(tally: Tally, query: LessonQuery, folder: Path | None, spoken: str) -> LessonPage:
    """Return the page of a step of a lesson."""
    use(spoken)
    return lesson_page(query, tally, folder)
