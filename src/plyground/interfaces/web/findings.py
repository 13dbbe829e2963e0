"""What is found out of the positions of one game: proofs and judgements, made one after another in the workers, each kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.arena.history import Judged, solved_whole
from plyground.arena.match import Match
from plyground.errors import PlygroundError, SearchStopped
from plyground.game import Game
from plyground.interfaces.web import jobs
from plyground.interfaces.web.jobs import Guess
from plyground.interfaces.web.workers import Glance, Share
from plyground.language import Sentence, _
from plyground.position import Demand
from plyground.search.uct import MASTERS
from plyground.solve.explore import Exploration
from plyground.solve.forward import Value

BRIEFLY, PATIENCE, LONGER = 2, 10, 120
"""Seconds for the proof of a position: for a graph; for one that a person looks at; for one that they wait for, and for
the solution of a whole game."""

log = logging.getLogger(__name__)


class Findings:
    """``changed`` hears of each. Proven is what comes first from the end of a game on; what is too large is judged."""

    def __init__(self, game: Game, workers: Share, changed: Callable[[], None]) -> None:
        self.game = game
        self.working: Match | None = None  # what is being proven or judged now
        self.visits = 0  # positions visited for it
        self.doing: Sentence | None = None  # what has to be done first, and is done now
        self.trouble: Sentence | None = None  # why nothing can be proven of this game here
        self.patience = PATIENCE
        self._workers = workers
        self._changed = changed
        self._proven: dict[Any, Exploration] = {}
        self._guessed: dict[Any, Guess] = {}
        self._given_up: dict[Any, int] = {}  # positions too large for so many seconds
        self._study: asyncio.Task[None] | None = None

    @property
    def judges(self) -> bool:
        """Whether positions of this game can be judged: those of two players, without chance."""
        return not self.game.demands & ~MASTERS

    @property
    def can_wait_longer(self) -> bool:
        """Whether something was given up that more patience may prove."""
        return bool(self._given_up) and self._study is None and self.patience < LONGER

    def exploration(self, position: Any) -> Exploration | None:
        """What is proven of a position."""
        return self._proven.get(position)

    def guess(self, position: Any) -> Guess | None:
        """What is judged of a position."""
        return self._guessed.get(position)

    def is_given_up(self, position: Any) -> bool:
        """Whether a position was too large for the time."""
        return self._given_up.get(position, 0) >= self.patience

    def value(self, position: Any) -> Value | None:
        """What best play makes of a position, for its side to move, where that is proven."""
        if position.is_over() and Demand.PLAYERS not in self.game.demands:
            utility = position.utility()
            return Value(utility, 0 if utility else None)
        found = self._proven.get(position)
        return found and found.value

    def judged(self, match: Match, ply: int) -> Judged | None:
        """A move of a match with all that could have been made, where their values are proven."""
        found = self._proven.get(match.positions[ply])
        return Judged(ply, match.moves[ply], found.ranking) if found else None

    def seek(self, shown: Match | None, game: Match | None) -> None:
        """Find out, instead of what was sought before, the position ``shown``, then those of a ``game``."""
        self.leave()
        if shown or game:
            self._study = asyncio.create_task(self._find(shown, game))

    def stop(self) -> None:
        """Find out nothing more for now."""
        if self.working:
            self._given_up[self.working.position] = self.patience
        self.leave()
        self._changed()

    def wait_longer(self) -> None:
        """Have more patience with what was given up."""
        self.patience = LONGER
        self._given_up.clear()

    def leave(self) -> None:
        """Compute nothing more."""
        if self._study:
            self._study.cancel()
        self._study = None
        self.working = None

    async def _find(self, shown: Match | None, game: Match | None) -> None:
        try:
            if shown:
                await self._prove(shown, self.patience)
            if game:
                await self._go_back(game, self.patience if shown else BRIEFLY)
        except PlygroundError as error:
            self.trouble = error.sentence
        except Exception:
            log.exception("A position could not be studied.")
            self.trouble = _("Something unexpected went wrong; the server's log has the details.")
        self._study = None
        self._changed()

    async def _go_back(self, match: Match, patience: int) -> None:
        """From the end of a game on, for late positions are sooner proven; from the first that is not, they are judged."""
        wanted = [replace(match, ply=ply) for ply in reversed(range(match.ply + 1))]
        while wanted and await self._prove(wanted[0], patience):
            del wanted[0]
        if self.judges:
            for each in wanted:
                await self._guess(each)

    async def _prove(self, match: Match, patience: int) -> bool:
        """Whether a position is proven, after an attempt where there was none before."""
        position = match.position
        if position.is_over() or position in self._proven:
            return True
        if self.trouble or self._given_up.get(position, 0) >= patience:
            return False
        try:
            seconds = LONGER if solved_whole(match.game) else patience
            self._proven[position] = await self._work(jobs.explore, match, seconds)
        except SearchStopped:
            self._given_up[position] = patience
            return False
        except PlygroundError as error:
            self.trouble = error.sentence
            return False
        return True

    async def _guess(self, match: Match) -> None:
        if match.position not in self._guessed and self.value(match.position) is None:
            self._guessed[match.position] = await self._work(jobs.guess, match, PATIENCE)

    async def _work(self, job: Callable[..., Any], match: Match, seconds: int) -> Any:
        self.working, self.visits, self.doing = match, 0, None
        self._changed()

        def watch(glance: Glance) -> bool:
            goes_on, self.visits = glance.visits != self.visits, glance.visits
            if glance.news or goes_on:
                self.doing = glance.news
                self._changed()
            return False

        try:
            return await self._workers.run(job, seconds, watch, match.game.name, match.moves[: match.ply])
        finally:
            self.working = None
