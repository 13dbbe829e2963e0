"""A tournament in a browser's worker, here in a thread of this process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from worker_threads import Threads

from plyground.static_site.thinker_tournament import ThinkerTournament
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import TournamentSettings
from plyground.web.tournament_keeper import TournamentKeeper
from plyground.web.workers.browser_workers import BrowserWorkers

BOTS = ("random", "greedy", "minimax")


@pytest.mark.proof
def test_games_of_a_worker_reach_the_record_and_go_on_after_a_stop(tmp_path: Path, threads: Threads) -> None:
    async def scene() -> None:
        workers = BrowserWorkers(threads)
        keeper = TournamentKeeper(tmp_path, start=lambda name, path: ThinkerTournament(name, path, workers))
        name = keeper.begin("tictactoe", BOTS, TournamentSettings(games_per_pair=4), is_hidden=False)
        while not keeper.standings(name).played:
            assert keeper.running
            await asyncio.sleep(0.05)
        keeper.stop(name)
        while keeper.running:
            await asyncio.sleep(0.05)
        before = keeper.standings(name).played
        assert keeper.fault(name) == ""
        keeper.resume(name)
        while keeper.running:
            await asyncio.sleep(0.05)
        after = keeper.standings(name)
        assert before <= after.played == after.planned == 12
        with Record(keeper.record_path(name)) as record:
            assert len(record.played) == 12

    asyncio.run(scene())
