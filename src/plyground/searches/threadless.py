"""Clocks and pools, the same with threads and where Python has none, as in a browser: there a search that counts in a
:class:`~plyground.native.clocked_row.ClockedRow` looks at the clock, and a pool makes its calls in this thread.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import TIMEOUT_MAX, Event, Thread, Timer
from typing import Any

from plyground.native import clocked_row

HAS_THREADS = sys.platform != "emscripten"
"""False in a browser (Pyodide)."""
thread_time = getattr(time, "thread_time", time.process_time)
"""Return the seconds that this thread has computed."""


@contextmanager
def alarm(seconds: float, ring: Callable[[], object]) -> Iterator[None]:
    """Call ``ring`` once if these seconds pass during this context: from another thread, or, without threads, from a
    search that looks at the clock.
    """
    if not HAS_THREADS:
        with clocked_row.alarm(seconds, ring):
            yield
        return
    timer = Timer(min(seconds, TIMEOUT_MAX), ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


@contextmanager
def repeated(seconds: float, look: Callable[[], object]) -> Iterator[None]:
    """Call ``look`` again and again, after these seconds each, during this context. See :func:`alarm`."""
    if not HAS_THREADS:
        with clocked_row.alarm(seconds, look, repeated=True):
            yield
        return

    def watch() -> None:
        while not done.wait(seconds):
            look()

    done = Event()
    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def begin(work: Callable[[], object]) -> None:
    """Do a work in a thread that does not keep the program alive; without threads, now."""
    if HAS_THREADS:
        Thread(target=work, daemon=True).start()
    else:
        work()


def usable_threads(wanted: int) -> int:
    """Return the number of threads to use where ``wanted`` would be good: without threads, 1."""
    return wanted if HAS_THREADS else 1


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
