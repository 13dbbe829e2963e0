"""A worker for jobs about games whose rules are others' code. It runs behind the wall.

The server's own workers never load such rules: they ask another process about each position. That is slow, so jobs about
these games come here, where rules and searches share a process and are compiled. Nothing that it sends is run.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from plyground.bots import BOTS
from plyground.core.spec import canonical
from plyground.errors import PlygroundError, SearchError
from plyground.games.loading import Closed, Source, closed, restore, sources
from plyground.games.remote.remote_rules import are_walled, is_walled, rules_limits
from plyground.games.remote.rules_process import AnswerUnpickler, RemoteTuple, note, packed
from plyground.i18n import _
from plyground.isolation.call_site import ASK_SIGNAL, MAX_FILE_BYTES, CallSiteFile, endless
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.searches.progress import unheard
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.web.workers.pool import POLL_INTERVAL_S
from plyground.web.workers.progress_slot import ProgressSlot
from plyground.web.workers.rules_watch import RulesWatch, rules_timeout_s
from plyground.web.workers.running_job import run_job, spent_memory

MEMORY_MB = 2048
"""Memory of the process, with the address space that the compiler reserves."""
START_TIMEOUT_S = 120.0
"""Seconds that the process may take to start and load the games, on a busy machine."""
IDLE_TIMEOUT_S = 120.0
"""Seconds in which a job must send a message, and look at its first position."""
MAX_ANSWER_BYTES = 1 << 26
CLOSE_TIMEOUT_S = 5.0
LINE_S = 0.2
"""Seconds in which a process that hangs writes down its running line."""
STOP_MESSAGE = b""


def belongs_behind_the_wall(*things: Any) -> bool:
    """Return True for the arguments of a job that name a game whose rules are walled, or have a position of one.

    Return False if they name a bot that starts a program, which nothing can do behind the wall.
    """
    if not are_walled():
        return False
    finder = _Finder()
    finder.dump(things)
    return finder.names_game and not finder.names_program


class _Finder(pickle.Pickler):
    """A pickler that looks at everything that is to be pickled."""

    def __init__(self) -> None:
        super().__init__(_Nowhere())
        self.names_game = self.names_program = False

    def persistent_id(self, thing: Any) -> None:
        """Note a game, a position or a bot."""
        if isinstance(thing, str):
            self.names_game = self.names_game or is_walled(thing)
            self.names_program = self.names_program or _starts_program(thing)
        elif isinstance(thing, Closed | RemoteTuple):
            self.names_game = True


class _Nowhere:
    def write(self, _data: bytes) -> None:
        """Forget the data."""


def _starts_program(text: str) -> bool:
    name = canonical(text.partition(":")[0])
    return name in BOTS and getattr(getattr(BOTS[name].make, "func", None), "starts_program", False)


class Message(NamedTuple):
    """A message of the process."""

    kind: str  # state, answer or error
    value: Any  # (nodes, news), the answer of the job, or its error

    def is_sound(self) -> bool:
        """Return True if the value is of the kind."""
        if self.kind == "state":
            nodes, _news = self.value
            return type(nodes) is int and 0 <= nodes < 1 << 63
        return self.kind == "answer" or (self.kind == "error" and isinstance(self.value, PlygroundError | RuntimeError))


class WalledWorker:
    """The process, seen from the server. It starts with the first job, and again after it has ended."""

    def __init__(self) -> None:
        self._process: IsolatedProcess | None = None
        self._known: tuple[Source, ...] = ()  # games that the process has loaded
        self._notes: CallSiteFile | None = None
        self._working = threading.Lock()

    def submit(
        self,
        job: Callable[..., Any],
        arguments: tuple[Any, ...],
        options: dict[str, Any],
        counts: Any,
        slot: ProgressSlot,
    ) -> Future[Any]:
        """Hand a job over. Its nodes are counted in ``counts``, and its progress is written to ``slot``. It stops when
        ``counts[STOP]`` is set.

        The future fails with :class:`BrokenProcessPool` if the process has ended.
        """
        letter = pickle.dumps((job, arguments, options))
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # a running job is stopped by its counts, not by the future

        def relay() -> None:
            try:
                with self._working:
                    answer = self._answer(letter, counts, slot)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(answer)

        threading.Thread(target=relay, daemon=True).start()
        return future

    def kill(self) -> None:
        """End the process at once, even in the middle of its job."""
        if (process := self._process) is not None:
            process.signal(signal.SIGKILL)  # the thread of its job notices, and closes its connection

    def close(self) -> None:
        """End the process permanently."""
        self.kill()
        if self._working.acquire(timeout=CLOSE_TIMEOUT_S):
            self._end()
            self._working.release()
        if self._notes is not None:
            self._notes.remove()

    def _answer(self, letter: bytes, counts: Any, slot: ProgressSlot) -> Any:
        try:
            process = self._started()
            process.send(letter)
            is_told = False
            begun = heard = time.monotonic()
            while True:
                try:
                    told = self._message(process, rules_timeout_s())
                except NoAnswer:
                    self._demand_progress(heard)
                    continue
                heard = time.monotonic()
                if told.kind == "answer":
                    return told.value
                if told.kind == "error":
                    raise told.value
                counts[NODES], news = told.value
                if news is not None:
                    slot.put(news)
                if counts[STOP] and not is_told:
                    process.send(STOP_MESSAGE)
                    is_told = True
                if not counts[NODES] and heard > begun + IDLE_TIMEOUT_S:
                    self._end()
                    raise SearchError(_("The computation did not stop, so its process was ended."))
        except (ProcessEnded, NoAnswer):  # also if it does not start in time
            self._end()
            raise BrokenProcessPool from None

    def _message(self, process: IsolatedProcess, seconds: float) -> Message:
        """Return the next message. End a process that sends anything else, and raise :class:`SearchError`."""
        sent = process.receive(seconds, MAX_ANSWER_BYTES)
        with suppress(Exception):  # the process may send anything
            told = Message(*AnswerUnpickler(sent, closed).load())
            if told.is_sound():
                return told
        self._end()
        raise SearchError(_("The computation failed: its process was ended."))

    def _started(self) -> IsolatedProcess:
        given = sources()
        if self._process is not None and self._known != given:
            self._end()
        if self._process is None:
            self._known, notes = given, self._notes or CallSiteFile()
            self._notes = notes
            limits = rules_limits(MEMORY_MB, given)._replace(file_bytes=MAX_FILE_BYTES)
            self._process = IsolatedProcess(serve, given, limits=limits, prepare=partial(note, notes.path))
            self._message(self._process, START_TIMEOUT_S)
        return self._process

    def _demand_progress(self, heard: float) -> None:
        """End a silent process, and raise an error, if it is in a call of the rules, or was ``heard`` too long ago.
        On a busy machine it may just have had no turn.
        """
        process, notes = self._process, self._notes
        assert process is not None and notes is not None
        Path(notes.path).write_bytes(b"")
        if ASK_SIGNAL is not None:
            process.signal(ASK_SIGNAL)
            time.sleep(LINE_S)
        paths = {source.path for source in self._known}
        site = notes.site(paths)
        if site is not None or time.monotonic() > heard + IDLE_TIMEOUT_S:
            self._end()
            raise endless(next(iter(paths), ""), site, rules_timeout_s())

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()


# In the process


def serve(connection: Connection, given: tuple[Source, ...]) -> None:
    """Load the games. Then run one job after another, as ``connection`` asks for them."""
    restore(given)
    RulesWatch(unheard).begin()
    link = _Link(connection)
    link.send("state", (0, None))
    while True:
        letter = link.jobs.get()
        tally = new_tally()
        link.begin(tally)
        try:
            job, arguments, options = pickle.loads(letter)
            message = "answer", run_job(tally, link.report, job, arguments, options)
        except PlygroundError as error:
            message = "error", error
        except MemoryError:
            message = "error", spent_memory(MEMORY_MB)
        except Exception as error:
            message = "error", RuntimeError(repr(error))
        link.end(*message)


class _Link:
    """The connection to the server. One thread sends the state of the job, another receives."""

    def __init__(self, connection: Connection) -> None:
        self.jobs: SimpleQueue[bytes] = SimpleQueue()
        self._connection = connection
        self._sending = threading.Lock()
        self._tally: Tally | None = None  # counts of the running job
        self._news: Any = None
        for loop in (self._receive, self._beat):
            threading.Thread(target=loop, daemon=True).start()

    def begin(self, tally: Tally) -> None:
        """Send the state of a job from now on."""
        self._tally = tally

    def report(self, news: Any) -> None:
        """Send these news next, unless newer ones come before."""
        self._news = news

    def end(self, kind: str, value: Any) -> None:
        """Send the answer of the job."""
        with self._sending:
            self._tell_state()
            self._tally = None
            self._send(kind, value)

    def send(self, kind: str, value: Any) -> None:
        """Send a message."""
        with self._sending:
            self._send(kind, value)

    def _send(self, kind: str, value: Any) -> None:
        self._connection.send_bytes(packed((kind, value)))

    def _tell_state(self) -> None:
        if self._tally is not None:
            news, self._news = self._news, None
            self._send("state", (int(self._tally.counts[NODES]), news))

    def _beat(self) -> None:
        while True:
            time.sleep(POLL_INTERVAL_S)
            with self._sending, suppress(OSError):
                self._tell_state()

    def _receive(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                message = self._connection.recv_bytes()
                if message != STOP_MESSAGE:
                    self.jobs.put(message)
                elif (tally := self._tally) is not None:
                    tally.counts[STOP] = 1
        os._exit(0)
