"""The page of one game: puts its parts together and keeps them at the state of the table."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui import Client, ui

from plyground.arena.match import Match
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.interfaces.board import written
from plyground.interfaces.board_view import BoardView
from plyground.interfaces.web import address
from plyground.interfaces.web.address import Seat
from plyground.interfaces.web.bots import BotsBar
from plyground.interfaces.web.cards import game_card
from plyground.interfaces.web.chooser import build_chooser
from plyground.interfaces.web.commands import SHORTCUTS, Commands
from plyground.interfaces.web.elements import button, enable, in_language, select, show, state, tag
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.explorer_panel import ExplorerPanel
from plyground.interfaces.web.farewell import say_goodbye
from plyground.interfaces.web.findings import Findings
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.hint import HintPanel
from plyground.interfaces.web.history import History
from plyground.interfaces.web.luggage import Luggage
from plyground.interfaces.web.move_list import Listed, MoveList
from plyground.interfaces.web.narration import Narration
from plyground.interfaces.web.seats import SeatForm
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.thoughts import ThoughtsPanel
from plyground.interfaces.web.tree import TreePanel
from plyground.interfaces.web.visitors import Keeper
from plyground.interfaces.web.why import WhyPanel
from plyground.interfaces.web.widget import Widget
from plyground.interfaces.web.workers import Share
from plyground.language import Sentence, _
from plyground.picture import extent
from plyground.position import Demand
from plyground.spec import Spec, write


class GamePage:
    """One visitor's page; lives as long as the visitor's browser shows it."""

    def __init__(
        self,
        frame: Frame,
        seats: tuple[Seat, ...],
        match: Match,
        thinkers: Share,
        students: Share,
        keeper: Keeper,
        local: bool,
    ) -> None:
        self.client = ui.context.client
        self.frame = frame
        self.keeper = keeper
        self.local = local
        self.due: asyncio.Handle | None = None  # of the next refresh
        self.table = Table(seats, match, thinkers, self.changed, self.follow_thought)
        self.why = WhyPanel(self.table, students, self.changed)
        self.findings = Findings(self.table.game, students, self.changed)
        self.explorer = Explorer(self.table, self.findings, self.changed)
        self.exploring = ExplorerPanel(self.explorer)
        self.history = History(self.table, self.explorer)
        self.thoughts = ThoughtsPanel(self.table)
        self.tree = TreePanel(self.table, students, self._tree_closed)
        self.hint = HintPanel(self.table, self.explorer, students, self.changed)
        self.commands = Commands(self.table, self.explorer, self.why, self.hint)
        self.narration = Narration(self.table, self.explorer, self.hint)
        self.bots = BotsBar(self.table)
        self.list = MoveList(self.commands.choose)
        self.luggage = Luggage(self.table)
        self.address = address.format(seats, match)
        self.comments = match.comments[: match.ply]

    def build(self, explores: bool = False) -> None:
        """Put the page together; ``explores`` says that it opens with the value of every move."""
        game = self.table.game
        without = _("The board needs JavaScript: allow it for this page.")
        self.page = self.frame.build(game.title, without, "board.js" if game.picture.width else "")
        with self.page:
            with tag("div", classes="bar"):
                tag("h1", game.title)
                build_chooser(game)
                button(_("Quit"), self._quit, "quiet")
            with tag("div", classes="stage"):
                with tag("section", classes="panel play", aria_label=str(_("Board"))):
                    self._build_board()
                with tag("div", classes="side"):
                    self.thoughts.build()
                    self.exploring.build()
                    self.why.build(self.tree.open)
                    with tag("section", classes="panel seats", aria_label=str(_("Players"))):
                        for side in range(len(game.sides)):
                            self._build_seat(side)
            self.tree.build()
            game_card(game)
        self.client.on_connect(in_language(self._arrived))
        self.client.on_delete(self._gone)
        self.opens_exploring = explores
        self.refresh()

    def _build_board(self) -> None:
        picture = self.table.game.picture
        with tag("div", classes="status") as self.banner:
            with tag("div"):
                self.status = tag("p")
                self.detail = tag("p", classes="detail")
            with tag("div", classes="choices"):
                self.hurry = button(_("Move now"), self.commands.hurry, "primary")
                self.stop = button(_("Stop"), self.bots.stop)
                self.pass_on = button(_("Pass"), self.commands.pass_on, "primary")
                self.adopt = button(_("Play from here"), self.commands.adopt, "primary")
                self.back = button(_("Back to the game"), self.commands.back)
                self.again = button(_("Yes"), self.commands.new_game, "primary", aria_label=str(_("Yes, play again")))
        self.board: Widget | None = None
        self.said = tag("p", classes="aloud", role="status")
        if picture.width:
            with tag("div", classes="room"):
                self.board = Widget("board.js", self._board_state, self.commands.hear)
            self.board.classes("board").style("--across: {:.3g}; --down: {:.3g}".format(*extent(picture)))
        self.list.build()
        self.trouble = tag("p", classes="trouble", role="alert")
        with tag("div", classes="actions"):
            button(_("New game"), self.commands.new_game)
            self.undo = button(_("Undo"), self.commands.undo)
            self.redo = button(_("Redo"), self.commands.redo)
            self.hints = button(_("Hint"), self.commands.hint)
            self.asks = button(_("Why?"), self.commands.toggle_why)
            self.explores = button(_("Explore"), self.commands.toggle_explorer)
        if not picture.width:
            keys: Sentence | str = ""
        elif picture.pieces:
            keys = _(
                "Keys: arrows move, Enter picks a piece up and puts it down, Esc puts it back, U undo, R redo, N new game, H hint, W why, E explore, M move now"
            )
        else:
            keys = _(
                "Keys: arrows move, Enter plays, U undo, R redo, N new game, H hint, W why, E explore, M move now, Esc stop"
            )
        with tag("div", classes="foot"):
            tag("p", keys, "keys")
            self.hint.build()
        self.history.build()
        self.bots.build()
        self._build_coordinates()
        self.luggage.build()

    def _build_coordinates(self) -> None:
        """Where a game can call its cells in several ways, the choice of one; the game goes on from where it stands."""
        spec = Spec.parse(self.table.game.name)
        known = next((option for option in GAMES[spec.name].options if option.name == "coordinates"), None)
        if known is None:
            return

        def change(value: str) -> None:
            if value in known.choices:
                game = game_named(write(spec.name, {**spec.options, known.name: value}))
                match = self.table.match
                ui.navigate.to(address.format(self.table.seats, Match(game, match.moves, match.ply)))

        select(_("Coordinates"), known.worded, spec.options.get(known.name, str(known.default)), change, "inline")

    def _build_seat(self, side: int) -> None:
        def sit(taken: Seat) -> None:
            self.table.sit(side, taken)

        SeatForm(side, self.table.seats[side], self.table.game, sit)

    def changed(self) -> None:
        """Show the state of the table as soon as all that happens at once has happened."""
        if self.due is None:
            self.due = asyncio.get_running_loop().call_soon(self.refresh)

    def follow_thought(self) -> None:
        """Show how far a bot at work has come, ten times a second: only what changes with that."""
        said = self.narration.announcement()
        with self.client:
            show(self.detail, self.narration.detail())
            self.thoughts.refresh()
            if self.board:
                self.board.patch({"announce": said})
            else:
                show(self.said, said)

    def refresh(self) -> None:
        """Show the present state of the table."""
        self.due = None
        table = self.table
        over = table.match.outcome is not None
        self.why.follow()
        self.explorer.follow()
        self.hint.follow(open_=self.commands.playable)
        look = self.explorer.look
        with self.client:
            show(self.status, self.narration.status())
            show(self.detail, self.narration.detail())
            self.hurry.set_visibility(table.thinking is not None and table.thinking.player.card.anytime)
            self.stop.set_visibility(table.thinking is not None)
            self.pass_on.set_visibility(self.narration.must_pass and look is None)
            self.again.set_visibility(over and look is None)
            manner = "looking" if look else "over" if over else ""
            self.banner.classes(add=manner, remove=" ".join({"looking", "over"} - {manner}))
            for element in (self.adopt, self.back):
                element.set_visibility(look is not None)
            self.exploring.refresh()
            self.history.refresh()
            self.thoughts.refresh()
            self.hint.refresh()
            enable(self.hints, self.commands.playable)
            show(self.trouble, table.trouble or "")
            if self.board:
                self.board.patch(self._board_state)
            else:
                show(self.said, self.narration.announcement())
            self._refresh_list()
            enable(self.undo, look.ply > 0 if look else table.undo_to is not None)
            enable(self.redo, look.ply < len(look.moves) if look else table.redo_to is not None)
            state(self.asks, "aria-expanded", self.why.is_open)
            state(self.explores, "aria-expanded", self.explorer.is_open)
            self.bots.refresh()
            self._keep()

    def _keep(self) -> None:
        """Let the browser's address, the file to save and the store follow the game."""
        match = self.table.match
        written, comments = address.format(self.table.seats, match), match.comments[: match.ply]
        self.luggage.refresh(written)
        if written != self.address:
            ui.navigate.history.replace(written)
        if (written, comments) != (self.address, self.comments):
            self.address, self.comments = written, comments
            if match.moves:
                self.keeper.page("play", match.game.title, written, comments)

    @property
    def _board_state(self) -> dict[str, Any]:
        commands = self.commands
        said = self.narration.announcement()
        return self._view.state(said, commands.round, SHORTCUTS, playable=commands.playable, focus=True)

    @property
    def _view(self) -> BoardView:
        worths = self.explorer.worths if self.explorer.is_open else self.why.worths
        return BoardView(self.explorer.shown, worths, self.hint.area, self.hint.cells)

    def _refresh_list(self) -> None:
        """List the moves that have no place on the board, with what they are worth, the best first where that is known."""
        game, match = self.table.game, self.explorer.shown
        position, playable = match.position, self.commands.playable and not self.narration.must_pass
        view = self._view
        moves = view.unseen if playable else []
        listed = [Listed(move, game.notation.format_move(position, move), view.worth(move)) for move in moves]
        self.list.refresh("" if game.picture.width else written(game, position), listed, match.ply, playable=playable)

    def _tree_closed(self) -> None:
        self.why.opener.run_method("focus")

    def _arrived(self, client: Client) -> None:
        if Demand.CHANCE in self.table.game.demands:  # what fell first is to fall again when the page is loaded anew
            ui.navigate.history.replace(self.address)
        self.table.start()
        if self.opens_exploring and not self.explorer.is_open:
            self.commands.toggle_explorer()
        self.opens_exploring = False  # a browser that lost the connection arrives again

    def _gone(self) -> None:
        self.table.leave()
        self.why.leave()
        self.findings.leave()
        self.hint.leave()
        self.tree.leave()
        if self.due:
            self.due.cancel()

    async def _quit(self) -> None:
        self._gone()
        await say_goodbye(self.client, self.page, local=self.local)
