"""The teacher's form of an exercise set, and the exercise of each student."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from plyground.errors import PlygroundError, SpecError
from plyground.i18n import Number, _
from plyground.store.records import SOLUTIONS
from plyground.teaching.exercises.kinds import KINDS
from plyground.web.urls.learn_url import ExerciseQuery

MAX_TITLE_CHARS = 100
MAX_EXERCISES = 40
MAX_ATTEMPTS = 99
COUNT_PREFIX = "count."
"""Prefix of the fields that tell how many exercises of a kind are wanted."""


class SetTerms(NamedTuple):
    """The terms of a set that the teacher may change later."""

    title: str
    due: datetime | None  # time in UTC; None: no end
    attempts: int  # most attempts; 0: no limit
    solutions: str


def read_terms(form: Mapping[str, str]) -> SetTerms:
    """Read the terms of a set from a form. Raise :class:`SpecError`."""
    title = " ".join(form.get("title", "").split())
    if not title or len(title) > MAX_TITLE_CHARS:
        raise SpecError(_("Give the set a title of 1 to {most} characters.", most=MAX_TITLE_CHARS))
    attempts = _count(form.get("attempts", ""), MAX_ATTEMPTS, _("Attempts"))
    solutions = form.get("solutions", SOLUTIONS[0])
    return SetTerms(
        title, _moment(form.get("due", "")), attempts, solutions if solutions in SOLUTIONS else SOLUTIONS[0]
    )


def read_exercises(form: Mapping[str, str]) -> list[str]:
    """Return the addresses of the exercises that a form asks for, without student and seed.

    Raise :class:`SpecError`.
    """
    found = [
        ExerciseQuery(kind=name).url()
        for name, kind in KINDS.items()
        for _place in range(_count(form.get(f"{COUNT_PREFIX}{name}", ""), MAX_EXERCISES, kind.title))
    ]
    for number, line in enumerate(form.get("addresses", "").splitlines(), start=1):
        if line.strip():
            found.append(_address(number, line.strip()))
    if not 1 <= len(found) <= MAX_EXERCISES:
        raise SpecError(
            _("Choose from 1 to {most} exercises: say how many of each kind, or paste addresses.", most=MAX_EXERCISES)
        )
    return found


def local_text(moment: datetime | None) -> str:
    """Return a UTC time as the text for a field of a form, in this computer's time zone."""
    return moment.replace(tzinfo=UTC).astimezone().strftime("%Y-%m-%dT%H:%M") if moment else ""


def _moment(text: str) -> datetime | None:
    """Return the moment in UTC that a form gives in this computer's time zone; None for an empty text."""
    if not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip()).astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        raise SpecError(_("Write the due time like 2027-03-31T23:59 instead of {text}.", text=text[:40])) from None


def _count(text: str, most: int, title: object) -> int:
    text = text.strip() or "0"
    if text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= most:
        return int(text)
    raise SpecError(
        _("{field}: write a number from 0 to {most} instead of {text}.", field=title, most=most, text=text[:20])
    )


def _address(number: int, line: str) -> str:
    """Return the address of an exercise without its student. Raise :class:`SpecError` with the number of the line."""
    parts = urlsplit(line)
    if parts.path.rstrip("/") != "/exercises":
        raise SpecError(
            _(
                "Line {line}: this is not the address of an exercise. Copy one from the room Exercises.",
                line=Number(number),
            )
        )
    query = ExerciseQuery.parse(parse_qsl(parts.query))._replace(student="", answered="", solved="", items=())
    try:
        query.exercise()
    except PlygroundError as error:
        raise SpecError(_("Line {line}: {reason}", line=Number(number), reason=error.sentence)) from None
    return query.url()
