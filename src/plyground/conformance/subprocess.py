"""An examination in its own process, which is ended if the code under test does not return.

The process writes each position to a file before it calls the rules there, and sends some positions as a sign of life.
If it is silent for too long, it is ended. Its activity is then read from another file: some time after a position was
sent, Python's fault handler writes the running functions there, even functions that hold the interpreter.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import re
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

from plyground.conformance import Options, examine
from plyground.conformance.events import Event, NextPosition
from plyground.conformance.examination import Line
from plyground.conformance.faults import Failure
from plyground.conformance.guarded_call import PACKAGE, is_ours, told
from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.isolation.limits import Limits

BEGINNING, LOADING = 120.0, 20.0
"""Seconds for the process to start on a busy machine, and to load the file of a game. The second number is less than
:data:`plyground.games.loading.LOAD_TIMEOUT_S`, so that this failure is reported.
"""
GRACE = 1.0
"""Seconds between the note of the running functions and the end of the process."""
UNSENT_SHARE = 0.1
"""Part of a position's time limit during which no later position is sent."""
LIMITS = Limits(memory_mb=4096)
LINE_BYTES = 1 << 16
"""Size of the file that holds the moves to the position that is examined."""
LENGTH_BYTES = 4
COMPILER = PACKAGE / "native" / "code_generation.py"
"""The file whose functions run while rules are compiled."""

Made = Callable[[], Game]


def watched(make: Made, options: Options, line: Line | None = None) -> Iterator[Event]:
    """Yield the events of :func:`plyground.conformance.examine` from a process that makes the game itself.

    If that process ends or hangs, this is a failure, too. Raise :class:`PlygroundError` if there is no such game.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        notes, moves = Path(folder) / "at_work", Path(folder) / "moves"
        moves.write_bytes(bytes(LINE_BYTES))
        process = IsolatedProcess(_examined, notes, moves, make, options, line, limits=LIMITS)
        at = NextPosition((), _("Loading"), BEGINNING)
        try:
            while True:
                try:
                    event = process.receive_object(_time_for(at) + GRACE)
                except NoAnswer:
                    process.end()
                    yield stuck(_noted(at, moves), notes)
                    return
                except ProcessEnded as end:
                    yield _ended(_noted(at, moves), end.code)
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


def _time_for(at: NextPosition) -> float:
    """Return the seconds until the last sent position, or a later unsent one, exceeds its time limit."""
    return (1 + UNSENT_SHARE) * at.patience


def _noted(at: NextPosition, moves: Path) -> NextPosition:
    """Return the position that was sent last, with the moves that were noted since then."""
    content = moves.read_bytes()
    length = int.from_bytes(content[:LENGTH_BYTES], "big")
    return at._replace(line=tuple(json.loads(content[LENGTH_BYTES:][:length]))) if length else at


def stuck(at: NextPosition, notes: Path) -> Failure:
    """Return the failure of rules that do not return."""
    text = notes.read_text(errors="replace") if notes.exists() else ""
    frames = re.findall(
        r'File "(.*)", line (\d+) in (\S+)', text.rpartition("Thread ")[2]
    )  # the first thread comes last
    seconds = f"{at.patience:g}"
    if any(Path(file) == COMPILER for file, _number, _name in frames):
        return Failure(
            "not-compiled", "rules", _("compiling had not ended after {seconds} seconds", seconds=seconds), at.line
        )
    asked = []
    for file, number, name in frames:  # the innermost first
        if is_ours(file):
            break
        asked.append((file, number, name))
    if not asked:
        return Failure("no-return", "game", _("there was no answer after {seconds} seconds", seconds=seconds), at.line)  # fmt: skip
    file, number, _name = asked[0]
    sentence = _(
        "it had not returned after {seconds} seconds ({file}, line {line})",
        seconds=seconds, file=Path(file).name, line=number,
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


class _Announcer:
    """Notes every position for the other process, and sends one from time to time."""

    def __init__(self, connection: Connection, notes: TextIO, moves: mmap.mmap) -> None:
        self._connection, self._notes, self._moves = connection, notes, moves
        self._sent: NextPosition | None = None
        self._send_at = 0.0

    def announce(self, at: NextPosition) -> None:
        """Note the position. Send it if it begins other work, or if the last one was sent a while ago."""
        is_noted = self._note(at.line)
        now, sent = time.monotonic(), self._sent
        if is_noted and sent and now < self._send_at and (at.doing, at.patience) == (sent.doing, sent.patience):
            return
        self._sent, self._send_at = at, now + UNSENT_SHARE * at.patience
        faulthandler.dump_traceback_later(_time_for(at), file=self._notes)
        self._connection.send(at)

    def _note(self, line: Line) -> bool:
        """Write the moves into the file. Return False if they have no place there."""
        self._moves[:LENGTH_BYTES] = bytes(LENGTH_BYTES)  # mark the moves as incomplete
        try:
            written = json.dumps(line).encode()
        except (TypeError, ValueError):  # moves of broken rules may not be numbers
            return False
        if len(written) > LINE_BYTES - LENGTH_BYTES:
            return False
        self._moves[LENGTH_BYTES : LENGTH_BYTES + len(written)] = written
        self._moves[:LENGTH_BYTES] = len(written).to_bytes(LENGTH_BYTES, "big")
        return True


def _examined(
    connection: Connection, notes: Path, moves: Path, make: Made, options: Options, line: Line | None
) -> None:
    """Examine and send the findings; at the end send None, or the error if there is no game."""
    with notes.open("w") as file, moves.open("r+b") as content, mmap.mmap(content.fileno(), LINE_BYTES) as memory:
        announcer = _Announcer(connection, file, memory)
        announcer.announce(NextPosition((), _("Loading"), LOADING))
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
                    announcer.announce(event)
                else:
                    connection.send(event)
        except PlygroundError as error:  # an illegal move
            connection.send(error)
        faulthandler.cancel_dump_traceback_later()
    connection.send(None)
