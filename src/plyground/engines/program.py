"""A program that is connected by pipes. It reads and writes lines, with limits on time and output."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from plyground.engines import supervisor
from plyground.errors import EngineDied, EngineError, EngineTimeout
from plyground.i18n import _

MAX_LINE_BYTES = 65_536
"""Longest line in bytes; a program that writes a longer one breaks the protocol."""
MAX_UNREAD_LINES = 20_000
"""Most lines that may wait to be read; a program that writes more is ended."""
MAX_LINES = 200_000
"""Most lines in answer to one command; a program that writes more is ended."""
MAX_ERROR_LINES = 5
"""Last lines of the error output, kept for messages."""
QUIT_TIMEOUT_S = 1.0
"""Seconds a program has to end after it was asked to."""
FOLDERS = re.compile(r"(?<![\w/])(?:[A-Za-z]:)?(?:[/\\][^\s/\\\"']+)+[/\\](?=[^\s/\\])")
"""The folders of a path. They are left out of messages, because visitors of the page read them."""
POLL_S = 0.02
"""Seconds between two checks if the answer is still wanted."""

Log = Callable[[str, str], object]
"""Function that is called with ``">"`` or ``"<"`` and each line written or read."""


class Program:
    """A running program that answers lines with lines.

    It ends with this process, also if this process is killed (on POSIX; on Windows only if this process ends normally).
    """

    def __init__(self, name: str, command: Sequence[str], log: Log | None = None) -> None:
        """Start ``command``. Raise :class:`EngineError` if it cannot be started."""
        self.name = name
        self._log = log
        self._lines: queue.Queue[str | None] = queue.Queue(MAX_UNREAD_LINES)
        self._errors: deque[str] = deque(maxlen=MAX_ERROR_LINES)
        self._flooded = False
        self._lines_since_command = 0
        self._asked = time.monotonic()  # time at which the last command was sent
        self._control: int | None = None
        try:
            self._process = self._start(list(command))
        except OSError as error:
            program = Path(command[0]).name
            raise EngineError(
                name, _("it cannot be started: {command} ({reason})", command=program, reason=error.strerror)
            ) from None
        threading.Thread(target=self._read, daemon=True).start()
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()

    def _start(self, command: list[str]) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        if os.name != "posix":
            return subprocess.Popen(command, **pipes)  # type: ignore[call-overload, no-any-return]
        theirs, self._control = os.pipe()
        try:
            return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
                [sys.executable, "-I", "-S", str(Path(supervisor.__file__)), str(theirs), *command],
                pass_fds=(theirs,),
                start_new_session=True,  # Ctrl-C in the terminal must not reach it
                **pipes,
            )
        finally:
            os.close(theirs)

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        with suppress(OSError, ValueError):
            while line := output.readline(MAX_LINE_BYTES):
                try:
                    self._lines.put_nowait(line.decode("utf-8", "replace").rstrip("\r\n"))
                except queue.Full:
                    self._flooded = True
                    self.kill()
                    break
        with suppress(queue.Full):
            self._lines.put(None, timeout=QUIT_TIMEOUT_S)

    def _read_errors(self) -> None:
        errors = self._process.stderr
        assert errors is not None
        with suppress(OSError, ValueError):
            while line := errors.readline(MAX_LINE_BYTES):
                self._errors.append(line.decode("utf-8", "replace").strip())

    def send(self, line: str) -> None:
        """Write one line. Raise :class:`EngineDied` if the program has ended."""
        if "\n" in line or "\r" in line:
            raise ValueError(f"not one line: {line!r}")
        if self._log:
            self._log(">", line)
        self._lines_since_command = 0
        self._asked = time.monotonic()
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(line.encode() + b"\n")
            stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def read(self, timeout_s: float, waiting_for: str, wanted: Callable[[], bool] = lambda: True) -> str | None:
        """Return the next line; None as soon as ``wanted`` returns False.

        Raise :class:`EngineTimeout` after ``timeout_s`` seconds, naming what was ``waiting_for`` since the last
        command, and :class:`EngineDied` if the program has ended.
        """
        end = time.monotonic() + timeout_s
        while wanted():
            try:
                line = self._lines.get(timeout=max(0.0, min(POLL_S, end - time.monotonic())))
            except queue.Empty:
                if time.monotonic() >= end:
                    raise EngineTimeout(self.name, waiting_for, time.monotonic() - self._asked) from None
                continue
            if line is None:
                raise self._ended()
            self._lines_since_command += 1
            if self._lines_since_command > MAX_LINES:
                self._flooded = True
                raise self._ended()
            if self._log:
                self._log("<", line)
            return line
        return None

    def _ended(self) -> EngineError:
        self.kill()
        status = self._process.wait()
        if self._flooded:
            return EngineDied(self.name, _("it wrote too much output"))
        self._error_reader.join(QUIT_TIMEOUT_S)  # wait for the last lines of the program
        said = FOLDERS.sub("", " / ".join(line for line in self._errors if line))[:200]
        if status == supervisor.NOT_STARTED:
            return EngineError(self.name, _("it cannot be started ({reason})", reason=said))
        if said:
            return EngineDied(self.name, _("it ended with status {status}: {said}", status=status, said=said))
        return EngineDied(self.name, _("it ended with status {status}", status=status))

    def ends(self, timeout_s: float = QUIT_TIMEOUT_S) -> bool:
        """Return True if the program ends without help within ``timeout_s`` seconds."""
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """End the program and everything it has started, at once."""
        if self._control is not None:
            with suppress(OSError):
                os.close(self._control)
            self._control = None
        else:
            with suppress(OSError):
                self._process.kill()

    def close(self) -> None:
        """Close the program's input, wait a moment for its end, then kill it."""
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(OSError):
            stdin.close()
        self.ends()
        self.kill()
        self._process.wait()
