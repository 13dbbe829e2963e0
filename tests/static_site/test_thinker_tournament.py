"""A tournament in a browser's worker, here in a thread of this process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from worker_threads import Threads

from plyground.searches.tally import new_tally
from plyground.static_site.thinker_tournament import ThinkerTournament
from plyground.tournaments.tournament_process import News
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Tournament, TournamentSettings
from plyground.web.pages.arena import jobs
from plyground.web.tournament_keeper import TournamentKeeper
from plyground.web.workers.browser_workers import BrowserWorkers
from plyground.web.workers.running_job import run_job

BOTS = ("random", "greedy", "minimax")


def test_each_report_has_the_record_of_the_games_that_it_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several reports the page may read the last one only."""
    monkeypatch.setattr(jobs, "BEAT_S", 0.001)
    path, told = tmp_path / "tournament.db", tmp_path / "told.db"
    with Record(path, write=True) as record:
        Tournament.begin(record, "tictactoe", BOTS, TournamentSettings(games_per_pair=2))
    reports: list[tuple[News, bytes]] = []
    run_job(new_tally(), reports.append, jobs.play_tournament, (path.read_bytes(),), {})
    assert max(news.played for news, _ in reports) == 6
    assert any(news.games for news, _ in reports)
    for content, news in {content: news for news, content in reports}.items():
        told.write_bytes(content)
        with Record(told) as record:
            assert len(record.played) >= news.played


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
