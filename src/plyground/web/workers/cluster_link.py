"""The page's link to a cluster: it passes jobs to the process that calls Ray, and starts another such process when that
one has ended.
"""

from __future__ import annotations

import logging
import os
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from plyground.cluster.places import Place
from plyground.cluster.ray_connection import ADDRESS_VARIABLE
from plyground.cluster.worker_pool import Worker
from plyground.errors import ClusterError, PlygroundError
from plyground.i18n import Sentence, _, language
from plyground.searches.tally import NODES, STOP
from plyground.web.workers.cluster_messages import FromCluster, JobState, PageAnswer, PageJob, Size, Stop
from plyground.web.workers.cluster_process import relay
from plyground.web.workers.forkserver import context
from plyground.web.workers.progress_slot import ProgressSlot

POLL_S = 0.1
"""Seconds between two looks at the jobs that have to stop."""
RETRY_S = 30.0
"""Seconds after which a lost cluster is tried again."""

log = logging.getLogger(__name__)


class RelayedJob(NamedTuple):
    """A job on the cluster, with the memory for its counts and its progress."""

    future: Future[Any]
    counts: Any
    slot: ProgressSlot


class ClusterLink:
    """A link to a cluster that may be lost and found again. While it is lost, ``workers`` is 0."""

    def __init__(self, place: Place, make: Callable[[], Callable[[], Worker[PageJob, PageAnswer]]]) -> None:
        """Begin to reach a cluster. ``make`` is called at each attempt; it returns the function that makes a worker on
        a node.
        """
        self.workers = 0
        self._place = place
        self._make = make
        self._context = context()
        self._on_resize: list[Callable[[int], object]] = []
        self._numbers = count()
        self._jobs: dict[int, RelayedJob] = {}
        self._stopped: set[int] = set()
        self._lock = threading.Lock()  # of the jobs and of writing to the pipe
        self._pipe: Connection | None = None
        self._closed = threading.Event()
        self._begun: Future[None] = Future()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def demand(self) -> None:
        """Wait until the cluster has been reached. Raise :class:`ClusterError` if it cannot be used."""
        try:
            self._begun.result()
        except PlygroundError:
            self.close()
            raise

    def watch_size(self, on_resize: Callable[[int], object]) -> None:
        """Call ``on_resize`` with the number of workers, now and whenever it changes, from another thread."""
        self._on_resize.append(on_resize)
        on_resize(self.workers)

    def submit(
        self,
        do: Callable[..., Any],
        arguments: tuple[Any, ...],
        options: dict[str, Any],
        counts: Any,
        slot: ProgressSlot,
    ) -> Future[Any]:
        """Hand a job over. Its nodes are counted in ``counts``, and its progress is written to ``slot``. It stops when
        ``counts[STOP]`` is set.

        The future fails with :class:`BrokenProcessPool` when the cluster is lost.
        """
        job = PageJob(next(self._numbers), pickle.dumps((do, arguments, options)))
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # a job is stopped by its counts
        with self._lock:
            if self._pipe is None:
                raise BrokenProcessPool
            self._jobs[job.number] = RelayedJob(future, counts, slot)
            with suppress(OSError):  # the thread that reads notices it
                self._pipe.send(job)
        return future

    def close(self) -> None:
        """End the process that calls Ray, and all its jobs."""
        self._closed.set()
        self._thread.join()

    # The thread that reads

    def _keep(self) -> None:
        """Run the process that calls Ray as long as the page runs; start another when it has ended."""
        while not self._closed.is_set():
            fault = self._run()
            if not self._begun.done():
                self._begun.set_exception(fault)
                return
            self._closed.wait(RETRY_S)

    def _run(self) -> PlygroundError:
        """Start a process and read its messages to its end. Return the reason of the end."""
        pipe, theirs = self._context.Pipe()
        process = self._context.Process(
            target=relay,
            args=(theirs, self._place, os.environ.get(ADDRESS_VARIABLE), self._make(), language()),
            daemon=True,
        )
        process.start()
        theirs.close()
        fault: PlygroundError = ClusterError(_("The process that reaches the cluster has ended."))
        reached = False
        try:
            while not self._closed.is_set():
                if pipe.poll(POLL_S):
                    told: FromCluster = pipe.recv()
                    if isinstance(told, PlygroundError):
                        fault = told
                        break
                    if not reached:
                        reached = True
                        self._reach(pipe)
                    self._hear(told)
                self._forward_stops(pipe)
        except (EOFError, OSError):
            pass
        self._lose(fault.sentence if reached else None)
        pipe.close()
        process.terminate()
        process.join(5)
        if process.is_alive():
            process.kill()
        return fault

    def _reach(self, pipe: Connection) -> None:
        with self._lock:
            self._pipe = pipe
        if self._begun.done():
            log.warning("%s", _("The cluster is there again: searches run on it."))
        else:
            self._begun.set_result(None)

    def _hear(self, told: FromCluster) -> None:
        if isinstance(told, Size):
            self._resize(told.workers)
        elif isinstance(told, JobState):
            if told.number in self._jobs:
                _future, counts, slot = self._jobs[told.number]
                counts[NODES] = told.nodes
                if told.news is not None:
                    slot.put(told.news)
        elif isinstance(told, PageAnswer):
            with self._lock:
                job = self._jobs.pop(told.number, None)
                self._stopped.discard(told.number)
            if job is not None:
                _settle(job.future, told)

    def _forward_stops(self, pipe: Connection) -> None:
        """Tell the process which jobs have to stop."""
        with self._lock:
            stops = [number for number, job in self._jobs.items() if job.counts[STOP] and number not in self._stopped]
            self._stopped.update(stops)
            for number in stops:
                pipe.send(Stop(number))

    def _lose(self, fault: Sentence | None) -> None:
        """Let all jobs fail; a new attempt does them on this server."""
        with self._lock:
            self._pipe = None
            jobs = list(self._jobs.values())
            self._jobs.clear()
            self._stopped.clear()
        self._resize(0)
        if fault is not None and not self._closed.is_set():
            log.warning("%s %s", fault, _("Until the cluster is there again, this server does the searches itself."))
        for job in jobs:
            job.future.set_exception(BrokenProcessPool())

    def _resize(self, workers: int) -> None:
        self.workers = workers
        for on_resize in self._on_resize:
            on_resize(workers)


def _settle(future: Future[Any], told: PageAnswer) -> None:
    """Give a future its answer, or its error."""
    try:
        answer = pickle.loads(told.pickled)
    except Exception as error:  # of a class that is not here
        future.set_exception(error)
        return
    future.set_exception(answer) if told.failed else future.set_result(answer)
