"""The teacher's pages of exercise sets and of the class list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from plyground.i18n import Sentence, _, capital, percentage
from plyground.store.classbook import Classbook
from plyground.store.records import ExerciseSet, SetAnswer
from plyground.teaching.exercises.kinds import KINDS
from plyground.web.components.classroom.answer_tables import by_misconception, misconception_rows
from plyground.web.components.classroom.set_answers import kept_answers, student_query
from plyground.web.components.code_texts import wrong_codes_sentence
from plyground.web.components.exercise_titles import exercise_title
from plyground.web.components.page_layout import render
from plyground.web.pages.sets.roster_file import MIN_CODE_CHARS, shown_code
from plyground.web.pages.sets.set_form import COUNT_PREFIX, MAX_ATTEMPTS, local_text
from plyground.web.services import Services

SOLUTION_WORDS: dict[str, Sentence] = {
    "due": _("after the due time"), "always": _("at any time"), "never": _("never"),
}  # fmt: skip


class Cell(NamedTuple):
    """The answers of a student to an exercise of a set."""

    url: str
    credit: str  # credit of the best answer; "" = no answer
    attempts: int
    solution_seen: bool


class StudentAnswers(NamedTuple):
    """The answers of a student to a set."""

    name: str
    cells: list[Cell]
    credit: str  # mean credit of all exercises


def roster_page(request: Request, trouble: Sentence | str = "") -> Response:
    """Return the page with the class list and its codes."""
    roster = _book(request).roster()
    students = [(each.name, shown_code(each.code)) for each in roster]
    short = sum(len(each.code) < MIN_CODE_CHARS for each in roster)
    return render(
        request, "roster.html", 400 if trouble else 200, title=_("Class list"), students=students, trouble=trouble,
        url=Services.of(request).url, short_codes=short, wrong_codes=wrong_codes_sentence(Services.of(request).policy.attempts),
    )  # fmt: skip


def new_set_page(request: Request, given: Mapping[str, str], trouble: Sentence | str = "") -> Response:
    """Return the page with all sets and the form of a new one."""
    book = _book(request)
    kinds = [(f"{COUNT_PREFIX}{name}", capital(kind.title)) for name, kind in KINDS.items()]
    return render(
        request, "class_sets.html", 400 if trouble else 200, title=_("Exercise sets"), sets=book.sets(),
        has_students=bool(book.roster()), kinds=kinds, given=given, trouble=trouble, solution_words=SOLUTION_WORDS,
        max_attempts=MAX_ATTEMPTS,
    )  # fmt: skip


def set_page(request: Request, made: ExerciseSet, trouble: Sentence | str = "") -> Response:
    """Return the page with the answers of all students to a set, and the form of its terms."""
    book = _book(request)
    answers = book.answers(made.key)
    terms = {
        "title": made.title, "due": local_text(made.due), "attempts": str(made.attempts), "solutions": made.solutions,
    }  # fmt: skip
    items = [exercise_title(student_query(made, "", item).kind) for item in range(1, len(made.exercises) + 1)]
    return render(
        request, "class_set_answers.html", 400 if trouble else 200, title=made.title, made=made, given=terms,
        trouble=trouble, items=items, students=list(_students(book, made, answers)),
        misconceptions=misconception_rows(by_misconception(kept_answers(made, answers))),
        solution_words=SOLUTION_WORDS, max_attempts=MAX_ATTEMPTS,
    )  # fmt: skip


def _students(book: Classbook, made: ExerciseSet, answers: list[tuple[str, SetAnswer]]) -> Iterator[StudentAnswers]:
    """Yield the answers of each student on the list."""
    given: dict[tuple[str, int], list[SetAnswer]] = defaultdict(list)
    for name, each in answers:
        given[name, each.item].append(each)
    count = len(made.exercises)
    for student in book.roster():
        own = [given[student.name, item] for item in range(1, count + 1)]
        mean = sum(max((each.credit for each in tries), default=0.0) for tries in own) / count
        cells = [_cell(made, student.name, item, tries) for item, tries in enumerate(own, start=1)]
        yield StudentAnswers(student.name, cells, percentage(mean))


def _cell(made: ExerciseSet, name: str, item: int, tries: list[SetAnswer]) -> Cell:
    best = percentage(max(each.credit for each in tries)) if tries else ""
    url = f"/class/sets/{quote(made.key)}/{item}?student={quote(name)}"
    return Cell(url, best, len(tries), any(each.solution_seen for each in tries))


def _book(request: Request) -> Classbook:
    return Services.of(request).store.open().classbook
