"""Jobs on this machine: each worker in a thread, with processes of its own where its work needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Generic

from plyground.cluster.worker_pool import Job, Result, Worker
from plyground.i18n import Sentence


class LocalPool(Generic[Job, Result]):
    """A fixed number of workers in threads of this process."""

    notices: Sequence[Sentence] = ()

    def __init__(self, make: Callable[[], Worker[Job, Result]], jobs: int) -> None:
        self._workers = [make() for _job in range(jobs)]
        self._free: SimpleQueue[Worker[Job, Result]] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)
        self._executor = ThreadPoolExecutor(jobs)
        self._running: set[Future[Result]] = set()

    @property
    def running(self) -> int:
        """The number of jobs that have not ended."""
        return len(self._running)

    @property
    def room(self) -> int:
        """The number of workers without a job."""
        return len(self._workers) - len(self._running)

    def submit(self, job: Job) -> None:
        """Give a job to a free worker."""
        self._running.add(self._executor.submit(self._work, job))

    def results(self, timeout_s: float | None = None) -> list[Result]:
        """Wait until a job has ended or the time is up. Return the results of all that have ended."""
        done, self._running = wait(self._running, timeout_s, FIRST_COMPLETED)
        return [future.result() for future in done]

    def close(self) -> None:
        """Stop the workers, and wait until their threads have ended."""
        for worker in self._workers:
            worker.close()
        self._executor.shutdown(cancel_futures=True)

    def _work(self, job: Job) -> Result:
        worker = self._free.get()
        try:
            return worker.work(job)
        finally:
            self._free.put(worker)
