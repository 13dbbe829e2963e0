"""Solving by layers on a real Ray cluster of several nodes, some of which are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from program import ENVIRONMENT
from ray_cluster import RayCluster

from plyground import game
from plyground.errors import FileError
from plyground.solvers.layers.layer_worker import LayerWorker
from plyground.solvers.layers.layered_solution import LayeredSolution
from plyground.solvers.sweep import Progress

if sys.platform != "linux":
    pytest.skip("the nodes need several loopback addresses", allow_module_level=True)

TICTACTOE = "tictactoe"
SHARDS = 3
POSITIONS = 2 * 5478
"""Positions of tic-tac-toe, each visited forwards and backwards."""


def solve(folder: Path, name: str, report: Callable[[Progress], None] = lambda progress: None, *, place: str = "local", native: bool = False) -> dict[str, bytes]:  # fmt: skip
    """Solve a game in a folder. Return the contents of all files there."""
    LayeredSolution(folder, game(name), shards=SHARDS, on_progress=report, native=native).run(place)
    return {path.name: path.read_bytes() for path in folder.rglob("*")}


@pytest.mark.nightly
def test_killed_nodes_do_not_change_a_byte(cluster: RayCluster, address: str, tmp_path: Path) -> None:
    nodes = [cluster.add(), cluster.add()]
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if nodes and progress.done > (1000, 8000)[len(killed)]:  # once forwards, once backwards
            cluster.kill(nodes.pop())
            killed.append(progress.done)
            if len(killed) == 1:
                cluster.add()

    there = solve(tmp_path / "there", TICTACTOE, kill, place="ray")
    assert len(killed) == 2
    assert there == solve(tmp_path / "here", TICTACTOE)
    assert len(there) == 2 * 10 + 1


KILLED = """
import os, signal, sys
from pathlib import Path
from plyground import game
from plyground.solvers.layers.layered_solution import LayeredSolution

def kill(progress):
    if progress.done > 3000:
        os.kill(os.getpid(), signal.SIGKILL)
LayeredSolution(Path(sys.argv[1]), game("tictactoe"), shards=3, native=False, on_progress=kill).run("ray")
"""


@pytest.mark.nightly
def test_a_killed_command_goes_on_where_it_was(cluster: RayCluster, address: str, tmp_path: Path) -> None:
    """It goes on without the cluster: the files are the same."""
    environment = {**ENVIRONMENT, "RAY_ADDRESS": address}
    killed = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "there"], env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (tmp_path / "there" / "work").exists()
    assert solve(tmp_path / "there", TICTACTOE) == solve(tmp_path / "here", TICTACTOE)


def test_a_machine_that_does_not_see_the_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="this machine does not see it: all machines need the same folder"):
        LayerWorker(game(TICTACTOE), tmp_path / "elsewhere", native=False)


@pytest.mark.nightly
def test_connect_four_on_four_nodes_is_that_of_one_machine_though_two_are_killed(
    cluster: RayCluster, address: str, tmp_path: Path
) -> None:
    nodes = [cluster.add() for _each in range(3)]

    def kill(progress: Progress) -> None:
        if len(nodes) > 1 and progress.done > (1_000_000, 6_000_000)[3 - len(nodes)]:
            cluster.kill(nodes.pop())

    name = "connect_four:width=5,height=4"
    there = solve(tmp_path / "there", name, kill, place="ray", native=True)
    assert len(nodes) == 1
    assert there == solve(tmp_path / "here", name, native=True)
