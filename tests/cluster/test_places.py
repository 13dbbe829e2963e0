"""The choice of the place where work is done, and a sentence for each place that cannot be used."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from program import run

import plyground
from plyground.cluster.places import place
from plyground.cluster.worker_pool import WorkerPool
from plyground.errors import ArgumentError, ClusterError, FileError, SpecError
from plyground.games.loading import demand_same_modules
from plyground.tournaments.tournament_record import Record

COMMAND = ("tournament", "tictactoe", "random", "greedy", "--jobs", "1")


class Doubler:
    """A worker that doubles numbers."""

    def prepare(self) -> None:
        pass

    def work(self, job: int) -> int:
        return 2 * job

    def close(self) -> None:
        pass


@pytest.fixture
def without_ray(tmp_path: Path) -> dict[str, str]:
    """The environment of a program that finds no Ray."""
    (tmp_path / "ray.py").write_text("raise ImportError")
    return {"PYTHONPATH": str(tmp_path)}


@pytest.fixture
def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def test_each_job_has_one_result_on_this_machine() -> None:
    pool: WorkerPool[int, int] = place("local", 3).open(Doubler)
    left, found = list(range(20)), list[int]()
    while left or pool.running:
        while left and pool.room:
            pool.submit(left.pop())
        assert pool.running <= 3
        found += pool.results()
    pool.close()
    assert sorted(found) == [2 * job for job in range(20)]


def test_an_unknown_place_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="“mars” names no place"):
        plyground.tournament("tictactoe", ["random", "greedy"], place="mars", file=tmp_path / "cup.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.proof
def test_a_program_without_ray_says_what_to_install(without_ray: dict[str, str]) -> None:
    done = run(*COMMAND, "--place", "ray", **without_ray)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "Ray is not installed: run pip install 'plyground[cluster]'."
    assert "Traceback" not in done.stderr


@pytest.mark.proof
def test_the_page_says_at_its_start_that_a_cluster_cannot_be_used(without_ray: dict[str, str]) -> None:
    for where, said in (
        ("mars", "“mars” names no place where work is done: write local, ray, ray://HOST:PORT or auto."),
        ("ray", "Ray is not installed: run pip install 'plyground[cluster]'."),
    ):
        done = run("web", "--no-browser", "--port", "0", "--place", where, **without_ray)
        assert (done.returncode, done.stderr) == (2, said + "\n")


@pytest.mark.proof
def test_auto_is_this_machine_where_there_is_no_cluster(without_ray: dict[str, str]) -> None:
    done = run(*COMMAND, "--place", "auto", **without_ray)
    assert done.returncode == 0, done.stderr
    assert "greedy" in done.stdout


@pytest.mark.proof
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ray://127.0.0.1:{port}", "No cluster answers at ray://127.0.0.1:{port} (Connection refused)"),
        ("ray://nowhere", "“ray://nowhere” is not the address of a cluster"),
        ("ray://host:99999", "“ray://host:99999” is not the address of a cluster"),
    ],
)
def test_an_address_that_does_not_answer_is_named_and_the_record_stays(
    tmp_path: Path, closed_port: int, address: str, said: str
) -> None:
    pytest.importorskip("ray", reason="Ray has no wheel here")
    path = tmp_path / "cup.db"
    done = run(*COMMAND, "--results", str(path), "--place", address.format(port=closed_port))
    assert done.returncode == 2
    assert done.stderr.startswith(said.format(port=closed_port))
    assert done.stderr.count("\n") == 1
    assert run("tournament", "--results", str(path), "--jobs", "1").returncode == 0
    with Record(path) as record:
        assert len(record.played) == 2


def test_the_address_in_the_environment_is_asked_too(monkeypatch: pytest.MonkeyPatch, closed_port: int) -> None:
    pytest.importorskip("ray", reason="Ray has no wheel here")
    monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{closed_port}")
    with pytest.raises(ClusterError, match=f"No cluster answers at 127.0.0.1:{closed_port}"):
        plyground.tournament("tictactoe", ["random", "greedy"], place="ray")


def test_a_module_with_another_text_is_refused() -> None:
    with pytest.raises(FileError, match="the module colorsys has another text here"):
        demand_same_modules({"colorsys": "0"})


@pytest.mark.proof
def test_a_place_is_a_value_that_functions_take(tmp_path: Path) -> None:
    here = plyground.place("local", jobs=1)
    assert plyground.place(here) is here
    assert plyground.place(here, jobs=2).jobs == 2
    results = [
        plyground.tournament("tictactoe", ["random", "greedy"], seed=2, place=where).games for where in (here, "local")
    ]
    for games in results:
        for each in games:
            del each["seconds"]
            each["moves"] = [move["word"] for move in each["moves"]]
    assert results[0] == results[1]
    table = plyground.solve("tictactoe", folder=tmp_path / "table", place=here)
    assert table[plyground.game("tictactoe").start].utility == 0


def test_a_place_without_jobs_is_refused() -> None:
    with pytest.raises(ArgumentError, match="jobs must be a whole number from 1"):
        plyground.place("local", jobs=0)
