"""A watch that interrupts a user's rules if one of their calls does not return.

A thread checks all other threads regularly. If the same call of user code is running each time, it is interrupted with
an error that names the method and the line. The server or the worker then continues.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType, FrameType

from plyground.core.plugins import foreign
from plyground.errors import FileError
from plyground.isolation.call_site import CallSite, endless

TIMEOUT_VARIABLE = "PLYGROUND_RULES_TIMEOUT"
RULES_TIMEOUT_S = 5.0
"""Seconds after which a call of a user's rules counts as endless."""
SAMPLES = 10
"""Number of checks of the threads within the timeout."""
SIGNAL = getattr(signal, "SIGUSR1", None)  # None on Windows


def rules_timeout_s() -> float:
    """Return the number of seconds that a call of a user's rules may take."""
    return float(os.environ.get(TIMEOUT_VARIABLE) or RULES_TIMEOUT_S)


class RulesWatch:
    """A watch on the threads of this process. It must be started in the main thread."""

    def __init__(self, on_endless: Callable[[FileError], object]) -> None:
        """Prepare a watch. ``on_endless`` gets each error when it is raised."""
        self._on_endless = on_endless
        self._timeout_s = rules_timeout_s()
        self._main = threading.get_ident()
        self._at_work: dict[int, tuple[FrameType, int]] = {}  # (running call, number of samples) by thread

    def begin(self) -> None:
        """Begin to watch."""
        if SIGNAL is not None:
            signal.signal(SIGNAL, self._interrupt_main)
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while True:
            time.sleep(self._timeout_s / SAMPLES)
            for thread, frame in sys._current_frames().items():
                self._look(thread, _calls(frame))

    def _look(self, thread: int, calls: list[FrameType]) -> None:
        """Count how often the outermost call was seen. So time during which the process was suspended does not count."""
        call, samples = self._at_work.pop(thread, (None, 0))
        if not calls:
            return
        samples = samples + 1 if calls[-1] is call else 0
        if samples < SAMPLES:
            self._at_work[thread] = calls[-1], samples
        elif thread != self._main:
            self._interrupt(thread, self._endless(calls))
        elif SIGNAL is not None:
            signal.pthread_kill(thread, SIGNAL)

    def _interrupt_main(self, _number: int, frame: FrameType | None) -> None:
        """Raise the error in the main thread, unless the call has just returned."""
        if calls := _calls(frame):
            raise self._endless(calls)

    def _interrupt(self, thread: int, error: FileError) -> None:
        """Raise an error in another thread. Python needs a class without constructor arguments for that."""

        class EndlessRules(FileError):
            def __init__(self) -> None:
                super().__init__(error.path, error.reason, error.line)

        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(EndlessRules))

    def _endless(self, calls: list[FrameType]) -> FileError:
        site = CallSite(calls[0].f_code.co_filename, calls[0].f_lineno, calls[-1].f_code.co_qualname)
        error = endless(site.path, site, self._timeout_s)
        self._on_endless(error)
        return error


def _calls(frame: FrameType | None) -> list[FrameType]:
    """Return the running calls of user code, the innermost first; none while its file is loaded."""
    calls = []
    while isinstance(frame, FrameType):  # CPython 3.11 may give another object for a thread that runs on meanwhile
        code = frame.f_code
        if not isinstance(code, CodeType):
            break
        if code.co_filename in foreign:
            if code.co_name == "<module>":
                return []
            calls.append(frame)
        frame = frame.f_back
    return calls
