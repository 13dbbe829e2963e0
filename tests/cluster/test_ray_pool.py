"""Jobs and tournaments on a real Ray cluster of several nodes, some of which are killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from program import ENVIRONMENT
from ray_cluster import GatedMaker, RayCluster, noted, wait_for

import plyground
from plyground.cluster.places import place
from plyground.cluster.worker_pool import WorkerPool
from plyground.errors import ClusterError
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Progress, Tournament, TournamentSettings

if sys.platform != "linux":
    pytest.skip("the nodes need several loopback addresses", allow_module_level=True)
if not os.environ.get("CI") and not find_spec("ray"):
    pytest.skip("Ray has no wheel here, or is not installed", allow_module_level=True)


GAME = """
from typing import NamedTuple
from plyground import rules

@rules
class Position(NamedTuple):
    \"\"\"Ten coins: take one, two or three; the last one wins.\"\"\"

    coins: int = 10
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> list[int]:
        return [taken for taken in (1, 2, 3) if taken <= self.coins]

    def play(self, move: int) -> "Position":
        return Position(self.coins - move, 1 - self.player)

    def is_over(self) -> bool:
        return self.coins == 0

    def utility(self) -> int:
        return -1
"""
BOT = """
def choose(position):
    return position.coins % 4 or 1
