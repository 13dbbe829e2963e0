"""Jobs of the arena for workers of a browser, which have no processes."""

from __future__ import annotations

import tempfile
from pathlib import Path

from plyground.errors import SearchStopped
from plyground.searches.tally import NODES, STOP, Tally
from plyground.searches.threadless import repeated
from plyground.tournaments.tournament_process import BEAT_S, LiveGame, News, live_game
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Progress, Tournament
from plyground.web.workers.running_job import report_progress


def play_tournament(tally: Tally, content: bytes) -> bytes:
    """Play the tournament of a record to its end. Return the record.

    The reports are pairs: the news, and the record after the last game. Raise :class:`SearchStopped` when
    told to stop, and :class:`PlygroundError`.
    """
    tally.counts[NODES] += 1
    news, kept = News(), content
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tournament.db")
        path.write_bytes(content)
        with Record(path, write=True) as record:
            run = Tournament.resume(record)

            def follow(progress: Progress) -> None:
                nonlocal news, kept
                if tally.counts[STOP]:
                    raise SearchStopped
                kept = record.content()
                news = News(progress.played, progress.planned, progress.seconds_left, _live(run))
                report_progress((news, kept))

            def beat() -> None:
                report_progress((news._replace(games=_live(run)), kept))  # it may replace an unread report of a game

            with repeated(BEAT_S, beat):
                run.play(1, follow)
            return record.content()


def _live(run: Tournament) -> tuple[LiveGame, ...]:
    return tuple(live_game(turn) for turn in run.turns)
