"""Rows of counts that watch the clock where Python has no threads, as in a browser.

With threads, a search needs no clock: another thread sets the number at which it stops. Without threads the search must
look itself. Compiled code reads the row's memory, where a *mark* stands in place of that number: the visit of the next
look, or the number itself if it comes first. Code that reaches the mark calls :func:`looked`. Python reads and writes the
number itself, and looks after a few reads.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast
from weakref import WeakValueDictionary

MAX_READS = 512
"""Most reads of the stop between two looks in plain Python."""
FIRST_VISITS, LEAST_VISITS = 1024, 64
"""Visits of compiled code to the first look, and at least between two looks."""
SHORT_S, LONG_S = 0.001, 0.008
"""Seconds between two looks: if fewer, the next one comes later; if more, sooner."""


def looked(counts: MutableSequence[int]) -> bool:
    """Return True if a search that has reached its stop in ``counts`` must end.

    It must, in plain Python and wherever there are threads. In a browser compiled code calls :func:`look_at` here.
    """
    return True


@dataclass(eq=False)
class Alarm:
    """A function to be called at a time."""

    at: float  # time.monotonic()
    ring: Callable[[], object]
    every_s: float | None  # seconds to the next call; None if it is the only one


@contextmanager
def alarm(seconds: float, ring: Callable[[], object], *, repeated: bool = False) -> Iterator[None]:
    """Call ``ring`` at the first look after these seconds, during this context. With ``repeated``, call it again and again
    at this distance.
    """
    entry = Alarm(time.monotonic() + seconds, ring, seconds if repeated else None)
    _alarms.append(entry)
    for each in list(_rows.values()):
        each.begin()
    try:
        yield
    finally:
        if entry in _alarms:
            _alarms.remove(entry)


_alarms: list[Alarm] = []


def _ring_all(now: float) -> None:
    for entry in [entry for entry in _alarms if entry.at <= now]:
        if entry not in _alarms:  # an earlier alarm's function has rung it already
            continue
        if entry.every_s is None:
            _alarms.remove(entry)
        else:
            entry.at = now + entry.every_s
        entry.ring()


class ClockedRow(array):  # type: ignore[type-arg] # an array has no [int] in Python 3.11
    """A row of integers that looks at the clock."""

    _nodes: int  # place of the number of visits
    _stop: int  # place of the stop
    _limit: int  # the stop, as Python reads it
    _reads: int  # reads of the stop between two looks in plain Python
    _left: int  # reads to the next look
    _visits: int  # visits of compiled code between two looks
    _looked_s: float  # time of the last look
    _marked_at: int  # visits when the mark was written

    def __new__(cls, length: int, nodes: int, stop: int) -> ClockedRow:
        """Make a row of zeros that counts visits at the place ``nodes``, and has the stop at the place ``stop``."""
        row = cast("ClockedRow", super().__new__(cls, "q", bytes(8 * length)))
        row._nodes, row._stop = nodes, stop
        row._limit = 0
        row.begin()
        _rows[row.buffer_info()[0]] = row
        return row

    def begin(self) -> None:
        """Look soon, because it is not known how fast the search will be."""
        self._reads = self._left = 1
        self._visits, self._looked_s = FIRST_VISITS, time.monotonic()
        self._mark()

    def _mark(self) -> None:
        """Write the number of the visit at which compiled code looks, or stops."""
        self._marked_at = super().__getitem__(self._nodes)
        following = self._marked_at + self._visits
        super().__setitem__(self._stop, self._limit if 0 < self._limit <= following else following)

    def __getitem__(self, place: Any) -> Any:
        if place == self._stop:
            self._left -= 1
            if self._left <= 0:
                self._left = MAX_READS  # an alarm may read the stop
                self._left = self._reads = max(1, min(MAX_READS, self._rung(self._reads)))
            return self._limit
        return list(self)[place] if isinstance(place, slice) else super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if place == self._stop:
            self._limit = value
            self._mark()
            return
        super().__setitem__(place, value)
        if place == self._nodes and value < self._marked_at:
            self._mark()

    def __iter__(self) -> Iterator[int]:
        return (self[place] for place in range(len(self)))

    def look(self) -> bool:
        """Look at the clock from compiled code. Return True if the search must end."""
        self._visits = max(LEAST_VISITS, self._rung(self._visits))
        self._mark()
        return bool(0 < self._limit <= self._marked_at)

    def _rung(self, distance: int) -> int:
        """Ring the alarms. Return a better distance to the next look than the last one."""
        now = time.monotonic()
        spent, self._looked_s = now - self._looked_s, now
        _ring_all(now)
        return 2 * distance if spent < SHORT_S else distance // 2 if spent > LONG_S else distance


_rows: WeakValueDictionary[int, ClockedRow] = WeakValueDictionary()  # rows by their address


def look_at(address: int) -> int:
    """Look at the clock for the row at an address. Return 1 if the search that counts there must end, else 0."""
    row = _rows.get(address)
    return int(row is None or row.look())
