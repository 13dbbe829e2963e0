"""Jobs where Python has no threads, as in a browser: a worker does each when its result is taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic

from plyground.cluster.worker_pool import Job, Result, Worker
from plyground.i18n import Sentence


class CallingPool(Generic[Job, Result]):
    """One worker in this thread."""

    notices: Sequence[Sentence] = ()

    def __init__(self, make: Callable[[], Worker[Job, Result]]) -> None:
        self._worker = make()
        self._jobs: deque[Job] = deque()

    @property
    def running(self) -> int:
        """The number of jobs that have not ended."""
        return len(self._jobs)

    @property
    def room(self) -> int:
        """One, unless there is a job."""
        return 1 - len(self._jobs)

    def submit(self, job: Job) -> None:
        """Keep a job for the worker."""
        self._jobs.append(job)

    def results(self, timeout_s: float | None = None) -> list[Result]:
        """Do the job, however long it takes, and return its result."""
        return [self._worker.work(self._jobs.popleft())] if self._jobs else []

    def close(self) -> None:
        """Drop the jobs that were not done."""
        self._jobs.clear()
        self._worker.close()
