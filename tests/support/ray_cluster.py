"""A Ray cluster of several nodes on this machine's loopback, and a worker whose jobs wait for the test."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SUPPORT = Path(__file__).parent
STORE_BYTES = 80 << 20
PATIENCE_S = 300.0


class RayCluster:
    """A head without processors, and nodes that are added and killed. A real one is reached in the same way."""

    def __init__(self) -> None:
        os.environ.update(
            RAY_USAGE_STATS_ENABLED="0",
            GRPC_ENABLE_FORK_SUPPORT="0",  # the gateway forks
            RAY_worker_niceness="0",  # else workers wait for all other programs of a busy machine
        )
        from ray.cluster_utils import Cluster

        with socket.create_server(("127.0.0.2", 0)) as free:
            port = free.getsockname()[1]
        self._added = 0
        head = {"num_cpus": 0, "object_store_memory": STORE_BYTES, "include_dashboard": False, "ray_client_server_port": port}  # fmt: skip
        self._cluster: Any = Cluster(initialize_head=True, head_node_args={**head, "node_ip_address": "127.0.0.2"})
        self.address = str(self._cluster.address)
        self.client_address = f"ray://127.0.0.2:{port}"

    def add(self, processors: int = 1, **environment: str) -> Any:
        """Return a new node. Its name is in the variable NODE there."""
        self._added += 1
        path = os.pathsep.join([str(SUPPORT), *sys.path])
        variables = {"NODE": str(self._added), "PYTHONPATH": path, **environment}
        return self._cluster.add_node(
            num_cpus=processors,
            object_store_memory=STORE_BYTES,
            node_ip_address=f"127.0.0.{2 + self._added}",
            env_vars=variables,
        )

    def kill(self, node: Any) -> None:
        """End all processes of a node at once."""
        self._cluster.remove_node(node, allow_graceful=False)

    def kill_head(self) -> None:
        """End the process that knows all nodes at once."""
        for process in self._cluster.head_node.all_processes["gcs_server"]:
            process.process.kill()

    def stop(self) -> None:
        self._cluster.shutdown()


class GatedWorker:
    """A worker that notes each job that it begins, and ends it when the gate is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def prepare(self) -> None:
        note(self.folder / "prepared")

    def work(self, job: int) -> tuple[int, str]:
        note(self.folder / f"job{job}")
        wait_for((self.folder / "gate").exists)
        return job, os.environ["NODE"]

    def close(self) -> None:
        pass


class GatedMaker:
    """Maker of such workers, on any node."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self) -> GatedWorker:
        return GatedWorker(self.folder)


def note(path: Path) -> None:
    """Add the name of this node to a file."""
    with path.open("a") as file:
        file.write(os.environ["NODE"] + "\n")


def noted(path: Path) -> list[str]:
    """Return the names of the nodes in a file."""
    return path.read_text().split() if path.exists() else []


def wait_for(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)
