"""Analysis of a game's positions: workers solve or estimate them one after another, and results are kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from plyground.arena.analysis import MoveValues
from plyground.arena.game_review import Judged
from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import PlygroundError, SearchStopped, UnsolvedPosition
from plyground.i18n import Sentence, _
from plyground.judge.solved_positions import solved_whole
from plyground.solvers.explore import Exploration
from plyground.solvers.forward import Value
from plyground.web.pages.game import jobs
from plyground.web.pages.game.jobs import PositionEstimate
from plyground.web.pages.game.preparation import SOLVER, Preparation
from plyground.web.urls.game_url import UNSOLVED
from plyground.web.workers.pool import JobStatus, VisitorWorkers, Watch

GRAPH_TIMEOUT_S, LOOK_TIMEOUT_S, WAIT_TIMEOUT_S = 2, 10, 120
"""Seconds for the proof of a position: for the graph; for the position on the board; after “wait longer” and for a
whole game.
"""

ESTIMATE_TIMEOUT_S = 5
"""Seconds to estimate the moves of a position that is too large for exact values."""

log = logging.getLogger(__name__)


class PositionAnalysis:
    """Analysis of a game's positions from its end backwards: late positions are solved, and positions that are too
    large are estimated.

    ``changed`` is called after each result.
    """

    def __init__(
        self, game: Game, workers: VisitorWorkers, changed: Callable[[], None], preparation: Preparation | None = None
    ) -> None:
        self.game = game
        self.working: Match | None = None  # match whose position is being proven or judged
        self.nodes = 0  # positions visited for it
        self.doing: Sentence | None = None  # work before the proof, in words
        self.trouble: Sentence | None = None  # reason why no position of this game can be proven here
        self.patience = LOOK_TIMEOUT_S
        self._workers = workers
        self._changed = changed
        self._preparation = preparation
        self._proven: dict[Any, Exploration] = {}
        self._guessed: dict[Any, PositionEstimate] = {}
        self._estimates: dict[Any, MoveValues] = {}
        self._given_up: dict[Any, int] = {}  # seconds that were too few to solve each position
        self._reasons: dict[Any, Sentence] = {}  # reason why a position can never be proven, by position
        self._study: asyncio.Task[None] | None = None
        self._tells_progress = False  # True if the page shows the progress of the study

    @property
    def judges(self) -> bool:
        """Return True if positions of this game can be estimated: two players and no chance."""
        return not self.game.demands & ~Demand.TURNS

    @property
    def can_wait_longer(self) -> bool:
        """Return True if a position that was given up may be solved with more time."""
        too_slow = self._given_up.keys() - self._reasons.keys()
        return bool(too_slow) and self._study is None and self.patience < WAIT_TIMEOUT_S

    def exploration(self, position: Any) -> Exploration | None:
        """Return the exact values of a position's moves; None if it is not solved."""
        return self._proven.get(position)

    def is_hopeless(self, position: Any, seconds: int) -> bool:
        """Return True if exact values cannot be found within ``seconds``."""
        return self.trouble is not None or self._given_up.get(position, 0) >= seconds

    async def exact(self, match: Match, seconds: int, watch: Watch) -> Exploration:
        """Return the exact values of a position, from the cache if possible. Raise :class:`SearchError`."""
        position = match.position
        if position not in self._proven:
            if match.game.demands & UNSOLVED or self.is_hopeless(position, seconds):
                raise SearchStopped
            if self._preparation:
                await self._preparation.wait(SOLVER)
            moves = match.moves[: match.ply]
            self._proven[position] = await self._workers.run(jobs.explore, seconds, watch, match.game.name, moves)
        return self._proven[position]

    def estimates(self, position: Any) -> MoveValues | None:
        """Return estimated values of a position's moves; None unless it was too large for exact ones."""
        return self._estimates.get(position)

    def guess(self, position: Any) -> PositionEstimate | None:
        """Return the estimate of a position; None if there is none."""
        return self._guessed.get(position)

    def is_given_up(self, position: Any) -> bool:
        """Return True if a position could not be solved in time."""
        return self._given_up.get(position, 0) >= self.patience

    def reason(self, position: Any) -> Sentence:
        """Return the reason why a position that was given up has no exact values."""
        return self._reasons.get(position, _("This position could not be solved in time."))

    def value(self, position: Any) -> Value | None:
        """Return the exact value of a position for its side to move; None if it is not solved."""
        if position.is_over() and Demand.PLAYERS not in self.game.demands:
            utility = position.utility()
            return Value(utility, 0 if utility else None)
        found = self._proven.get(position)
        return found.value if found else None

    def judged(self, match: Match, ply: int) -> Judged | None:
        """Return a move of a match with the exact values of all moves in its position; None if they are unknown."""
        found = self._proven.get(match.positions[ply])
        return Judged(ply, match.moves[ply], found.moves) if found else None

    def seek(self, shown: Match | None, game: Match | None, *, is_judged: bool = True) -> None:
        """Analyse the position ``shown``, then the positions of a ``game``, instead of earlier positions."""
        self.leave()
        if shown or game:
            self._tells_progress = shown is not None or is_judged
            self._study = asyncio.create_task(self._find(shown, game, is_judged))

    def stop(self) -> None:
        """Stop analysing for now."""
        if self.working:
            self._given_up[self.working.position] = self.patience
        self.leave()
        self._changed()

    def wait_longer(self) -> None:
        """Allow more time for the positions that were given up."""
        self.patience = WAIT_TIMEOUT_S
        self._given_up.clear()

    def leave(self) -> None:
        """Stop analysing for good, because the page is closed."""
        if self._study:
            self._study.cancel()
        self._study = None
        self.working = None

    async def _find(self, shown: Match | None, game: Match | None, is_judged: bool) -> None:
        try:
            if shown and not await self._prove(shown, self.patience):
                await self._estimate(shown)
            if game:
                await self._go_back(game, self.patience if shown else GRAPH_TIMEOUT_S, is_judged)
        except PlygroundError as error:
            self.trouble = error.sentence
        except Exception:
            log.exception("A position could not be studied.")
            self.trouble = _("Something unexpected went wrong; the server's log has the details.")
        self._study = None
        self._changed()

    async def _estimate(self, match: Match) -> None:
        """Estimate all moves of a position that is too large for exact values."""
        if self.judges and match.position not in self._estimates:
            with suppress(SearchStopped):
                self._estimates[match.position] = await self._work(jobs.move_values, match, ESTIMATE_TIMEOUT_S)

    async def _go_back(self, match: Match, patience: int, is_judged: bool) -> None:
        """Solve positions backwards from the end of the game, because late positions are smaller. After a failure,
        estimate the others.
        """
        wanted = [replace(match, ply=ply) for ply in reversed(range(match.ply + 1))]
        while wanted and await self._prove(wanted[0], patience):
            proven = wanted.pop(0)
            judged = self.judged(match, proven.ply) if proven.ply < match.ply else None
            if judged and judged.lost:  # a turning point of the game
                self._changed()
        if self.judges and is_judged:
            for each in wanted:
                await self._guess(each)

    async def _prove(self, match: Match, patience: int) -> bool:
        """Try to solve a position, once. Return True if it is solved."""
        position = match.position
        if position.is_over() or position in self._proven:
            return True
        if self.trouble or self._given_up.get(position, 0) >= patience:
            return False
        try:
            if self._preparation:  # compiling takes place once, in advance
                self.working, self.nodes, self.doing = match, 0, self._preparation.doing
                self._tell_progress()
                await self._preparation.wait(SOLVER)
            seconds = WAIT_TIMEOUT_S if solved_whole(match.game) else patience
            self._proven[position] = await self._work(jobs.explore, match, seconds)
        except SearchStopped:
            self._given_up[position] = patience
            return False
        except UnsolvedPosition as error:
            self._given_up[position], self._reasons[position] = WAIT_TIMEOUT_S, error.sentence
            return False
        except PlygroundError as error:
            self.trouble = error.sentence
            return False
        return True

    async def _guess(self, match: Match) -> None:
        if match.position not in self._guessed and self.value(match.position) is None:
            self._guessed[match.position] = await self._work(jobs.guess, match, LOOK_TIMEOUT_S)

    def _tell_progress(self) -> None:
        """Report a step of the study if the page shows it: a refresh of the page costs milliseconds."""
        if self._tells_progress:
            self._changed()

    async def _work(self, job: Callable[..., Any], match: Match, seconds: int) -> Any:
        self.working, self.nodes, self.doing = match, 0, None
        self._tell_progress()

        def watch(glance: JobStatus) -> bool:
            goes_on, self.nodes = glance.nodes != self.nodes, glance.nodes
            if glance.news or goes_on:
                self.doing = glance.news
                self._tell_progress()
            return False

        try:
            return await self._workers.run(job, seconds, watch, match.game.name, match.moves[: match.ply])
        finally:
            self.working = None
