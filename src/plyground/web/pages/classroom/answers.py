"""The answers of a class for its teacher: as a page, and as a CSV table."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.core.csv_text import write_csv
from plyground.i18n import _, percentage
from plyground.store.records import KeptAnswer
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.web.components.classroom.answer_tables import (
    attempts_of,
    by_misconception,
    by_student,
    misconception_rows,
    terms_of,
)
from plyground.web.components.elements import when
from plyground.web.components.exercise_titles import exercise_title
from plyground.web.components.page_layout import render

COLUMNS = (
    "exercise", "student", "number", "credit", "misconceptions", "in_words", "given", "time", "attempt", "seed",
    "algorithm", "convention", "solution_seen", "set",
)  # fmt: skip
"""Columns of the table. They are a file format, the same in every language; only ``in_words`` is translated."""


class AnswerRow(NamedTuple):
    """An answer in the table of its exercise."""

    student: str
    number: int
    url: str
    credit: str
    misconceptions: str
    solution_seen: bool
    time: Markup


def answers_page(request: Request, answers: list[KeptAnswer]) -> Response:
    """Return the page with all answers, by exercise."""
    exercises = [
        (exercise_title(name), [_row(answer) for answer in group])
        for name, group in groupby(answers, lambda each: each.exercise)
    ]
    students = [(row.student, row.exercises, row.attempts, percentage(row.credit)) for row in by_student(answers)]
    misconceptions = misconception_rows(by_misconception(answers))
    return render(
        request, "answers.html", title=_("Answers of all"), exercises=exercises, students=students,
        misconceptions=misconceptions,
    )  # fmt: skip


def answers_file(answers: list[KeptAnswer]) -> Response:
    """Return all answers as CSV. Times are in UTC."""
    rows: list[tuple[object, ...]] = [COLUMNS]
    for each, attempt in zip(answers, attempts_of(answers), strict=True):
        time = f"{each.at.isoformat(timespec='seconds')}Z" if each.at else ""
        row = (
            each.exercise,
            each.student,
            each.number,
            each.credit,
            each.misconceptions,
            _in_words(each),
            each.given,
            time,
            attempt,
            *terms_of(each),
            int(each.solution_seen),
            each.exercise_set,
        )
        rows.append(row)
    headers = {"Content-Disposition": 'attachment; filename="plyground-answers.csv"'}
    table = write_csv(rows, line_end="\r\n")
    content = table.encode("utf-8-sig")  # spreadsheets recognize UTF-8 by the byte order mark
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)


def _in_words(answer: KeptAnswer) -> str:
    """Return the misconceptions that explain an answer, in the reader's language."""
    return "; ".join(
        str(MISCONCEPTIONS[name].title) for name in answer.misconceptions.split() if name in MISCONCEPTIONS
    )


def _row(answer: KeptAnswer) -> AnswerRow:
    return AnswerRow(
        answer.student,
        answer.number,
        answer.address,
        percentage(answer.credit),
        _in_words(answer),
        answer.solution_seen,
        when(answer.at) if answer.at else Markup(),
    )
