"""The panel with a form for each side's player, and games with other players."""

from __future__ import annotations

from functools import partial

from plyground.i18n import _
from plyground.presentation.game_session import GameSession
from plyground.presentation.opponents import easier
from plyground.web.components.elements import tag
from plyground.web.pages.game.commands import Commands
from plyground.web.pages.game.player_panel import SeatForm
from plyground.web.urls.game_url import seat


class SeatsPanel:
    """One form a side."""

    def __init__(self, session: GameSession, commands: Commands) -> None:
        self._session = session
        self._commands = commands

    def build(self) -> None:
        """Put the panel on the page."""
        self._panel = tag("section", classes="panel seats", aria_label=str(_("Players")))
        self._fill()

    @property
    def can_switch(self) -> bool:
        """True if a person plays against one bot."""
        return self._session.people == 1 and len(self._session.seats) == 2

    def switch_sides(self) -> None:
        """Give the person the side of the bot: in the present game or, at its end, in a new one."""
        if self._session.is_over:
            self._commands.round += 1
            self._session.new_game(self._session.seats[::-1])
        else:
            self._session.switch_sides()
        self._rebuild()

    def easier_bot(self) -> tuple[int, str] | None:
        """Return the side of the only bot and an easier one for it; None if there is none."""
        bots = [side for side, seat in enumerate(self._session.seats) if not seat.is_human]
        if len(bots) != 1 or self._session.people != 1:
            return None
        text = easier(self._session.game, self._session.seats[bots[0]].text)
        return (bots[0], text) if text else None

    def play_easier(self) -> None:
        """Begin a new game against an easier bot."""
        found = self.easier_bot()
        if found:
            side, text = found
            self._commands.round += 1
            seats = list(self._session.seats)
            seats[side] = seat(text, self._session.game)
            self._session.new_game(tuple(seats))
            self._rebuild()

    def _fill(self) -> None:
        session = self._session
        with self._panel:
            for side, taken in enumerate(session.seats):
                SeatForm(side, taken, session.game, partial(session.sit, side))

    def _rebuild(self) -> None:
        self._panel.clear()
        self._fill()
