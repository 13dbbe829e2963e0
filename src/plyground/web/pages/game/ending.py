"""The end of a game: the result, the score, dead stones, and what can be done next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from plyground.arena.match import Match
from plyground.core.picture import areas
from plyground.i18n import Number, Sentence, _
from plyground.presentation.boards.board_state import BoardState
from plyground.presentation.game_session import GameSession
from plyground.presentation.score_text import points
from plyground.presentation.settlement import agreement, can_settle, without_dead
from plyground.presentation.side_title import side_title
from plyground.presentation.status_text import joined
from plyground.web.components.elements import bring_into_view, button, show, state, tag
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

    def build_line(self) -> None:
        """Put the line with the score on the page."""
        self.line = tag("p", role="status")

    def build_button(self) -> None:
        """Put the button on the page."""
        self.button = button(_("Dead stones"), self.press)

    def refresh(self) -> None:
        """Show the present state."""
        show(self.line, self._words)
        self.line.set_visibility(bool(self._words))
        self.button.set_visibility(can_settle(self._session.match))
        state(self.button, "aria-pressed", self._about is not None)

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


class Ending:
    """A card with the result. It is empty and hidden until the game is over."""

    def __init__(self, session: GameSession, dead_stones: DeadStones) -> None:
        self._session = session
        self._dead_stones = dead_stones

    def build(self, build_actions: Callable[[], None]) -> None:
        """Put the card on the page, hidden; ``build_actions`` adds its buttons."""
        with tag("section", classes="panel ending", aria_label=str(_("Result"))) as self.panel:
            self.title = tag("h2")
            self._dead_stones.build_line()
            with tag("div", classes="actions"):
                build_actions()
        self.panel.set_visibility(False)
        self.has_ended_here = False  # True if a game has ended on this page, not before it was opened
        self._was_open = False  # True if the game was not over at the last refresh

    def remember(self, levels: str) -> None:
        """Let the browser remember the level of the next opponent in each game, with the cookie ``levels``."""
        self.panel.props["data-levels"] = levels

    def refresh(self) -> None:
        """Show the present state."""
        is_over = self._session.is_over
        if is_over and self._was_open:
            self.has_ended_here = True
            bring_into_view(self.panel)
        self._was_open = not is_over
        self.panel.set_visibility(is_over)
        if is_over:
            show(self.title, self._result())
            self._dead_stones.refresh()

    def _result(self) -> Sentence:
        """Return the result, from the view of the only person if there is one, with the score."""
        session, match = self._session, self._session.match
        people = [side for side, seat in enumerate(session.seats) if seat.is_human]
        winner = match.outcome.winner if match.outcome else None
        if session.resigned is not None:
            winner = 1 - session.resigned
        scores = points(session.game, match.position)
        own = people[0] if len(people) == 1 else winner or 0
        others = [score for side, score in enumerate(scores) if side != own]
        count = " – ".join(str(Number(score)) for score in (scores[own], *others)) if scores else ""
        if winner is None:
            words = _("A draw")
        elif len(people) == 1:
            words = _("You won") if winner == own else _("You lost")
        else:
            words = _("{side} won", side=side_title(session.game, winner))
        return _("{result}, {score}", result=words, score=count) if count else words
