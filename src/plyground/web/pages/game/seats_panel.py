"""The choice of each side's player: a ladder of levels, and a form for all other players. Games with other players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from plyground.bots.level import NAMES
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.presentation.default_players import opponent
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.opponents import levels, next_opponent
from plyground.presentation.side_title import side_title
from plyground.web.components.board_styles import side_classes
from plyground.web.components.elements import fill, fixed, in_language, tag
from plyground.web.components.faces import face
from plyground.web.components.popover import popover
from plyground.web.components.templates import macro
from plyground.web.connected.element import Press
from plyground.web.pages.game.commands import Commands
from plyground.web.pages.game.player_panel import SeatForm
from plyground.web.urls.game_url import seat

PERSON = "human"


class LadderRow(NamedTuple):
    """A player of the ladder."""

    text: str  # spec text
    face: Markup
    name: Sentence | str
    level: int  # 0 for a person
    manner: Sentence | str


class SeatsPanel:
    """One popover a side."""

    def __init__(self, session: GameSession, commands: Commands) -> None:
        self._session = session
        self._commands = commands
        self._levels = levels(session.game)
        self._ladders: list[Any] = []
        self._forms: list[Any] = []

    def build(self) -> Sequence[str]:
        """Put the popovers on the page, closed. Return their element ids."""
        game, ids = self._session.game, []
        for side in range(len(self._session.seats)):
            words = _("Who plays {side}?", side=side_title(game, side))
            with popover(words, f"ladder {side_classes(game, side)}") as panel:
                tag("h2", words)
                ladder = fixed("ul", "", "rungs")
                ladder.on("click", in_language(partial(self._choose, side)), reads="rowText")
                with tag("details", classes="others"):
                    tag("summary", _("All players and their options"))
                    self._forms.append(tag("div"))
            self._ladders.append(ladder)
            ids.append(panel.html_id)
        self._ids = ids
        self.refresh()
        return ids

    def refresh(self) -> None:
        """Show the present players."""
        for side, taken in enumerate(self._session.seats):
            self._mark(side)
            self._forms[side].clear()
            with self._forms[side]:
                SeatForm(side, taken, self._session.game, partial(self._sit, side))

    def _mark(self, side: int) -> None:
        """Fill a ladder, with its present player marked."""
        rows = [LadderRow(PERSON, face(is_human=True), _("A person"), 0, _("You, or someone beside you."))]
        rows += [
            LadderRow(each.text, face(each.number), NAMES[each.number - 1], each.number, each.manner)
            for each in self._levels
        ]
        chosen = self._session.seats[side].text
        fill(self._ladders[side], macro("players.html", "ladder", rows, chosen, len(self._levels), self._ids[side]))

    def _choose(self, side: int, event: Press) -> None:
        """Seat the player of a pressed row. The text comes from a browser and may be anything."""
        text = str(event.args)
        if text == PERSON or any(text == level.text for level in self._levels):
            self._commands.round += 1
            self._session.sit(side, seat(text, self._session.game))
            self.refresh()

    def _sit(self, side: int, taken: Seat) -> None:
        self._session.sit(side, taken)
        self._mark(side)

    def switch_sides(self) -> None:
        """Give the person the side of the bot: in the present game or, at its end, in a new one."""
        if self._session.is_over:
            self._commands.round += 1
            self._session.new_game(self._session.seats[::-1])
        else:
            self._session.switch_sides()
        self.refresh()

    def play_next(self) -> None:
        """Begin a new game against the level that fits."""
        found = next_opponent(self._session)
        if found:
            self._commands.round += 1
            game = self._session.game
            seats = tuple(each if each.is_human else seat(found.text, game) for each in self._session.seats)
            self._session.new_game(seats)
            self.refresh()

    def watch(self) -> None:
        """Let two bots play each other, from the start."""
        game, seats = self._session.game, self._session.seats
        bots = [each.text for each in seats if not each.is_human] or [opponent(game)]
        self._commands.round += 1
        try:
            self._session.new_game(tuple(seat(bots[0], game) if each.is_human else each for each in seats))
        except PlygroundError as error:
            self._session.report(error.sentence)
            return
        self._session.resume()
        self.refresh()
