"""Choice between plain and compiled searches: plain Python for small searches, else compiled."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar

from plyground.errors import RulesError, SearchStopped
from plyground.i18n import Sentence
from plyground.searches.tally import STOP, VISITS, Tally
from plyground.searches.twin import MISSING

MAX_PLAIN_VISITS = 5_000
"""Positions that plain Python visits in about the time in which a compiled twin is loaded."""

Answer = TypeVar("Answer")


class Pace:
    """The choice for the searches of one game, one after another. Plain and compiled searches give the same results."""

    def __init__(self, native: bool | None = None, tell: Callable[[Sentence], object] | None = None) -> None:
        """Begin without a choice, or with a fixed one, ``native``. ``tell`` is called with the reason if nothing can be
        compiled.
        """
        self._chosen = native
        self._found: bool | None = None  # None until a small plain search was not enough
        self._tell = tell

    def run(
        self, little: Callable[[], Answer | None], search: Callable[[bool], Answer], *, at_once: bool = False
    ) -> Answer:
        """Return the result of ``little`` in plain Python, or of ``search(native)`` if ``little`` returns None.

        Once ``little`` has returned None, all later searches are compiled; with ``at_once`` this one already is.
        Without a compiler, or for rules that cannot be compiled, every search is plain.
        """
        if self._chosen is not None:
            return search(self._chosen)
        if self._found is None:
            answer = None if at_once else little()
            if answer is not None:
                return answer
            self._found = find_spec("llvmlite") is not None
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
    """Return the result of ``work``; None, with the tally as before, if it needs more than ``most`` visits.

    If another thread or process stops the tally, return what the work has so far, or raise :class:`SearchStopped`.
    """
    counts = tally.counts
    before = list(counts)
    limit = before[VISITS] + most
    if not 0 < before[STOP] <= limit:
        counts[STOP] = limit
    answer: Answer | None = None
    try:
        answer = work()
    except SearchStopped:
        if counts[STOP] != limit:
            raise
    if counts[STOP] == limit and (answer is None or counts[VISITS] >= limit):  # some return what they have so far
        for place, count in enumerate(before):
            counts[place] = count
        return None
    if counts[STOP] == limit:
        counts[STOP] = before[STOP]
    return answer
