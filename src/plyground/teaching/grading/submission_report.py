"""The report on one submission, and reports as Gradescope's results, CSV and a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

from plyground.core.csv_text import write_csv
from plyground.i18n import Number, Sentence, _, language

COLUMNS = ("student", "task", "credit", "right", "tested", "mistake", "cause", "example", "function", "seed", "terms")
"""Columns of the CSV file."""


class Part(NamedTuple):
    """One part of a task, such as its values, and the number of tests in which it is right."""

    name: str
    title: Sentence
    right: int
    total: int
    weight: float = 1.0  # weight in the credit

    @property
    def share(self) -> float:
        """The share of right tests, from 0 to 1."""
        return self.right / self.total if self.total else 0.0


class Report(NamedTuple):
    """The result of one submission, whatever the task."""

    student: str
    task: str
    right: int  # number of tests with no mistake
    total: int
    parts: tuple[Part, ...]
    mistake: str  # name of the only known mistake that explains all answers; else ""
    cause: Sentence | None  # this mistake, or the problem that kept the program from answering
    sentences: tuple[Sentence, ...]  # sentences, the most important first
    example: str  # smallest example of a wrong answer; "" if all are right
    function: str  # name of the tested function
    seed: int
    terms: str  # convention of the search, or name of the game
    record: dict[str, Any]  # all facts in JSON form, for programs
    fixed_credit: float | None = None  # credit of a rubric for this mistake; None: no rubric has one
    notice: Sentence | None = None  # reason to read the file even if all is right; None: no reason

    @property
    def is_right(self) -> bool:
        """True if every test is right."""
        return self.right == self.total > 0

    @property
    def credit(self) -> float:
        """The credit from 0 to 1: a rubric's, or the weighted average of the parts' shares."""
        if self.fixed_credit is not None:
            return self.fixed_credit
        weights = self.weights
        return sum(part.share * part.weight for part in self.parts) / weights if weights else 0.0

    @property
    def weights(self) -> float:
        """The sum of the parts' weights."""
        return sum(part.weight for part in self.parts)


class Graded(NamedTuple):
    """The result of one submission as files and pages show it, in the language in which it was graded."""

    student: str
    row: dict[str, Any]  # row of the CSV table
    sentences: tuple[str, ...]  # sentences, the most important first
    is_right: bool
    record: dict[str, Any]  # all facts in JSON form, for programs

    @property
    def credit(self) -> float | None:
        """The credit from 0 to 1; None for a submission that still waits."""
        return self.row.get("credit")


def graded_of(report: Report) -> Graded:
    """Return the result in a report."""
    record = {**report.record, "credit": round(report.credit, 4)}
    return Graded(report.student, row_of(report), tuple(map(str, report.sentences)), report.is_right, record)


def waiting(student: str) -> Graded:
    """Return the result of a submission that has not been graded yet."""
    reason = str(_("It is not graded yet."))
    return Graded(student, {"student": student, "cause": reason}, (reason,), is_right=False, record={})


def unreadable(student: str, task: str, reason: Sentence) -> Report:
    """Return the report on a submission that cannot be graded, for this reason."""
    record = {"student": student, "task": task, "credit": 0.0, "mistake": None, "cause": str(reason)}
    return Report(student, task, 0, 1, (), "", reason, (reason,), "", "", 0, "", record)


def gradescope(report: Report, points: float) -> str:
    """Return Gradescope's ``results.json``: a test for each part of the task."""
    shares = {part: points * part.weight / report.weights for part in report.parts if report.weights}
    tests = [
        {
            "name": str(part.title),
            "score": round(share * part.share, 2),
            "max_score": round(share, 2),
            "status": "passed" if part.right == part.total else "failed",
            "output": str(_("Right {part}: {right} of {total}.", part=part.title, right=Number(part.right), total=Number(part.total))),
        }
        for part, share in shares.items()
    ]  # fmt: skip
    results = {
        "score": round(points * report.credit, 2),
        "output": "\n".join(map(str, report.sentences)),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return json.dumps(results, indent=2) + "\n"


def row_of(report: Report) -> dict[str, Any]:
    """Return the row of a report in the CSV file."""
    return {
        "student": report.student,
        "task": report.task,
        "credit": round(report.credit, 4),
        "right": report.right,
        "tested": report.total,
        "mistake": report.mistake,
        "cause": " ".join(str(each) for each in (report.cause, report.notice) if each is not None),
        "example": report.example,
        "function": report.function,
        "seed": report.seed,
        "terms": report.terms,
    }


def as_csv(results: Iterable[Graded]) -> str:
    """Return results as CSV."""
    return write_csv([COLUMNS, *([each.row.get(column, "") for column in COLUMNS] for each in results)])


def credit_text(result: Graded) -> str:
    """Return the credit in percent; a dash for a submission that still waits."""
    return "–" if result.credit is None else f"{result.credit:.0%}"


STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:CanvasText;background:Canvas}
:root{color-scheme:light dark}h2{margin-top:2rem}table{border-collapse:collapse}
td,th{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid GrayText;vertical-align:top}
td.number{text-align:right;white-space:nowrap}div{overflow-x:auto}"""


def as_html(results: Iterable[Graded], left_out: Sequence[Sentence] = ()) -> str:
    """Return an HTML page: a line for each student, then the sentences about each student and about each file that is
    left out.
    """
    results = list(results)
    title = escape(str(_("Results")))
    head = "".join(f"<th>{escape(str(word))}</th>" for word in (_("student"), _("task"), _("credit"), _("cause")))
    rows = "".join(
        f'<tr><td><a href="#s{place}">{escape(each.student)}</a></td><td>{each.row.get("task", "")}</td>'
        f'<td class="number">{credit_text(each)}</td><td>{escape(each.row["cause"])}</td></tr>\n'
        for place, each in enumerate(results)
    )
    details = "".join(
        f'<h2 id="s{place}">{escape(each.student)}</h2>\n'
        + "".join(f"<p>{escape(sentence)}</p>\n" for sentence in each.sentences)
        for place, each in enumerate(results)
    )
    if left_out:
        heading = escape(str(_("Not graded")))
        details += f"<h2>{heading}</h2>\n"
        details += "".join(f"<p>{escape(str(sentence))}</p>\n" for sentence in left_out)
    return (
        f'<!doctype html>\n<html lang="{language().replace("_", "-")}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
        f"<h1>{title}</h1>\n<div><table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n{details}</html>\n"
    )
