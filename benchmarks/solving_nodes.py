"""Solving on disk with simulated nodes of equal shares. ``python -m benchmarks.solving_nodes --nodes 4``.

The nodes share this machine, so a clock would measure how busy it is. Each job tells its time of a processor and its node
instead. A step ends when its last job has ended, so its time is that of the busiest node. The sum over all steps is the
time that nodes with one processor each would take.

Each node keeps to one processor, so all that share one get equal parts of it. A processor is slower while others of its
chip work, so the sample of the plan is taken on as many at once as the nodes will use.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import Any

import ray

from plyground import game
from plyground.cluster.places import Place
from plyground.cluster.worker_pool import Worker, WorkerPool
from plyground.i18n import Sentence
from plyground.solvers.layers.layer_worker import LayerJob
from plyground.solvers.layers.layered_solution import LayeredSolution
from plyground.solvers.layers.solution_plan import plan

Head = tuple[LayerJob, Mapping[str, Any]]
Timed = tuple[Head, float, str]
Spent = defaultdict[tuple[int, str, int], defaultdict[str, float]]
"""Seconds of a processor by step (layer, kind of job, round) and node."""


def keep_to_one_processor() -> None:
    """Let this worker run only on the processor of its node. Nodes take the processors in turn."""
    every: list[Any] = ray.nodes()  # type: ignore[no-untyped-call]
    working = [node for node in every if node["Alive"] and node["Resources"].get("CPU")]
    here = ray.get_runtime_context().get_node_id()
    number = [node["NodeID"] for node in sorted(working, key=lambda node: node["NodeManagerAddress"])].index(here)
    processors = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {processors[number % len(processors)]})


def predicted(text: str) -> tuple[float, int]:
    """Return (seconds of one processor, shards) by the plan of a game."""
    made = plan(game(text))
    return made.seconds, made.shards


class TimedWorker:
    """A worker whose results have the time of a processor and the node beside them."""

    def __init__(self, worker: Worker[LayerJob, Head]) -> None:
        self.worker = worker

    def prepare(self) -> None:
        keep_to_one_processor()
        self.worker.prepare()

    def work(self, job: LayerJob) -> Timed:
        began = time.process_time()
        done = self.worker.work(job)
        spent = time.process_time() - began
        return done, spent, ray.get_runtime_context().get_node_id()

    def close(self) -> None:
        self.worker.close()


@dataclass
class TimedMaker:
    """Maker of such workers."""

    make: Callable[[], Worker[LayerJob, Head]]

    def __call__(self) -> TimedWorker:
        return TimedWorker(self.make())


@dataclass
class TimedPool:
    """A pool that keeps the times of all jobs, by step and node."""

    pool: WorkerPool[LayerJob, Timed]
    spent: Spent

    @property
    def notices(self) -> Sequence[Sentence]:
        return self.pool.notices

    @property
    def running(self) -> int:
        return self.pool.running

    @property
    def room(self) -> int:
        return self.pool.room

    def submit(self, job: LayerJob) -> None:
        self.pool.submit(job)

    def results(self, timeout_s: float | None = None) -> list[Head]:
        found = self.pool.results(timeout_s)
        for (job, _head), seconds, node in found:
            self.spent[job.layer, job.kind, job.turn][node] += seconds
        return [head for head, _seconds, _node in found]

    def close(self) -> None:
        self.pool.close()


@dataclass(frozen=True)
class TimedPlace(Place):
    """A place whose pools keep the times of jobs."""

    spent: Spent = field(default_factory=lambda: defaultdict(lambda: defaultdict(float)))

    def open(self, make: Callable[[], Any]) -> Any:
        pool: WorkerPool[LayerJob, Timed] = super().open(TimedMaker(make))
        while pool.room < (self.jobs or 1):  # all nodes begin together
            pool.results()
        return TimedPool(pool, self.spent)


def measure(text: str, folder: Path, nodes: int) -> None:
    """Solve a game on so many nodes that have joined ``RAY_ADDRESS``. Print the predicted and the measured time."""
    known = game(text)
    at_once = min(nodes, len(os.sched_getaffinity(0)))
    with ProcessPoolExecutor(at_once, get_context("spawn")) as processes:
        times, shards = zip(*processes.map(predicted, [text] * at_once), strict=True)
    expected = mean(times)
    place = TimedPlace("ray", nodes)
    solution = LayeredSolution(folder, known, shards=shards[0])
    began = time.process_time()
    solution.run(place)
    here = time.process_time() - began
    every = sum(sum(step.values()) for step in place.spent.values())
    busiest = sum(max(step.values()) for step in place.spent.values())
    print(f"{nodes} nodes, {len({node for step in place.spent.values() for node in step})} seen: predicted {expected / nodes:.1f} s, busiest {busiest:.1f} s, all {every:.1f} s, command {here:.1f} s", flush=True)  # fmt: skip


def main() -> None:
    """Start a cluster of this machine's own, solve the game on it, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="connect_four:width=5,height=5")
    parser.add_argument("--nodes", type=int, nargs="*", default=[1, 2, 4])
    asked = parser.parse_args()
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    store = 80 << 20
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": store, "node_ip_address": "127.0.0.2", "include_dashboard": False})  # fmt: skip
    os.environ["RAY_ADDRESS"] = str(cluster.address)
    try:
        there = 0
        for nodes in sorted(asked.nodes):
            for number in range(there, nodes):
                cluster.add_node(num_cpus=1, object_store_memory=store, node_ip_address=f"127.0.0.{3 + number}")
            there = nodes
            with tempfile.TemporaryDirectory() as folder:
                measure(asked.game, Path(folder), nodes)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
