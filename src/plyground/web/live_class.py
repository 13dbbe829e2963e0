"""The live lesson of a class: its task, its students, and their answers.

Only the server's event loop uses it. :mod:`plyground.web.components.kept_lesson` keeps it in the store. Students are
known by the hashes of their tokens.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.store.person_names import name_key, shown_name

MAX_NAME_CHARS = 40
MAX_STUDENTS = 2000
"""Most students in a class; further ones are refused."""
MAX_ARRIVALS, ARRIVALS_PER_S = 60, 1.0
"""Seats that one network may take at once, and how many it may take in a second after that."""
ABSENT_S = 600.0
"""Seconds without a request after which a student gives up the seat."""
HERE_S = 45.0
"""Seconds after the last request during which a student counts as present: more than twice the time of a waiting
request.
"""
FIRST_NUMBER_BOUND = 2**30
"""Upper bound of a signal's random first number, so that a restarted server does not repeat numbers."""


class TaskKind(Enum):
    """The kinds of tasks for a class."""

    VOTE = "vote"
    GAME = "game"
    NEIGHBOURS = "neighbours"
    EXERCISE = "exercise"
    LESSON = "lesson"
    PAGE = "page"


class Task(NamedTuple):
    """A task for all students. ``path`` is the page on which they do it."""

    kind: TaskKind
    path: str
    match: Match | None = None  # position on the board of a vote


class Answer(NamedTuple):
    """A student's answer. Answers with one ``key`` are counted together."""

    key: str
    words: Sentence | str
    right: bool | None = None  # None if nothing is right or wrong


class Bar(NamedTuple):
    """A bar of the histogram."""

    words: Sentence | str
    right: bool | None
    total: int
    names: tuple[str, ...]  # names of the students in the order of their answers


@dataclass(eq=False)
class Student:
    """A student of the class, and the answer to the present task."""

    name: str
    seen: float
    place: str = ""  # path of the page that the student sees
    first: Answer | None = None
    latest: Answer | None = None
    tries: int = 0
    game: str = ""  # key of the student's game against a neighbour


class Signal:
    """A number that grows with each change, and a way to wait for the next one."""

    def __init__(self) -> None:
        self.number = secrets.randbelow(FIRST_NUMBER_BOUND)
        self._event = asyncio.Event()

    def tell(self) -> None:
        """Count a change, and wake everyone who waits."""
        self.number += 1
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, seen: int, seconds: float) -> None:
        """Wait until the number differs from ``seen``, but no longer than this many ``seconds``."""
        if seen == self.number:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), seconds)


