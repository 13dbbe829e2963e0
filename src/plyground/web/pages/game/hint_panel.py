"""Hints: the first press shows where to look, the second the reason, the third the move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from plyground.arena.analysis import MoveValues
from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.errors import SearchStopped
from plyground.i18n import Sentence, _
from plyground.presentation.game_session import GameSession
from plyground.presentation.hint import HINT_TIMEOUT_S, STEPS, Advice, advise, area, cells, told
from plyground.solvers.explore import Exploration
from plyground.web.components.elements import show, tag
from plyground.web.pages.game import jobs
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.preparation import SOLVER, Preparation
from plyground.web.workers.pool import JobStatus, VisitorWorkers, Watch, guarded

log = logging.getLogger(__name__)


class HintPanel:
    """The hint for the shown position; it is removed when the position changes. ``changed`` is called after each
    step.
    """

    def __init__(
        self,
        session: GameSession,
        explorer: Explorer,
        workers: VisitorWorkers,
        preparation: Preparation,
        changed: Callable[[], None],
    ) -> None:
        self.words: Sentence | str = ""
        self.area: tuple[int, ...] = ()  # cells at which a hint says to look
        self.cells: tuple[int, ...] = ()  # cells of the recommended moves, once they are shown
        self._session = session
        self._explorer = explorer
        self._workers = workers
        self._preparation = preparation
        self._changed = changed
        self._step = 0
        self._advice: Advice | None = None
        self._about: Match | None = None
        self._search: asyncio.Task[None] | None = None

    def build(self) -> None:
        """Put the line on the page, empty; its space is reserved, so that nothing moves."""
        self.line = tag("p", classes="advice")

    def refresh(self) -> None:
        """Show the present step."""
        show(self.line, self.words)

    def follow(self, *, open_: bool) -> None:
        """Remove a hint that does not fit the shown position or cannot be used now."""
        if self._about is not None and (self._about != self._explorer.shown or not open_):
            self.leave()

    def leave(self) -> None:
        """Stop computing the hint."""
        if self._search:
            self._search.cancel()
        self._search = self._about = self._advice = None
        self._step, self.words, self.area, self.cells = 0, "", (), ()

    def press(self) -> None:
        """Show the next step of the hint; before the first step, search for the best moves."""
        if self._about is None:
            self._about = self._explorer.shown
            self._search = asyncio.create_task(self._think(self._about))
        elif self._advice and self._step < STEPS:
            self._tell(self._about, self._advice)
        self._changed()

    async def _think(self, match: Match) -> None:
        self.words = _("Looking for a hint …")
        advice = await guarded(
            advise(match, _RemoteAdviser(match, self._explorer, self._preparation, self._run, self._watch)),
            self._say,
            when_stopped=_("No hint: the search found nothing in {seconds} s.", seconds=HINT_TIMEOUT_S),
        )
        if advice is not None:
            self._advice = advice
            self._tell(match, advice)
        self._search = None
        self._changed()

    def _say(self, words: Sentence) -> None:
        self.words = words

    async def _run(self, job: Callable[..., Any], *arguments: object, **options: object) -> Any:
        return await self._workers.run(job, HINT_TIMEOUT_S, self._watch, *arguments, **options)

    def _watch(self, status: JobStatus) -> bool:
        if isinstance(status.news, Sentence):  # work before the search
            self.words = status.news
            self._changed()
        return False

    def _tell(self, match: Match, advice: Advice) -> None:
        self._step += 1
        game, position = match.game, match.position
        self.area = area(game, position, advice.best)
        self.cells = cells(game, position, advice, self._step)
        self.words = told(game, position, advice, self._step)


class _RemoteAdviser(NamedTuple):
    """Computes hints in the workers; values that the explorer has are not computed again."""

    match: Match
    explorer: Explorer
    preparation: Preparation
    run: Callable[..., Awaitable[Any]]
    watch: Watch

    @property
    def _here(self) -> tuple[str, tuple[Move, ...]]:
        return self.match.game.name, self.match.moves[: self.match.ply]

    async def values(self) -> MoveValues:
        found: MoveValues = await self.run(jobs.move_values, *self._here)
        return found

    async def exact(self) -> Exploration:
        analysis = self.explorer.analysis
        if self.preparation.is_under_way(SOLVER) and not analysis.exploration(self.match.position):
            raise SearchStopped  # waiting for a compiler would take too long
        return await analysis.exact(self.match, HINT_TIMEOUT_S, self.watch)

    async def judgement(self) -> Advice:
        native = not self.preparation.is_engine_under_way()
        advice: Advice = await self.run(jobs.judge, *self._here, native=native)
        return advice
