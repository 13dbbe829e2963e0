"""Ctrl-C while the main thread runs compiled code."""

from __future__ import annotations

import os
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from functools import cache
from signal import SIG_IGN, SIGINT, default_int_handler, getsignal, set_wakeup_fd
from threading import Lock, Thread, current_thread, main_thread
from typing import TypeVar

from plyground.errors import SearchStopped
from plyground.searches.tally import STOP
from plyground.searches.threadless import HAS_THREADS

Answer = TypeVar("Answer")
SETTLE = 0
"""A number in the pipe that is no signal: the listener is to answer."""
MAX_SIGNALS = 64
"""Signals that are read at once."""


def interruptible(counts: MutableSequence[int], work: Callable[..., Answer], *arguments: object) -> Answer:
    """Return the result of ``work``, which must check ``counts[STOP]``. Ctrl-C sets it and raises KeyboardInterrupt.

    If the program has a handler of its own for Ctrl-C, ``work`` is stopped as by another thread, and the handler decides
    what follows. Other threads than the main one, programs that ignore Ctrl-C, and a Python without threads only do the work.
    """
    if not HAS_THREADS or current_thread() is not main_thread() or getsignal(SIGINT) is SIG_IGN:
        return work(*arguments)
    return _listener().run(counts, work, arguments)


class Listener:
    """A thread that stops the main thread's search after Ctrl-C.

    Python runs the handlers of signals in the main thread, between two instructions of Python, so never within compiled
    code. It also writes the number of each signal to a pipe at once. The thread reads this pipe.
    """

    def __init__(self) -> None:
        self._signals, self._pipe = os.pipe()
        if os.name != "nt":
            os.set_blocking(self._pipe, False)  # required by Python, except on Windows
        self._counts: MutableSequence[int] | None = None  # counts of the running search
        self._pressed = False  # True after Ctrl-C during this search
        self._usual = -1  # pipe in which others, such as asyncio, expect the signals
        self._settled = Lock()
        self._settled.acquire()
        Thread(target=self._listen, name="Ctrl-C", daemon=True).start()

    def run(self, counts: MutableSequence[int], work: Callable[..., Answer], arguments: tuple[object, ...]) -> Answer:
        """Return the result of ``work``. After Ctrl-C raise KeyboardInterrupt, or :class:`SearchStopped` if the program
        has a handler of its own.
        """
        handler = getsignal(SIGINT)  # read now, because a handler may remove itself
        outer, before = self._counts, set_wakeup_fd(self._pipe, warn_on_full_buffer=False)
        if before != self._pipe:
            self._usual = before
        self._counts, self._pressed = counts, False
        try:
            return work(*arguments)
        except (SearchStopped, KeyboardInterrupt) as end:
            self._settle()
            if self._pressed and outer is not None:
                outer[STOP] = 1
            if isinstance(end, KeyboardInterrupt):
                counts[STOP] = 1
            elif self._pressed and handler is default_int_handler:  # the handler has not been called yet
                raise KeyboardInterrupt from None
            raise
        finally:
            self._counts = outer
            set_wakeup_fd(before)
            if getsignal(SIGINT) is not handler:  # it has answered a press, and put another in its place
                self._settle()

    def _settle(self) -> None:
        """Wait until all signals are read, because one that is read later would count for the next search."""
        os.write(self._pipe, bytes([SETTLE]))
        self._settled.acquire()

    def _listen(self) -> None:
        """Stop the running search after each Ctrl-C."""
        while numbers := os.read(self._signals, MAX_SIGNALS):
            if SIGINT in numbers and (counts := self._counts) is not None:
                self._pressed = True
                counts[STOP] = 1
            signals = bytes(number for number in numbers if number != SETTLE)
            if signals and self._usual != -1:
                with suppress(OSError):  # the pipe may be full or closed
                    os.write(self._usual, signals)
            if len(signals) < len(numbers):
                self._settled.release()


@cache
def _listener() -> Listener:
    """Return the one listener of this process."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_forget)
    return Listener()


def _forget() -> None:
    """Forget the listener in a forked process, which has its pipe but not its thread."""
    _listener.cache_clear()
    set_wakeup_fd(-1)
