"""The interfaces of a worker and of a pool of workers, which do independent jobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from plyground.i18n import Sentence

Job = TypeVar("Job")
Result = TypeVar("Result")
AnyJob = TypeVar("AnyJob", contravariant=True)
AnyResult = TypeVar("AnyResult", covariant=True)


class Worker(Protocol[AnyJob, AnyResult]):
    """A worker, which does one job after another. A cluster makes it on a node from a function that can be pickled."""

    def prepare(self) -> None:
        """Do once what all workers of a machine share, such as compiling."""

    def work(self, job: AnyJob) -> AnyResult:
        """Do a job and return its result."""

    def close(self) -> None:
        """Stop at once, also in the middle of a job."""


class WorkerPool(Protocol[AnyJob, Result]):
    """A place where jobs are done. Jobs are independent of each other, and each has one result."""

    @property
    def notices(self) -> Sequence[Sentence]:
        """Sentences about machines that were left out."""

    @property
    def running(self) -> int:
        """The number of jobs that were submitted and have not ended."""

    @property
    def room(self) -> int:
        """The number of jobs that can be submitted now without waiting for others."""

    def submit(self, job: AnyJob) -> None:
        """Give a job to the pool, which will do it."""

    def results(self, timeout_s: float | None = None) -> list[Result]:
        """Wait until jobs have ended, there is room for new ones, or the time is up. Return the results of the ended
        jobs.
        """

    def close(self) -> None:
        """Stop all work. Jobs that are running are lost."""
