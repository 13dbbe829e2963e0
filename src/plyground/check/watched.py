"""An examination in a process of its own: the code under test may do anything, and is ended where it does not return.

The process tells each position before it asks there. Where nothing more is heard in time, it is ended, and what it
was doing is read from a file: Python's fault handler writes there, some time after the rules were asked, which
functions are at work, even those that hold the interpreter.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import re
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from plyground.check import Options, examine
from plyground.check.events import At, Event
from plyground.check.examination import Line
from plyground.check.faults import Failure
from plyground.check.guard import is_ours, told
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.language import Sentence, _, language, use

BEGINNING, LOADING = 120.0, 20.0
"""Seconds that the process may take to begin, on a busy machine, and to run the file of a game: fewer than end it anywhere (:data:`plyground.games.loading.LONGEST`), so that the failure is told."""
GRACE = 1.0
"""Seconds between the note of what is at work and the end of the process."""
MEMORY = 4 << 30
"""Bytes that the process may have, where the system can tell it so."""

Made = Callable[[], Game]


def watched(make: Made, options: Options, line: Line | None = None) -> Iterator[Event]:
    """The events of :func:`plyground.check.examine`, from a process that makes the game itself.

    What ends that process, or keeps it from answering, is a failure, too. Raises :class:`PlygroundError` where
    there is no such game.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        notes = Path(folder) / "at_work"
        process = context.Process(target=_examined, args=(there, notes, make, options, line, language()), daemon=True)
        process.start()
        there.close()
        at = At((), _("Loading"), BEGINNING)
        try:
            while True:
                if not here.poll(at.patience + GRACE):
                    process.kill()
                    process.join()
                    yield _stuck(at, notes)
                    return
                try:
                    event = here.recv()
                except EOFError:
                    process.join()
                    yield _ended(at, process.exitcode or 0)
                    return
                if event is None:
                    return
                if isinstance(event, PlygroundError):
                    raise event
                if isinstance(event, At):
                    at = event
                yield event
        finally:
            process.kill()
            process.join()
            here.close()


def _stuck(at: At, notes: Path) -> Failure:
    """The failure of rules that do not return."""
    text = notes.read_text(errors="replace") if notes.exists() else ""
    frames = re.findall(r'File "(.*)", line (\d+) in (\S+)', text)
    asked = []
    for file, number, name in frames:  # the innermost first
        if is_ours(file):
            break
        asked.append((file, number, name))
    if not asked:
        return Failure("no-return", "game", _("after {seconds} seconds nothing had come back", seconds=f"{at.patience:g}"), at.line)  # fmt: skip
    file, number, _name = asked[0]
    sentence = _(
        "it had not returned after {seconds} seconds ({file}, line {line})",
        seconds=f"{at.patience:g}", file=Path(file).name, line=number,
    )  # fmt: skip
    return Failure("no-return", asked[-1][2], sentence, at.line)


def _ended(at: At, code: int) -> Failure:
    """The failure of rules that ended the process."""
    if code < 0:
        sentence: Sentence = _("the process was ended by the signal {signal}", signal=signal.Signals(-code).name)
    else:
        sentence = _("the process was ended, with the exit code {code}", code=code)
    return Failure("ends-process", "game", sentence, at.line)


# In the process


def _examined(connection: Connection, notes: Path, make: Made, options: Options, line: Line | None, words: str) -> None:
    """Examine, and send what is found; at last None, or the error for which there is no game."""
    use(words)
    _shut()
    with notes.open("w") as file:
        at = At((), _("Loading"), LOADING)
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
                if isinstance(event, At):
                    faulthandler.dump_traceback_later(event.patience, file=file)
                connection.send(event)
        except PlygroundError as error:  # a move that is not legal
            connection.send(error)
        faulthandler.cancel_dump_traceback_later()
    connection.send(None)


def _shut() -> None:
    """Let what the code prints go nowhere, Ctrl-C be heard by the other process alone, and memory have an end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdin, sys.stdout, sys.stderr = (Path(os.devnull).open(mode) for mode in ("r", "w", "w"))  # noqa: SIM115
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
