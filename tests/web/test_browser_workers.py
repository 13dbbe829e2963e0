"""Jobs of a browser's workers, here in threads of this process instead of workers of JavaScript."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from worker_threads import Threads

from plyground.errors import PlygroundError, SearchError, SearchStopped
from plyground.searches.tally import Tally
from plyground.web.pages.game import jobs
from plyground.web.workers.browser_workers import BrowserWorkers, CompiledBefore
from plyground.web.workers.pool import JobStatus, ignore_status

HOPELESS = ("othello", (), "minimax")


def run(threads: Threads, *job: Any, seconds: float = 60, watch: Any = ignore_status, **options: Any) -> Any:
    async def scene() -> Any:
        return await BrowserWorkers(threads).of("").run(job[0], seconds, watch, *job[1:], **options)

    return asyncio.run(scene())


def test_a_job_is_watched_and_its_answer_comes_back(threads: Threads) -> None:
    statuses: list[JobStatus] = []

    def watch(status: JobStatus) -> bool:
        statuses.append(status)
        return False

    choice = run(threads, jobs.choose, "connect_four", (3,), "engine:seconds=0.5", watch=watch)
    assert choice.move in range(7)
    assert max(status.nodes for status in statuses) > 0
    assert any(status.news is not None for status in statuses)


def test_a_job_ends_in_time_and_by_its_watch(threads: Threads) -> None:
    with pytest.raises(SearchStopped):
        run(threads, jobs.choose, *HOPELESS, seconds=0.3)
    with pytest.raises(SearchStopped):
        run(threads, jobs.choose, *HOPELESS, watch=lambda status: status.nodes > 1000)


def test_errors_come_back(threads: Threads) -> None:
    with pytest.raises(PlygroundError, match="nobody"):
        run(threads, jobs.choose, "tictactoe", (), "nobody")


def break_down(tally: Tally) -> None:
    raise SystemExit


def test_a_worker_that_breaks_down_ends_its_job(threads: Threads) -> None:
    with pytest.raises(SearchError, match="The computation broke off"):
        run(threads, break_down)
    assert run(threads, jobs.choose, "tictactoe", (4,), "minimax").move in range(9)


def test_a_second_job_waits_for_the_first(threads: Threads) -> None:
    async def scene() -> None:
        share = BrowserWorkers(threads).of("")
        first = asyncio.create_task(share.run(jobs.choose, 0.3, ignore_status, *HOPELESS))
        await asyncio.sleep(0)
        choice = await share.run(jobs.choose, 60, ignore_status, "tictactoe", (4,), "minimax")
        assert first.done() and choice.move in range(9)
        with pytest.raises(SearchStopped):
            await first

    asyncio.run(scene())


def test_a_cancelled_job_is_told_to_stop(threads: Threads) -> None:
    async def scene() -> None:
        task = asyncio.create_task(BrowserWorkers(threads).of("").run(jobs.choose, 600, ignore_status, *HOPELESS))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert threads.stops[0].is_set()
        await asyncio.to_thread(threads.pool.shutdown)  # its last words come to this loop

    asyncio.run(scene())


def test_nothing_is_compiled_in_a_browser() -> None:
    done = CompiledBefore().of("").run(jobs.prepare, 60, ignore_status, "chess", "engine:seconds=9")
    assert asyncio.run(done) is None
