"""The process between the page and a Ray cluster.

Ray ends a whole process when the head of its cluster is lost. So the page does not call Ray: it sends its jobs to this
process, and continues without it when it has ended.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue

from plyground.cluster.places import AUTO, Place
from plyground.cluster.ray_connection import ADDRESS_VARIABLE, CLUSTER, connect
from plyground.cluster.worker_pool import Worker
from plyground.errors import ClusterError, PlygroundError
from plyground.i18n import _, use
from plyground.web.workers.cluster_messages import PageAnswer, PageJob, Size, Stop, ToCluster

IDLE_S = 0.5
"""Seconds between two looks at the cluster while there is no job."""
BUSY_S = 0.05
"""Seconds between two looks for new jobs while others run."""


def relay(
    pipe: Connection, place: Place, address: str | None, make: Callable[[], Worker[PageJob, PageAnswer]], language: str
) -> None:
    """Do the jobs that come through a pipe on a cluster, until the page closes it or the cluster is lost.

    ``address`` is the page's variable ``RAY_ADDRESS``: this process may have been forked from an older environment.
    ``make`` makes a worker on a node; it has a method ``reply``, which answers while the worker works.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    use(language)
    if address is not None:
        os.environ[ADDRESS_VARIABLE] = address
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _silence_ray()
    with suppress(OSError):  # the page has ended
        try:
            _relay(pipe, place, make)
        except PlygroundError as error:
            pipe.send(error)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            pipe.send(ClusterError(_("The cluster at {address} cannot be used: {reason}", address=place.name, reason=reason)))  # fmt: skip


def _relay(pipe: Connection, place: Place, make: Callable[[], Worker[PageJob, PageAnswer]]) -> None:
    from plyground.cluster.ray_pool import RayPool

    connection = connect(CLUSTER if place.name == AUTO else place.name)
    pool: RayPool[PageJob, PageAnswer] = RayPool(connection, make, place.jobs, interactive=True)
    pipe.send(Size(0))
    inbox: SimpleQueue[ToCluster] = SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, inbox), daemon=True).start()
    waiting: deque[PageJob] = deque()
    stopped: set[int] = set()
    ready = 0
    while True:
        patience = 0 if pool.running or waiting else IDLE_S
        with suppress(Empty):
            while True:
                told = inbox.get(timeout=patience)
                patience = 0
                if isinstance(told, Stop):
                    stopped.add(told.number)
                else:
                    waiting.append(told)
        while waiting and pool.room:
            pool.submit(waiting.popleft())
        for answer in pool.results(BUSY_S):
            stopped.discard(answer.number)
            pipe.send(answer)
        for state in pool.ask(lambda job: (job.number, job.number in stopped)):
            pipe.send(state)
        if pool.ready != ready:
            ready = pool.ready
            pipe.send(Size(ready))


def _receive(pipe: Connection, inbox: SimpleQueue[ToCluster]) -> None:
    """Take messages at once, so that the page never waits for room in the pipe. End the process with the page."""
    try:
        while True:
            inbox.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)


def _silence_ray() -> None:
    """Discard the messages that Ray prints about its nodes: the page has its own sentences."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
