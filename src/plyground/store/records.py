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
    changed: datetime  # time of the last change in UTC, as all times of the store
    comments: list[str]  # comments on the moves of a game, in their order


class KeptAnswer(NamedTuple):
    """An answer to an exercise, with its mark."""

    student: str
    exercise: str
    number: int
    address: str  # address of the exercise without the answer
    given: str
    credit: float  # from 0 to 1
    misconceptions: str  # names, separated by blanks
    at: datetime | None = None  # time in UTC, set when the answer is kept
    solution_seen: bool = False  # True if the solution was shown before the answer; set when the answer is kept
    exercise_set: str = ""  # title of the set; "" = an exercise outside of sets


class RosterStudent(NamedTuple):
    """A student of the class list."""

    name: str
    code: str  # code to sign in with


class ExerciseSet(NamedTuple):
    """A set of exercises for the class, such as a sheet for a week."""

    key: str  # key in the URL of the set
    title: str
    exercises: tuple[str, ...]  # addresses of the exercises, without a student and without a seed
    seed: int  # seed of the exercises that are made for each student; never told to students
    due: datetime | None  # last time for answers in UTC; None: no end
    attempts: int  # most attempts at each exercise; 0: no limit
    solutions: str  # a value of :data:`SOLUTIONS`

    def is_over(self, moment: datetime) -> bool:
        """Return True if the set accepts no more answers at a moment in UTC."""
        return self.due is not None and moment >= self.due

    def shows_solutions(self, moment: datetime) -> bool:
        """Return True if students may see the solutions at a moment in UTC."""
        return self.solutions == "always" or (self.solutions == "due" and self.is_over(moment))


SOLUTIONS = ("due", "always", "never")
"""Times at which students may see the solutions of a set: after it is due, always or never."""


class SetAnswer(NamedTuple):
    """A student's answer to an exercise of a set, with its mark."""

    item: int  # number of the exercise in the set, from 1
    given: str
    credit: float  # from 0 to 1
    misconceptions: str  # names, separated by blanks
    solution_seen: bool = False  # True if the solution was shown before the answer
    at: datetime | None = None  # time in UTC, set when the answer is kept


class PuzzleAttempt(NamedTuple):
    """A visitor's attempt at a puzzle."""

    puzzle: str  # id of the puzzle
    day: str  # YYYY-MM-DD of a puzzle of the day; else ""
    first_try: bool  # True if solved without a wrong move or help
    solved: bool
    at: datetime | None = None  # time of the first result, set when the attempt is kept


class KeptFriendGame(NamedTuple):
    """A game between two visitors."""

    key: str  # key in the URL of the players
    watch_key: str  # key in the URL of the spectators
    invitation: str  # key in the URL that gives the free seat to a visitor
    game: str
    moves: str
    seed: int
    first: str  # hash of the token of the visitor on the first side; "" = a free seat
    second: str
    proposal: str  # kind, side and ply of the proposal; "" = none
    resigned: int | None  # side that has resigned
    is_drawn: bool  # True if both sides agreed to a draw
    round: int
    clock: str  # remaining times of the clock; "" = no clock
    changed: datetime


def now() -> datetime:
    """Return the present time in UTC, without its time zone, as the store keeps times."""
    return datetime.now(UTC).replace(tzinfo=None)
