"""Get the bots and the searches of a game page ready in the background, each once in this server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.i18n import Sentence
from plyground.presentation.game_session import Seat
from plyground.web.pages.game import jobs
from plyground.web.workers.pool import JobStatus, VisitorWorkers

WARM_UP_TIMEOUT_S = 30.0
"""Seconds in which a bot gets ready; later it does the rest at its first move."""
MAX_KNOWN = 500
"""Most compiled searches that are remembered."""
JUDGE = "judge"
"""Name of the judge among the spec texts of bots."""

log = logging.getLogger(__name__)


class Preparation:
    """The compiled searches of one game; ``on_change`` is called when one is ready."""

    def __init__(self, game: Game, workers: VisitorWorkers, on_change: Callable[[], None]) -> None:
        self.doing: Sentence | None = None  # present work, in words
        self._game = game
        self._workers = workers
        self._on_change = on_change

    def begin(self, seats: Iterable[Seat]) -> None:
        """Get these bots ready in the background."""
        for text in dict.fromkeys(seat.text for seat in seats if not seat.is_human):
            self._begin(text)

    def begin_judge(self) -> None:
        """Get the judge ready in the background: compile its searches, and judge the start of the game."""
        if self._game.facts.observable:
            self._begin(JUDGE)

    def _begin(self, name: str) -> None:
        if len(_tasks) > MAX_KNOWN:
            _tasks.clear()
        if (self._game.name, name) not in _tasks:
            before = next(reversed(_tasks.values()), None)
            _tasks[self._game.name, name] = asyncio.create_task(self._prepare(name, before))

    def is_under_way(self, name: str) -> bool:
        """Return True while the search of a bot, or :data:`JUDGE`, is being compiled or queued for it."""
        task = _tasks.get((self._game.name, name))
        return task is not None and not task.done()

    def is_ready(self, name: str) -> bool:
        """Return True if a search has been compiled, or cannot be."""
        task = _tasks.get((self._game.name, name))
        return task is not None and task.done()

    async def wait(self, name: str) -> None:
        """Wait until a search is no longer under way."""
        task = _tasks.get((self._game.name, name))
        if task:
            await asyncio.wait({task})

    async def _prepare(self, name: str, before: asyncio.Task[None] | None) -> None:
        if before:  # one after another, so that visitors who play need not wait for processors
            await asyncio.wait({before})
        try:
            if name == JUDGE:
                await self._workers.run(jobs.judgement, WARM_UP_TIMEOUT_S, self._watch, self._game.name, ())
            else:
                await self._workers.run(jobs.prepare, WARM_UP_TIMEOUT_S, self._watch, self._game.name, name)
        except PlygroundError:
            pass  # stopped on purpose, or the next use reports the error
        except Exception:
            log.exception("A search could not be compiled.")
        self.doing = None
        self._on_change()

    def _watch(self, status: JobStatus) -> bool:
        if isinstance(status.news, Sentence):
            self.doing = status.news
        return False


_tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
"""The compilation of each search, by the name of the game and the spec text of the bot."""
