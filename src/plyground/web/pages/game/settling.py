"""The dead stones at the end of a game: found by random games, and corrected by presses on the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from plyground.arena.match import Match
from plyground.core.picture import areas
from plyground.i18n import Sentence, _
from plyground.presentation.boards.board_state import BoardState
from plyground.presentation.game_session import GameSession
from plyground.presentation.game_view import Settling
from plyground.presentation.settlement import agreement, without_dead
from plyground.presentation.status_text import joined
from plyground.web.pages.game import jobs
from plyground.web.workers.pool import VisitorWorkers, guarded, ignore_status

SETTLING_TIMEOUT_S = 30
"""Seconds for the random games that find dead stones."""


class DeadStones:
    """The stones of the finished game that count as dead. ``changed`` is called after each change."""

    def __init__(self, session: GameSession, workers: VisitorWorkers, changed: Callable[[], None]) -> None:
        self.dead: int | None = None  # set of the dead stones; None: the position counts as it stands
        self._session = session
        self._workers = workers
        self._changed = changed
        self._about: Match | None = None
        self._search: asyncio.Task[None] | None = None
        self._presses = 0
        self._words: Sentence | str = ""

    @property
    def settling(self) -> Settling:
        """The present state."""
        return Settling(self._about is not None, self._words, self._presses)

    def follow(self, *, shows_end: bool) -> None:
        """Count all stones again when another position is shown."""
        if self._about is not None and not (shows_end and self._about == self._session.match):
            self.leave()

    def leave(self) -> None:
        """Count all stones again."""
        if self._search:
            self._search.cancel()
        self._search = self._about = self.dead = None
        self._words = ""

    def press(self) -> None:
        """Find the dead stones, or count all stones again."""
        if self._about is not None:
            self.leave()
        else:
            self._about = self._session.match
            self._words = _("Looking for dead stones …")
            self._search = asyncio.create_task(self._find(self._about))
        self._changed()

    async def _find(self, match: Match) -> None:
        found = await guarded(
            self._workers.run(
                jobs.dead_stones, SETTLING_TIMEOUT_S, ignore_status, match.game.name, match.moves[: match.ply]
            ),
            self._say,
        )
        if found is not None:
            self.dead = found
            self._say_score(match, found)
        self._search = None
        self._changed()

    def _say(self, words: Sentence | str) -> None:
        self._words = words

    def _say_score(self, match: Match, dead: int) -> None:
        self._say(joined(agreement(match, dead), _("Press a chain to take it off or put it back.")))

    @property
    def turn(self) -> int:
        """A number that changes with each press on a chain, for the board's messages."""
        return self._session.match.ply + self._presses

    def handle_press(self, message: dict[str, Any]) -> bool:
        """Mark the chain of a pressed cell as dead, or as alive again.

        Return False for any other message of the board.
        """
        cells, match = message.get("play"), self._about
        if self.dead is None or match is None or message.get("turn") != self.turn or not isinstance(cells, list):
            return False
        picture: Any = match.game.picture
        for cell in cells:
            if type(cell) is int and 0 <= cell < picture.width * picture.height:
                chain = picture.chain(match.position, cell)
                self.dead = self.dead & ~chain if self.dead & chain else self.dead | chain
                self._presses += 1
        self._say_score(match, self.dead)
        self._changed()
        return True

    def mark(self, board: BoardState) -> None:
        """Show the dead stones and the areas without them, and let every chain be pressed."""
        if self.dead is None or self._about is None:
            return
        match: Match = self._about
        picture: Any = match.game.picture
        board["areas"] = areas(picture, without_dead(match, self.dead))
        board["turn"], board["playable"] = self.turn, True
        for cell, mark in enumerate(board["marks"]):
            chain = picture.chain(match.position, cell) if mark != "." else 0
            board["moves"][cell] = [{"to": cell, "label": "", "value": None}] if chain else []
            if chain & self.dead:
                board["labels"][cell] = str(_("{cell}, dead", cell=board["labels"][cell]))
