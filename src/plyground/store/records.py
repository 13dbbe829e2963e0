"""The rows of the store, as plain values."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

MAX_ROWS = 1000
"""Pages, and answers, that are kept of each visitor. The oldest are deleted."""
MAX_CHARS = 8000
"""Characters of an address or an answer. Longer ones are not kept."""


class KeptPage(NamedTuple):
    """A page of a visitor."""

    id: int
    room: str  # ``play`` or ``trees``
    title: str
    address: str
    changed: datetime  # in UTC, as all times of the store
    comments: list[str]  # on the moves of a game, in their order


class KeptAnswer(NamedTuple):
    """An answer to an exercise, with its mark."""

    student: str
    exercise: str
    number: int
    address: str  # of the exercise without the answer
    given: str
    credit: float  # from 0 to 1
    misconceptions: str  # names, with blanks between them
    at: datetime | None = None  # set when it is kept


class PuzzleAttempt(NamedTuple):
    """A visitor's attempt at a puzzle."""

    puzzle: str  # its id
    day: str  # YYYY-MM-DD of a puzzle of the day; else empty
    first_try: bool  # solved without a wrong move or help
    solved: bool
    at: datetime | None = None  # of the first result; set when it is kept


class KeptFriendGame(NamedTuple):
    """A game between two visitors."""

    key: str  # in the URL of its players
    watch_key: str  # in the URL of its spectators
    invitation: str  # in the URL that gives the free seat to a visitor
    game: str
    moves: str
    seed: int
    first: str  # the hash of the token of the visitor on the first side; empty while it is free
    second: str
    proposal: str  # its kind, side and ply; empty without one
    resigned: int | None  # the side
    round: int
    clock: str  # its times; empty without one
    changed: datetime
