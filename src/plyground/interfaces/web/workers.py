"""A bounded number of worker processes: thinking goes on beside the page, is watched, and is stopped.

A job is a function of a module, ``job(tally, *arguments)``, that counts in its tally and may tell news by
:func:`tell`. Both lie in memory shared with the server: it reads there how far the job is, and writes there
that it must stop. Each process is a pool of its own, so that where one ends no other's job does.
"""

from __future__ import annotations

import asyncio
import ctypes
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from plyground.errors import PlygroundError, SearchError, SearchStopped
from plyground.games.loading import Source, restore, sources
from plyground.interfaces.web.mailbox import SIZE, Mailbox
from plyground.interfaces.web.processes import context
from plyground.interfaces.web.turns import Turns
from plyground.language import Number, Sentence, _, _n
from plyground.plugins import blamed
from plyground.search.native import announcing
from plyground.search.tally import STOP, VISITS, Tally, new_tally

P = ParamSpec("P")
Answer = TypeVar("Answer")
Job = Callable[Concatenate[Tally, P], Answer]


class Glance(NamedTuple):
    """What is seen of a job at one look."""

    visits: int  # positions visited
    news: Any  # what it has told since the look before; None when nothing


Watch = Callable[[Glance], bool]
"""Looks at a job again and again, and says whether it shall come to its end now."""

MOST = 8
"""Jobs of one visitor that can be under way or waiting at once."""
SLOTS = 256
"""Jobs that can be under way or waiting at once; from one address half as many, which serves a class that comes through one."""
PATIENCE = 30
"""Seconds that what a room shows may take: a tree and its films, an exercise, a step of a lesson."""
GLANCE = 0.1
"""Seconds between two looks at a job's counts."""

MEMORY = 1 << 30
"""Bytes that a process may have, where the system can limit them (Linux: what it writes to, code and files aside)."""
_SIZE = len(new_tally().counts)


class MemorySpent(SearchError):
    """A job needed more memory than it may have; its process has ended."""


