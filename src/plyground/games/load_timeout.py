"""A time limit for code that may never end, such as a game file with an endless loop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(BaseException):
    """The time is up. It is not an :class:`Exception`, so that the running code does not catch it by accident."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise :class:`OutOfTime` in the body of the context after this many seconds.

    This works only in the main thread of a system with alarms (not on Windows). Elsewhere there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
