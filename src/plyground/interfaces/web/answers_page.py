"""What a class has answered, for its teacher: as a page, and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from html import escape
from itertools import groupby

from babel.numbers import format_percent
from fastapi.responses import Response

from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.mine_page import exercise_title, when
from plyground.language import _, language
from plyground.lessons.misconceptions import MISCONCEPTIONS
from plyground.store.kept import Answered

COLUMNS = ("exercise", "student", "number", "credit", "misconceptions", "in_words", "given", "time")
"""Of the table: a format of files, the same in every language but for what is ``in_words``, the misconceptions."""


def answers_page(frame: Frame, answers: list[Answered]) -> Response:
    """All answers, by exercise."""
    heading = _("Answers of all")
    listed = "".join(_exercise(name, list(group)) for name, group in groupby(answers, lambda each: each.exercise))
    nothing, save = _("No answer yet."), _("Save as CSV")
    body = f"<h1>{said(heading)}</h1>"
    body += (
        f'{listed}<p class="actions"><a class="button" href="/class/answers.csv" download>{said(save)}</a></p>'
        if answers
        else f"<p>{said(nothing)}</p>"
    )
    return frame.page(heading, body)


def answers_file(answers: list[Answered]) -> Response:
    """All answers as CSV; times in UTC."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for each in answers:
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
        )
        table.writerow([_harmless(cell) if isinstance(cell, str) else cell for cell in row])
    headers = {"Content-Disposition": 'attachment; filename="plyground-answers.csv"'}
    content = written.getvalue().encode("utf-8-sig")  # with the mark by which spreadsheets know it
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)


def _harmless(cell: str) -> str:
    """A text that no spreadsheet takes for a formula (owasp.org/www-community/attacks/CSV_Injection)."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _exercise(name: str, answers: list[Answered]) -> str:
    title = exercise_title(name)
    columns = (_("Student"), _("Number"), _("Right"), _("Misconceptions"), _("Time"))
    head = "".join(f'<th scope="col">{said(column)}</th>' for column in columns)
    return (
        f'<section class="panel scroll" tabindex="0" aria-label="{said(title)}"><h2>{said(title)}</h2>'
        f'<table class="solved"><thead><tr>{head}</tr></thead><tbody>{"".join(map(_row, answers))}</tbody></table></section>'
    )


def _in_words(answer: Answered) -> str:
    """The misconceptions that explain an answer, as the reader's language calls them."""
    return "; ".join(
        str(MISCONCEPTIONS[name].title) for name in answer.misconceptions.split() if name in MISCONCEPTIONS
    )


def _row(answer: Answered) -> str:
    student = answer.student or _("without a name")
    return (
        f'<tr><th scope="row">{said(student)}</th><td><a href="{escape(answer.address)}">{answer.number}</a></td>'
        f"<td>{said(format_percent(answer.credit, locale=language()))}</td><td>{said(_in_words(answer))}</td>"
        f"<td>{when(answer.at) if answer.at else ''}</td></tr>"
    )
