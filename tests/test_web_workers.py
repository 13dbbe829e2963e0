"""The pool of worker processes: it watches, limits, cancels, and survives the death of a worker."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from plyground.errors import SearchStopped, SpecError
from plyground.interfaces.web import jobs
from plyground.interfaces.web.workers import SLOTS, Workers
from plyground.search import Tally

HOPELESS = "mnk:width=5,height=5,k=4", (12,), "minimax"


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    pool = Workers(2)
    yield pool
    pool.close()


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 60))


def unwatched(visits: int) -> None:
    pass


def process(tally: Tally) -> int:
    return os.getpid()


def die(tally: Tally) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_job_is_done_in_another_process(workers: Workers) -> None:
    assert run(workers.run(process, 10, unwatched)) != os.getpid()


def test_a_search_is_watched(workers: Workers) -> None:
    seen: list[int] = []
    choice = run(workers.run(jobs.choose, 30, seen.append, "tictactoe", (), "minimax:scores=utility"))
    assert choice.result.visits == seen[-1] == 549_946
    assert seen == sorted(seen)
    assert len(seen) > 2


def test_a_search_is_stopped_in_time(workers: Workers) -> None:
    seen: list[int] = []
    with pytest.raises(SearchStopped):
        run(workers.run(jobs.choose, 0.3, seen.append, *HOPELESS))
    assert seen[-1] > 0


def test_a_cancelled_search_leaves_its_worker(workers: Workers) -> None:
    async def cancel() -> None:
        searching = asyncio.Event()
        tasks = [
            asyncio.create_task(workers.run(jobs.choose, 60, lambda visits: visits and searching.set(), *HOPELESS))
            for _job in range(5)  # more than there are workers: some wait
        ]
        await searching.wait()
        assert len(workers._free) == SLOTS - 5
        for task in tasks:
            task.cancel()
        assert all(
            isinstance(result, asyncio.CancelledError)
            for result in await asyncio.gather(*tasks, return_exceptions=True)
        )
        await workers.run(process, 10, unwatched)  # a worker is free for it
        async with asyncio.timeout(30):  # and so is, in a moment, the other's
            while len(workers._free) < SLOTS:
                await asyncio.sleep(0.01)

    run(cancel())


def test_errors_come_back(workers: Workers) -> None:
    with pytest.raises(SpecError, match="There is no player “nobody”"):
        run(workers.run(jobs.choose, 10, unwatched, "tictactoe", (), "nobody"))


@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
def test_a_dead_worker_is_replaced(workers: Workers) -> None:
    with pytest.raises(Exception, match="its process was ended"):
        run(workers.run(die, 10, unwatched))
    assert run(workers.run(process, 10, unwatched)) != os.getpid()
    assert len(workers._free) == SLOTS


def test_random_players_do_not_repeat_themselves(workers: Workers) -> None:
    async def games() -> list[int]:
        game = "mnk:width=15,height=15,k=5"
        return [(await workers.run(jobs.choose, 10, unwatched, game, (), "random")).move for _game in range(8)]

    assert len(set(run(games()))) > 1


@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
def test_closing_ends_the_processes() -> None:
    pool = Workers(1)

    async def close() -> list[int]:
        searching = asyncio.Event()
        task = asyncio.create_task(pool.run(jobs.choose, 60, lambda visits: visits and searching.set(), *HOPELESS))
        await searching.wait()
        assert pool._pool is not None
        processes = list(pool._pool._processes)
        pool.close()
        task.cancel()
        return processes

    processes = run(close())
    assert len(processes) == 1
    for number in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
    pool.close()  # again does no harm
