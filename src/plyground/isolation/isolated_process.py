"""A process for user code. It answers messages, and is ended with all its child processes if it does not answer.

Code of one's own runs in a process of :mod:`multiprocessing`, with the modules and the environment of this one. Code of
others, under fenced limits, runs in a clean one: see :mod:`plyground.isolation.walled_process`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any

from plyground.core.held_interrupts import interrupts_held
from plyground.i18n import language, use
from plyground.isolation.limits import Limits, restrict
from plyground.isolation.walled_process import Start, WalledProcess

MAX_MESSAGE_BYTES = 1_000_000
SIZE_BYTES = 4
"""Bytes before each message that hold its size (:class:`multiprocessing.connection.Connection`)."""
END_PATIENCE_S, END_POLL_S = 1.0, 0.01
"""Seconds in which the exit code of a process is waited for, and between two looks at it."""
MAX_FILES = 1024
"""Numbers of open files that a new process may have inherited."""


class NoAnswer(Exception):
    """No answer arrived in time."""


class ProcessEnded(Exception):
    """The process has ended: ``code`` is its exit code, or minus the signal that ended it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class IsolatedProcess:
    """A process that runs ``target(connection, *arguments)`` under limits, in the language of this process."""

    def __init__(
        self,
        target: Callable[..., None],
        *arguments: Any,
        limits: Limits,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        """Start the process. ``prepare`` runs in it first, before the limits, and so must be trusted code.

        All arguments must be picklable.
        """
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process: WalledProcess | multiprocessing.process.BaseProcess
        if limits.fenced and hasattr(os, "fork"):
            start = Start(limits, language(), prepare, target, arguments)
            self._process = WalledProcess(start, self._here, there)
        else:
            told = there, limits, language(), prepare, target, arguments
            self._process = context.Process(target=_run, args=told, daemon=True)
            with _without_main_module(), interrupts_held():
                self._process.start()
        there.close()
        self._is_open = True

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid or 0

    def send(self, message: bytes) -> None:
        """Send a message. Raise :class:`ProcessEnded` if the process has ended."""
        try:
            self._here.send_bytes(message)
        except OSError:
            raise self._ended() from None

    def send_object(self, thing: Any) -> None:
        """Send an object to plyground's code in the process. Raise :class:`ProcessEnded` if the process has ended."""
        try:
            self._here.send(thing)
        except OSError:
            raise self._ended() from None

    def receive(self, seconds: float | None, most_bytes: int = MAX_MESSAGE_BYTES) -> bytes:
        """Return its next message as bytes, without executing it.

        Raise :class:`NoAnswer` also for a message that has begun and does not end in time, and :class:`ProcessEnded`
        also for one that is too long.
        """
        until = None if seconds is None else time.monotonic() + seconds
        self._wait(seconds)
        try:
            if os.name == "nt":
                return self._here.recv_bytes(most_bytes)
            size = int.from_bytes(self._bytes(SIZE_BYTES, until), "big", signed=True)
            if 0 <= size <= most_bytes:
                return self._bytes(size, until)
        except (EOFError, OSError):
            pass
        raise self._ended()

    def receive_object(self, seconds: float | None) -> Any:
        """Return the next object that plyground's code there has sent.

        Raise :class:`NoAnswer`, :class:`ProcessEnded`.
        """
        self._wait(seconds)
        try:
            return self._here.recv()
        except (EOFError, OSError):
            raise self._ended() from None

    def signal(self, number: int) -> None:
        """Send a signal to the process, unless it has ended."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def end(self) -> None:
        """End the process, and those that it has started."""
        if not self._is_open:
            return
        self._is_open = False
        if self.pid and hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._here.close()

    def _bytes(self, count: int, until: float | None) -> bytes:
        """Return the next bytes; :class:`Connection` itself would wait for the rest of a message without end."""
        found = bytearray()
        while len(found) < count:
            self._wait(None if until is None else max(until - time.monotonic(), 0.0))
            part = os.read(self._here.fileno(), count - len(found))
            if not part:
                raise EOFError
            found += part
        return bytes(found)

    def _wait(self, seconds: float | None) -> None:
        if not self._here.poll(seconds):
            raise NoAnswer

    def _ended(self) -> ProcessEnded:
        """Return the error with the exit code, which is 0 for a running process whose messages cannot be read.

        ``Process.join`` would wait for ever: the process may have written to the pipe by which Python knows that it
        ended.
        """
        until = time.monotonic() + END_PATIENCE_S
        while self._process.exitcode is None and time.monotonic() < until:
            time.sleep(END_POLL_S)
        return ProcessEnded(self._process.exitcode or 0)


_starting = threading.Lock()


@contextmanager
def _without_main_module() -> Iterator[None]:
    """Prevent the new process from running the program's own file again, as multiprocessing would do."""
    with _starting:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


# In the process


def _run(
    connection: Connection,
    limits: Limits,
    words: str,
    prepare: Callable[[], object] | None,
    target: Callable[..., None],
    arguments: Any,
) -> None:
    use(words)
    if hasattr(os, "setsid"):
        os.setsid()  # a group of its own, so that all processes that it starts can be ended with it
    _close_other_files(connection.fileno())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()
    restrict(limits)
    with suppress(BrokenPipeError, EOFError, ConnectionResetError):  # the other end is closed
        target(connection, *arguments)


def _close_other_files(kept: int) -> None:
    """Close inherited files, such as the pipe of Python's resource tracker, which other processes use."""
    parent = multiprocessing.parent_process()
    before = 3
    for number in sorted({kept, parent.sentinel if parent is not None else kept}):
        os.closerange(before, number)
        before = number + 1
    os.closerange(before, MAX_FILES)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
