"""The cluster of the tests that need one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from ray_cluster import RayCluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[RayCluster]:
    """A cluster with one node; a test adds others and kills them."""
    if not os.environ.get("CI"):
        pytest.importorskip("ray", reason="Ray has no wheel here, or is not installed")
    running = RayCluster()
    running.add()
    yield running
    running.stop()
    assert print.__module__ == "builtins"  # Ray puts its own in its place unless it is told not to


@pytest.fixture
def address(cluster: RayCluster, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let ``ray`` be this cluster, whatever else runs on this machine."""
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    return cluster.address
