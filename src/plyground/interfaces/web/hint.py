"""Hints on the page: asked for once, where to look; again, why; the third time, the move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from plyground.arena.match import Match
from plyground.errors import PlygroundError, SearchError, SearchStopped
from plyground.interfaces.hint import (
    ENGINE,
    PATIENCE,
    STEPS,
    Advice,
    area,
    cells,
    demand_hints,
    judged,
    proven,
    told,
    valued,
)
from plyground.interfaces.web import jobs
from plyground.interfaces.web.elements import show, tag
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.workers import Glance, Share
from plyground.language import Sentence, _
from plyground.position import Demand

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
            advice = await self._advise(match)
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

    async def _advise(self, match: Match) -> Advice:
        """From exact values where they are found in time, else from a search."""
        game, position, moves = match.game, match.position, match.moves[: match.ply]
        demand_hints(game)
        if game.demands & Demand.PLAYERS:
            return valued(game, await self._run(jobs.move_values, game.name, moves))
        known = self._explorer.findings.exploration(position)
        try:
            return proven(game, position, known or await self._run(jobs.explore, game.name, moves))
        except SearchError:  # not in this time, or never
            return judged(game, await self._run(jobs.choose, game.name, moves, ENGINE))

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
