"""What is kept, as plain values."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Kept(NamedTuple):
    """A page that was kept."""

    id: int
    room: str  # ``play`` or ``trees``
    title: str
    address: str
    changed: datetime  # in UTC, as all times of the store
    comments: list[str]  # on the moves of a game, in their order


class Answered(NamedTuple):
    """An answer to an exercise, with its mark."""

    student: str
    exercise: str
    number: int
    address: str  # of the exercise without the answer
    given: str
    credit: float  # from 0 to 1
    misconceptions: str  # names, with blanks between them
    at: datetime | None = None  # set when it is kept
