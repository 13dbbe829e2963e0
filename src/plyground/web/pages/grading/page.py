"""The page of grading: the form for files, and the results."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import FileError, SpecError
from plyground.i18n import Number, Sentence, _, percentage
from plyground.teaching.grading.rubric import Rubric, rubric_of
from plyground.teaching.grading.submission_report import as_csv
from plyground.teaching.tasks.ready_tasks import TASKS
from plyground.web.components.page_layout import render
from plyground.web.grading_keeper import MAX_FILE_BYTES, MAX_FILES, MAX_PERCENT
from plyground.web.services import Services

MAX_SEED = 1_000_000_000
NUMBERS = ("seconds",)


def grading_page(request: Request, trouble: Sentence | str = "") -> Response:
    """Return the page with the form and the results so far."""
    keeper = Services.of(request).grading
    tasks: list[tuple[str, Sentence | str]] = [("", _("A search on trees: the names in the file tell which"))]
    tasks += [(name, f"{name}: {task.title}") for name, task in TASKS.items() if task.options]
    results = [(each, _credit(each.row.get("credit", 0.0), keeper.points)) for each in list(keeper.graded)]
    return render(
        request, "grading.html", 400 if trouble else 200, title=_("Grade students' code"), tasks=tasks, keeper=keeper,
        results=results, trouble=trouble, max_files=MAX_FILES, max_seed=MAX_SEED,
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


def grading_file(request: Request) -> Response:
    """Return the results as CSV."""
    headers = {"Content-Disposition": 'attachment; filename="plyground-grades.csv"'}
    content = as_csv(list(Services.of(request).grading.graded))
    return Response(content.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)


def options_of(task: str, seed: str) -> dict[str, Any]:
    """Return the arguments with which a ready task is graded. Raise :class:`SpecError`."""
    if task and not (task in TASKS and TASKS[task].options):
        raise SpecError(_("There is no task “{name}”.", name=task[:40]))
    if not (seed.isascii() and seed.isdecimal() and len(seed) < 11 and int(seed) <= MAX_SEED):
        raise SpecError(_("The teacher's seed is a whole number from 0 to {most}.", most=MAX_SEED))
    options: dict[str, Any] = {"seed": int(seed)}
    words = shlex.split(TASKS[task].options) if task else []
    for flag, text in zip(words[::2], words[1::2], strict=True):
        name = flag.removeprefix("--").replace("-", "_")
        if name == "tree":
            options[name] = (*options.get(name, ()), text)
        else:
            options[name] = float(text) if name in NUMBERS else text
    return options
