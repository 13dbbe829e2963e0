"""The pool of worker processes: it watches, limits, cancels, and survives the death of a worker."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Coroutine, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from paths import OWN_GAMES
from program import PATIENCE
from refusals import refused
from samples import sample

from plyground import learn
from plyground.bots import BOTS, Outlook, named
from plyground.core.evaluation_registry import loaded_files
from plyground.errors import FileError, SearchError, SearchStopped, SpecError
from plyground.games import GAMES, game, loading
from plyground.games.loading import game as game_named
from plyground.i18n import Sentence
from plyground.learning.weights_file import add_evaluation
from plyground.searches import Tally, search
from plyground.searches.tally import NODES
from plyground.web.pages.game import jobs
from plyground.web.workers import process_workers as pool_module
from plyground.web.workers.pool import JobStatus, guarded, ignore_status
from plyground.web.workers.process_workers import ProcessWorkers
from plyground.web.workers.progress_slot import SLOT_BYTES, ProgressSlot
from plyground.web.workers.running_job import report_progress
from plyground.web.workers.worker_process import MAX_WORKER_MEMORY_BYTES, NICENESS

HOPELESS = "mnk:width=5,height=5,k=4", (12,), "minimax"


@pytest.fixture(scope="module")
def workers() -> Iterator[ProcessWorkers]:
    pool = ProcessWorkers(2)
    yield pool
    pool.close()


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, PATIENCE))


def process(tally: Tally) -> int:
    return os.getpid()


def meet(tally: Tally, folder: Path, workers: int) -> int:
    """End when as many workers as are named are here: no worker can take two such jobs, one after the other."""
    (folder / str(os.getpid())).touch()
    while len(list(folder.iterdir())) < workers:
        time.sleep(0.01)
    return os.getpid()


def chat(tally: Tally, words: list[object]) -> None:
    for word in words:
        report_progress(word)


def compile_first(tally: Tally, cache: str) -> int:
    os.environ["XDG_CACHE_HOME"] = cache
    return search(game("tictactoe").start, "minimax", tally=tally, native=True).nodes


def die(tally: Tally) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_job_is_done_in_another_process(workers: ProcessWorkers) -> None:
    assert run(workers.of("").run(process, 10, ignore_status)) != os.getpid()


def evaluations(tally: Tally) -> list[str]:
    return [file.name for file in loaded_files()]


@pytest.mark.proof
def test_renewed_processes_know_new_evaluations(workers: ProcessWorkers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.evaluation_registry._files", {})
    before = run(workers.of("").run(process, 10, ignore_status))
    content = learn("tictactoe", games=2, tables="lines3", on_top="none").content()
    name = add_evaluation("/absent/of_workers.weights", content)
    workers.renew()
    assert name in run(workers.of("").run(evaluations, 10, ignore_status))
    assert run(workers.of("").run(process, 10, ignore_status)) != before


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="processes have other priorities there")
def test_a_worker_has_a_lower_priority_than_the_server(workers: ProcessWorkers) -> None:
    number = run(workers.of("").run(process, 10, ignore_status))
    own, its = (os.getpriority(os.PRIO_PROCESS, each) for each in (0, number))
    assert its == min(own + NICENESS, 19)


def test_a_search_is_watched(workers: ProcessWorkers) -> None:
    """Its nodes rise; they begin again once, when the compiled search takes the place of the plain one."""
    seen: list[int] = []

    def watch(glance: JobStatus) -> bool:
        seen.append(glance.nodes)
        return False

    choice = run(workers.of("").run(jobs.choose, 600, watch, "tictactoe", (), "minimax:scores=utility"))
    assert choice.result.nodes == seen[-1] == 549_946
    assert sum(later < earlier for earlier, later in pairwise(seen)) <= 1


def test_a_search_is_stopped_in_time(workers: ProcessWorkers) -> None:
    with pytest.raises(SearchStopped):
        run(workers.of("").run(jobs.choose, 0.3, ignore_status, *HOPELESS))


def test_a_watch_can_end_a_search(workers: ProcessWorkers) -> None:
    with pytest.raises(SearchStopped):
        run(workers.of("").run(jobs.choose, 600, lambda glance: glance.nodes > 1000, *HOPELESS))


def test_an_engine_that_is_stopped_moves(workers: ProcessWorkers) -> None:
    heard: list[Outlook] = []

    def watch(glance: JobStatus) -> bool:
        heard.extend([glance.news] if isinstance(glance.news, Outlook) else [])
        return bool(heard) and heard[-1].depth >= 6

    choice = run(workers.of("").run(jobs.choose, 600, watch, "connect_four", (3,), "engine:seconds=600"))
    assert choice.result.depth >= 6
    assert heard[-1].line in str(choice.reason)


def test_the_latest_news_comes_last(workers: ProcessWorkers) -> None:
    heard: list[Any] = []

    def watch(glance: JobStatus) -> bool:
        heard.append(glance.news)
        return False

    run(workers.of("").run(chat, 10, watch, ["first", "x" * SLOT_BYTES, "last"]))  # the second is too long for the box
    assert [news for news in heard if news][-1] == "last"
    heard.clear()
    run(workers.of("").run(chat, 10, watch, []))
    assert set(heard) == {None}  # what an earlier job told is forgotten


def hoard(tally: Tally, size: int) -> None:
    [bytes(1 << 24) for _piece in range(size >> 24)]


@pytest.mark.proof
def test_a_first_compilation_is_announced(tmp_path: Path) -> None:
    heard: list[Any] = []

    def watch(glance: JobStatus) -> bool:
        heard.append(glance.news)
        return False

    own = ProcessWorkers(1)
    try:
        run(own.of("").run(process, 10, watch))
        assert "its process is starting" in map(str, heard)
        heard.clear()
        assert run(own.of("").run(compile_first, PATIENCE, watch, str(tmp_path))) == 549_946
        assert [str(news) for news in heard if isinstance(news, Sentence)] == [
            "Compiling Tic-tac-toe (minimax) for this machine, once ..."
        ]
        heard.clear()
        run(own.of("").run(compile_first, PATIENCE, watch, str(tmp_path)))
        assert set(heard) == {None}
    finally:
        own.close()


def test_a_letter_half_written_is_not_read() -> None:
    memory = bytearray(SLOT_BYTES)
    here, there = ProgressSlot(memoryview(memory)), ProgressSlot(memoryview(memory))
    assert there.take() is None
    here.put({"depth": 3})
    whole = bytes(memory)
    assert there.take() == {"depth": 3}
    assert there.take() is None
    here.put({"depth": 4})
    for place in range(len(memory)):
        memory[place], kept = whole[place], memory[place]
        if memory[place] != kept:
            assert there.take() is None
        memory[place] = kept
    assert there.take() == {"depth": 4}


def test_a_cancelled_search_leaves_its_worker(workers: ProcessWorkers) -> None:
    async def cancel() -> None:
        searching = asyncio.Event()

        def begun(glance: JobStatus) -> bool:
            if glance.nodes:
                searching.set()
            return False

        tasks = [
            asyncio.create_task(workers.of("").run(jobs.choose, 600, begun, *HOPELESS))
            for _job in range(5)  # more than there are workers: some wait
        ]
        await searching.wait()
        assert len(workers._idle) == 0
        for task in tasks:
            task.cancel()
        assert all(
            isinstance(result, asyncio.CancelledError)
            for result in await asyncio.gather(*tasks, return_exceptions=True)
        )
        await workers.of("").run(process, 10, ignore_status)  # a worker is free for it
        async with asyncio.timeout(PATIENCE):  # and so is, in a moment, the other's
            while len(workers._idle) < workers.count:
                await asyncio.sleep(0.01)

    run(cancel())


def test_errors_come_back(workers: ProcessWorkers) -> None:
    with refused(SpecError, "There is no bot “{name}”; the bots are: {names}.", name="nobody"):
        run(workers.of("").run(jobs.choose, 10, ignore_status, "tictactoe", (), "nobody"))


@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
def test_a_dead_worker_is_replaced(workers: ProcessWorkers) -> None:
    with pytest.raises(Exception, match="its process was ended"):
        run(workers.of("").run(die, 10, ignore_status))
    assert run(workers.of("").run(process, 10, ignore_status)) != os.getpid()
    assert len(workers._idle) == workers.count


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited there only")
def test_a_job_that_needs_too_much_memory_fails_alone(tmp_path: Path) -> None:
    pool = ProcessWorkers(2)

    async def scene() -> None:
        greedy = [await pool.of("").run(process, 10, ignore_status)]
        other = asyncio.create_task(
            pool.of("").run(jobs.choose, 30, ignore_status, "tictactoe", (4,), "minimax:scores=utility")
        )
        with pytest.raises(SearchError, match="more memory than one computation may have here, 1,024 MB"):
            await pool.of("").run(hoard, 10, ignore_status, MAX_WORKER_MEMORY_BYTES)
        await pool.of("").run(hoard, 10, ignore_status, MAX_WORKER_MEMORY_BYTES // 2)
        assert (await other).move in (0, 2, 6, 8)  # all else loses
        later = await asyncio.gather(
            *(pool.of("").run(meet, PATIENCE, ignore_status, tmp_path, 2) for _worker in range(2))
        )
        assert len({*later}) == 2
        assert greedy[0] not in later

    try:
        run(scene())
    finally:
        pool.close()


def test_random_bots_do_not_repeat_themselves(workers: ProcessWorkers) -> None:
    async def games() -> list[int]:
        game = "mnk:width=15,height=15,k=5"
        return [
            (await workers.of("").run(jobs.choose, 10, ignore_status, game, (), "random")).move for _game in range(8)
        ]

    assert len(set(run(games()))) > 1


@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
def test_closing_ends_the_processes() -> None:
    pool = ProcessWorkers(1)

    async def close() -> list[int]:
        searching = asyncio.Event()

        def begun(glance: JobStatus) -> bool:
            if glance.nodes:
                searching.set()
            return False

        task = asyncio.create_task(pool.of("").run(jobs.choose, 600, begun, *HOPELESS))
        await searching.wait()
        processes = list(pool._workers[-1].begin().result()._processes)
        pool.close()
        task.cancel()
        return processes

    processes = run(close())
    assert len(processes) == 1
    for number in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
    pool.close()  # again does no harm


def test_jobs_after_the_end_are_stopped() -> None:
    """Pages still ask while the server quits: before the process works, while it starts, and after."""
    for begins in (False, True):
        pool = ProcessWorkers(1)

        async def scene(pool: ProcessWorkers, begins: bool) -> None:
            asking = asyncio.create_task(pool.of("").run(process, 10, ignore_status))
            if begins:
                await asyncio.sleep(0)
            pool.close()
            with pytest.raises(SearchStopped):
                await asking
            with pytest.raises(SearchStopped):
                await pool.of("").run(process, 10, ignore_status)
            assert len(pool._idle) == pool.count

        run(scene(pool, begins))


def test_a_visitor_with_many_jobs_does_not_keep_others_waiting() -> None:
    """One worker: a second search of the first visitor comes after the other's; leaving the queue lets others on."""
    pool, done, heard = ProcessWorkers(1), [], []

    def watch(glance: JobStatus) -> bool:
        heard.append(str(glance.news))
        return False

    async def job(visitor: str, seconds: float) -> None:
        try:
            await pool.of(visitor).run(jobs.choose, seconds, watch, *HOPELESS)
        except SearchStopped:
            done.append(visitor)

    async def scene() -> None:
        first = [asyncio.create_task(job("ana", 0.5)) for _again in range(3)]
        await asyncio.sleep(0)
        other = asyncio.create_task(job("bob", 0.1))
        await asyncio.sleep(0)
        first.pop().cancel()  # while it waits
        await asyncio.gather(other, *first)

    try:
        run(scene())
    finally:
        pool.close()
    assert sorted(done) == ["ana", "ana", "bob"]
    assert {"Its turn comes next.", "1 computation comes first."} <= set(heard)