class Worker:
    """One process. It starts in the background, and again where it has ended."""

    def __init__(self, context: Any, shared: Shared) -> None:
        self._context = context
        self._shared = shared
        self._starter = ThreadPoolExecutor(1)
        self._begun: Future[ProcessPoolExecutor] | None = None
        self._closed = False

    def begin(self) -> Future[ProcessPoolExecutor]:
        """What will be its pool, once it can work."""
        if self._begun is None:
            self._begun = self._starter.submit(self._start)
        return self._begun

    def _start(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(1, self._context, _begin, (self._shared, sources()))
        pool.submit(os.getpid).result()
        return pool

    async def submit(self, watch: Watch, work: Callable[..., Answer], *arguments: Any) -> Future[Answer]:
        """Have the process do some work; where it has ended since the last, another one. Raises :class:`SearchStopped` once closed."""
        while not self._closed:
            begun = self.begin()
            if not begun.done():
                watch(Glance(0, _("its process is starting")))
                await asyncio.sleep(GLANCE)
                continue
            try:
                return begun.result().submit(work, *arguments)
            except BrokenProcessPool:
                self.end()
                if begun.exception():  # no process can start
                    raise
        raise SearchStopped

    def end(self) -> None:
        """Let the process end after its present job; another comes in its place when it is needed."""
        begun, self._begun = self._begun, None
        if begun is not None and begun.done() and not begun.exception():
            begun.result().shutdown(wait=False)

    def close(self) -> None:
        """End the process, also in the middle of a job that does not stop by itself, for good."""
        self._closed = True
        begun, self._begun = self._begun, None
        self._starter.shutdown()
        if begun is None or begun.exception():
            return
        pool = begun.result()
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.join(0.5)
            if process.is_alive():
                process.terminate()
                process.join(5)  # it is gone when this returns, also on a busy machine


class Workers:
    """Runs jobs in at most ``count`` processes, which start when needed; of one visitor at most ``share`` at once."""

    def __init__(self, count: int, share: int | None = None) -> None:
        self.count = count
        self._turns = Turns(count, share or count, MOST, SLOTS)
        started = context()
        shared = self._shared = Shared(
            started.RawArray(ctypes.c_longlong, SLOTS * _SIZE),
            started.RawArray(ctypes.c_char, SLOTS * SIZE),
        )
        self._free = list(range(SLOTS))
        self._workers = tuple(Worker(started, shared) for _number in range(count))
        self._idle = list(self._workers)

    def begin(self) -> None:
        """Have the processes start in the background, so that nobody waits for them."""
        for worker in self._workers:
            worker.begin()

    async def run(
        self,
        job: Job[P, Answer],
        seconds: float,
        watch: Watch,
        /,
        *arguments: P.args,
        **options: P.kwargs,
    ) -> Answer:
        """The answer of a job, which ``watch`` looks at meanwhile; as long as it waits, its news says how many come first.

        It is told to stop ``seconds`` after its first visit, or by ``watch``: most jobs then raise
        :class:`plyground.errors.SearchStopped`. It is also told to stop when this call is cancelled.
        """
        return await self.run_again(("", ""), job, seconds, watch, arguments, options)

    def of(self, visitor: str, address: str = "") -> Share:
        """The workers for one visitor, who comes from an address."""
        return Share(self, visitor, address)

    async def run_again(
        self,
        who: tuple[str, str],
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        """Run a job for a visitor at an address; once more where its process was ended from outside."""
        for _attempt in range(2):
            with suppress(BrokenProcessPool):
                return await self._run(who, job, seconds, watch, arguments, options)
        raise SearchError(_("The computation broke off: its process was ended."))

    async def _run(
        self,
        who: tuple[str, str],
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        ticket = self._turns.join(*who)
        slot = self._free.pop()
        worker: Worker | None = None

        def leave(done: Future[Answer] | None = None) -> None:
            if worker is not None:
                if done is not None and not done.cancelled() and isinstance(done.exception(), MemorySpent):
                    worker.end()
                self._idle.append(worker)
            self._free.append(slot)
            self._turns.leave(ticket)

        counts, mailbox = self._shared.counts(slot), self._shared.mailbox(slot)
        counts[:] = memoryview(bytes(counts.nbytes)).cast("q")
        mailbox.clear()
        try:
            while not ticket.called:
                before = self._turns.before(ticket)
                if watch(Glance(0, _place(before))):
                    counts[STOP] = 1
                await ticket.wait(GLANCE * (1 + before))  # whoever is far behind looks less often: they are many
            worker = self._idle.pop()
            future: Future[Answer] = await worker.submit(watch, _work, slot, job, arguments, options)
        except BaseException:  # cancelled while it waited, or the process has ended
            leave()
            raise
        future.add_done_callback(leave)  # once the worker has left it, not before
        answer = asyncio.wrap_future(future)
        deadline = math.inf
        try:
            while not answer.done():
                await asyncio.wait({answer}, timeout=GLANCE)
                enough = watch(Glance(counts[VISITS], mailbox.take()))
                if counts[VISITS] and deadline == math.inf:
                    deadline = time.monotonic() + seconds
                if enough or time.monotonic() > deadline:
                    counts[STOP] = 1
            return answer.result()
        except BrokenProcessPool:
            worker.end()
            raise
        except asyncio.CancelledError:
            counts[STOP] = 1
            answer.cancel()
            raise

    def close(self) -> None:
        """Stop every job, those that come later as well, and end the processes."""
        for slot in range(SLOTS):
            self._shared.counts(slot)[STOP] = 1
        for worker in self._workers:
            worker.close()


class Share:
    """The workers as one visitor has them."""

    def __init__(self, workers: Workers, visitor: str, address: str) -> None:
        self._workers = workers
        self._who = visitor, address

    async def run(
        self,
        job: Job[P, Answer],
        seconds: float,
        watch: Watch,
        /,
        *arguments: P.args,
        **options: P.kwargs,
    ) -> Answer:
        """As :meth:`Workers.run`, in this visitor's turn."""
        return await self._workers.run_again(self._who, job, seconds, watch, arguments, options)


def _place(before: int) -> Sentence:
    if not before:
        return _("its turn comes next")
    return _n("{count} computation comes first", "{count} computations come first", before)


def unwatched(glance: Glance) -> bool:
    """For a job of which nobody asks how far it is."""
    return False


class Shared(NamedTuple):
    """The memory that server and workers share: counts and a mailbox for each slot."""

    numbers: Any
    letters: Any

    def counts(self, slot: int) -> Any:
        """The counts of the job in a slot."""
        return memoryview(self.numbers).cast("B").cast("q")[slot * _SIZE : (slot + 1) * _SIZE]

    def mailbox(self, slot: int) -> Mailbox:
        """Where the job in a slot leaves its news."""
        return Mailbox(memoryview(self.letters).cast("B")[slot * SIZE : (slot + 1) * SIZE])


_shared: Shared  # in a worker: it can only come in when that starts
_mailbox: Mailbox  # in a worker: that of the job at work


def tell(news: Any) -> None:
    """Let whoever watches the present job have ``news``; what was told before and not seen yet is forgotten."""
    _mailbox.put(news)


def _begin(shared: Shared, given: tuple[Source, ...]) -> None:
    global _shared
    _shared = shared
    restore(given)
    _limit_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on every system
        return
    _now, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _work(slot: int, job: Callable[..., Answer], arguments: tuple[Any, ...], options: dict[str, Any]) -> Answer:
    global _mailbox
    _mailbox = _shared.mailbox(slot)
    try:
        with announcing(tell):
            return job(new_tally(_shared.counts(slot)), *arguments, **options)
    except PlygroundError:
        raise
    except MemoryError:
        most = Number(MEMORY >> 20)
        raise MemorySpent(
            _("This needs more memory than one computation may have here, {most} MB.", most=most)
        ) from None
    except Exception as error:
        blame = blamed(error)
        if blame is None:
            raise
        raise blame from None
