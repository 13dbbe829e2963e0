"""The page of one game: the arrangement of its parts, which are drawn from one view after each change."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from plyground.core.position import Demand
from plyground.errors import FileError
from plyground.i18n import _
from plyground.presentation.coach_card import CoachCard
from plyground.presentation.game_session import GameSession
from plyground.web.components.board_styles import shape_url
from plyground.web.components.elements import bring_into_view, in_language, tag
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.page_client import Client, current_client
from plyground.web.pages.game.coach import CoachPanel
from plyground.web.pages.game.device import Device
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.import_export import ImportExport
from plyground.web.pages.game.parts.board_part import BoardPart
from plyground.web.pages.game.parts.control_row import ControlRow
from plyground.web.pages.game.parts.ending import Ending
from plyground.web.pages.game.parts.game_panel import GamePanel
from plyground.web.pages.game.parts.game_record import GameRecord
from plyground.web.pages.game.parts.player_bars import PlayerBars
from plyground.web.pages.game.parts.status_panel import StatusPanel
from plyground.web.pages.game.parts.thinking_panel import ThinkingPanel
from plyground.web.pages.game.seats_panel import SeatsPanel
from plyground.web.work_keeper import WorkKeeper
from plyground.web.workers.pool import VisitorWorkers


class GamePage:
    """One visitor's page. It exists as long as the visitor's browser shows it."""

    def __init__(
        self,
        frame: PageLayout,
        session: GameSession,
        thinkers: VisitorWorkers,
        students: VisitorWorkers,
        compiler: VisitorWorkers,
        keeper: WorkKeeper,
        device: Device | None = None,
    ) -> None:
        self.client, self.frame = current_client(), frame
        self.due: asyncio.Handle | None = None  # handle of the next refresh
        model = self.model = GameModel(session, thinkers, students, compiler, keeper, self.changed, device)
        self.device = device
        self.players = PlayerBars(model)
        self.board = BoardPart(model, model.view())
        self.seats = SeatsPanel(model.session, model.commands)
        transfer = ImportExport(model.session)
        self.record = GameRecord(model, transfer)
        self.controls = ControlRow(model, self.seats, transfer)
        self.status = StatusPanel(model)
        self.card = CoachPanel(self._show_line, self._try_again)
        self.ending = Ending(model, self.seats, frame.preferences)
        self.panel = GamePanel(model)
        self.thoughts = ThinkingPanel()
        self.parts = (
            self.status, self.ending, self.players, self.card, self.panel, self.thoughts, self.board, self.controls,
            self.record,
        )  # fmt: skip

    def build(self, press: str = "") -> None:
        """Build the page. ``press`` is the name of a command that is given there at once: why or explore."""
        game = self.model.session.game
        without, width = _("The board needs JavaScript: allow it for this page."), game.picture.width
        shape = shape_url(game.picture, len(game.sides)) if width else ""
        self.page = self.frame.build(game.title, without, "board.js" if width else "", "game.css", shape=shape)
        with self.page, tag("div", classes="stage"):
            with tag("div", classes="table"):
                with tag("section", classes="play", aria_label=str(_("Board"))):
                    self.players.build()
                    self.board.build()
                self.controls.build()
                self.status.build_pace()
            with tag("div", classes="side"):
                self.status.build()
                if width:
                    self.board.list.build()
                self.status.build_trouble()
                self.card.build()
                self.ending.build()
                self.panel.build()
                self.thoughts.build()
            if self.device:
                self.device.build()
        self.players.link(self.seats.build())
        self.client.on_connect(in_language(self._arrived))
        self.client.on_delete(self._gone)
        self.first_press = press
        self._refresh()

    def changed(self) -> None:
        """Refresh the page soon; several changes are shown together."""
        if self.due is None:
            self.due = asyncio.get_running_loop().call_soon(self.refresh)

    def refresh(self) -> None:
        """Show the present state. Reload the page if a user's rules fail, so that it shows the error."""
        self.due = None
        try:
            self._refresh()
        except FileError:
            self.client.call("reload")

    def _refresh(self) -> None:
        view = self.model.view()
        with self.client:
            for part in self.parts:
                part.show(view)

    def _show_line(self, card: CoachCard | None) -> None:
        """Show the line of a card on the board, or take it off."""
        self.model.coach.press_show(card)
        if self.board.board and self.model.coach.demonstration:
            bring_into_view(self.board.bar.bar)  # as high as the board

    def _try_again(self, ply: int) -> None:
        """Go back to a ply of the game, to try its move again on a board in full sight."""
        self.model.commands.try_again(ply)
        if self.board.board:
            bring_into_view(self.board.board)

    def _arrived(self, client: Client) -> None:
        if Demand.CHANCE in self.model.session.game.demands:  # a page that is loaded anew must show the same roll
            self.client.call("replaceUrl", self.record.address)
        self.model.start()
        if self.first_press:
            self.model.commands.handle_board_message({"command": self.first_press})
        self.first_press = ""  # do not press it again after a lost connection

    def _gone(self) -> None:
        with suppress(FileError):  # the page has reported the error
            self.model.leave()
        self.panel.leave()
        if self.due:
            self.due.cancel()
