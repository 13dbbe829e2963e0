"""The analysis of a game's positions behind the page: right, once for each, and stopped when nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from reference_tictactoe import value

from plyground.arena.match import Match
from plyground.games import game
from plyground.web.pages.game.background_analysis import PositionAnalysis
from plyground.web.pages.game.evaluation_graph import point_of
from plyground.web.workers.process_workers import ProcessWorkers

TICTACTOE = game("tictactoe")
PLAYED = Match.parse(TICTACTOE, "0-1-4-2-3-5")


@pytest.fixture(scope="module")
def workers() -> Iterator[ProcessWorkers]:
    pool = ProcessWorkers(1)
    yield pool
    pool.close()


class Watched:
    """PositionAnalysis, and every position that was worked at; after so many of them nobody wants more."""

    def __init__(self, of: Any, workers: ProcessWorkers, enough: int = 100) -> None:
        self.tried: list[Any] = []
        self.enough = enough
        self.found = PositionAnalysis(of, workers.of("somebody"), self.changed)

    def changed(self) -> None:
        working = self.found.working
        if working and (not self.tried or self.tried[-1] != working.position):
            self.tried.append(working.position)
            if len(self.tried) == self.enough:
                self.found.leave()

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(120):
            while not holds():
                await asyncio.sleep(0.02)


def test_a_game_is_proven_from_its_end_on_and_each_position_once(workers: ProcessWorkers) -> None:
    async def study() -> None:
        watched = Watched(TICTACTOE, workers)
        watched.found.seek(None, PLAYED)
        await watched.until(lambda: all(watched.found.value(position) for position in PLAYED.positions))
        assert watched.tried == list(reversed(PLAYED.positions))
        for ply, position in enumerate(PLAYED.positions):
            board = "".join("x" if cell in PLAYED.moves[:ply:2] else "o" if cell in PLAYED.moves[1:ply:2] else "." for cell in range(9))  # fmt: skip
            best = value(board)[0]
            stands = point_of(watched.found, position)
            assert stands is not None
            assert (stands.height, stands.proven) == (best if ply % 2 == 0 else -best, True)
        longer = PLAYED.play(6)  # the game ends: nothing is left to find out
        watched.found.seek(longer, longer)
        await watched.until(lambda: not watched.found.can_wait_longer and watched.found.working is None)
        await watched.until(lambda: asyncio.all_tasks() == {asyncio.current_task()})  # so nothing can begin any more
        assert len(watched.tried) == len(PLAYED.positions)

    asyncio.run(study())


def test_analysis_stops_when_nobody_needs_it(workers: ProcessWorkers) -> None:
    async def study() -> None:
        watched = Watched(TICTACTOE, workers, enough=2)
        watched.found.seek(None, PLAYED)
        await watched.until(lambda: len(watched.tried) == 2)
        assert watched.found.working is None
        await watched.until(lambda: asyncio.all_tasks() == {asyncio.current_task()})  # so nothing can begin any more
        assert len(watched.tried) == 2

    asyncio.run(study())


@pytest.mark.proof
def test_a_position_too_large_for_exact_values_is_estimated(workers: ProcessWorkers) -> None:
    """Nothing was said of it, on the page whose card promised to solve the game."""
    large = Match(game("connect_four"))

    async def study() -> None:
        watched = Watched(large.game, workers)
        analysis = watched.found
        analysis.patience = 1
        analysis.seek(large, None)
        await watched.until(lambda: analysis.working is None and analysis.is_given_up(large.position))
        found = analysis.estimates(large.position)
        assert found is not None
        assert {root.move for root in found.result.moves} == set(large.position.moves())

    asyncio.run(study())
