"""A question of a lesson: the reader predicts something, and the reply shows the real result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from plyground.errors import ExerciseError
from plyground.i18n import Number, Sentence, _
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.trees import Tree

MAX_DIGITS = 12
"""Most digits of a number in an answer."""
GROUPING_SIGNS = str.maketrans("", "", "., \u00a0\u202f'_")
"""Translation table that removes the signs that group the digits of a long number."""


class Table(NamedTuple):
    """A table of numbers or words with named columns."""

    columns: tuple[Sentence | str, ...]
    rows: tuple[tuple[Sentence | Number | str, ...], ...]

    def is_words(self, column: int) -> bool:
        """Return True for a column of words, False for one of numbers."""
        return isinstance(self.rows[0][column], Sentence)


class Link(NamedTuple):
    """A link: a URL of the page and its text."""

    address: str
    words: Sentence


class Picture(NamedTuple):
    """A drawing: as SVG in the colours of a theme, and as text for screen readers."""

    drawn: Callable[[str], str]
    words: str
    is_board: bool = False  # True for a small picture, which can be shown larger
    caption: Sentence | None = None


class Reply(NamedTuple):
    """The answer to a prediction."""

    right: bool
    sentences: tuple[Sentence, ...]
    table: Table | None = None
    links: tuple[Link, ...] = ()
    fields: Mapping[str, bool] = MappingProxyType({})  # True for each right field, if the fields are judged apart


class Question(Protocol):
    """A question about a real search, position or table.

    Long computations count in a ``tally``, which may stop them. Then :class:`SearchStopped` is raised.
    """

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the form."""

    def asked(self, tally: Tally) -> Sentence:
        """Return the text of the question."""

    def solution(self, tally: Tally) -> Given:
        """Return the form, filled in with the right answer."""

    def reply(self, given: Given, tally: Tally) -> Reply:
        """Return the reply to a prediction. For an empty form, return only the right answer.

        Raise :class:`PlygroundError` for values that cannot be read.
        """

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        """Return the drawings to show before or after the answer."""


class TreeSearch(NamedTuple):
    """Searches of a tree, which a reader can change after the answer."""

    tree: Tree
    algorithms: tuple[str, ...]
    convention: str  # name of a preset; "" for the usual one
    depth: int | None = None


@runtime_checkable
class TreeQuestion(Protocol):
    """A question that may be about searches of a tree."""

    @property
    def tree_search(self) -> TreeSearch | None:
        """The searches; None for another subject."""


ANSWER = ""
"""The name of the only field of a question with one field."""


def read_count(text: str) -> int:
    """Read a whole number, its digits grouped or not. Raise :class:`ExerciseError`."""
    digits = text.translate(GROUPING_SIGNS)
    if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS:
        return int(digits)
    raise ExerciseError(_("Write a whole number, such as 500, instead of “{text}”.", text=text[:20]))


def is_near(guess: int, true: int, within: int) -> bool:
    """Return True if a guess is at most ``within`` times too large or too small."""
    return Fraction(true, within) <= guess <= true * within


def count_field(label: Sentence, within: int) -> Field:
    """Return the field for a number; its label says how near a guess must be."""
    if within > 1:
        label = _("{what} (up to {within} times too many or too few counts as right)", what=label, within=within)
    return Field(ANSWER, label)


def guessed(guess: int, true: int, within: int) -> Sentence:
    """Return a sentence that compares a guess with the true number."""
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
    """Return the option that was chosen. Raise :class:`ExerciseError` for an unknown one."""
    name = given[ANSWER]
    if name not in dict(options):
        raise ExerciseError(_("“{name}” is not one of the answers.", name=name[:40]))
    return name
