"""The students' pages of exercise sets: signing in, the list of sets, and the terms of a set in words."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.i18n import Sentence, _, _n, percentage
from plyground.store.records import ExerciseSet, SetAnswer, now
from plyground.web.code_attempts import Checked, CodeCheck
from plyground.web.components.classroom.set_answers import student_query
from plyground.web.components.code_texts import wait_sentence
from plyground.web.components.elements import when
from plyground.web.components.exercise_titles import exercise_title
from plyground.web.components.page_layout import render
from plyground.web.services import Services


class ItemRow(NamedTuple):
    """An exercise of a set in the list of a student."""

    url: str
    title: Sentence | str
    attempts: int
    credit: str  # credit of the best answer; "" = no answer


class SetRow(NamedTuple):
    """A set in the list of a student."""

    title: str
    words: tuple[Sentence | Markup, ...]
    items: list[ItemRow]


def sign_in_page(request: Request, checked: Checked | None = None) -> Response:
    """Return the page that asks for a student's code. ``checked`` is the result of the last attempt."""
    trouble = None if checked is None else wait_sentence(checked) or _("No student has this code.")
    status = 200 if checked is None else 429 if checked.result is CodeCheck.TOO_MANY else 403
    return render(request, "sign_in.html", status, title=_("Sign in"), trouble=trouble)


def sets_page(request: Request, name: str) -> Response:
    """Return the page with all sets of a student."""
    book = Services.of(request).store.open().classbook
    rows = []
    for made in book.sets():
        own = [answer for who, answer in book.answers(made.key) if who == name]
        items = [_item(made, name, item, own) for item in range(1, len(made.exercises) + 1)]
        rows.append(SetRow(made.title, (_due(made), _attempts(made), _solutions(made)), items))
    return render(request, "sets.html", title=_("Exercise sets"), name=name, sets=rows)


def item_words(made: ExerciseSet, used: int, moment: datetime) -> tuple[Sentence, ...]:
    """Return the terms of a set in words for a student who has used some attempts at an exercise."""
    if made.is_over(moment):
        return (_("This set is closed: it takes no more answers."),)
    if not made.attempts:
        return (_("Every answer is kept; the best one counts."),)
    left = max(0, made.attempts - used)
    return (_n("{count} attempt is left.", "{count} attempts are left.", left),)


def _item(made: ExerciseSet, name: str, item: int, answers: list[SetAnswer]) -> ItemRow:
    own = [answer.credit for answer in answers if answer.item == item]
    credit = percentage(max(own)) if own else ""
    title = exercise_title(student_query(made, name, item).kind)
    return ItemRow(f"/sets/{quote(made.key)}/{item}", title, len(own), credit)


def _due(made: ExerciseSet) -> Sentence | Markup:
    if made.due is None:
        return _("Without a due time.")
    words = _("Closed since {time}.") if made.is_over(now()) else _("Due: {time}.")
    return Markup(str(words)).format(time=when(made.due))


def _attempts(made: ExerciseSet) -> Sentence:
    if not made.attempts:
        return _("Any number of attempts; the best one counts.")
    return _n("{count} attempt at each exercise.", "{count} attempts at each exercise.", made.attempts)


def _solutions(made: ExerciseSet) -> Sentence:
    if made.shows_solutions(now()):
        return _("You may see the solutions.")
    return _("Solutions appear after the due time.") if made.solutions == "due" and made.due else _("No solutions.")
