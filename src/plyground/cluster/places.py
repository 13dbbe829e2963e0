"""Places where independent jobs are done, by their texts: processes of this machine, or a Ray cluster."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace

from plyground.cluster.ray_connection import CLIENT, CLUSTER
from plyground.cluster.worker_pool import Job, Result, Worker, WorkerPool
from plyground.core.checked_arguments import Count, checked
from plyground.errors import SpecError
from plyground.i18n import _

LOCAL = "local"
AUTO = "auto"


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
        if sys.platform == "emscripten":
            from plyground.cluster.calling_pool import CallingPool

            return CallingPool(make)
        from plyground.cluster.local_pool import LocalPool

        return LocalPool(make, self.jobs or os.cpu_count() or 1)


@checked
def place(place: Place | str = LOCAL, jobs: Count | None = None) -> Place:
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
