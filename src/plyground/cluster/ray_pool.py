"""Jobs on the nodes of a Ray cluster: an actor for each processor, pinned to its node.

A job whose actor is lost, because its process, its node or the network connection to it ended, is done again by
another. Ray calls a method of an actor at most once, so a job has one result. Nodes that join get actors, too.
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from plyground.cluster import ray_worker
from plyground.cluster.ray_connection import Connection
from plyground.cluster.ray_worker import NodeWorker, installed_version
from plyground.cluster.worker_pool import Job, Result, Worker
from plyground.errors import ClusterError
from plyground.i18n import Sentence, _, language

POLL_S = 1.0
"""Seconds between two looks at the nodes of the cluster."""
START_TIMEOUT_S = 300.0
"""Seconds that the cluster may be without a ready worker."""
MAX_TRIES = 5
"""Number of lost workers after which their common job counts as the cause, and of failed starts after which a node is
not used.
"""
RESERVED, INTERACTIVE = {"num_cpus": 1}, {"num_cpus": 0, "max_concurrency": 2}
"""Ray's options for the two kinds of workers: one has a processor, the other answers while it works."""


class Node(NamedTuple):
    """A machine of the cluster."""

    id: str
    name: str  # name for people
    processors: int


@dataclass(eq=False)
class NodeActor:
    """An actor on a node; it has one job at a time."""

    node: Node
    actor: Any


@dataclass(eq=False)
class Task(Generic[Job]):
    """A job, and the number of workers that were lost while they did it."""

    job: Job
    losses: int = 0


