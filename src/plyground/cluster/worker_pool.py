"""The interface of a place where independent jobs are done, and the choice of one by its text."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from plyground.core.checked_arguments import Count, checked
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
        """Give a job to the pool, which will do it."""

    def results(self, timeout_s: float | None = None) -> list[Result]:
        """Wait until jobs have ended, there is room for new ones, or the time is up. Return the results of the ended
        jobs.
        """

    def close(self) -> None:
        """Stop all work. Jobs that are running are lost."""


@dataclass(frozen=True)
class Place:
    """A place where independent jobs are done: processes of this machine, or the nodes of a Ray cluster."""

    name: str = LOCAL  # local, ray, ray://HOST:PORT or auto
    jobs: int | None = None  # most jobs at once; None: one for each core

    def open(self, make: Callable[[], Worker[Job, Result]]) -> WorkerPool[Job, Result]:
        """Return workers at this place. Raise :class:`ClusterError` for a cluster that cannot be used."""
        if self.name != LOCAL:
            from plyground.cluster.ray_connection import NoCluster, connect
            from plyground.cluster.ray_pool import RayPool

            try:
                return RayPool(connect(CLUSTER if self.name == AUTO else self.name), make, self.jobs)
            except NoCluster:
                if self.name != AUTO:
                    raise
        from plyground.cluster.local_pool import LocalPool

        return LocalPool(make, self.jobs or os.cpu_count() or 1)


@checked
def on(place: Place | str = LOCAL, jobs: Count | None = None) -> Place:
    """Return the place where work is done: ``local``, ``ray``, ``ray://HOST:PORT`` or ``auto``.

    ``jobs`` is the most jobs at once; None means one for each core. ``auto`` is the Ray cluster of this machine, and
    this machine alone if there is none. A place is returned as it is, with ``jobs`` if they are given. No connection is
    made yet. Raise :class:`SpecError` for another text, and :class:`ArgumentError`.
    """
    if isinstance(place, Place):
        return place if jobs is None else replace(place, jobs=jobs)
    if place not in (LOCAL, CLUSTER, AUTO) and not place.startswith(CLIENT):
        raise SpecError(_("“{text}” names no place where work is done: write local, ray, ray://HOST:PORT or auto.", text=place))  # fmt: skip
    return Place(place, jobs)
