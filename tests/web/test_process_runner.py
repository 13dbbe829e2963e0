"""Bots in worker processes: plain while they are compiled, and on the move as soon as they are told."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from program import PATIENCE
from samples import sample

from plyground import game
from plyground.arena.match import Match
from plyground.bots import Choice
from plyground.games import GAMES
from plyground.presentation.boards.quick_move import quick_choice
from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.game_session import GameSession, Seat
from plyground.web.pages.game import jobs, preparation
from plyground.web.pages.game.preparation import Preparation
from plyground.web.pages.game.process_runner import ProcessRunner
from plyground.web.workers.pool import VisitorWorkers, ignore_status
from plyground.web.workers.process_workers import ProcessWorkers

OTHELLO = game("othello:size=6")


@pytest.fixture
def workers() -> Iterator[ProcessWorkers]:
    pool = ProcessWorkers(1)
    yield pool
    pool.close()


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the compilations of other tests: their event loops have ended."""
    monkeypatch.setattr(preparation, "_tasks", {})


def ignore() -> None:
    pass


def test_move_now_is_obeyed_before_the_bot_has_begun(workers: ProcessWorkers) -> None:
    """The only process works for somebody else, as one that compiles does."""

    async def play() -> None:
        share = workers.of("somebody")
        busy = asyncio.create_task(share.run(jobs.choose, 60, ignore_status, OTHELLO.name, (), "engine:seconds=60"))
        await asyncio.sleep(0)
        seats = tuple(Seat.parse(name, OTHELLO) for name in ("engine:seconds=60", "human"))
        session = GameSession(seats, Match(OTHELLO))
        driver = BotDriver(session, ProcessRunner(share, Preparation(OTHELLO, share, ignore), ignore))
        driver.drive()
        assert session.thinking
        driver.hurry()
        await asyncio.sleep(0)
        assert session.match.ply == 1
        played = session.played_at(0)
        assert played
        assert isinstance(played.choice, Choice)
        assert "asked it to move at once" in str(played.choice.reason)
        busy.cancel()

    asyncio.run(play())


@pytest.mark.proof
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be held there")
def test_a_bot_that_is_told_to_move_plays_the_best_move_found(workers: ProcessWorkers) -> None:
    """Its process gets no time to answer, as on a busy machine."""

    async def play() -> None:
        seats = tuple(Seat.parse(name, OTHELLO) for name in ("engine:seconds=600", "human"))
        session = GameSession(seats, Match(OTHELLO))
        runner = ProcessRunner(workers.of("somebody"), Preparation(OTHELLO, workers.of("somebody"), ignore), ignore)
        driver = BotDriver(session, runner)
        driver.drive()
        thought = session.thinking
        assert thought
        while not thought.outlook:
            await asyncio.sleep(0.01)
        processes = list(workers._workers[-1].begin().result()._processes)
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            driver.hurry()
            while not session.match.ply:
                await asyncio.sleep(0.01)
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        played = session.played_at(0)
        assert played
        assert isinstance(played.choice, Choice)
        assert played.outlook
        assert played.choice.move == played.outlook.move
        assert session.match.words[0] == played.outlook.line.split()[0]
        assert str(played.outlook.worth) in str(played.choice.reason)
        assert "asked it to move at once" in str(played.choice.reason)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


@pytest.mark.parametrize("name", sample([entry.name for entry in GAMES], every=5))
def test_every_game_has_a_quick_move(name: str) -> None:
    match = Match(game(name)).rolled()
    assert quick_choice(match).move in match.position.moves()


@pytest.mark.proof
def test_a_search_is_compiled_once_while_the_visitor_looks(workers: ProcessWorkers) -> None:
    async def prepare() -> None:
        share = workers.of("somebody")
        ready = asyncio.Event()
        searches = Preparation(OTHELLO, share, ready.set)
        seats = (Seat.parse("engine", OTHELLO), Seat.parse("human", OTHELLO))
        searches.begin(seats)
        assert searches.is_under_way("engine")
        other = Preparation(OTHELLO, share, ignore)
        other.begin(seats)
        assert other.is_under_way("engine")
        await searches.wait("engine")
        assert ready.is_set()
        assert not other.is_under_way("engine")

    asyncio.run(prepare())


