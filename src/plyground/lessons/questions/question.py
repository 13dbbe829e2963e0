"""What a question of a lesson is: something to predict, and the reply of the real thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, Protocol

from plyground.errors import ExerciseError
from plyground.language import Number, Sentence, _
from plyground.lessons.form import Field, Given
from plyground.search.tally import Tally

DIGITS = 12
"""Of the longest number that is read."""
MARKS = str.maketrans("", "", "., \u00a0\u202f'_")
"""What people write between the digits of a long number."""


class Table(NamedTuple):
    """Rows of numbers or words below the names of their columns."""

    columns: tuple[Sentence | str, ...]
    rows: tuple[tuple[Sentence | Number | str, ...], ...]


class Link(NamedTuple):
    """An address of the page, and what is there."""

    address: str
    words: Sentence


class Picture(NamedTuple):
    """A drawing: as SVG in the colours of a theme, and as text for who cannot see it."""

    drawn: Callable[[str], str]
    words: str
    is_board: bool = False  # small, so that it can be shown larger


class Reply(NamedTuple):
    """What is said of a prediction."""

    right: bool
    sentences: tuple[Sentence, ...]
    table: Table | None = None
    links: tuple[Link, ...] = ()
    fields: Mapping[str, bool] = MappingProxyType({})  # whether each is right, where they are told apart


class Question(Protocol):
    """Something to predict about a real search, position or table.

    What takes long counts in a ``tally``, which may stop it: then :class:`SearchStopped` is raised.
    """

    @property
    def fields(self) -> tuple[Field, ...]:
        """What to fill in."""

    def asked(self, tally: Tally) -> Sentence:
        """The question."""

    def solution(self, tally: Tally) -> Given:
        """The right answer, filled in."""

    def reply(self, given: Given, tally: Tally) -> Reply:
        """What is said of a prediction; where nothing was filled in, only what is right.

        Raises :class:`PlygroundError` for what cannot be read.
        """

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        """What is seen before the answer, and after it."""


ANSWER = ""
"""The name of the field of a question that has only one."""


def read_count(text: str) -> int:
    """The whole number that somebody wrote, its digits grouped or not; raises :class:`ExerciseError`."""
    digits = text.translate(MARKS)
    if digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS:
        return int(digits)
    raise ExerciseError(_("A whole number should stand where “{text}” does, such as 500.", text=text[:20]))


def is_near(guess: int, true: int, within: int) -> bool:
    """Whether a guess is at most ``within`` times the number, and at least that part of it."""
    return Fraction(true, within) <= guess <= true * within


def count_field(label: Sentence, within: int) -> Field:
    """Where a number is guessed, with how near a guess must be."""
    if within > 1:
        label = _("{what} (up to {within} times too many or too few counts as right)", what=label, within=within)
    return Field(ANSWER, label)


def guessed(guess: int, true: int, within: int) -> Sentence:
    """What is said of a guess of a number."""
    numbers = {"guess": Number(guess), "true": Number(true)}
    if guess == true:
        return _("It is exactly {true}.", **numbers)
    if is_near(guess, true, within):
        return _("Close: you said {guess}, it is {true}.", **numbers)
    if within == 1:
        return _("You said {guess}, it is {true}.", **numbers)
    times = Number(max(guess, 1) / max(true, 1) if guess > true else max(true, 1) / max(guess, 1), 1)
    if guess > true:
        return _("You said {guess}, it is {true}: your guess is {times} times too large.", times=times, **numbers)
    return _("You said {guess}, it is {true}: your guess is {times} times too small.", times=times, **numbers)


def chosen(given: Given, options: tuple[tuple[str, Sentence | str], ...]) -> str:
    """The option that was chosen; raises :class:`ExerciseError` for one that is none."""
    name = given[ANSWER]
    if name not in dict(options):
        raise ExerciseError(_("“{name}” is none of the answers to choose from.", name=name[:40]))
    return name
