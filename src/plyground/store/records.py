"""The rows of the store, as plain values, and the time that they hold."""

from __future__ import annotations

from datetime import UTC, datetime
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
    solution_seen: bool = False  # before the answer was given; set when it is kept
    exercise_set: str = ""  # the title of the set; empty for an exercise outside of sets


class RosterStudent(NamedTuple):
    """A student of the class list."""

    name: str
    code: str  # to sign in with


class ExerciseSet(NamedTuple):
    """A set of exercises for the class, such as a sheet for a week."""

    key: str  # in its URL
    title: str
    exercises: tuple[str, ...]  # their addresses, without a student and without a seed
    seed: int  # of the exercises that are made for each student; never told to students
    due: datetime | None  # in UTC; None: never
    attempts: int  # at each exercise; 0: as many as they like
    solutions: str  # a value of :data:`SOLUTIONS`

    def is_over(self, moment: datetime) -> bool:
        """Return True if the set takes no more answers at a moment in UTC."""
        return self.due is not None and moment >= self.due

    def shows_solutions(self, moment: datetime) -> bool:
        """Return True if students may see the solutions at a moment in UTC."""
        return self.solutions == "always" or (self.solutions == "due" and self.is_over(moment))


SOLUTIONS = ("due", "always", "never")
"""Times at which students may see the solutions of a set: after it is due, always or never."""


class SetAnswer(NamedTuple):
    """A student's answer to an exercise of a set, with its mark."""

    item: int  # the number of the exercise in the set, from 1
    given: str
    credit: float  # from 0 to 1
    misconceptions: str  # names, with blanks between them
    solution_seen: bool = False  # before the answer was given
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
    is_drawn: bool  # by agreement
    round: int
    clock: str  # its times; empty without one
    changed: datetime


def now() -> datetime:
    """Return the present time in UTC, without its time zone, as the store keeps times."""
    return datetime.now(UTC).replace(tzinfo=None)
