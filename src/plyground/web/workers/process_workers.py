"""A pool of worker processes with a fixed size; jobs are watched and can be stopped.

A job is a function of a module, ``job(tally, *arguments)``. It counts in its tally, and may report progress with
:func:`plyground.web.workers.running_job.report_progress`. Both are in memory shared with the server, which reads the
progress and can tell the job to stop. Each process is a pool of its own: when one ends, the jobs of others continue.
"""

from __future__ import annotations

import asyncio
import ctypes
import math
import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from plyground.bots import BOTS, bot_file
from plyground.errors import FileError, SearchError, SearchStopped
from plyground.games.loading import sources
from plyground.games.remote.remote_rules import are_walled
from plyground.i18n import Sentence, _, _n
from plyground.isolation.call_site import CallSiteFile, endless
from plyground.searches.tally import NODES, STOP
from plyground.web.workers.cluster_link import ClusterLink
from plyground.web.workers.fair_queue import FairQueue, QueueFull, QueueTicket
from plyground.web.workers.forkserver import context
from plyground.web.workers.pool import POLL_INTERVAL_S, Answer, JobStatus, Watch, Workers
from plyground.web.workers.progress_slot import SLOT_BYTES
from plyground.web.workers.rules_watch import SAMPLES, rules_timeout_s
from plyground.web.workers.running_job import MemorySpent
from plyground.web.workers.walled_worker import WalledWorker, belongs_behind_the_wall
from plyground.web.workers.worker_process import COUNTS, NICENESS, SharedMemory, begin, work

MAX_JOBS_PER_VISITOR = 8
"""Most running and waiting jobs of one visitor."""
MAX_JOBS = 2048
"""Most running and waiting jobs."""
SHARE_S = 3.0
"""Seconds that a job may run while other visitors wait, if it can end earlier."""
QUEUE_RETRY_S, QUEUE_TIMEOUT_S = 1.0, 120.0
"""Seconds between two attempts to join a full queue, and seconds after which the visitor is refused."""
MAX_CLUSTER_PLACES = 256
"""Most jobs on a cluster at once."""
KILL_AFTER_S = 30.0
"""Seconds after which a process is killed if its job does not stop when told to."""


class Worker:
    """One process. It starts in the background, and again after it has ended."""

    def __init__(self, number: int, context: Any, shared: SharedMemory, niceness: int) -> None:
        self.number = number
        self._niceness = niceness
        self._context = context
        self._shared = shared
        self._starter = ThreadPoolExecutor(1)
        self._begun: Future[ProcessPoolExecutor] | None = None
        self._notes: CallSiteFile | None = None  # place where other people's rules were called last
        self._closed = False
        self.walled = WalledWorker()  # place of jobs about games whose rules are walled

    def begin(self) -> Future[ProcessPoolExecutor]:
        """Start the worker's process if there is none. Return a future of its pool."""
        if self._begun is None:
            self._begun = self._starter.submit(self._start)
        return self._begun

    def _start(self) -> ProcessPoolExecutor:
        given = sources()
        notes = self._notes = self._notes or (CallSiteFile() if given else None)
        told = self._shared, given, bot_file.loaded(BOTS), notes.path if notes else "", are_walled(), self._niceness
        pool = ProcessPoolExecutor(1, self._context, begin, told)
        pool.submit(os.getpid).result()
        return pool

    async def submit(self, watch: Watch, task: Callable[..., Answer], *arguments: Any) -> Future[Answer]:
        """Hand a task to the process.

        Start another process if it has ended. Raise :class:`SearchStopped` once closed.
        """
        while not self._closed:
            begun = self.begin()
            if not begun.done():
                watch(JobStatus(0, _("its process is starting")))
                await asyncio.sleep(POLL_INTERVAL_S)
                continue
            try:
                return begun.result().submit(task, *arguments)
            except BrokenProcessPool:
                self.end()
                if begun.exception():  # no process can start
                    raise
        raise SearchStopped

    def stalled(self) -> FileError | None:
        """Return the error of a user's rules that have blocked the process for too long; None if there is no such
        error.
        """
        if self._notes is None or self._notes.looks() < SAMPLES:
            return None
        paths = {source.path for source in sources()}
        return endless(next(iter(paths), ""), self._notes.site(paths), rules_timeout_s())

    def end(self) -> None:
        """Let the process end after its present job. Another starts when it is needed."""
        begun, self._begun = self._begun, None
        if begun is not None and begun.done() and not begun.exception():
            begun.result().shutdown(wait=False)

    def kill(self) -> None:
        """End the process at once, even in the middle of its job."""
        self.walled.kill()
        begun = self._begun
        if begun is not None and begun.done() and not begun.exception():
            for process in list((begun.result()._processes or {}).values()):
                process.kill()

    def close(self) -> None:
        """End the process permanently, even in the middle of a job that does not stop."""
        self._closed = True
        self.walled.close()
        begun, self._begun = self._begun, None
        self._starter.shutdown()
        if self._notes is not None:
            self._notes.remove()  # a process that was still being started has opened the file by now
        if begun is None or begun.exception():
            return
        pool = begun.result()
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.join(0.5)
            if process.is_alive():
                process.terminate()
                process.join(5)  # wait until the process is gone, also on a busy machine


