"""A separate process for a command that runs user rules, with a watch on them.

Rules may do anything. If they end the process, only this process ends, and the waiting program reports it. If they
never return, a thread finds the running method: it checks twice a second. A single call into C that never returns
blocks that thread; then the waiting program reads the line from a file.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from plyground.cli.terminal import tell
from plyground.i18n import _
from plyground.isolation.call_site import CallSite, CallSiteFile, ended, endless, note_crashes, note_stalls

if TYPE_CHECKING:
    from plyground.searches import Tally

TIMEOUT_VARIABLE = "PLYGROUND_RULES_TIMEOUT"
TIMEOUT_S = 30.0
"""Seconds after which a method of user rules counts as endless."""
SAMPLE_S = 0.5
KILL_S = 2.0
"""Seconds that the process may take to end after Ctrl-C was pressed twice."""
INSIDE_VARIABLE = "PLYGROUND_ISOLATED"
WRONG_INPUT, STOPPED = 2, 130

_watched: set[str] = set()
"""Files of user rules that are watched."""
_tallies: list[Tally] = []
"""The counts of the running searches, the innermost last."""
_inside = False
_reports: int | None = None
"""The file descriptor by which a regular end is reported to the waiting process."""


def isolate(path: str) -> None:
    """Continue the command in a process that may run code of this file. The call returns only in that process."""
    global _inside, _reports
    _watched.add(path)
    if _inside:
        return
    _inside = True
    if not hasattr(os, "fork"):  # Windows has no fork
        if INSIDE_VARIABLE not in os.environ:
            sys.exit(_start_again())
    else:
        sys.stdout.flush()
        here, there = os.pipe()
        notes = CallSiteFile()
        process = os.fork()
        if process:
            os.close(there)
            sys.exit(_wait(process, here, notes, path))
        os.close(here)
        _reports = there
        atexit.register(report_end)
        note_crashes(notes.path)
        note_stalls(notes.path, SAMPLE_S)
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


@contextmanager
def counted_by(tally: Tally) -> Iterator[None]:
    """Let the watch read from the tally that the search in this context still makes progress."""
    _tallies.append(tally)
    try:
        yield
    finally:
        _tallies.remove(tally)


def report_end() -> None:
    """Report to the waiting process, if there is one, that the command has ended normally."""
    if _reports is not None:
        os.write(_reports, b".")


def _start_again() -> int:
    """Run the same command again as a child process and wait for it. Return its exit code."""
    command = [sys.executable, "-m", "plyground", *sys.argv[1:]]
    return subprocess.run(command, env={**os.environ, INSIDE_VARIABLE: "1"}, check=False).returncode


def _wait(process: int, reports: int, notes: CallSiteFile, path: str) -> int:
    """Wait for the process. Return its exit code; print an error if the rules ended it."""
    pressed = [float("-inf")]

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        if time.monotonic() < pressed[-1] + KILL_S:  # compiled code does not notice Ctrl-C
            signal.setitimer(signal.ITIMER_REAL, KILL_S)
        pressed.append(time.monotonic())

    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGALRM, lambda _number, _frame: os.kill(process, signal.SIGKILL))
    signal.signal(signal.SIGTERM, lambda number, _frame: os.kill(process, number))
    stalled = threading.Event()
    threading.Thread(target=_end_if_stalled, args=(process, notes, stalled), daemon=True).start()
    try:
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        site = notes.site({path})
    finally:
        notes.remove()
    if stalled.is_set():
        tell(endless(path, site, _timeout_looks() * SAMPLE_S).sentence)
        return WRONG_INPUT
    if -code == signal.SIGKILL and len(pressed) > 2:
        tell(_("Stopped. Goodbye."))
        return STOPPED
    os.set_blocking(reports, False)
    if _reported(reports) or code in (STOPPED, -signal.SIGINT, -signal.SIGTERM):
        return code if code >= 0 else 128 - code
    tell(ended(path, site, code).sentence)
    return WRONG_INPUT


def _reported(reports: int) -> bool:
    try:
        return bool(os.read(reports, 1))
    except BlockingIOError:  # a process of the rules still holds the other end
        return False


def _end_if_stalled(process: int, notes: CallSiteFile, stalled: threading.Event) -> None:
    """Kill the process if one call into C does not return in time. Then set the event."""
    most = _timeout_looks()
    while notes.looks() < most:
        time.sleep(SAMPLE_S)
    stalled.set()
    os.kill(process, signal.SIGKILL)


def _timeout_looks() -> int:
    """Return the number of checks after which a call counts as endless."""
    return max(2, round(float(os.environ.get(TIMEOUT_VARIABLE) or TIMEOUT_S) / SAMPLE_S))


def _watch(waiting: int) -> None:
    """End the process if one call of the rules does not return, or if the waiting process has ended."""
    main = threading.main_thread().ident
    most = _timeout_looks()
    at_work: object = None
    samples = 0  # count samples, so that the time of a suspended process does not count
    while True:
        time.sleep(SAMPLE_S)
        if os.getppid() != waiting:
            os._exit(STOPPED)
        frame = sys._current_frames().get(main or 0)
        calls = _calls(frame)
        now_at_work: object = calls[-1] if calls else _compiled_work(frame)
        samples = samples + 1 if now_at_work is not None and now_at_work == at_work else 0
        at_work = now_at_work
        if calls and samples >= most:
            site = CallSite(calls[0].f_code.co_filename, calls[0].f_lineno, calls[-1].f_code.co_qualname)
            tell(endless(site.path, site, samples * SAMPLE_S).sentence)
            report_end()
            os._exit(WRONG_INPUT)
        if not calls and samples == 2 * most:
            seconds = round(samples * SAMPLE_S)
            tell(_("No position was visited for {seconds} s. A loop in the rules may never end: to stop, press Ctrl-C twice.", seconds=seconds))  # fmt: skip


def _compiled_work(frame: FrameType | None) -> tuple[FrameType, int] | None:
    """Return the frame that runs compiled rules and the positions visited so far; None if there is none."""
    if not _tallies:
        return None
    from plyground.searches.interrupts import interruptible  # already imported, as there is a tally
    from plyground.searches.tally import NODES

    while frame is not None and frame.f_code is not interruptible.__code__:
        frame = frame.f_back
    return frame and (frame, _tallies[-1].counts[NODES])


def _calls(frame: FrameType | None) -> list[FrameType]:
    """Return the running calls of user code, the innermost first; none while it is loaded or debugged."""
    calls = []
    while isinstance(frame, FrameType):  # CPython 3.11 may give another object for a thread that runs on meanwhile
        if frame.f_code.co_filename in _watched:
            calls.append(frame)
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename in _watched:
            return []
        if Path(frame.f_code.co_filename).name in ("bdb.py", "pdb.py"):
            return []
        frame = frame.f_back
    return calls
