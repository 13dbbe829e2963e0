"""Exploring on the page: looks at other positions than the game's, and what a solution says of them; nothing of how that is shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from plyground.arena.history import Judged, solved_whole
from plyground.arena.match import Match
from plyground.errors import PlygroundError, SearchStopped
from plyground.interfaces.web import jobs
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.workers import Glance, Share
from plyground.interfaces.web.worth import Worth, Worths, with_best
from plyground.language import Sentence, _
from plyground.position import Demand, Move
from plyground.solve.explore import Exploration
from plyground.solve.forward import Value

PATIENCE, LONGER = 10, 120
"""Seconds for the proof of a position; for that of one that a person waits for, and for the solution of a whole game."""

log = logging.getLogger(__name__)


class Explorer:
    """Solves, while it is open, the position shown, then those of the game, the last first; ``changed`` hears of each.

    A *look* is a position that is shown without being played: one of the game's, or of a line that begins there.
    """

    def __init__(self, table: Table, workers: Share, changed: Callable[[], None]) -> None:
        self.is_open = False
        self.look: Match | None = None
        self.solving: Match | None = None  # what is being solved now
        self.visits = 0  # positions visited for it
        self.doing: Sentence | None = None  # what has to be done first, and is done now
        self.trouble: Sentence | None = None  # why this game cannot be solved here
        self.patience = PATIENCE
        self._known: dict[Any, Exploration] = {}
        self._given_up: set[Any] = set()  # positions too large for the patience
        self._table = table
        self._workers = workers
        self._changed = changed
        self._seen = table.match
        self._goal: tuple[Any, tuple[Move, ...]] | None = None
        self._study: asyncio.Task[None] | None = None

    @property
    def shown(self) -> Match:
        """What the board shows: a look, or the game."""
        return self.look or self._table.match

    def exploration(self, position: Any) -> Exploration | None:
        """What is known of a position."""
        return self._known.get(position)

    def is_given_up(self, position: Any) -> bool:
        """Whether a position was too large for the time."""
        return position in self._given_up

    @property
    def can_wait_longer(self) -> bool:
        """Whether something was given up that more patience may solve."""
        return bool(self._given_up) and self.solving is None and self.patience < LONGER

    def value(self, position: Any) -> Value | None:
        """What best play makes of a position, for its side to move, where that is known."""
        if position.is_over() and Demand.PLAYERS not in self._table.game.demands:
            utility = position.utility()
            return Value(utility, 0 if utility else None)
        found = self._known.get(position)
        return found and found.value

    def judged(self, match: Match, ply: int) -> Judged | None:
        """A move of a match, judged, where that is known."""
        found = self._known.get(match.positions[ply])
        return Judged(ply, match.moves[ply], found.ranking) if found else None

    @property
    def worths(self) -> Worths | None:
        """What the moves on the board are worth, where that is known."""
        found = self._known.get(self.shown.position)
        if found is None:
            return None
        return with_best({move: Worth.proven(*value) for move, value in found.ranking}, found.best)

    def toggle(self) -> None:
        """Begin or end exploring; with it ends a look."""
        self.is_open = not self.is_open
        self.look = None
        self._changed()

    def show(self, match: Match) -> None:
        """Look at a match as it stands at its ply, which begins as the game does or not."""
        there, here = match.moves[: match.ply], self._table.match.moves[: self._table.match.ply]
        self.look = None if there == here else match
        self._changed()

    def show_ply(self, ply: int) -> None:
        """Look at the game as it was after so many moves."""
        if 0 <= ply <= self._table.match.ply:
            self.show(replace(self._table.match, ply=ply))

    def try_move(self, move: Move) -> None:
        """Look at the position after one more move, or let the table say why it cannot be made."""
        try:
            self.show(self.shown.play(move).rolled())
        except PlygroundError as error:  # a match may be drawn where the position is not over
            self._table.say(error.sentence)

    def follow_line(self, line: tuple[Move, ...], plies: int) -> None:
        """Look some plies along a line that begins in the position shown; the rest of it can be made again."""
        shown = self.shown
        self.show(Match(shown.game, (*shown.moves[: shown.ply], *line), shown.ply + plies))

    def undo(self) -> None:
        """Look a move earlier."""
        if self.shown.ply:
            self.show(self.shown.undo())

    def redo(self) -> None:
        """Look a move further, where one is known."""
        if self.shown.ply < len(self.shown.moves):
            self.show(self.shown.redo())

    def adopt(self) -> None:
        """Let the game go on from the look."""
        look, self.look = self.look, None
        if look:
            self._table.go_to(look)

    def back(self) -> None:
        """End the look."""
        self.look = None
        self._changed()

    def stop(self) -> None:
        """Solve nothing more for now."""
        if self.solving:
            self._given_up.add(self.solving.position)
        self._cancel()
        self._changed()

    def wait_longer(self) -> None:
        """Solve with more patience what was given up."""
        self.patience = LONGER
        self._given_up.clear()
        self._goal = None
        self._changed()

    def follow(self) -> None:
        """Keep up with the table: a look ends where the game goes another way; what is wanted is solved."""
        match, seen = self._table.match, self._seen
        if match.moves[: match.ply][: seen.ply] != seen.moves[: seen.ply]:
            self.look = None
        self._seen = match
        goal = (self.shown.position, match.moves[: match.ply]) if self.is_open else None
        if goal == self._goal:
            return
        self._cancel()
        self._goal = goal
        if goal and self.trouble is None:
            self._study = asyncio.create_task(self._solve(list(self._wanted())))

    def leave(self) -> None:
        """Compute nothing more."""
        self._cancel()

    def _cancel(self) -> None:
        if self._study:
            self._study.cancel()
        self._study = None
        self.solving = None

    def _wanted(self) -> Iterator[Match]:
        """What is to be solved: what is shown, then the game from its end on, for late positions are sooner solved."""
        yield self.shown
        for ply in reversed(range(self._table.match.ply + 1)):
            yield replace(self._table.match, ply=ply)

    async def _solve(self, wanted: list[Match]) -> None:
        shown, *game = wanted
        try:
            await self._solve_one(shown)
            for match in game:
                if not await self._solve_one(match):
                    break  # those before are larger still
        except PlygroundError as error:
            self.trouble = error.sentence
        except Exception:
            log.exception("A position could not be solved.")
            self.trouble = _("Something unexpected went wrong; the server's log has the details.")
        self._study = None
        self.solving = None
        self._changed()

    async def _solve_one(self, match: Match) -> bool:
        """Whether a position is solved, after an attempt where there was none before."""
        position = match.position
        if position in self._given_up:
            return False
        if position.is_over() or position in self._known:
            return True
        self.solving, self.visits, self.doing = match, 0, None
        self._changed()

        def watch(glance: Glance) -> bool:
            goes_on, self.visits = glance.visits != self.visits, glance.visits
            if glance.news or goes_on:
                self.doing = glance.news
                self._changed()
            return False

        moves = match.moves[: match.ply]
        patience = LONGER if solved_whole(match.game) else self.patience
        try:
            self._known[position] = await self._workers.run(jobs.explore, patience, watch, match.game.name, moves)
        except SearchStopped:
            self._given_up.add(position)
            return False
        finally:
            self.solving = None
        self._changed()
        return True
