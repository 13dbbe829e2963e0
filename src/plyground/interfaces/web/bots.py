"""The buttons that lead bots by hand: where all sides are theirs, or where one was stopped."""

from __future__ import annotations

from plyground.interfaces.web.elements import button, enable, select, show, tag
from plyground.interfaces.web.table import Table
from plyground.language import _

PACES = (("2", _("slow")), ("0.8", _("normal")), ("0.1", _("fast")))
"""Seconds between the moves of two bots."""


class BotsBar:
    """Go on or pause, one step, and how fast."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def build(self) -> None:
        """Put the buttons on the page."""
        with tag("div", classes="actions bots", role="group", aria_label=str(_("Bots"))) as self.bar:
            self.flow = button(_("Go on"), self._resume_or_pause, "primary")
            self.step = button(_("Step"), self._table.step)
            select(_("Speed"), PACES, str(self._table.pace), self._set_pace, "inline")

    def refresh(self) -> None:
        """Show what can be done now."""
        table = self._table
        mover = table.mover
        waits = mover is not None and not mover.is_human
        self.bar.set_visibility((waits and not table.running) or not any(taken.is_human for taken in table.seats))
        show(self.flow, _("Pause") if table.running and mover is not None else _("Go on"))
        enable(self.flow, waits)
        enable(self.step, waits)

    def stop(self) -> None:
        """Stop the bots; the pressed button goes away, and the keyboard goes to the one that lets them go on."""
        self._table.stop()
        self.flow.run_method("focus")

    def _resume_or_pause(self) -> None:
        if self._table.running:
            self._table.stop()
        else:
            self._table.resume()

    def _set_pace(self, seconds: str) -> None:
        if seconds in dict(PACES):
            self._table.pace = float(seconds)