def spin(tally: Tally) -> None:
    tally.counts[NODES] = 1
    while True:
        pass


@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
@pytest.mark.parametrize("leaves", sample([False, True], every=2))
def test_a_job_that_does_not_stop_is_ended_with_its_process(leaves: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "KILL_AFTER_S", 0.2)
    pool = ProcessWorkers(1)

    async def scene() -> None:
        before = await pool.of("").run(process, 10, ignore_status)
        begun = asyncio.Event()

        def watch(status: JobStatus) -> bool:
            if status.nodes:
                begun.set()
            return begun.is_set() and not leaves

        spinning = asyncio.create_task(pool.of("").run(spin, 10, watch))
        if leaves:
            await begun.wait()
            spinning.cancel()
            await asyncio.wait({spinning})
            assert spinning.cancelled()
        else:
            with pytest.raises(SearchError, match="its process was ended"):
                await spinning
        assert await pool.of("").run(process, 10, ignore_status) != before

    try:
        run(scene())
    finally:
        pool.close()


@pytest.mark.proof
def test_a_call_of_c_that_does_not_return_is_ended_and_its_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RULES_TIMEOUT", "0.5")
    game_named(str(OWN_GAMES / "stalled.py"))
    pool = ProcessWorkers(1)
    try:
        with pytest.raises(FileError, match=r"stalled.py, line 14: Stalled.moves\(\) has not returned for 0.5 s"):
            run(pool.of("").run(jobs.judgement, 600, ignore_status, "stalled", (1,)))
        assert run(pool.of("").run(process, 10, ignore_status)) != os.getpid()
    finally:
        pool.close()
        loading._loaded.pop("stalled")
        GAMES.remove("stalled")


