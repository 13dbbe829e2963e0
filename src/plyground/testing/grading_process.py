"""Submissions that are graded in a process of their own, one after the other.

``python -m plyground.testing.grading_process`` reads one line of JSON, a :class:`Job`, and writes a line of JSON, a
:class:`plyground.teaching.grading.submission_report.Graded`, for each file. It ends when it is done, or with the program
that started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any, NamedTuple

from plyground.errors import PlygroundError
from plyground.i18n import use
from plyground.teaching.grading.rubric import Rubric
from plyground.teaching.grading.submission_report import graded_of, unreadable
from plyground.testing import graded

NICENESS = 15
"""Niceness of the process: other programs, such as the page, come first."""


class Job(NamedTuple):
    """Files to grade, with the arguments of :func:`plyground.testing.graded`."""

    files: tuple[tuple[str, str], ...]  # (student, path)
    options: dict[str, Any]
    language: str
    rubric: dict[str, Any]  # fields of a Rubric


def grade_all(job: Job) -> None:
    """Grade the files of a job, and print each result."""
    use(job.language)
    rubric = Rubric(**job.rubric)
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in job.options.items()
    }
    for student, path in job.files:
        try:
            report = rubric.applied(graded(path, student=student, **options))
        except PlygroundError as error:
            report = unreadable(student, options.get("task", ""), error.sentence)
        print(json.dumps(graded_of(report)._asdict()), flush=True)


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asked = Job(**json.loads(sys.stdin.readline()))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    grade_all(asked)
