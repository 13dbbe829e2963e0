"""Limits: when a search that deepens step by step has to stop."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from threading import TIMEOUT_MAX, Timer
from typing import NamedTuple

from plyground.errors import SearchError
from plyground.language import _
from plyground.search.scores import LONGEST
from plyground.search.tally import STOP

ASKED = 1
"""In ``counts[STOP]``: someone who watches the search wants it to stop."""
OUT_OF_TIME = 2


class Limit(NamedTuple):
    """The first of these that is reached ends a search; without any, it goes on until the game is solved.

    Limits in nodes or depth give the same answer each time, plain or compiled; seconds do not.
    """

    seconds: float | None = None  # of clock time
    nodes: int | None = None  # positions visited
    depth: int | None = None  # plies looked ahead

    def check(self) -> None:
        """Raise :class:`SearchError` for numbers that are no limits."""
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise SearchError(
                _("A limit in seconds is a finite number greater than 0, not {seconds}.", seconds=self.seconds)
            )
        if self.nodes is not None and self.nodes < 1:
            raise SearchError(_("A limit in nodes is a number from 1, not {nodes}.", nodes=self.nodes))
        if self.depth is not None and not 1 <= self.depth <= LONGEST:
            raise SearchError(
                _("A search depth is a number of plies from 1 to {most}, not {depth}.", most=LONGEST, depth=self.depth)
            )


@contextmanager
def deadline(seconds: float | None, counts: MutableSequence[int]) -> Iterator[None]:
    """While it lasts, a search that is counted in ``counts`` is stopped after so many seconds (``None``: never).

    A clock beside it sets ``counts[STOP]``, so that compiled code need not look at one.
    """

    def stop() -> None:
        if counts[STOP] != ASKED:
            counts[STOP] = OUT_OF_TIME

    if seconds is None:
        yield
        return
    clock = Timer(min(seconds, TIMEOUT_MAX), stop)
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
        clock.join()