class RayPool(Generic[Job, Result]):
    """Workers on the nodes of a Ray cluster."""

    def __init__(
        self,
        connection: Connection,
        make: Callable[[], Worker[Job, Result]],
        jobs: int | None = None,
        *,
        interactive: bool = False,
    ) -> None:
        """Ask all nodes for their version, and start workers. ``jobs`` is the most jobs at once.

        ``interactive`` workers can be asked while they work (:meth:`ask`), and reserve no processor: their jobs are
        short, with long pauses. Raise :class:`ClusterError` for a node with another plyground, and for a cluster
        without processors.
        """
        self.notices: list[Sentence] = []
        self._connection = connection
        self._ray = ray = connection.ray
        ray.cloudpickle.register_pickle_by_value(ray_worker)
        self._make: bytes = ray.cloudpickle.dumps(make)
        self._most = jobs
        self._options = INTERACTIVE if interactive else RESERVED
        self._version = installed_version()
        self._asked: dict[Any, Node] = {}  # node of each pending answer, by reference
        self._known: set[str] = set()  # ids of the nodes that were asked for their version
        self._nodes: dict[str, Node] = {}  # nodes with the right version, by id
        self._prepared: set[str] = set()
        self._failures: Counter[str] = Counter()  # number of failed starts, by node
        self._starting: dict[Any, NodeActor] = {}
        self._free: deque[NodeActor] = deque()
        self._running: dict[Any, tuple[NodeActor, Task[Job]]] = {}
        self._again: deque[Task[Job]] = deque()
        self._talks: dict[Any, NodeActor] = {}  # actor of each pending reply, by reference
        self._looked = self._last_ready = time.monotonic()
        try:
            self._ask_nodes()
            if not self._asked:
                raise ClusterError(_("The cluster at {address} has no node with a processor to work on: add one with “ray start --address=HOST:PORT”.", address=connection.address))  # fmt: skip
            answers, _late = ray.wait(list(self._asked), num_returns=len(self._asked), timeout=START_TIMEOUT_S)
            if not answers:
                raise self._silence()
            if faults := list(filter(None, map(self._examine, answers))):
                raise ClusterError(faults[0])
            self._start_workers()
        except BaseException:
            self.close()
            raise

    @property
    def running(self) -> int:
        """The number of jobs that have not ended."""
        return len(self._running) + len(self._again)

    @property
    def room(self) -> int:
        """The number of workers without a job."""
        return len(self._free)

    @property
    def ready(self) -> int:
        """The number of workers that have started."""
        return len(self._free) + len(self._running)

    def submit(self, job: Job) -> None:
        """Give a job to a free worker."""
        self._again.append(Task(job))
        with self._connection.telling_loss():
            self._assign()

    def results(self, timeout_s: float | None = None) -> list[Result]:
        """Wait until jobs have ended, there is room for new ones, or the time is up. Return the results of the ended
        jobs.

        Raise :class:`ClusterError` if the cluster does not work any more, or its head is lost.
        """
        ended: list[Result] = []
        rooms, until = self.room, time.monotonic() + (math.inf if timeout_s is None else timeout_s)
        with self._connection.telling_loss():
            while not ended and self.room <= rooms and (left := until - time.monotonic()) > 0:
                self._keep_up()
                references = [*self._asked, *self._starting, *self._running]
                if references:
                    done, _rest = self._ray.wait(references, num_returns=1, timeout=min(left, POLL_S))
                    more, _rest = self._ray.wait(references, num_returns=len(references), timeout=0)
                    for reference in dict.fromkeys(done + more):
                        self._receive(reference, ended)
                else:
                    time.sleep(min(left, POLL_S))
                self._assign()
        return ended

    def ask(self, message: Callable[[Job], Any]) -> list[Any]:
        """Send a message to each worker that has a job and no earlier message. Return the replies to earlier ones.

        ``message`` makes one from the worker's job. The workers must be interactive.
        """
        with self._connection.telling_loss():
            talks = list(self._talks)
            come, _rest = self._ray.wait(talks, num_returns=len(talks), timeout=0) if talks else ([], [])
            replies = [self._value(reference) for reference in come]
            for reference in come:
                del self._talks[reference]
            asked = set(self._talks.values())
            for worker, task in self._running.values():
                if worker not in asked:
                    self._talks[worker.actor.reply.remote(message(task.job))] = worker
        return [reply for reply in replies if not isinstance(reply, Lost)]

    def close(self) -> None:
        """End all actors and leave the cluster, if its head is not lost."""
        if self._connection.is_lost:
            return
        workers = [*self._free, *self._starting.values(), *(worker for worker, _task in self._running.values())]
        for worker in workers:
            self._end(worker)
        self._connection.close()

    # Jobs

    def _assign(self) -> None:
        """Give jobs to free workers."""
        while self._again and self._free:
            task, worker = self._again.popleft(), self._free.popleft()
            self._running[worker.actor.work.remote(task.job)] = worker, task

    def _receive(self, reference: Any, ended: list[Result]) -> None:
        """Handle the value of a reference of Ray: a version, a worker that is ready, or a result."""
        if reference in self._asked:
            if fault := self._examine(reference):
                self.notices.append(fault)
            else:
                self._start_workers()
        elif reference in self._starting:
            self._welcome(reference, self._starting.pop(reference))
        else:
            worker, task = self._running.pop(reference)
            found = self._value(reference)
            if isinstance(found, Lost):
                self._end(worker)
                task.losses += 1
                if task.losses == MAX_TRIES:
                    raise ClusterError(_("{count} workers of the cluster ended with the same game: look for too little memory on the nodes ({reason}).", count=MAX_TRIES, reason=found.reason))  # fmt: skip
                self._again.appendleft(task)
            else:
                self._free.append(worker)
                self._last_ready = time.monotonic()
                ended.append(found)

    def _value(self, reference: Any) -> Any:
        """Return the value of a finished call, or :class:`Lost` if the actor or its node has ended."""
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as error:  # the job itself raised the error
            raise (error.cause if isinstance(error.cause, Exception) else error) from None
        except errors.RayError as error:
            return Lost(" ".join(str(error).split())[:200])

    # Nodes and workers

    def _keep_up(self) -> None:
        """Look for new nodes and lost workers. Raise :class:`ClusterError` if the head is lost, or no worker has been
        ready for long.
        """
        now = time.monotonic()
        if now - self._looked >= POLL_S:
            self._looked = now
            if self._connection.head_answers():
                self._ask_nodes()
                self._start_workers()
        if self._running or self._free:
            self._last_ready = now
        elif now - self._last_ready > START_TIMEOUT_S:
            raise self._silence()

    def _silence(self) -> ClusterError:
        return ClusterError(_("The cluster at {address} has had no free processor for {seconds} s: look at “ray status”.", address=self._connection.address, seconds=round(START_TIMEOUT_S)))  # fmt: skip

    def _ask_nodes(self) -> None:
        """Ask each new node for its version of plyground; forget the nodes that have ended."""
        alive = {node.id: node for node in map(_node, self._ray.nodes()) if node is not None}
        for node_id in self._nodes.keys() - alive.keys():
            del self._nodes[node_id]
        for node in alive.values():
            if node.id not in self._known:
                self._known.add(node.id)
                asked = self._pinned(self._ray.remote(installed_version), node, num_cpus=0)
                self._asked[asked.remote()] = node

    def _examine(self, reference: Any) -> Sentence | None:
        """Take the answer of a node. Return the reason why it cannot be used, or None."""
        node = self._asked.pop(reference)
        found = self._value(reference)
        if isinstance(found, Lost):
            self._known.discard(node.id)  # ask again if the node lives
            return None
        if found == self._version:
            self._nodes[node.id] = node
            return None
        if not found[0]:
            return _("Node {node} of the cluster has no plyground: install version {version} on it.", node=node.name, version=self._version[0])  # fmt: skip
        if found[0] != self._version[0]:
            return _("Node {node} of the cluster has plyground {found}, and this machine has {version}: install the same on both.", node=node.name, found=found[0], version=self._version[0])  # fmt: skip
        return _("Node {node} of the cluster has another text of plyground {version} than this machine: install the same on both.", node=node.name, version=found[0])  # fmt: skip

    def _start_workers(self) -> None:
        """Start workers for idle processors: one on a node that is not prepared, and then the others."""
        workers = [*self._free, *self._starting.values(), *(worker for worker, _task in self._running.values())]
        have = Counter(worker.node.id for worker in workers)
        for node in self._nodes.values():
            wanted = node.processors if node.id in self._prepared else 1
            for _missing in range(wanted - have[node.id]):
                if self._most is not None and have.total() >= self._most:
                    return
                have[node.id] += 1
                actor = self._pinned(self._ray.remote(NodeWorker), node, **self._options).remote()
                started = actor.start.remote(language(), self._make, node.id not in self._prepared)
                self._starting[started] = NodeActor(node, actor)

    def _welcome(self, reference: Any, worker: NodeActor) -> None:
        """Take a worker that has started, or the reason why it cannot."""
        found = self._value(reference)
        if found is None:
            self._prepared.add(worker.node.id)
            self._free.append(worker)
            self._start_workers()
            return
        self._end(worker)
        if isinstance(found, Lost):
            self._failures[worker.node.id] += 1
            if self._failures[worker.node.id] < MAX_TRIES:
                return
            found = Sentence(found.reason, {})
        raise ClusterError(_("Node {node} of the cluster cannot begin: {reason}", node=worker.node.name, reason=found))

    def _pinned(self, remote: Any, node: Node, **options: int) -> Any:
        """Return the remote class or function so that it runs on this node only, with Ray's ``options``."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return remote.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node.id, soft=False), **options)

    def _end(self, worker: NodeActor) -> None:
        self._ray.kill(worker.actor)


class Lost(NamedTuple):
    """The end of a call whose actor has ended, with Ray's reason."""

    reason: str


def _node(described: dict[str, Any]) -> Node | None:
    """Return a node that lives and has processors, else None."""
    processors = int(described["Resources"].get("CPU", 0)) if described["Alive"] else 0
    if not processors:
        return None
    name = f"{described['NodeManagerHostname']} ({described['NodeManagerAddress']})"
    return Node(described["NodeID"], name, processors)