class ProcessWorkers(Workers):
    """A pool that runs jobs in at most ``count`` processes, started when needed; at most ``share`` at once for one
    visitor.

    With a ``link``, jobs run on its cluster, as many at once as that has workers. While the cluster is lost, they run
    in processes here.
    """

    def __init__(
        self,
        count: int,
        share: int | None = None,
        room: int = MAX_JOBS,
        link: ClusterLink | None = None,
        niceness: int = NICENESS,
    ) -> None:
        self.count = count
        self._share = share or count
        self._queue = FairQueue(count, self._share, MAX_JOBS_PER_VISITOR, room)
        self._link = link
        started, most = context(), count if link is None else max(count, MAX_CLUSTER_PLACES)
        shared = self._shared = SharedMemory(
            started.RawArray(ctypes.c_longlong, most * COUNTS),
            started.RawArray(ctypes.c_char, most * SLOT_BYTES),
        )
        self._workers = tuple(Worker(number, started, shared, niceness) for number in range(most))
        self._idle = list(range(most))
        self._closed = False
        if link is not None:
            link.watch_size(self._resize)

    def begin(self) -> None:
        """Start the processes in the background, so that no visitor waits for their start. With a cluster, processes
        start when they are needed.
        """
        if self._link is None:
            for worker in self._workers:
                worker.begin()

    def renew(self) -> None:
        """Let each process end after its present job. The next one gets all games and evaluations loaded by then."""
        for worker in self._workers:
            worker.end()

    def _resize(self, relayed: int) -> None:
        """Let as many jobs run as the cluster has workers; without a cluster, as many as there are processes here."""
        places = min(relayed, MAX_CLUSTER_PLACES) or self.count
        self._queue.resize(places, max(1, places * self._share // self.count))

    async def run_again(
        self,
        who: tuple[str, str, str],
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        """Run a job for a visitor in a network; run it again if its process was ended from outside."""
        for _attempt in range(2):
            ticket = await self._ticket(who, watch)
            with suppress(BrokenProcessPool):
                return await self._run(ticket, job, seconds, watch, arguments, options)
        raise SearchError(_("The computation failed: its process was ended."))

    async def _ticket(self, who: tuple[str, str, str], watch: Watch) -> QueueTicket:
        """Join the queue. Retry while it is full."""
        until = time.monotonic() + QUEUE_TIMEOUT_S
        while True:
            try:
                return self._queue.join(*who)
            except QueueFull as full:
                if time.monotonic() > until or watch(JobStatus(0, full.sentence)):
                    raise
                await asyncio.sleep(QUEUE_RETRY_S)

    async def _run(
        self,
        ticket: QueueTicket,
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        worker: Worker | None = None

        def leave(done: Future[Answer] | None = None) -> None:
            if worker is not None:
                if done is not None and not done.cancelled() and isinstance(done.exception(), MemorySpent):
                    worker.end()
                self._idle.append(worker.number)
            self._queue.leave(ticket)

        try:
            stops = self._closed
            while not ticket.called:
                before = self._queue.before(ticket)
                stops = watch(JobStatus(0, _place(before))) or stops
                await ticket.wait(POLL_INTERVAL_S * (1 + before))  # many visitors far behind check less often
            number = min(self._idle)  # low numbers first: after a lost cluster, few local processes need to start
            self._idle.remove(number)
            worker = self._workers[number]
            counts, slot = self._shared.counts(worker.number), self._shared.slot(worker.number)
            counts[:] = memoryview(bytes(counts.nbytes)).cast("q")
            counts[STOP] = stops or self._closed
            slot.clear()
            link = self._link if self._link is not None and self._link.workers else None
            future: Future[Answer]
            if belongs_behind_the_wall(arguments, options):
                future = worker.walled.submit(job, arguments, options, counts, slot)
            elif link is not None:
                future = link.submit(job, arguments, options, counts, slot)
            else:
                future = await worker.submit(watch, work, number, job, arguments, options)
        except BaseException:  # cancelled while waiting, or the process has ended
            leave()
            raise
        future.add_done_callback(leave)  # called when the worker has left the job, not before
        answer = asyncio.wrap_future(future)
        deadline = kill_at = share_ends = math.inf
        try:
            while not answer.done():
                await asyncio.wait({answer}, timeout=POLL_INTERVAL_S)
                is_beyond = time.monotonic() > share_ends and self._queue.is_waited_for(ticket)
                enough = watch(JobStatus(counts[NODES], slot.take(), is_beyond))
                if counts[NODES] and deadline == math.inf:
                    deadline, share_ends = time.monotonic() + seconds, time.monotonic() + SHARE_S
                if enough or time.monotonic() > deadline:
                    counts[STOP] = 1
                    kill_at = min(kill_at, time.monotonic() + KILL_AFTER_S)
                if link is None and (fault := worker.stalled()):
                    worker.kill()
                    await asyncio.gather(answer, return_exceptions=True)
                    worker.end()
                    raise fault
                if time.monotonic() > kill_at and not answer.done():
                    worker.kill()
                    await asyncio.gather(answer, return_exceptions=True)
                    worker.end()
                    raise SearchError(_("The computation did not stop, so its process was ended."))
            return answer.result()
        except BrokenProcessPool:
            worker.end()
            raise
        except asyncio.CancelledError:
            counts[STOP] = 1
            answer.cancel()
            asyncio.get_running_loop().call_later(KILL_AFTER_S, _kill_unless_done, worker, future)
            raise

    def close(self) -> None:
        """Stop all present and future jobs, and end the processes."""
        self._closed = True
        for worker in self._workers:
            self._shared.counts(worker.number)[STOP] = 1
        for worker in self._workers:
            worker.close()


def _place(before: int) -> Sentence:
    if not before:
        return _("Its turn comes next.")
    return _n("{count} computation comes first.", "{count} computations come first.", before)


def _kill_unless_done(worker: Worker, future: Future[Any]) -> None:
    if not future.done():
        worker.kill()
