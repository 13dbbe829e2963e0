"""Buttons for bots: shown when bots play all sides, or when one was stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from plyground.i18n import _
from plyground.presentation.game_session import GameSession
from plyground.presentation.side_title import mover_title
from plyground.web.components.elements import button, enable, select, show, tag

PACES = (("2", _("slow")), ("0.8", _("normal")), ("0.1", _("fast")))
"""Seconds between the moves of two bots, with the name of each speed."""


class BotControls:
    """The buttons: continue or pause, one step, and the speed."""

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self.pace_s = 0.8  # seconds between the moves of two bots

    def build(self) -> None:
        """Put the buttons on the page."""
        self.flow = button(_("Go on"), self._resume_or_pause, "primary")
        self.forfeit = button("", self._session.forfeit)
        self.step = button(_("Step"), self._session.step)

    def build_pace(self) -> None:
        """Put the choice of the speed on the page."""
        with tag("div", classes="actions bots") as self.pace:
            select(_("Speed"), PACES, str(self.pace_s), self._set_pace, "inline")

    def refresh(self) -> None:
        """Show the buttons that can be used now."""
        session = self._session
        can = session.commands()
        is_over = session.match.outcome is not None
        pauses = session.running and not is_over
        self.flow.set_visibility((can["go"] or session.only_bots) and not is_over)
        show(self.flow, _("Pause") if pauses else _("Ask again") if session.is_undecided else _("Go on"))
        show(
            self.forfeit,
            _("{side} loses", side=mover_title(session.match.game, session.match.position)) if can["forfeit"] else "",
        )
        self.forfeit.set_visibility(can["forfeit"])
        enable(self.flow, session.waits_for_bots)
        enable(self.step, can["step"])
        self.step.set_visibility((can["go"] or session.only_bots) and not (pauses or is_over or session.is_undecided))
        self.pace.set_visibility(session.only_bots)

    def rest(self, go_on: Callable[[], None]) -> None:
        """Call ``go_on``; if bots play each other, wait for a pause first."""
        if self._session.only_bots:
            asyncio.get_running_loop().call_later(self.pace_s, go_on)
        else:
            go_on()

    def stop(self) -> None:
        """Stop the bots. The keyboard focus moves to the button that continues them."""
        self._session.stop()
        self.flow.call("focus")

    def _resume_or_pause(self) -> None:
        if self._session.running:
            self._session.stop()
        else:
            self._session.resume()

    def _set_pace(self, seconds: str) -> None:
        if seconds in dict(PACES):
            self.pace_s = float(seconds)
