"""A tournament in a browser: a thinker plays it, and the record of the site gets each game."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

from plyground.core.files import write_bytes
from plyground.errors import PlygroundError, SearchStopped
from plyground.tournaments.tournament_process import News
from plyground.web.pages.arena.jobs import play_tournament
from plyground.web.workers.pool import JobStatus, Workers


class ThinkerTournament:
    """A tournament that a worker of the browser plays, one game after another."""

    def __init__(self, name: str, path: Path, workers: Workers) -> None:
        """Start a worker with the record at ``path``."""
        self.name = name
        self.news = News()
        self._path = path
        self._kept = path.read_bytes()
        self._task = asyncio.ensure_future(self._play(workers))

    @property
    def is_alive(self) -> bool:
        """True while games are played."""
        return not self._task.done()

    def stop(self) -> None:
        """Stop the running game. It starts again if the tournament is continued."""
        self._task.cancel()

    async def _play(self, workers: Workers) -> None:
        share = workers.of("arena")
        try:
            write_bytes(self._path, await share.run(play_tournament, math.inf, self._watch, self._kept))
        except SearchStopped:
            pass
        except PlygroundError as error:
            self.news = self.news._replace(fault=str(error))

    def _watch(self, status: JobStatus) -> bool:
        if status.news is not None:
            self.news, content = status.news
            if content != self._kept:
                write_bytes(self._path, content)
                self._kept = content
        return False