@dataclass(eq=False)
class LiveClass:
    """The state of the lesson. ``task_signal`` tells students of changes, ``answer_signal`` their teacher."""

    now: Callable[[], float] = time.monotonic
    task: Task | None = None
    number: int = 0  # number of the task, from 1
    is_open: bool = False  # True while answers are counted
    shows_names: bool = False
    shows_answers: bool = True
    is_locked: bool = False  # True if nobody else may join
    students: dict[str, Student] = field(
        default_factory=dict
    )  # students by the hash of their token, in the order of arrival
    removed: set[str] = field(default_factory=set)  # hashes of the tokens of students whom the teacher has removed
    pairings: int = 0  # rounds of games against neighbours so far
    task_signal: Signal = field(default_factory=Signal)
    answer_signal: Signal = field(default_factory=Signal)
    _cache: dict[str, dict[str, Any]] = field(default_factory=dict)
    _arrivals: dict[str, tuple[float, float]] = field(default_factory=dict)  # (seats left, time) by network

    # The teacher

    def begin(self, task: Task) -> None:
        """Set a task for all. Answers to the previous task are deleted."""
        self.task, self.is_open, self.number = task, True, self.number + 1
        self._drop_absent()
        for student in self.students.values():
            student.first = student.latest = None
            student.tries, student.game = 0, ""
        self._tell_all()

    def open(self, *, is_open: bool) -> None:
        """Start or stop counting answers."""
        self.is_open = is_open and self.task is not None
        self._tell_all()

    def show(self, *, names: bool | None = None, answers: bool | None = None) -> None:
        """Show or hide names or answers on the projector."""
        self.shows_names = self.shows_names if names is None else names
        self.shows_answers = self.shows_answers if answers is None else answers
        self._tell_all()

    def lock(self, *, is_locked: bool) -> None:
        """Let nobody else join, or let students join again."""
        self.is_locked = is_locked
        self.answer_signal.tell()

    def remove(self, visitor: str) -> None:
        """Take a student's seat, with the answer. This browser cannot join again in this lesson."""
        if self.students.pop(visitor, None) is not None:
            self.removed.add(visitor)
            self._tell_all()

    def end(self) -> None:
        """End the task: students see that there is none."""
        self.task, self.is_open = None, False
        self._tell_all()

    # Students

    def join(self, visitor: str, name: str, network: str = "", *, is_own_name: bool = False) -> None:
        """Let a student in under a name. Raise :class:`PlygroundError` for a bad name, and if there is no seat.

        One name has one seat. A student who has signed in as ``name`` (``is_own_name``) takes that seat along, also from
        a browser that is still here; others take only the seat of somebody who is not here any more.
        """
        cleaned = shown_name(name)
        if not cleaned or len(cleaned) > MAX_NAME_CHARS or not cleaned.isprintable():
            raise PlygroundError(_("Write a name of 1 to {most} letters or digits.", most=MAX_NAME_CHARS))
        if visitor in self.removed:
            raise PlygroundError(_("Your teacher has taken you out of this lesson."))
        holder = self._holder(cleaned)
        if holder not in ("", visitor) and self.is_here(self.students[holder]) and not is_own_name:
            raise PlygroundError(
                _("There is a student named {name} in the class already. Add an initial.", name=cleaned)
            )
        known = self.students.get(visitor)
        if holder not in ("", visitor):
            known = self.students.pop(holder)
            self.students[visitor] = known
        if known:
            known.name, known.seen = cleaned, self.now()
        else:
            self._admit(visitor, cleaned, network)
        self.answer_signal.tell()

    def _holder(self, name: str) -> str:
        """Return the student whose name looks like this one; empty if there is none."""
        key = name_key(name)
        return next((visitor for visitor, student in self.students.items() if name_key(student.name) == key), "")

    def _admit(self, visitor: str, name: str, network: str) -> None:
        """Give a new student a seat. Raise :class:`PlygroundError` if there is none."""
        if self.is_locked:
            raise PlygroundError(_("Your teacher lets nobody else join now."))
        if len(self.students) >= MAX_STUDENTS:
            self._drop_absent()
        if len(self.students) >= MAX_STUDENTS:
            raise PlygroundError(_("The class is full: it has {count} students.", count=MAX_STUDENTS))
        moment = self.now()
        left, at = self._arrivals.get(network, (MAX_ARRIVALS, moment))
        left = min(MAX_ARRIVALS, left + (moment - at) * ARRIVALS_PER_S)
        if left < 1:
            raise PlygroundError(_("Many students are joining now. Wait a moment, then try again."))
        self._arrivals[network] = left - 1, moment
        self.students[visitor] = Student(name, moment)

    def _drop_absent(self) -> None:
        since = self.now() - ABSENT_S
        self.students = {visitor: student for visitor, student in self.students.items() if student.seen >= since}

    def see(self, visitor: str, place: str) -> None:
        """Note the page that a student sees; nothing for a visitor who has not joined."""
        student = self.students.get(visitor)
        if student:
            is_news = student.place != place or not self.is_here(student)
            student.place, student.seen = place, self.now()
            if is_news:
                self.answer_signal.tell()

    def answer(self, visitor: str, answer: Answer) -> bool:
        """Count a student's answer to the present task. Return False if it does not count.

        In a vote the last answer counts, elsewhere the first one.
        """
        student = self.students.get(visitor)
        if student is None or self.task is None or not self.is_open:
            return False
        if student.first is None or self.task.kind is TaskKind.VOTE:
            student.first = answer
        student.latest, student.seen = answer, self.now()
        student.tries += 1
        self.answer_signal.tell()
        return True

    # The view

    def is_here(self, student: Student) -> bool:
        """Return True if a student has sent a request in the last moments."""
        return self.now() - student.seen <= HERE_S

    @property
    def present(self) -> dict[str, Student]:
        """The students who are here, by the hashes of their tokens."""
        return {visitor: student for visitor, student in self.students.items() if self.is_here(student)}

    @property
    def bars(self) -> list[Bar]:
        """The histogram of the answers that count."""
        return counted([(student.first, student.name) for student in self.students.values() if student.first])

    @property
    def answered(self) -> int:
        """The number of students who have answered."""
        return sum(student.first is not None for student in self.students.values())

    def cached(self, language: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return the state that all students with one language see. It is made once between two changes."""
        if language not in self._cache:
            self._cache[language] = make()
        return self._cache[language]

    def _tell_all(self) -> None:
        self._cache.clear()
        self.task_signal.tell()
        self.answer_signal.tell()


def counted(answers: Iterable[tuple[Answer, str]]) -> list[Bar]:
    """Return the histogram of answers with the names of their students, the most frequent first. Equally frequent
    answers keep the order of arrival.
    """
    known: dict[str, Answer] = {}
    names: dict[str, list[str]] = {}
    for answer, name in answers:
        known.setdefault(answer.key, answer)
        names.setdefault(answer.key, []).append(name)
    ordered = sorted(names, key=lambda key: -len(names[key]))
    return [Bar(known[key].words, known[key].right, len(names[key]), tuple(names[key])) for key in ordered]


def neighbours(tokens: list[str], turn: int) -> list[tuple[str, ...]]:
    """Return pairs of students for a round of games; if their number is odd, also the student who is left over.

    Rounds follow the circle method: nobody meets the same neighbour again before meeting everyone else.
    """
    seats = [*tokens, ""] if len(tokens) % 2 else list(tokens)
    if not seats:
        return []
    fixed, others = seats[0], seats[1:]
    shift = turn % len(others)
    circle = [fixed, *others[shift:], *others[:shift]]
    half = len(circle) // 2
    facing = zip(circle[:half], reversed(circle[half:]), strict=True)
    pairs = (pair if turn % 2 == 0 else pair[::-1] for pair in facing)  # the sides change in each round
    return [tuple(token for token in pair if token) for pair in pairs]
