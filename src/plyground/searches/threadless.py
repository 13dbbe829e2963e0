"""Replacements for threads where Python has none, as in a browser: counts that watch the clock, and a pool that makes
its calls in this thread.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

HAS_THREADS = sys.platform != "emscripten"
"""False in a browser (Pyodide)."""
READS_PER_LOOK = 512
"""Number of reads of the counts between two looks at the clock. A search reads them several times at each position."""


class ClockedRow(list[int]):
    """A row of integers that looks at the clock when it is read."""

    def __init__(self, length: int) -> None:
        """Make a row of ``length`` zeros."""
        super().__init__([0] * length)
        self.alarms: list[tuple[float, Callable[[], None]]] = []
        self.reads = 0

    def __getitem__(self, place: Any) -> Any:
        self.reads += 1
        if self.alarms and not self.reads % READS_PER_LOOK:
            self._look()
        return super().__getitem__(place)

    @contextmanager
    def alarm(self, seconds: float, ring: Callable[[], None]) -> Iterator[None]:
        """Call ``ring`` once if these seconds pass during this context."""
        entry = (time.monotonic() + seconds, ring)
        self.alarms.append(entry)
        try:
            yield
        finally:
            if entry in self.alarms:
                self.alarms.remove(entry)

    def _look(self) -> None:
        now = time.monotonic()
        for entry in [entry for entry in self.alarms if entry[0] <= now]:
            self.alarms.remove(entry)
            entry[1]()


class CallingPool:
    """The part of an executor that solvers use, without threads: a call is made when its result is taken."""

    def __enter__(self) -> CallingPool:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def map(self, call: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """Yield the result of each item."""
        return map(call, items)

    def shutdown(self, *, wait: bool = True, cancel_futures: bool = False) -> None:
        """Do nothing, because nothing runs."""


def worker_pool(threads: int) -> Any:
    """Return an executor with this many threads; where Python has no threads, one that makes its calls in this
    thread.
    """
    if not HAS_THREADS:
        return CallingPool()
    from concurrent.futures import ThreadPoolExecutor  # imported here because it is slow to import

    return ThreadPoolExecutor(threads)
