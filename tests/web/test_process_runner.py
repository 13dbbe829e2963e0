"""Bots in worker processes: plain while they are compiled, and on the move as soon as they are told."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest
from program import PATIENCE

from plyground import game
from plyground.arena.match import Match
from plyground.games import GAMES
from plyground.players import Choice
from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.quick_move import quick_choice
from plyground.web.pages.game import jobs
from plyground.web.pages.game.preparation import Preparation
from plyground.web.pages.game.process_runner import ProcessRunner
from plyground.web.workers.pool import Workers, ignore_status

OTHELLO = game("othello:size=6")


@pytest.fixture
def workers() -> Iterator[Workers]:
    pool = Workers(1)
    yield pool
    pool.close()


def ignore() -> None:
    pass


def test_move_now_is_obeyed_before_the_bot_has_begun(workers: Workers) -> None:
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


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be held there")
def test_a_bot_that_is_told_to_move_plays_the_best_move_found(workers: Workers) -> None:
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


@pytest.mark.parametrize("name", [entry.name for entry in GAMES])
def test_every_game_has_a_quick_move(name: str) -> None:
    match = Match(game(name)).rolled()
    assert quick_choice(match).move in match.position.moves()


def test_a_search_is_compiled_once_while_the_visitor_looks(workers: Workers) -> None:
    async def prepare() -> None:
        share = workers.of("somebody")
        ready = asyncio.Event()
        preparation = Preparation(OTHELLO, share, ready.set)
        seats = (Seat.parse("engine", OTHELLO), Seat.parse("human", OTHELLO))
        preparation.begin(seats)
        assert preparation.is_under_way("engine")
        other = Preparation(OTHELLO, share, ignore)
        other.begin(seats)
        assert other.is_under_way("engine")
        await asyncio.wait_for(preparation.wait("engine"), 120)
        assert ready.is_set()
        assert not other.is_under_way("engine")

    asyncio.run(prepare())
