"""The answers of a class for its teacher: as a page, and as a CSV table."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.i18n import _, percentage
from plyground.store.records import KeptAnswer
from plyground.web.components.classroom.answer_tables import (
    answers_csv,
    by_misconception,
    by_student,
    in_words,
    misconception_rows,
)
from plyground.web.components.elements import when
from plyground.web.components.exercise_titles import exercise_title
from plyground.web.components.page_layout import render


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
    headers = {"Content-Disposition": 'attachment; filename="plyground-answers.csv"'}
    content = answers_csv(answers).encode("utf-8-sig")  # spreadsheets recognize UTF-8 by the byte order mark
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)


def _row(answer: KeptAnswer) -> AnswerRow:
    return AnswerRow(
        answer.student,
        answer.number,
        answer.address,
        percentage(answer.credit),
        in_words(answer),
        answer.solution_seen,
        when(answer.at) if answer.at else Markup(),
    )
