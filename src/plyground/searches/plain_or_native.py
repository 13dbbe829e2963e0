"""Choice between plain and compiled searches: plain Python for small searches, else compiled."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TypeVar

from plyground.errors import RulesError, SearchStopped
from plyground.i18n import Sentence
from plyground.native.targets.target import IN_BROWSER, can_compile
from plyground.searches.scores import INFINITY
from plyground.searches.tally import NODES, STOP, Tally
from plyground.searches.twin import MISSING

MAX_PLAIN_NODES = 5_000
"""Positions that plain Python visits in about the time in which a compiled twin is loaded."""

Answer = TypeVar("Answer")


class Pace:
    """The choice for the searches of one game, one after another. Plain and compiled searches give the same results."""

    def __init__(self, native: bool | None = None, on_message: Callable[[Sentence], object] | None = None) -> None:
        """Begin without a choice, or with a fixed one, ``native``. ``on_message`` is called with the reason if nothing
        can be compiled.
        """
        self.native = bool(native)  # True if the last search was compiled
        self._chosen = native
        self._found: bool | None = None  # True if compiling is possible; None until it is needed
        self._on_message = on_message

    def run(
        self, little: Callable[[], Answer | None], search: Callable[[bool], Answer], *, at_once: bool = False
    ) -> Answer:
        """Return the result of ``little`` in plain Python, or of ``search(native)`` if ``little`` returns None.

        Once ``little`` has returned None, all later searches are compiled; with ``at_once`` this one already is.
        In a browser every search is, because a twin is loaded there within a millisecond. Without a compiler, or for
        rules that cannot be compiled, every search is plain.
        """
        if self._chosen is not None:
            return search(self._chosen)
        self.native = False
        if self._found is None:
            answer = None if at_once or IN_BROWSER else little()
            if answer is not None:
                return answer
            self._found = can_compile()
            if not self._found:
                self._explain(MISSING)
        if self._found:
            try:
                self.native = True
                return search(True)
            except RulesError as error:
                self._found = self.native = False
                self._explain(error.sentence)
        return search(False)

    def _explain(self, sentence: Sentence) -> None:
        if self._on_message:
            self._on_message(sentence)


def warn(sentence: Sentence) -> None:
    """Warn a program that its search runs as plain Python, for this reason."""
    warnings.warn(str(sentence), stacklevel=2)


class CountedSearches:
    """The choice for searches that one tally counts."""

    def __init__(
        self,
        tally: Tally,
        native: bool | None = None,
        plain: int = MAX_PLAIN_NODES,
        on_message: Callable[[Sentence], object] | None = None,
    ) -> None:
        """Set up the searches. ``native`` chooses compiled (True) or plain (False); None chooses the faster.

        ``plain`` replaces :data:`MAX_PLAIN_NODES` for a search that needs more or less time for a position than most.
        ``on_message`` is that of :class:`Pace`.
        """
        self.tally = tally
        self.plain = plain
        self.choice = Pace(native, on_message)

    @property
    def native(self) -> bool:
        """True if the last search was compiled."""
        return self.choice.native

    def run(self, search: Callable[[bool], Answer], least: int = 0, most: int = INFINITY) -> Answer:
        """Return the answer of ``search(native)``, which visits about ``least`` to ``most`` positions."""

        def little() -> Answer | None:
            if most <= self.plain:
                return search(False)
            return None if least > self.plain else within(self.plain, self.tally, lambda: search(False))

        return self.choice.run(little, search)


def within(most: int, tally: Tally, work: Callable[[], Answer]) -> Answer | None:
    """Return the result of ``work``; None, with the tally as before, if it needs more than ``most`` nodes.

    If another thread or process stops the tally, return what the work has so far, or raise :class:`SearchStopped`.
    """
    counts = tally.counts
    before = list(counts)
    limit = before[NODES] + most
    if not 0 < before[STOP] <= limit:
        counts[STOP] = limit
    answer: Answer | None = None
    try:
        answer = work()
    except SearchStopped:
        if counts[STOP] != limit:
            raise
    if counts[STOP] == limit and (answer is None or counts[NODES] >= limit):  # some return their answer so far
        for place, count in enumerate(before):
            counts[place] = count
        return None
    if counts[STOP] == limit:
        counts[STOP] = before[STOP]
    return answer
