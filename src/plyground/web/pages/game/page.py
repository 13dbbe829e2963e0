"""The page of one game: its parts, and their updates after changes of the session."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from plyground.arena.match import Match
from plyground.core.position import Demand
from plyground.errors import FileError
from plyground.games.remote.remote_rules import rules_of
from plyground.i18n import _
from plyground.presentation.boards.board_state import SHORTCUTS, BoardState, BoardView
from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.coach_card import CoachCard
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.game_view import GameView, game_view
from plyground.presentation.opponents import level_of
from plyground.presentation.player_view import seen_position, viewer
from plyground.web.components.board_styles import shape_url
from plyground.web.components.elements import bring_into_view, button, in_language, show, tag
from plyground.web.components.move_list import Listed, MoveList, moves_to_list, position_html
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.widget import Widget
from plyground.web.connected.page_client import Client, current_client
from plyground.web.pages.game.bot_controls import BotControls
from plyground.web.pages.game.coach import Coach, CoachPanel
from plyground.web.pages.game.commands import Commands
from plyground.web.pages.game.control_row import ControlRow
from plyground.web.pages.game.ending import DeadStones, Ending
from plyground.web.pages.game.evaluation_bar import EvaluationBar
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.game_panel import GamePanel
from plyground.web.pages.game.game_status import GameStatus
from plyground.web.pages.game.hints import Hints
from plyground.web.pages.game.history_panel import HistoryPanel
from plyground.web.pages.game.import_export import ImportExport
from plyground.web.pages.game.judged_game import JudgedGame
from plyground.web.pages.game.mistakes import Mistakes
from plyground.web.pages.game.player_bars import PlayerBars
from plyground.web.pages.game.preparation import Preparation
from plyground.web.pages.game.process_runner import ProcessRunner
from plyground.web.pages.game.read_ahead import read_press_ahead
from plyground.web.pages.game.seats_panel import SeatsPanel
from plyground.web.pages.game.thinking_panel import ThinkingPanel
from plyground.web.pages.game.tree_panel import TreePanel
from plyground.web.pages.game.values_panel import ValuesPanel
from plyground.web.urls import game_url as address
from plyground.web.work_keeper import WorkKeeper
from plyground.web.workers.pool import VisitorWorkers


class GamePage:
    """One visitor's page. It exists as long as the visitor's browser shows it."""

    def __init__(
        self,
        frame: PageLayout,
        seats: tuple[Seat, ...],
        match: Match,
        resigned: int | None,
        thinkers: VisitorWorkers,
        students: VisitorWorkers,
        compiler: VisitorWorkers,
        keeper: WorkKeeper,
    ) -> None:
        self.client = current_client()
        self.frame = frame
        self.keeper = keeper
        self.due: asyncio.Handle | None = None  # handle of the next refresh
        self.session = GameSession(seats, match, chance_waits=True)
        self.session.resigned = resigned
        self.bots = BotControls(self.session)
        self.preparation = Preparation(match.game, compiler, self.changed)
        runner = ProcessRunner(thinkers, self.preparation, self.follow_thought)
        self.driver = BotDriver(self.session, runner, rest=self.bots.rest)
        self.session.on_change = self._follow_session
        self.judged = JudgedGame(self.session.game, students, self.changed, self.preparation)
        self.explorer = Explorer(self.session, self.changed)
        self.hints = Hints(self.explorer, self.judged, self.changed)
        self.coach = Coach(self.session, self.explorer, self.judged, self.hints, self.changed)
        self.values = ValuesPanel(self.explorer, students)
        self.history = HistoryPanel(self.session, self.explorer, self.coach)
        self.thoughts = ThinkingPanel(self.session)
        self.tree = TreePanel(self.session, students, self.preparation)
        self.transfer = ImportExport(self.session)
        self.panel = GamePanel(self.coach, self.history, self.values, self.tree, self.changed)
        self.mistakes = Mistakes(self.session, self.explorer, self.judged, self.changed)
        self.commands = Commands(
            self.session, self.driver, self.explorer, self.panel, self.coach, self.hints, self.mistakes
        )
        self.card = CoachPanel(self._show_line, self.commands.try_again)
        self.bar = EvaluationBar()
        self.players = PlayerBars(self.session, self.explorer)
        self.seats = SeatsPanel(self.session, self.commands)
        self.controls = ControlRow(self.session, self.explorer, self.commands, self.coach, self.seats, self.transfer)
        self.dead_stones = DeadStones(self.session, students, self.changed)
        self.ending = Ending(self.session, self.dead_stones)
        self.texts = GameStatus(self.session, self.explorer, self.coach, self.mistakes)
        self.list = MoveList(self.commands.choose)
        self.address = address.format(seats, match, resigned)
        self.comments = match.comments[: match.ply]
        self.view = self._viewed()
        self.kept_number = self.session.number
        self.is_kept_over = self.session.is_over
        keeper.on_change = self.changed

    def build(self, press: str = "") -> None:
        """Build the page. ``press`` is the name of a command that is given there at once: why or explore."""
        game = self.session.game
        without = _("The board needs JavaScript: allow it for this page.")
        widget, shape = ("board.js", shape_url(game.picture, len(game.sides))) if game.picture.width else ("", "")
        self.page = self.frame.build(game.title, without, widget, "game.css", shape=shape)
        with self.page, tag("div", classes="stage"):
            with tag("div", classes="table"):
                with tag("section", classes="play", aria_label=str(_("Board"))):
                    self._build_board()
                self.controls.build(self._flip)
                self.bots.build_pace()
            with tag("div", classes="side"):
                self._build_status()
                if game.picture.width:
                    self.list.build()
                self._build_messages()
                self.card.build()
                self.ending.build(self._build_ending)
                self.panel.build()
                self.thoughts.build()
        self.players.link(self.seats.build())
        self.client.on_connect(in_language(self._arrived))
        self.client.on_delete(self._gone)
        self.first_press = press
        self._refresh()

    def _build_board(self) -> None:
        self.players.build()
        self.board: Widget | None = None
        self.said = tag("p", classes="aloud", role="status")
        if self.session.game.picture.width:
            with tag("div", classes="room"):
                self.bar.build()
                self.board = Widget("board.js", self._board_state, self._handle_board_message).classes("board")
        else:
            self.list.build()

    def _flip(self) -> None:
        """Show the board from the other side."""
        self.players.is_flipped = not self.players.is_flipped
        self.changed()

    def _show_line(self, card: CoachCard | None) -> None:
        """Show the line of a card on the board, or take it off."""
        self.coach.press_show(card)
        if self.board and self.coach.demonstration:
            bring_into_view(self.bar.bar)  # as high as the board

    def _build_status(self) -> None:
        with tag("div", classes="status") as self.banner:
            with tag("div"):
                tag("h1", self.session.game.title)
                self.status = tag("p", classes="said")
                self.detail = tag("p", classes="detail")
            with tag("div", classes="choices"):
                self.begin = button(_("Begin"), self.commands.begin, "primary")
                self.hurry = button(_("Move now"), self.commands.hurry, "primary")
                self.stop = button(_("Stop"), self.bots.stop)
                self.bots.build()
                self.pass_on = button(_("Pass"), self.commands.pass_on, "primary")
                self.next_mistake = button(_("Next mistake"), self.commands.next_mistake, "primary")
                self.answer = button(_("Show the answer"), self.mistakes.tell)
                self.adopt = button(_("Play from here"), self.commands.adopt, "primary")
                self.back = button(_("Back to the game"), self.commands.back)

    def _build_messages(self) -> None:
        with tag("div", classes="foot"):
            self.trouble = tag("p", classes="trouble", role="alert")

    def _build_ending(self) -> None:
        button(_("Rematch"), self.commands.new_game, "primary")
        self.fits = button("", self.seats.play_next)
        self.turned = button(_("Switch sides"), self.seats.switch_sides)
        self.dead_stones.build_button()
        self.learns = button(_("Learn from mistakes"), self.commands.learn)

    def _follow_session(self) -> None:
        if self.session.match.ply:
            self.preparation.begin_judge()
        self.preparation.begin(self.session.seats)
        self.driver.drive()
        self.changed()

    def changed(self) -> None:
        """Refresh the page soon; several changes are shown together."""
        if self.due is None:
            self.due = asyncio.get_running_loop().call_soon(self.refresh)

    def follow_thought(self) -> None:
        """Show the progress of a thinking bot, ten times a second. Only the parts that depend on it are refreshed."""
        said = self.texts.announcement()
        with self.client:
            show(self.detail, self.texts.detail())
            self.thoughts.refresh()
            if self.board:
                self.board.patch({"announce": said})
            else:
                show(self.said, said)

    def refresh(self) -> None:
        """Show the current state of the session. Reload the page if a user's rules fail, so that it shows the error."""
        self.due = None
        try:
            self._refresh()
        except FileError:
            self.client.call("reload")

    def _refresh(self) -> None:
        session = self.session
        over = session.is_over
        self.explorer.follow()
        self.tree.follow()
        self.hints.follow(open_=self.commands.playable)
        self.coach.follow()
        self.mistakes.follow()
        asked = self.mistakes.question
        self.judged.want([*([asked] if asked else []), *self.coach.questions()])
        view = self.view = self._viewed()
        look = self.explorer.look
        self.dead_stones.follow(shows_end=over and look is None)
        with self.client:
            show(self.status, self.texts.status())
            show(self.detail, self.texts.detail())
            can = session.commands()
            self.begin.set_visibility(can["begin"] and not session.only_bots)
            self.hurry.set_visibility(can["hurry"])
            self.stop.set_visibility(can["stop"] and not session.only_bots)
            self.pass_on.set_visibility(self.texts.must_pass and look is None)
            self.turned.set_visibility(self.seats.can_switch)
            self.ending.refresh()
            self._offer_next_opponent()
            self.players.refresh()
            manner = "looking" if look else "over" if over else ""
            self.banner.classes(add=manner, remove=" ".join({"looking", "over"} - {manner}))
            asks = self.mistakes.is_on
            self.adopt.set_visibility(look is not None and not asks and view.demonstration is None)
            self.back.set_visibility(look is not None)
            self.answer.set_visibility(asks and not self.mistakes.is_right)
            self.next_mistake.set_visibility(self.mistakes.has_more)
            self.learns.set_visibility(over and bool(self.mistakes.found()))
            self.card.refresh(view)
            self.panel.refresh(view)
            self.thoughts.refresh()
            trouble = session.trouble or self.keeper.trouble
            show(self.trouble, trouble or "")
            if self.board:
                self.board.patch(self._board_state)
                self.bar.refresh(view, self.players.near)
            else:
                show(self.said, self.texts.announcement())
            self._refresh_list()
            self.controls.refresh()
            self.bots.refresh()
            self._keep()

    def _offer_next_opponent(self) -> None:
        """Offer the level that fits after the game, unless it is the present one, and let the browser remember it."""
        found = self.seats.next_opponent()
        self.fits.set_visibility(found is not None and all(found.text != each.text for each in self.session.seats))
        if found is None:
            return
        person = next(side for side, each in enumerate(self.session.seats) if each.is_human)
        present = level_of(self.session.game, self.session.seats[1 - person].text)
        is_harder = present is not None and present.number < found.number
        words = _("Harder: {level}", level=found.title) if is_harder else _("Easier: {level}", level=found.title)
        show(self.fits, words)
        if self.ending.has_ended_here:
            self.ending.remember(self.frame.preferences.with_level(self.session.game.name, found.number))

    def _keep(self) -> None:
        """Update the browser's URL, the file to save and the store."""
        session, match = self.session, self.session.match
        written, comments = address.format(session.seats, match, session.resigned), match.comments[: match.ply]
        self.transfer.refresh(written)
        self._link_setup(match)
        if written != self.address:
            self.client.call("replaceUrl", written)
        if (written, comments) != (self.address, self.comments):
            earlier, self.address, self.comments = self.address, written, comments
            number, goes_on = session.number, session.number == self.kept_number
            if goes_on and self.is_kept_over:  # a finished game stays in My work
                self.keeper.begin_page(number)
                goes_on = False
            self.kept_number, self.is_kept_over = number, session.is_over
            if match.moves:
                self.keeper.page("play", match.game.title, written, comments, number, earlier if goes_on else "")

    def _link_setup(self, match: Match) -> None:
        """Let the link to the editor begin with the position on the board."""
        moves = f"?moves={quote(match.format())}" if match.ply else ""
        url = f"/setup/{quote(match.game.name, safe=':=,')}{moves}"
        self.controls.sets_up.props["href"] = url

    @property
    def _board_state(self) -> BoardState:
        commands = self.commands
        said = self.texts.announcement()
        board = self._view.state(
            said,
            commands.round,
            SHORTCUTS,
            playable=commands.playable,
            focus=True,
            turned=self.players.is_turned,
            ahead=self._ahead,
        )
        self.dead_stones.mark(board)
        return board

    @property
    def _ahead(self) -> str:
        """The mark of the only person if it is a bot's turn; else an empty text. The board uses the mark for moves made
        in advance.
        """
        session = self.session
        if not session.thinking or session.people != 1 or self.explorer.look:
            return ""
        return next(side for side, seat in zip(session.game.sides, session.seats, strict=True) if seat.is_human)

    @property
    def _view(self) -> BoardView:
        view, line = self.view, self.view.demonstration
        ghosts, dotted = (line.ghosts, line.line) if line else ((), ())
        return BoardView(view.shown, view.worths, view.hint.area, view.hint.cells, view.annotation, ghosts, dotted)

    def _viewed(self) -> GameView:
        """Return the view of the present state."""
        coach, shown = self.coach, self.explorer.shown
        findings = self.judged.findings(self.session.match, shown, reviews=coach.reviews)
        return game_view(
            self.session,
            shown,
            playable=self.commands.playable,
            status=self.texts.status(),
            detail=self.texts.detail(),
            trouble=self.session.trouble or self.keeper.trouble,
            findings=findings,
            hint=self.hints.hint(),
            card=None if self.mistakes.is_on else coach.card(findings),
            demonstration=coach.demonstration,
            shows_values=coach.shows_values,
            shows_bar=coach.shows_bar or coach.reviews,
        )

    def _handle_board_message(self, message: dict[str, Any]) -> Awaitable[None] | None:
        """Pass a message of the board to the commands: at once, unless the rules run in another process."""
        match = self.explorer.shown
        if self.dead_stones.handle_press(message):
            return None
        if rules_of(match.position) is None:
            self.commands.handle_board_message(message)
            return None
        return self._handle_board_message_later(match, message)

    async def _handle_board_message_later(self, match: Match, message: dict[str, Any]) -> None:
        await read_press_ahead(match, message.get("play"))
        with self.client:
            in_language(self.commands.handle_board_message)(message)

    def _refresh_list(self) -> None:
        """List the moves that cannot be pressed on the board. If their values are known, the best comes first."""
        game, match = self.session.game, self.explorer.shown
        position, playable = match.position, self.commands.playable and not self.texts.must_pass
        view = self._view
        moves = moves_to_list(view, playable=playable)
        listed = [Listed(move, game.notation.format_move(position, move), view.worth(move)) for move in moves]
        seen = seen_position(match, viewer(self.session))
        self.list.refresh("" if game.picture.width else position_html(game, seen), listed, match.ply, playable=playable)

    def _arrived(self, client: Client) -> None:
        if Demand.CHANCE in self.session.game.demands:  # a page that is loaded anew must show the same roll
            self.client.call("replaceUrl", self.address)
        self.preparation.begin(self.session.seats)
        self.driver.drive()
        if self.first_press:
            self.commands.handle_board_message({"command": self.first_press})
        self.first_press = ""  # do not press it again after a lost connection

    def _gone(self) -> None:
        with suppress(FileError):  # the page has reported the error
            self.session.stop()
        self.judged.leave()
        self.values.leave()
        self.dead_stones.leave()
        self.tree.leave()
        self.keeper.close()
        if self.due:
            self.due.cancel()
