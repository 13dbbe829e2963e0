"""Searches of the page on a real Ray cluster, whose nodes and head are killed."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from program import PATIENCE
from ray_cluster import RayCluster, noted, wait_for

from plyground.cluster.places import place
from plyground.errors import ClusterError, SearchStopped, SpecError
from plyground.searches import Tally
from plyground.web.pages.game import jobs
from plyground.web.workers.cluster_link import ClusterLink
from plyground.web.workers.node_worker import PageWorkerMaker
from plyground.web.workers.pool import JobStatus, ignore_status
from plyground.web.workers.process_workers import ProcessWorkers

if sys.platform != "linux":
    pytest.skip("the nodes need several loopback addresses", allow_module_level=True)
if not os.environ.get("CI") and not find_spec("ray"):
    pytest.skip("Ray has no wheel here, or is not installed", allow_module_level=True)

HOPELESS = "mnk:width=5,height=5,k=4", (12,), "minimax"


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, PATIENCE))


def node(tally: Tally) -> str:
    """Return the name of this node. The page's own machine has none."""
    return os.environ.get("NODE", "here")


def hold(tally: Tally, folder: Path) -> str:
    """Note this node, and end when the gate is open."""
    with (folder / "begun").open("a") as file:
        file.write(node(tally) + "\n")
    wait_for((folder / "gate").exists)
    return node(tally)


@pytest.fixture
def link(address: str) -> Iterator[ClusterLink]:
    reached = ClusterLink(place("ray"), PageWorkerMaker)
    reached.demand()
    wait_for(lambda: reached.workers)
    yield reached
    reached.close()


@pytest.fixture
def workers(link: ClusterLink) -> Iterator[ProcessWorkers]:
    pool = ProcessWorkers(2, link=link)
    yield pool
    pool.close()


@pytest.mark.proof
def test_searches_of_the_page_run_on_the_cluster_watched_and_stopped(workers: ProcessWorkers) -> None:
    def is_far(status: JobStatus) -> bool:
        return status.nodes > 1000

    assert run(workers.of("").run(node, 10, ignore_status)) != "here"
    choice = run(workers.of("").run(jobs.choose, 600, ignore_status, "tictactoe", (), "minimax:scores=utility"))
    assert choice.result.nodes == 549_946
    with pytest.raises(SearchStopped):  # a status with nodes stops the search, which never ends by itself
        run(workers.of("").run(jobs.choose, 600, is_far, *HOPELESS))
    with pytest.raises(SpecError, match="nobody"):
        run(workers.of("").run(jobs.choose, 10, ignore_status, "tictactoe", (), "nobody"))


@pytest.mark.proof
def test_a_killed_node_costs_nothing_and_new_ones_work(
    cluster: RayCluster, link: ClusterLink, workers: ProcessWorkers, tmp_path: Path
) -> None:
    second = cluster.add()
    wait_for(lambda: link.workers == 2)

    async def scene() -> list[str]:
        running = [asyncio.create_task(workers.of("").run(hold, 600, ignore_status, tmp_path)) for _job in range(2)]
        while len(noted(tmp_path / "begun")) < 2:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(cluster.kill, second)
        while link.workers == 2:  # its process outlives the node for a moment
            await asyncio.sleep(0.01)
        (tmp_path / "gate").touch()
        return await asyncio.gather(*running)

    places = run(scene())
    begun = noted(tmp_path / "begun")
    assert len(begun) == 3  # the job of the killed node twice
    assert len({*places}) == 1 and {*places} < {*begun}


@pytest.mark.nightly
def test_the_page_goes_on_alone_when_the_head_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:  # fmt: skip
    """Ray itself ends the process that is connected to a lost head."""
    cluster = RayCluster()
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    try:
        cluster.add()
        link = ClusterLink(place("ray"), PageWorkerMaker)
        link.demand()
        wait_for(lambda: link.workers)
        workers = ProcessWorkers(2, link=link)

        async def scene() -> str:
            running = asyncio.create_task(workers.of("").run(hold, 600, ignore_status, tmp_path))
            while not noted(tmp_path / "begun"):
                await asyncio.sleep(0.01)
            await asyncio.to_thread(cluster.kill_head)
            while len(noted(tmp_path / "begun")) < 2:
                await asyncio.sleep(0.01)
            (tmp_path / "gate").touch()
            return str(await running)

        assert run(scene()) == "here"
        assert run(workers.of("").run(node, 10, ignore_status)) == "here"
        workers.close()
        link.close()
    finally:
        cluster.stop()
    [said] = [record.getMessage() for record in caplog.records if record.name == "plyground.web.workers.cluster_link"]
    assert said.startswith(f"The head of the cluster at {cluster.address} has ended, or cannot be reached any more.")
    assert said.endswith("Until the cluster is there again, this server does the searches itself.")


@pytest.mark.proof
def test_a_cluster_that_cannot_be_used_is_refused(cluster: RayCluster, address: str, tmp_path: Path) -> None:
    (tmp_path / "plyground").mkdir()
    (tmp_path / "plyground" / "__init__.py").write_text('__version__ = "0.0.1"')
    other = cluster.add(PYTHONPATH=str(tmp_path))
    try:
        with pytest.raises(ClusterError, match=r"Node .* has plyground 0\.0\.1, and this machine has"):
            ClusterLink(place("ray"), PageWorkerMaker).demand()
    finally:
        cluster.kill(other)
