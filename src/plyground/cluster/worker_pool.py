"""The interface of a place where independent jobs are done, and the choice of one by its text."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from plyground.errors import SpecError
from plyground.i18n import Sentence, _

LOCAL = "local"
CLUSTER = "ray"
AUTO = "auto"
CLIENT = "ray://"
"""The beginning of the address of a cluster that is reached over the network."""

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
        """Let a job be done."""

    def results(self, timeout_s: float | None = None) -> list[Result]:
        """Wait until jobs have ended, there is room for new ones, or the time is up. Return the results of the ended
        jobs.
        """

    def close(self) -> None:
        """Stop all work. Jobs that are running are lost."""


def open_pool(on: str, make: Callable[[], Worker[Job, Result]], jobs: int | None) -> WorkerPool[Job, Result]:
    """Return the place that ``on`` names: ``local``, ``ray``, ``ray://HOST:PORT`` or ``auto``.

    ``jobs`` is the most jobs at once; None means one for each core. ``auto`` is the Ray cluster of this machine, and
    this machine alone if there is none. Raise :class:`SpecError` for another text, :class:`ClusterError` for a cluster
    that cannot be used.
    """
    demand_known(on)
    if on != LOCAL:
        from plyground.cluster.ray_connection import NoCluster, connect
        from plyground.cluster.ray_pool import RayPool

        try:
            return RayPool(connect(CLUSTER if on == AUTO else on), make, jobs)
        except NoCluster:
            if on != AUTO:
                raise
    from plyground.cluster.local_pool import LocalPool

    return LocalPool(make, jobs or os.cpu_count() or 1)


def demand_known(on: str) -> None:
    """Raise :class:`SpecError` unless a text names a place where work is done."""
    if on not in (LOCAL, CLUSTER, AUTO) and not on.startswith(CLIENT):
        raise SpecError(_("“{text}” names no place where games are played: write local, ray, ray://HOST:PORT or auto.", text=on))  # fmt: skip