@pytest.mark.parametrize(
    "bot", sample(["random", "engine", "uct", "depth-limited", "level:number=1", "table", "dictionary"], every=7)
)
def test_every_bot_gets_ready_for_a_page(workers: ProcessWorkers, bot: str) -> None:
    async def prepare_and_play() -> int:
        share = workers.of("somebody")
        await share.run(jobs.prepare, PATIENCE, ignore_status, "tictactoe", bot)
        choice = await share.run(jobs.choose, PATIENCE, ignore_status, "tictactoe", (4,), bot)
        return choice.move

    assert asyncio.run(asyncio.wait_for(prepare_and_play(), PATIENCE)) in (0, 1, 2, 3, 5, 6, 7, 8)


class NotedWorkers(VisitorWorkers):
    """Workers that note which jobs may be compiled."""

    def __init__(self, pool: ProcessWorkers) -> None:
        super().__init__(pool, "somebody", "", str)
        self.native: list[bool] = []

    async def run(self, *arguments: Any, **options: Any) -> Any:
        self.native.append(options["native"])
        return await super().run(*arguments, **options)


@pytest.mark.parametrize(("bot", "compiles", "native"), [("minimax", True, [False, True]), ("greedy", False, [False])])
def test_a_bot_plays_the_plain_or_the_compiled_answer_whichever_is_there_first(
    workers: ProcessWorkers, bot: str, compiles: bool, native: list[bool]
) -> None:
    """Minimax in plain Python takes many times longer than its compiler; where the compiler is busy, plain Python answers."""

    async def play() -> list[bool]:
        tictactoe, compiler, thinkers = game("tictactoe"), ProcessWorkers(1), NotedWorkers(workers)
        share = compiler.of("somebody")
        busy = None
        if not compiles:
            long = share.run(jobs.choose, 60, ignore_status, OTHELLO.name, (), "engine:seconds=60")
            busy = asyncio.create_task(long)
            await asyncio.sleep(0)
        seats = (Seat.parse(bot, tictactoe), Seat.parse("human", tictactoe))
        session = GameSession(seats, Match(tictactoe))
        searches = Preparation(tictactoe, share, ignore)
        driver = BotDriver(session, ProcessRunner(thinkers, searches, ignore))
        searches.begin(seats)
        driver.drive()
        while not session.match.ply:
            await asyncio.sleep(0.01)
        if busy:
            busy.cancel()
        compiler.close()
        return thinkers.native

    assert asyncio.run(asyncio.wait_for(play(), PATIENCE)) == native


@pytest.mark.proof
def test_two_searches_without_a_limit_do_not_hold_all_processes() -> None:
    """Minimax on Connect Four would think for a minute; when a third visitor waits, its turn is over."""

    async def play() -> list[str]:
        connect_four = game("connect_four")
        pool = ProcessWorkers(2)
        sessions = []
        for visitor, bot in enumerate(("minimax", "minimax", "engine:seconds=0.2")):
            seats = (Seat.parse(bot, connect_four), Seat.parse("human", connect_four))
            session = GameSession(seats, Match(connect_four))
            share = pool.of(f"visitor {visitor}", "school")
            driver = BotDriver(session, ProcessRunner(share, Preparation(connect_four, share, ignore), ignore))
            driver.drive()
            while not (session.thinking and session.thinking.nodes) and not session.match.ply:
                await asyncio.sleep(0.01)
            sessions.append(session)
        while not (sessions[2].match.ply and any(session.match.ply for session in sessions[:2])):
            await asyncio.sleep(0.01)
        reasons = []
        for session in sessions:
            played = session.played_at(0) if session.match.ply else None
            reasons.append(str(played.choice.reason) if played and isinstance(played.choice, Choice) else "")
        for session in sessions:
            session.thinking = None
        pool.close()
        return reasons

    reasons = asyncio.run(asyncio.wait_for(play(), PATIENCE))
    assert any("Others were waiting" in reason for reason in reasons[:2])
    assert reasons[2] and "Others were waiting" not in reasons[2]
