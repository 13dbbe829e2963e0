"""Limits at which a search that deepens step by step stops."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from numbers import Real
from typing import NamedTuple

from plyground.core.checked_arguments import check_fields
from plyground.errors import SearchError
from plyground.i18n import _
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.searches.tally import NODES, STOP
from plyground.searches.threadless import alarm, repeated

ASKED = 1
"""Value of ``counts[STOP]`` with which another thread or process stops the search."""
OUT_OF_TIME = 2
STOP_LOOK_S = 0.005
"""Seconds between two looks at another search's counts."""


class Limit(NamedTuple):
    """The limits of a search. It ends at the first that is reached; without limits, when the game is solved.

    Limits in nodes or depth give the same answer each time, plain or compiled; seconds do not.
    """

    seconds: float | None = None  # seconds of clock time
    nodes: int | None = None  # positions visited
    depth: int | None = None  # plies looked ahead

    def under(self, seconds: float | None) -> Limit:
        """Return the limit for a move for which a clock gives ``seconds`` (None: no clock).

        Without a clock, a move without a limit has :data:`DEFAULT_LIMIT`.
        """
        if seconds is None:
            return DEFAULT_LIMIT if self == Limit() else self
        return self._replace(seconds=min(seconds, self.seconds or seconds))

    def check(self) -> None:
        """Raise :class:`ArgumentError` for a field that is no number, :class:`SearchError` for a wrong number."""
        if isinstance(self.seconds, Real) and not 0 < self.seconds < float("inf"):  # refuses nan, too
            raise SearchError(
                _("A limit in seconds is a finite number greater than 0, not {seconds}.", seconds=self.seconds)
            )
        check_fields(self)
        if self.nodes is not None and self.nodes < 1:
            raise SearchError(_("A limit in nodes is a number from 1, not {nodes}.", nodes=self.nodes))
        if self.depth is not None and not 1 <= self.depth <= MAX_DEPTH:
            raise SearchError(
                _(
                    "A search depth is a number of plies from 1 to {most}, not {depth}.",
                    most=MAX_DEPTH,
                    depth=self.depth,
                )
            )


DEFAULT_LIMIT = Limit(seconds=1)
"""Limit of a move if neither a clock nor the bot's own settings limit it."""


@contextmanager
def deadline(seconds: float | None, counts: MutableSequence[int], sign: int = OUT_OF_TIME) -> Iterator[None]:
    """Stop the search that is counted in ``counts`` after this many seconds (None: never), during this context.

    The clock sets ``counts[STOP]``. The ``sign`` ``ASKED`` ends all searches of a move, ``OUT_OF_TIME`` only the running
    one.
    """

    def stop() -> None:
        if counts[STOP] != ASKED:
            counts[STOP] = sign

    if seconds is None:
        yield
        return
    with alarm(seconds, stop):
        yield


@contextmanager
def limited(counts: MutableSequence[int], nodes: int | None, seconds: float | None) -> Iterator[None]:
    """Stop the search that is counted in ``counts`` after so many nodes or seconds (None: never), during this context.

    Raise :class:`ArgumentError` and :class:`SearchError` for impossible limits.
    """
    Limit(seconds, nodes).check()
    before = counts[STOP]
    if nodes is not None and not 0 < before <= counts[NODES] + nodes:
        counts[STOP] = min(INFINITY, counts[NODES] + nodes)
    try:
        with deadline(seconds, counts):
            yield
    finally:
        if counts[STOP] != ASKED:
            counts[STOP] = before


@contextmanager
def passing_on_stop(counts: MutableSequence[int], own: MutableSequence[int]) -> Iterator[None]:
    """Stop the search that counts in ``own`` once, as soon as ``counts[STOP]`` is set, during this context."""
    passed = False

    def pass_on() -> None:
        nonlocal passed
        if not passed and counts[STOP] in (ASKED, OUT_OF_TIME):
            passed, own[STOP] = True, ASKED

    pass_on()
    with repeated(STOP_LOOK_S, pass_on):
        yield
