"""Plain or compiled, where nobody has said which: plain Python where a little of it is enough, else compiled."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar

from plyground.errors import RulesError, SearchStopped
from plyground.language import Sentence
from plyground.search.native import MISSING
from plyground.search.tally import STOP, VISITS, Tally

PLAIN = 30_000
"""Positions, about, that plain Python visits in the time in which a compiled twin is loaded."""

Answer = TypeVar("Answer")


class Pace:
    """The way that the searches of one game run, one after another; plain or compiled, they answer alike."""

    def __init__(self, native: bool | None = None, tell: Callable[[Sentence], object] | None = None) -> None:
        """``native`` says which, and ``None`` leaves it open; ``tell`` hears why no search of them can be compiled."""
        self._chosen = native
        self._found: bool | None = None  # once a little plain Python was not enough
        self._tell = tell

    def run(self, little: Callable[[], Answer | None], search: Callable[[bool], Answer]) -> Answer:
        """What ``little`` finds in plain Python if that is enough (not ``None``), else what ``search(native)`` does.

        Once it was not enough, all searches that follow are compiled ones, or where there is no compiler, or for
        rules that cannot be compiled, such as a board of more than 64 cells, plain ones.
        """
        if self._chosen is not None:
            return search(self._chosen)
        if self._found is None:
            answer = little()
            if answer is not None:
                return answer
            self._found = find_spec("numba") is not None
            if not self._found:
                self._explain(MISSING)
        if self._found:
            try:
                return search(True)
            except RulesError as error:
                self._found = False
                self._explain(error.sentence)
        return search(False)

    def _explain(self, sentence: Sentence) -> None:
        if self._tell:
            self._tell(sentence)


def within(most: int, tally: Tally, work: Callable[[], Answer]) -> Answer | None:
    """What ``work`` answers; ``None``, and the tally as it was, where it would visit more than ``most`` positions.

    Raises :class:`SearchStopped` where someone who watches the tally stops it.
    """
    counts = tally.counts
    before = list(counts)
    limit = counts[STOP] = before[VISITS] + most
    try:
        answer = work()
    except SearchStopped:
        if counts[STOP] != limit:
            raise
        for place, count in enumerate(before):
            counts[place] = count
        return None
    counts[STOP] = before[STOP]
    return answer
