"""A process for user code. It answers messages, and is ended with all its child processes if it does not answer."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

from plyground.i18n import language, use
from plyground.isolation.limits import Limits, restrict

MAX_MESSAGE_BYTES = 1_000_000
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

    def __init__(self, target: Callable[..., None], *arguments: Any, limits: Limits) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_run, args=(there, limits, language(), target, arguments), daemon=True)
        with _without_main_module():
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

    def receive(self, seconds: float | None) -> bytes:
        """Return its next message as bytes, without executing it. Raise :class:`NoAnswer`, :class:`ProcessEnded`."""
        self._wait(seconds)
        try:
            return self._here.recv_bytes(MAX_MESSAGE_BYTES)
        except (EOFError, OSError):  # ended, or a message without end
            raise self._ended() from None

    def receive_object(self, seconds: float | None) -> Any:
        """Return the next object that plyground's code there has sent. Raise :class:`NoAnswer`, :class:`ProcessEnded`."""
        self._wait(seconds)
        try:
            return self._here.recv()
        except (EOFError, OSError):
            raise self._ended() from None

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

    def _wait(self, seconds: float | None) -> None:
        if not self._here.poll(seconds):
            raise NoAnswer

    def _ended(self) -> ProcessEnded:
        self._process.join(1.0)
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


def _run(connection: Connection, limits: Limits, words: str, target: Callable[..., None], arguments: Any) -> None:
    use(words)
    if hasattr(os, "setsid"):
        os.setsid()  # so that what it starts can be ended with it
    _close_other_files(connection.fileno())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    restrict(limits)
    with suppress(BrokenPipeError, EOFError, ConnectionResetError):  # nobody listens any more
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
        parent.join()
    os._exit(1)
