"""A teacher's rubric: points, weights of the parts, and points for a known mistake, read from a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.files import read_text
from plyground.errors import FileError
from plyground.i18n import _
from plyground.teaching.grading.bot_grader import FAULTS as BOT_FAULTS
from plyground.teaching.grading.evaluation_grader import FAULTS as EVALUATION_FAULTS
from plyground.teaching.grading.program_faults import FAULTS as SEARCH_FAULTS
from plyground.teaching.grading.program_faults import KEEPS_STATE
from plyground.teaching.grading.rules_faults import TESTS
from plyground.teaching.grading.same_choice import FAULTS as CHOICE_FAULTS
from plyground.teaching.grading.submission_report import Report

KEYS = ("points", "parts", "mistakes")
PARTS = ("values", "moves", "leaves", "valid", "boards", "over", "results", "games", "numbers", "symmetry", "ranks")
"""The names of parts in all tasks."""
MISTAKES = {
    *(fault.name for fault in (*SEARCH_FAULTS, KEEPS_STATE)), *(fault.name for fault, _test in TESTS), *BOT_FAULTS,
    *EVALUATION_FAULTS, *CHOICE_FAULTS,
}  # fmt: skip
"""The names of mistakes in all tasks."""


class Rubric(NamedTuple):
    """The points of a task."""

    points: float = 100.0
    weights: dict[str, float] = {}  # noqa: RUF012  # weight of each part; 1 if missing
    mistakes: dict[str, float] = {}  # noqa: RUF012  # points of a submission whose only mistake this is

    def applied(self, report: Report) -> Report:
        """Return the report with the credit of this rubric."""
        parts = tuple(part._replace(weight=self.weights.get(part.name, 1.0)) for part in report.parts)
        fixed = self.mistakes.get(report.mistake)
        return report._replace(parts=parts, fixed_credit=None if fixed is None else fixed / self.points)


def read_rubric(path: Path) -> Rubric:
    """Return the rubric of a file. Raise :class:`FileError` for the first part of it that is not understood."""
    return rubric_of(read_text(path), path)


def rubric_of(text: str, path: Path) -> Rubric:
    """Return the rubric of a text. Raise :class:`FileError`, which names the ``path``."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError(path, _("it is not valid TOML: {reason}", reason=error)) from None
    _demand_known(path, table, KEYS)
    points = _number(path, "points", table.get("points", 100.0))
    if points == 0:
        raise FileError(path, _("“{name}” must be a number greater than 0", name="points"))
    weights, mistakes = (_numbers(path, table, name) for name in ("parts", "mistakes"))
    _demand_known(path, weights, PARTS)
    _demand_known(path, mistakes, sorted(MISTAKES))
    worth_more = next((name for name, worth in mistakes.items() if worth > points), None)
    if worth_more is not None:
        raise FileError(path, _("“{name}” is worth more than all points together", name=worth_more))
    return Rubric(points, weights, mistakes)


def _numbers(path: Path, table: dict[str, Any], name: str) -> dict[str, float]:
    part = table.get(name, {})
    if not isinstance(part, dict):
        raise FileError(path, _("“{name}” must be a table: write [{name}]", name=name))
    return {key: _number(path, key, value) for key, value in part.items()}


def _number(path: Path, name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise FileError(path, _("“{name}” must be a number from 0", name=name))
    return float(value)


def _demand_known(path: Path, table: dict[str, Any], known: Any) -> None:
    for name in table:
        if name not in known:
            raise FileError(path, _("“{name}” is not known; the names are: {names}", name=name, names=", ".join(known)))