"""


def games(path: Path) -> dict[str, object]:
    """Return scores and moves of every game of a record."""
    with Record(path) as record:
        return {game.key: (game.scores, tuple(move.word for move in record.moves(game.key))) for game in record.played}


@pytest.mark.long
def test_a_tournament_with_own_files_gives_the_same_games_on_a_cluster(cluster: RayCluster, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    game, bot = tmp_path / "own" / "ten_coins.py", tmp_path / "own" / "fours.py"
    game.write_text(GAME)
    bot.write_text(BOT)
    players = ["random", str(bot), "depth-limited:depth=2"]
    settings = TournamentSettings(games_per_pair=4, seed=3)
    with Record(tmp_path / "here.db", write=True) as record:
        Tournament.begin(record, str(game), players, settings).play(1)
    with Record(tmp_path / "there.db", write=True) as record:
        tournament = Tournament.begin(record, str(game), players, settings)
        game.unlink()
        bot.unlink()
        tournament.play(None, place=cluster.client_address)
    assert len(games(tmp_path / "here.db")) == 12
    assert games(tmp_path / "there.db") == games(tmp_path / "here.db")


@pytest.mark.long
def test_a_killed_node_costs_only_its_jobs_and_a_new_node_joins(
    cluster: RayCluster, address: str, tmp_path: Path
) -> None:
    second = cluster.add()
    pool: WorkerPool[int, tuple[int, str]] = place("ray").open(GatedMaker(tmp_path))
    try:
        wait_for(lambda: pool.results() == [] and pool.room == 2)
        pool.submit(0)
        pool.submit(1)
        wait_for(lambda: noted(tmp_path / "job0") and noted(tmp_path / "job1"))
        first = {noted(tmp_path / "job0")[0], noted(tmp_path / "job1")[0]}
        assert len(first) == 2
        cluster.kill(second)
        cluster.add()
        (tmp_path / "gate").touch()
        ended: list[tuple[int, str]] = []
        while pool.running:
            ended += pool.results()
        assert sorted(job for job, _node in ended) == [0, 1]
        assert sorted(len(noted(tmp_path / f"job{job}")) for job in (0, 1)) == [1, 2]
        wait_for(lambda: pool.room == 2 or (pool.results(), pool.room)[1] == 2)
        assert len(noted(tmp_path / "prepared")) == 3
    finally:
        pool.close()


@pytest.mark.long
def test_a_node_with_another_plyground_is_named(cluster: RayCluster, address: str, tmp_path: Path) -> None:
    (tmp_path / "plyground").mkdir()
    (tmp_path / "plyground" / "__init__.py").write_text('__version__ = "0.0.1"')
    node = cluster.add(PYTHONPATH=str(tmp_path))
    try:
        with pytest.raises(ClusterError, match=r"Node .* has plyground 0\.0\.1, and this machine has"):
            plyground.tournament("tictactoe", ["random", "greedy"], place="ray")
    finally:
        cluster.kill(node)


@pytest.mark.long
def test_a_lost_head_is_told_in_one_sentence_and_the_record_goes_on(tmp_path: Path) -> None:
    """Ray itself would end the whole program after a minute, with sentences of its own."""
    cluster, record = RayCluster(), tmp_path / "cup.db"
    try:
        cluster.add()
        with Record(record, write=True) as begun:
            Tournament.begin(begun, "connect_four", ["random", "greedy"], TournamentSettings(games_per_pair=4000))
        playing = subprocess.Popen(
            [sys.executable, "-m", "plyground", "tournament", "--results", record, "--place", "ray"],
            env=ENVIRONMENT | {"RAY_ADDRESS": cluster.address},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_for(lambda: len(games(record)) > 100)
        cluster.kill_head()
        told, errors = playing.communicate()
    finally:
        cluster.stop()
    assert (playing.returncode, told) == (2, "")
    sentence = (
        rf"The head of the cluster at {re.escape(cluster.address)} has ended, or cannot be reached any more\. .*\n"
    )
    assert re.fullmatch(rf"(Compiling .*\n)*{sentence}", errors)
    before = games(record)
    assert 100 < len(before) < 4000
    with Record(record, write=True) as kept:
        Tournament.resume(kept).play(2)
    after = games(record)
    assert len(after) == 4000
    assert before.items() <= after.items()


@pytest.mark.long
def test_the_record_of_four_nodes_is_that_of_one_machine_though_two_are_killed(
    cluster: RayCluster, address: str, tmp_path: Path
) -> None:
    """Two nodes are killed in the middle, a good one and one with another plyground join, and each compiles for itself."""
    players = ["random", "greedy", "depth-limited:depth=6", "uct:playouts=1000"]
    settings = TournamentSettings(games_per_pair=20, seed=11)
    (tmp_path / "wrong" / "plyground").mkdir(parents=True)
    (tmp_path / "wrong" / "plyground" / "__init__.py").write_text('__version__ = "0.0.1"')
    added = [cluster.add(2, XDG_CACHE_HOME=str(tmp_path / f"cache{number}")) for number in range(3)]
    wrong: list[object] = []
    events: deque[tuple[int, Callable[[], object]]] = deque(
        [
            (5, lambda: wrong.append(cluster.add(PYTHONPATH=str(tmp_path / "wrong")))),
            (15, lambda: cluster.kill(added.pop(0))),
            (45, lambda: cluster.kill(added.pop(0))),
            (50, lambda: added.append(cluster.add(2, XDG_CACHE_HOME=str(tmp_path / "cache3")))),
        ]
    )

    def disturb(progress: Progress) -> None:
        while events and progress.played >= events[0][0]:  # several games may end at once
            events.popleft()[1]()

    with Record(tmp_path / "there.db", write=True) as record:
        tournament = Tournament.begin(record, "connect_four", players, settings)
        tournament.play(None, disturb, place="ray")
    for node in (*added, *wrong):
        cluster.kill(node)
    with Record(tmp_path / "here.db", write=True) as record:
        Tournament.begin(record, "connect_four", players, settings).play(2)
    assert len(games(tmp_path / "here.db")) == 120
    assert games(tmp_path / "there.db") == games(tmp_path / "here.db")
    assert ["0.0.1" in str(notice) for notice in tournament.notices] == [True]
    twins = [{twin.name for twin in tmp_path.glob(f"cache{number}/plyground/twins/*.twin")} for number in range(4)]
    assert len(complete := max(twins, key=len)) == 2
    assert all(made <= complete for made in twins)  # a node that ended in the middle may have made one
