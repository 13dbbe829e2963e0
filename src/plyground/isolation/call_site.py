"""The running line of user code in a process, readable even if that code blocks the interpreter.

One call into C, such as ``10**10**10``, holds Python's lock: no thread and no signal handler runs until it returns.
:mod:`faulthandler` needs no lock. It regularly writes the stack to a file, unless a thread of the process reports in
time that it can still run.
"""

from __future__ import annotations

import ast
import faulthandler
import os
import re
import signal
import tempfile
import threading
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from plyground.errors import FileError
from plyground.i18n import Sentence, _

BEATS_PER_LOOK = 4
"""Reports that the process can run, for each check of the process."""
MAX_FILE_BYTES = 1 << 20
"""Bytes of the file that are read, from its end."""
ASK_SIGNAL = getattr(signal, "SIGUSR2", None)  # None on Windows
STALL_SIGNAL = getattr(signal, "SIGVTALRM", None)  # None on Windows
LOOK = "Stack (" if STALL_SIGNAL is not None else "Timeout ("
"""Beginning of each stack in the output of :mod:`faulthandler`."""


class CallSite(NamedTuple):
    """A line in user code."""

    path: str
    line: int
    method: str  # name with the class; "" = outside of functions


class CallSiteFile:
    """A file in which one process writes its running line for the process that waits for it."""

    def __init__(self) -> None:
        """Make an empty file; :meth:`remove` removes it."""
        number, self.path = tempfile.mkstemp(prefix="plyground-", suffix=".trace")
        os.close(number)

    def looks(self) -> int:
        """Return the number of consecutive checks in which no other code could run."""
        return self._text().count(LOOK)

    def site(self, paths: Collection[str] | None = None) -> CallSite | None:
        """Return the innermost noted call in one of these files, or in any file if none are given."""
        return call_site(self._text().rpartition(LOOK)[2], paths)

    def remove(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            Path(self.path).unlink()

    def _text(self) -> str:
        with suppress(OSError), Path(self.path).open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - MAX_FILE_BYTES))
            return file.read().decode(errors="replace")
        return ""


def note_crashes(path: str) -> None:
    """Write the line at which this process crashed, or left by ``os._exit``, to the file at ``path``."""
    file = Path(path).open("a", encoding="utf-8")  # noqa: SIM115  # kept open
    faulthandler.enable(file, all_threads=False)
    leave = os._exit

    def noted_exit(code: int) -> None:
        faulthandler.dump_traceback(file, all_threads=False)
        leave(code)

    os._exit = noted_exit  # type: ignore[assignment]


def note_stalls(path: str, interval_s: float) -> None:
    """Write the running line to the file at ``path`` after each ``interval_s`` seconds of processor time in which no
    other code could run. Call this in the main thread.

    A thread of :mod:`faulthandler` would read the stack while it changes, if a busy machine only delays our reports:
    that can end the process. A signal stops the code that is running.
    """
    file = Path(path).open("a", encoding="utf-8")  # noqa: SIM115  # kept open
    if STALL_SIGNAL is not None:
        signal.signal(STALL_SIGNAL, signal.SIG_IGN)  # the handler that is left when faulthandler ends
        faulthandler.register(STALL_SIGNAL, file, all_threads=False)

    def begin_again() -> None:
        if STALL_SIGNAL is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, interval_s, interval_s)
        else:
            faulthandler.dump_traceback_later(interval_s, repeat=True, file=file)

    def beat() -> None:
        while True:
            file.truncate(0)
            begin_again()
            time.sleep(interval_s / BEATS_PER_LOOK)

    begin_again()  # the thread may have to wait for its first turn

    threading.Thread(target=beat, daemon=True).start()


def note_when_asked(path: str) -> None:
    """Write the running line to the file at ``path`` whenever this process gets the signal :data:`ASK_SIGNAL`."""
    if ASK_SIGNAL is not None:
        file = Path(path).open("a", encoding="utf-8")  # noqa: SIM115  # kept open
        faulthandler.register(ASK_SIGNAL, file)


def call_site(text: str, paths: Collection[str] | None = None) -> CallSite | None:
    """Return the innermost call in one of these files, from a traceback of :mod:`faulthandler`."""
    for path, line, name in re.findall(r'File "(.*)", line (\d+) in (\S+)', text):
        if paths is None or path in paths:
            return CallSite(path, int(line), "" if name == "<module>" else qualified_name(path, int(line)) or name)
    return None


def qualified_name(path: str, line: int) -> str:
    """Return the name of the function around a line, with its class; empty if there is none."""
    try:
        tree = ast.parse(Path(path).read_text(encoding="utf-8", errors="replace"))
    except (OSError, SyntaxError, ValueError):
        return ""
    around = [
        node
        for node in ast.walk(tree)  # the outermost function comes first
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return ".".join(node.name for node in around)


def endless(path: str, site: CallSite | None, seconds: float) -> FileError:
    """Return the error of code that does not return; ``path`` is its file if the place is not known."""
    if site is None or not site.method:
        said = _("it has not ended after {seconds} s: look for a loop that never ends", seconds=f"{seconds:g}")  # fmt: skip
        return FileError(site.path if site else path, said, site.line if site else None)
    said = _(
        "{method}() has not returned for {seconds} s. Look for a loop that never ends.",
        method=site.method, seconds=f"{seconds:g}",
    )  # fmt: skip
    return FileError(site.path, said, site.line)


def ended(path: str, site: CallSite | None, code: int) -> FileError:
    """Return the error of code that ended its process; ``code`` is the exit code, or the negative number of a signal."""
    if code < 0:
        how: Sentence = _("the signal {signal}", signal=signal.Signals(-code).name)
    else:
        how = _("the exit code {code}", code=code)
    if site is None or not site.method:
        said = _("this code ended the whole program, with {how}. Rules must not call os, sys or ctypes.", how=how)
        return FileError(site.path if site else path, said, site.line if site else None)
    said = _(
        "{method}() ended the whole program, with {how}. Rules must not call os, sys or ctypes.",
        method=site.method, how=how,
    )  # fmt: skip
    return FileError(site.path, said, site.line)
