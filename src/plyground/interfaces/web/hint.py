"""Hints on the page: asked for once, where to look; again, why; the third time, the move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from plyground.arena.analysis import MoveValues
from plyground.arena.match import Match
from plyground.errors import PlygroundError, SearchStopped
from plyground.interfaces.hint import PATIENCE, STEPS, Advice, advise, area, cells, told
from plyground.interfaces.web import jobs
from plyground.interfaces.web.elements import show, tag
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.workers import Glance, Share
from plyground.language import Sentence, _
from plyground.position import Move
from plyground.solve.explore import Exploration

log = logging.getLogger(__name__)


class HintPanel:
    """The hint for the position shown; it goes when another one is. ``changed`` hears of each step."""

    def __init__(self, table: Table, explorer: Explorer, workers: Share, changed: Callable[[], None]) -> None:
        self.words: Sentence | str = ""
        self.area: tuple[int, ...] = ()  # the cells to look at
        self.cells: tuple[int, ...] = ()  # those of the moves, once they are told
        self._table = table
        self._explorer = explorer
        self._workers = workers
        self._changed = changed
        self._step = 0
        self._advice: Advice | None = None
        self._about: Match | None = None
        self._search: asyncio.Task[None] | None = None

    def build(self) -> None:
        """Put the line on the page, empty; its place is there beforehand, so that nothing shifts."""
        self.line = tag("p", classes="advice")

    def refresh(self) -> None:
        """Show the present step."""
        show(self.line, self.words)

    def follow(self, *, open_: bool) -> None:
        """Forget a hint that is not for what is shown, or that nobody may use now."""
        if self._about is not None and (self._about != self._explorer.shown or not open_):
            self.leave()

    def leave(self) -> None:
        """Compute nothing more, and say nothing."""
        if self._search:
            self._search.cancel()
        self._search = self._about = self._advice = None
        self._step, self.words, self.area, self.cells = 0, "", (), ()

    def press(self) -> None:
        """One step further; the first one thinks."""
        if self._about is None:
            self._about = self._explorer.shown
            self._search = asyncio.create_task(self._think(self._about))
        elif self._advice and self._step < STEPS:
            self._tell(self._about, self._advice)
        self._changed()

    async def _think(self, match: Match) -> None:
        self.words = _("Looking for a hint …")
        try:
            advice = await advise(match, _Asking(match, self._explorer, self._run))
        except SearchStopped:
            self.words = _("No hint: nothing was found in {seconds} s.", seconds=PATIENCE)
        except PlygroundError as error:
            self.words = error.sentence
        except Exception:
            log.exception("A hint could not be found.")
            self.words = _("Something unexpected went wrong; the server's log has the details.")
        else:
            self._advice = advice
            self._tell(match, advice)
        self._search = None
        self._changed()

    async def _run(self, job: Callable[..., Any], *arguments: object) -> Any:
        def watch(glance: Glance) -> bool:
            if isinstance(glance.news, Sentence):  # what has to be done first
                self.words = glance.news
                self._changed()
            return False

        return await self._workers.run(job, PATIENCE, watch, *arguments)

    def _tell(self, match: Match, advice: Advice) -> None:
        self._step += 1
        game, position = match.game, match.position
        self.area = area(game, position, advice.best)
        self.cells = cells(game, position, advice, self._step)
        self.words = told(game, position, advice, self._step)


class _Asking(NamedTuple):
    """Asks the workers what a hint needs; what the explorer knows already is not asked again."""

    match: Match
    explorer: Explorer
    run: Callable[..., Awaitable[Any]]

    @property
    def _here(self) -> tuple[str, tuple[Move, ...]]:
        return self.match.game.name, self.match.moves[: self.match.ply]

    async def values(self) -> MoveValues:
        found: MoveValues = await self.run(jobs.move_values, *self._here)
        return found

    async def exact(self) -> Exploration:
        known = self.explorer.findings.exploration(self.match.position)
        return known or await self.run(jobs.explore, *self._here)

    async def judgement(self) -> Advice:
        advice: Advice = await self.run(jobs.judge, *self._here)
        return advice
