"""Exercise sheets as PDF, through Typst (the optional package ``typst``, Apache 2.0), without LaTeX.

``sheet.typ`` has the form of the page. It gets the texts and pictures as data, so no text has to be escaped. The fonts
are those that the package contains, so the file is the same on every machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from plyground.errors import ExerciseError
from plyground.i18n import _, language
from plyground.teaching.exercises.drawings import as_svg, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.marking_report import solution_line
from plyground.teaching.exports.sheet import AnswerSpace, Layout, Sheet, heading, points_of_all, points_of_one, room

FORM = Path(__file__).with_name("sheet.typ")
LEAST_TYPE_PT = 9.2
"""Least size of the names and values in a picture, in points."""
MAX_WIDTH_PT, MAX_HEIGHT_PT = 481.0, 300.0
"""Greatest size of a picture in points: the width of an A4 page between its margins."""
LARGEST_SCALE = 0.85
"""Points for one unit of a small drawing, which then has the type of the text."""
SIZE = re.compile(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"')
"""The size of an SVG picture."""


def pdf(sheets: Sequence[Sheet], layout: Layout) -> bytes:
    """Return the document with all sheets, each on pages of its own.

    Raise :class:`ExerciseError` without the package.
    """
    try:
        import typst
    except ImportError:
        raise ExerciseError(
            _("A PDF needs the package typst, which is not installed: pip install 'plyground[pdf]', or ask for latex.")
        ) from None
    code, _underscore, region = language().partition("_")
    record = {"code": code, "region": region or None, "sheets": [_sheet(sheet, layout) for sheet in sheets]}
    return bytes(
        typst.compile(
            FORM.read_bytes(), format="pdf", ignore_system_fonts=True, timestamp=0,
            sys_inputs={"sheets": json.dumps(record)},
        )
    )  # fmt: skip


def _sheet(sheet: Sheet, layout: Layout) -> dict[str, Any]:
    points = None if layout.is_key else points_of_all(sheet, layout)
    worth = points_of_one(layout)
    return {
        "title": heading(sheet, layout),
        "name": str(_("Name:")),
        "student": sheet.student,
        "points": points and str(points),
        "exercises": [
            {"title": title, "points": worth and str(worth), "parts": _parts(exercise, layout)}
            for title, exercise in sheet.exercises
        ],
    }


def _parts(exercise: Exercise, layout: Layout) -> list[dict[str, Any]]:
    """Return the question with its room, or the solution, or both, each with its picture."""
    parts = []
    if not layout.is_key:
        needed = AnswerSpace() if layout.solved else room(exercise)
        parts.append({"text": str(exercise.question), "picture": _picture(exercise), **needed._asdict()})
    if layout.solved or layout.is_key:
        told = str(_("Solution: {answer}", answer=solution_line(exercise)))
        parts.append({"text": told, "picture": _picture(exercise, solved=True), **AnswerSpace()._asdict()})
    return parts


def _picture(exercise: Exercise, *, solved: bool = False) -> dict[str, Any] | None:
    """Return the picture and its width in points. Its type can be read on paper."""
    if not has_picture(exercise, solved=solved):
        return None
    size = SIZE.search(as_svg(exercise, solved=solved))
    assert size is not None  # every drawing tells its size
    width, height = float(size[1]), float(size[2])
    scale = min(LARGEST_SCALE, MAX_WIDTH_PT / width, MAX_HEIGHT_PT / height)
    drawn = as_svg(exercise, solved=solved, least_type=LEAST_TYPE_PT / scale)
    return {"svg": drawn, "alt": exercise.drawn().json(), "width": scale * width}