def test_a_full_queue_is_joined_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """More visitors of one network than there is room: all are answered."""
    monkeypatch.setattr(pool_module, "QUEUE_RETRY_S", 0.01)
    pool, told = ProcessWorkers(2, room=8), set[str]()

    def watch(status: JobStatus) -> bool:
        told.add(str(status.news))
        return False

    async def scene() -> list[int]:
        visitors = (pool.of(f"{number}", "one network") for number in range(40))
        return await asyncio.gather(*(visitor.run(process, 10, watch) for visitor in visitors))

    try:
        assert len(run(scene())) == 40
    finally:
        pool.close()
    assert "Too many computations are waiting: try again in a moment." in told


def test_every_exception_of_a_job_is_told() -> None:
    async def fails(error: Exception) -> int:
        raise error

    async def succeeds() -> int:
        return 7

    told: list[str] = []

    def on_trouble(sentence: Sentence) -> None:
        told.append(str(sentence))

    assert asyncio.run(guarded(succeeds(), on_trouble)) == 7
    stopped = Sentence("Too large.", {})
    for error in (SearchStopped(), SearchError(Sentence("No.", {})), RuntimeError("secret")):
        assert asyncio.run(guarded(fails(error), on_trouble, stopped)) is None
    assert told == ["Too large.", "No.", "Something unexpected went wrong; the server's log has the details."]


def test_workers_know_the_bots_of_files_as_they_are_now(tmp_path: Path) -> None:
    files = [tmp_path / folder / "corner.py" for folder in ("first", "second")]
    for file, move in zip(files, (0, 8), strict=True):
        file.parent.mkdir()
        file.write_text(f"def choose(position):\n    return {move}\n")
    named(str(files[0]))
    BOTS.remove("corner")  # another file may have the name now
    named(str(files[1]))
    pool = ProcessWorkers(1)
    try:
        assert run(pool.of("").run(jobs.choose, 10, ignore_status, "tictactoe", (), "corner")).move == 8
    finally:
        pool.close()
        BOTS.remove("corner")
