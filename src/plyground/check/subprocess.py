"""An examination in its own process, which is ended if the code under test does not return.

The process announces each position before it calls the rules there. If it is silent for too long, it is ended, and its
activity is read from a file: some time after each call, Python's fault handler writes the running functions there, even
those that hold the interpreter.
"""

from __future__ import annotations

import faulthandler
import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from plyground.check import Options, examine
from plyground.check.events import Event, NextPosition
from plyground.check.examination import Line
from plyground.check.faults import Failure
from plyground.check.guarded_call import is_ours, told
from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.isolation.limits import Limits

BEGINNING, LOADING = 120.0, 20.0
"""Seconds for the process to start on a busy machine, and to load the file of a game. The latter is less than
:data:`plyground.games.loading.LOAD_TIMEOUT_S`, so that this failure is reported.
"""
GRACE = 1.0
"""Seconds between the note of the running functions and the end of the process."""
LIMITS = Limits(megabytes=4096)

Made = Callable[[], Game]


def watched(make: Made, options: Options, line: Line | None = None) -> Iterator[Event]:
    """Yield the events of :func:`plyground.check.examine` from a process that makes the game itself.

    If that process ends or hangs, this is a failure, too. Raise :class:`PlygroundError` if there is no such game.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        notes = Path(folder) / "at_work"
        process = IsolatedProcess(_examined, notes, make, options, line, limits=LIMITS)
        at = NextPosition((), _("Loading"), BEGINNING)
        try:
            while True:
                try:
                    event = process.receive_object(at.patience + GRACE)
                except NoAnswer:
                    process.end()
                    yield _stuck(at, notes)
                    return
                except ProcessEnded as end:
                    yield _ended(at, end.code)
                    return
                if event is None:
                    return
                if isinstance(event, PlygroundError):
                    raise event
                if isinstance(event, NextPosition):
                    at = event
                yield event
        finally:
            process.end()


def _stuck(at: NextPosition, notes: Path) -> Failure:
    """Return the failure of rules that do not return."""
    text = notes.read_text(errors="replace") if notes.exists() else ""
    frames = re.findall(
        r'File "(.*)", line (\d+) in (\S+)', text.rpartition("Thread ")[2]
    )  # the first thread comes last
    asked = []
    for file, number, name in frames:  # the innermost first
        if is_ours(file):
            break
        asked.append((file, number, name))
    if not asked:
        return Failure("no-return", "game", _("there was no answer after {seconds} seconds", seconds=f"{at.patience:g}"), at.line)  # fmt: skip
    file, number, _name = asked[0]
    sentence = _(
        "it had not returned after {seconds} seconds ({file}, line {line})",
        seconds=f"{at.patience:g}", file=Path(file).name, line=number,
    )  # fmt: skip
    return Failure("no-return", asked[-1][2], sentence, at.line)


def _ended(at: NextPosition, code: int) -> Failure:
    """Return the failure of rules that ended the process."""
    if code < 0:
        sentence: Sentence = _("the process was ended by the signal {signal}", signal=signal.Signals(-code).name)
    else:
        sentence = _("the process was ended, with the exit code {code}", code=code)
    return Failure("ends-process", "game", sentence, at.line)


# In the process


def _examined(connection: Connection, notes: Path, make: Made, options: Options, line: Line | None) -> None:
    """Examine and send the findings; at the end send None, or the error if there is no game."""
    with notes.open("w") as file:
        at = NextPosition((), _("Loading"), LOADING)
        faulthandler.dump_traceback_later(at.patience, file=file)
        connection.send(at)
        try:
            game = make()
        except PlygroundError as error:
            connection.send(error)
            return
        except BaseException as error:
            fault, method, sentence = told(error)
            connection.send(Failure(fault, method, sentence))
            connection.send(None)
            return
        try:
            for event in examine(game, options, line):
                if isinstance(event, NextPosition):
                    faulthandler.dump_traceback_later(event.patience, file=file)
                connection.send(event)
        except PlygroundError as error:  # a move that is not legal
            connection.send(error)
        faulthandler.cancel_dump_traceback_later()
    connection.send(None)
