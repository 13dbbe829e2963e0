"""The status of a game page, for the position shown, which may not be the game's."""

from __future__ import annotations

from plyground.i18n import Number, Sentence, _, _n
from plyground.presentation import status_text
from plyground.presentation.game_session import GameSession
from plyground.presentation.match_status import played, verdict
from plyground.presentation.side_title import mover_title
from plyground.presentation.status_text import joined
from plyground.web.pages.game.coach import Coach
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.mistakes import Mistakes


class GameStatus:
    """The sentences above the board, and the sentences for screen readers."""

    def __init__(self, session: GameSession, explorer: Explorer, coach: Coach, mistakes: Mistakes) -> None:
        self._session = session
        self._explorer = explorer
        self._coach = coach
        self._mistakes = mistakes

    def status(self) -> Sentence | str:
        """Return the side to move, or the result."""
        look = self._explorer.look
        if look is None:
            return status_text.status(self._session)
        if self._mistakes.is_on:
            return self._mistakes.words
        if self._coach.demonstration:
            return _("What could follow")
        return verdict(look) or _("Side line: {side} to move", side=mover_title(look.game, look.position))

    def detail(self) -> Sentence | str:
        """Return an explanation of the status, or what can be done next."""
        session = self._session
        if self._explorer.look:
            return _("The game itself does not change.")
        if thought := session.thinking:
            if thought.preparing:
                return thought.preparing
            seconds = Number(thought.seconds, decimals=1)
            if not thought.nodes:
                return _("waiting to begin, {seconds} s", seconds=seconds)
            return _n("{count} position, {seconds} s", "{count} positions, {seconds} s", thought.nodes, seconds=seconds)
        if session.is_undecided:
            return _(
                "Ask the bot again, choose another player for {side}, or let {side} lose.",
                side=mover_title(session.match.game, session.match.position),
            )
        told = status_text.detail(session)
        if session.waits_for_bots and not session.running:
            if session.match.ply:
                return told or _("“{button}” continues the game.", button=_("Go on"))
            return told or _("“{button}” lets the bots begin.", button=_("Go on"))
        return told

    def announcement(self, status: Sentence | str, detail: Sentence | str) -> str:
        """Return the text for screen readers: the last move and the next action, without reports of a thinking bot."""
        look = self._explorer.look
        if self._session.thinking and not look:
            return status_text.announcement(self._session)
        return joined(played(self._explorer.shown), status, detail)
