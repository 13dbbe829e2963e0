"""Courses whose assignments are graded with one option, and the terms of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from plyground.errors import SpecError
from plyground.i18n import Sentence, _
from plyground.teaching.courses.cs50 import grade_cs50
from plyground.teaching.courses.cs188 import TASKS, grade_questions
from plyground.teaching.grading.submission_report import Report


class Course(NamedTuple):
    """A course: what is graded, and the options of ``plyground grade`` that it stands for."""

    title: Sentence
    task: str = ""  # task that is graded with the usual options; "" = told by the file, or by a grader of its own
    game: str = ""
    has_own_grader: bool = False


COURSES = {
    "aima": Course(_("Russell and Norvig: searches that ask game.actions, game.result and game.utility")),
    "cs188": Course(
        _(
            "Berkeley CS188, project 2: ReflexAgent, MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, betterEvaluationFunction"
        ),
        has_own_grader=True,
    ),
    "cs50": Course(_("Harvard CS50 AI, Tic-Tac-Toe: seven functions of a board"), has_own_grader=True),
    "iasi": Course(_("Iași: the rules of Dame, with every refusal that the laboratory names"), "moves", "dame"),
    "usp": Course(_("USP: a bot for tic-tac-toe"), "bot", "tictactoe"),
}
"""The courses by name."""


def course_named(name: str) -> Course:
    """Return a course. Raise :class:`SpecError` for an unknown name."""
    if name not in COURSES:
        raise SpecError(
            _("There is no course “{name}”; the courses are: {names}.", name=name, names=", ".join(COURSES))
        )
    return COURSES[name]


def course_grader(name: str, task: str, count: int, seed: int, seconds: float) -> Callable[[Path, str, str], Report]:
    """Return the function that grades a file, its text and its student for a course with a grader of its own.

    Raise :class:`SpecError` for a task that the course has not.
    """
    tasks = tuple(TASKS) if name == "cs188" else ()
    if task and task not in tasks:
        raise SpecError(_("The course {course} has no task “{name}”; leave --task out.", course=name, name=task))
    if name == "cs50":
        return partial(_cs50, count, seed, seconds)
    return partial(_cs188, task, count, seed, seconds)


def _cs50(count: int, seed: int, seconds: float, path: Path, text: str, student: str) -> Report:
    return grade_cs50(path, text, student, count=count, seed=seed, seconds=seconds)


def _cs188(task: str, count: int, seed: int, seconds: float, path: Path, text: str, student: str) -> Report:
    return grade_questions(path, text, student, task=task, count=count, seed=seed, seconds=seconds)
