"""The page of grading: the form for files, and the results."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from plyground.bots.bot_registry import bot
from plyground.drawing.legend import conventions_in_words
from plyground.errors import FileError, SpecError
from plyground.games import game
from plyground.i18n import Number, Sentence, _, percentage
from plyground.searches.conventions import convention
from plyground.teaching.courses.course_registry import COURSES, course_named
from plyground.teaching.grading.graded_trees import TASKS as SEARCHES
from plyground.teaching.grading.rubric import Rubric, rubric_of
from plyground.teaching.grading.submission_report import as_csv
from plyground.teaching.tasks.ready_tasks import TASKS
from plyground.web.components.game_list import listed_games
from plyground.web.components.page_layout import render
from plyground.web.grading_keeper import MAX_FILE_BYTES, MAX_FILES, MAX_PERCENT
from plyground.web.services import Services

MAX_SEED = 1_000_000_000
MAX_FIELD_CHARS = 200
NUMBERS = ("seconds",)
GAME_TASK_TITLES = {
    "moves": _("The rules of a game of your choice"),
    "bot": _("A bot for a game of your choice"),
    "evaluation": _("An evaluation for a game of your choice"),
}
NO_CHOICES: Mapping[str, str] = MappingProxyType({})
CHOICES = ("course", "game", "convention", "baseline", "same_evaluation")
"""Fields of the form that are arguments of :func:`plyground.testing.graded`."""


def grading_page(request: Request, trouble: Sentence | str = "") -> Response:
    """Return the page with the form and the results so far."""
    keeper = Services.of(request).grading
    tasks: list[tuple[str, Sentence | str]] = [("", _("A search on trees: the names in the file tell which"))]
    tasks += [(name, f"{name}: {task.title}") for name, task in TASKS.items() if task.options]
    tasks += GAME_TASK_TITLES.items()
    courses = [("", _("none")), *((name, f"{name}: {course.title}") for name, course in COURSES.items())]
    games = [(name, known.title) for name, known in listed_games()[0].items()]
    results = [(each, _credit(each.row.get("credit", 0.0), keeper.points)) for each in list(keeper.graded)]
    return render(
        request, "grading.html", 400 if trouble else 200, title=_("Grade students' code"), tasks=tasks, keeper=keeper,
        results=results, trouble=trouble, max_files=MAX_FILES, max_seed=MAX_SEED, courses=courses, games=games,
        conventions=conventions_in_words(),
    )  # fmt: skip


def _credit(share: float, points: float) -> str:
    """Return a credit in percent, or in points if a rubric gives other points."""
    if points == MAX_PERCENT:
        return percentage(share)
    return str(_("{earned} of {points}", earned=_shown(round(share * points, 2)), points=_shown(points)))


def _shown(number: float) -> Number:
    """Return a number with its decimals, at most three."""
    return Number(number, len(f"{number:.3f}".rstrip("0").partition(".")[2]))


async def rubric_in(sent: object) -> Rubric | None:
    """Return the rubric in the form, or None without one. Raise :class:`FileError`."""
    if not isinstance(sent, UploadFile) or not sent.filename:
        return None
    path = Path(sent.filename)
    content = await sent.read(MAX_FILE_BYTES)
    try:
        return rubric_of(content.decode(), path)
    except UnicodeDecodeError:
        raise FileError(path, _("this is not text in UTF-8.")) from None


def choices_of(task: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the teacher's choices for a task. Raise :class:`PlygroundError` for one that is wrong or does not fit."""
    given = {name: text.strip()[:MAX_FIELD_CHARS] for name, text in chosen.items() if name in CHOICES and text.strip()}
    if "course" in given:
        course_named(given["course"])
        if task:
            raise SpecError(_("A course names its own task: choose no task with it."))
        return {"course": given["course"]}
    about = {"moves": ("game",), "bot": ("game", "baseline"), "evaluation": ("game", "same_evaluation")}
    wanted = about.get(task, ("convention",) if not task or task in SEARCHES else ())
    kept = {name: text for name, text in given.items() if name in wanted}
    if "convention" in kept:
        convention(kept["convention"])
    if task in GAME_TASK_TITLES:
        known = game(kept.setdefault("game", "tictactoe"))
        if "baseline" in kept:
            bot(kept["baseline"], known)
        if kept.get("same_evaluation", "") not in ("", *known.evaluations):
            raise SpecError(_("There is no evaluation “{name}”; here there are: {names}.", name=kept["same_evaluation"], names=", ".join(known.evaluations)))  # fmt: skip
    return kept


def grading_file(request: Request) -> Response:
    """Return the results as CSV."""
    headers = {"Content-Disposition": 'attachment; filename="plyground-grades.csv"'}
    content = as_csv(list(Services.of(request).grading.graded))
    return Response(content.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)


def options_of(task: str, seed: str, chosen: Mapping[str, str] = NO_CHOICES) -> dict[str, Any]:
    """Return the arguments with which a task is graded, ready or with the teacher's choices. Raise
    :class:`PlygroundError`.
    """
    is_ready = task in TASKS and bool(TASKS[task].options)
    if task and not is_ready and task not in GAME_TASK_TITLES:
        raise SpecError(_("There is no task “{name}”.", name=task[:40]))
    if not (seed.isascii() and seed.isdecimal() and len(seed) < 11 and int(seed) <= MAX_SEED):
        raise SpecError(_("The teacher's seed is a whole number from 0 to {most}.", most=MAX_SEED))
    options: dict[str, Any] = {"seed": int(seed)}
    options |= choices_of(task, chosen)
    if task in GAME_TASK_TITLES:
        options["task"] = task
    words = shlex.split(TASKS[task].options) if is_ready else []
    for flag, text in zip(words[::2], words[1::2], strict=True):
        name = flag.removeprefix("--").replace("-", "_")
        if name == "tree":
            options[name] = (*options.get(name, ()), text)
        else:
            options[name] = float(text) if name in NUMBERS else text
    return options
