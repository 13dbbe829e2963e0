"""The page of one game: its parts, and their updates after changes of the session."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import FileError
from plyground.games.remote.remote_rules import rules_of
from plyground.i18n import Sentence, _
from plyground.presentation.board_state import SHORTCUTS, BoardState, BoardView
from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.friend_game import can_be_shared
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.player_view import seen_position, viewer
from plyground.web.components.board_styles import board_shape
from plyground.web.components.cards import game_card
from plyground.web.components.elements import button, in_language, show, tag
from plyground.web.components.move_list import Listed, MoveList, moves_to_list, position_html
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.widget import Widget
from plyground.web.connected.page_client import Client, current_client
from plyground.web.pages.game.background_analysis import PositionAnalysis
from plyground.web.pages.game.bot_controls import BotControls
from plyground.web.pages.game.commands import Commands
from plyground.web.pages.game.control_row import ControlRow
from plyground.web.pages.game.ending import DeadStones, Ending
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.explorer_panel import ExplorerPanel
from plyground.web.pages.game.game_panel import MOVES, GamePanel
from plyground.web.pages.game.game_picker import build_game_picker
from plyground.web.pages.game.game_status import GameStatus
from plyground.web.pages.game.hint_panel import HintPanel
from plyground.web.pages.game.history_panel import HistoryPanel
from plyground.web.pages.game.import_export import ImportExport
from plyground.web.pages.game.mistakes import Mistakes
from plyground.web.pages.game.player_bars import PlayerBars
from plyground.web.pages.game.preparation import Preparation
from plyground.web.pages.game.process_runner import ProcessRunner
from plyground.web.pages.game.read_ahead import read_press_ahead
from plyground.web.pages.game.seats_panel import SeatsPanel
from plyground.web.pages.game.thinking_panel import ThinkingPanel
from plyground.web.pages.game.tree_panel import TreePanel
from plyground.web.pages.game.why_panel import WhyPanel
from plyground.web.urls import game_url as address
from plyground.web.urls.game_url import UNSOLVED
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
        self.analysis = PositionAnalysis(self.session.game, students, self.changed, self.preparation)
        self.why = WhyPanel(self.session, self.analysis, students, self.preparation, self.changed)
        self.explorer = Explorer(self.session, self.analysis, self.changed)
        self.exploring = ExplorerPanel(self.explorer)
        self.history = HistoryPanel(self.session, self.explorer)
        self.thoughts = ThinkingPanel(self.session)
        self.tree = TreePanel(self.session, students, self.preparation)
        self.hint = HintPanel(self.session, self.explorer, students, self.preparation, self.changed)
        self.transfer = ImportExport(self.session)
        self.panel = GamePanel(
            self.explorer, self.history, self.transfer, self.why, self.exploring, self.tree, self.changed
        )
        self.mistakes = Mistakes(self.session, self.explorer, self.changed)
        self.commands = Commands(self.session, self.driver, self.explorer, self.panel, self.hint, self.mistakes)
        self.players = PlayerBars(self.session, self.explorer)
        self.seats = SeatsPanel(self.session, self.commands)
        self.controls = ControlRow(self.session, self.explorer, self.commands, self.panel, self.seats, self.bots)
        self.dead_stones = DeadStones(self.session, students, self.changed)
        self.ending = Ending(self.session, self.explorer, self.dead_stones)
        self.texts = GameStatus(self.session, self.explorer, self.hint, self.mistakes)
        self.list = MoveList(self.commands.choose)
        self.address = address.format(seats, match, resigned)
        self.comments = match.comments[: match.ply]
        self.kept_number = self.session.number
        self.is_kept_over = self.session.is_over
        keeper.on_change = self.changed

    def build(self, tab: str = "") -> None:
        """Build the page; with the name of a tab, its panel opens there."""
        game = self.session.game
        without = _("The board needs JavaScript: allow it for this page.")
        self.page = self.frame.build(game.title, without, "board.js" if game.picture.width else "", "game.css")
        with self.page:
            with tag("div", classes="stage") as stage:
                with tag("div", classes="bar"):
                    tag("h1", game.title)
                    self._build_ways(game)
                with tag("div", classes="table"):
                    with tag("section", classes="play", aria_label=str(_("Board"))):
                        self._build_board()
                    self.controls.build(self._flip)
                self._build_status()
                self._build_messages()
                with tag("div", classes="side"):
                    self.ending.build(self._build_ending)
                    self.panel.build(game.demands)
                    self.seats.build()
                    self.thoughts.build()
            if game.picture.width:
                stage.style(board_shape(game.picture))
            game_card(game)
        self.client.on_connect(in_language(self._arrived))
        self.client.on_delete(self._gone)
        self.first_tab = tab
        self._refresh()

    def _build_ways(self, game: Game) -> None:
        """Build the links to other games and to other ways to play this one."""
        with tag("div", classes="ways"):
            build_game_picker(game)
            if can_be_shared(game):
                tag("a", _("Play a friend"), "button quiet", href=f"/friend?game={quote(game.name, safe=':=,')}")
            self.sets_up = tag("a", _("Set up"), "button quiet sets-up", title=str(_("Set up a position")))
            self.sets_up.set_visibility(game.facts.observable)

    def _build_board(self) -> None:
        self.players.build()
        self.board: Widget | None = None
        self.said = tag("p", classes="aloud", role="status")
        if self.session.game.picture.width:
            with tag("div", classes="room"):
                self.board = Widget("board.js", self._board_state, self._handle_board_message).classes("board")
        self.list.build()

    def _flip(self) -> None:
        """Show the board from the other side."""
        self.players.is_flipped = not self.players.is_flipped
        self.changed()

    def _build_status(self) -> None:
        with tag("div", classes="status") as self.banner:
            with tag("div"):
                self.status = tag("p")
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
        picture = self.session.game.picture
        keys: Sentence | str = ""
        if picture.width and picture.pieces:
            keys = _(
                "Keys: arrows move, Enter picks a piece up and puts it down, Esc puts it back, U undo, R redo, N new game, H hint, W why, E explore, M move now"
            )
        elif picture.width:
            keys = _(
                "Keys: arrows move, Enter plays, U undo, R redo, N new game, H hint, W why, E explore, M move now, Esc stop"
            )
        with tag("div", classes="foot"):
            self.keys = tag("p", keys, "keys")
            self.hint.build()
            self.trouble = tag("p", classes="trouble", role="alert")  # a place of its own, so that no button moves

    def _build_ending(self) -> None:
        self.review = button(_("Review"), self._review)
        button(_("Rematch"), self.commands.new_game, "primary")
        self.eases = button(_("Easier"), self.seats.play_easier)
        self.turned = button(_("Switch sides"), self.seats.switch_sides)
        self.dead_stones.build_button()
        self.learns = button(_("Learn from mistakes"), self.commands.learn)

    def _review(self) -> None:
        """Show the moves with the value that each lost."""
        self.panel.turn_to(MOVES)
        if not self.explorer.analyses:
            self.explorer.toggle_analysis()

    def _follow_session(self) -> None:
        if self.session.match.ply:
            self.preparation.begin_studies()
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
        self.why.follow()
        self.explorer.follow()
        self.tree.follow()
        self.hint.follow(open_=self.commands.playable)
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
            self.review.set_visibility(not self.explorer.analyses and not session.game.demands & UNSOLVED)
            self.turned.set_visibility(self.seats.can_switch)
            self.eases.set_visibility(over and self.seats.easier_bot() is not None)
            self.ending.refresh()
            self.players.refresh()
            manner = "looking" if look else "over" if over else ""
            self.banner.classes(add=manner, remove=" ".join({"looking", "over"} - {manner}))
            asks = self.mistakes.is_on
            self.adopt.set_visibility(look is not None and not asks)
            self.back.set_visibility(look is not None)
            self.answer.set_visibility(asks and not self.mistakes.is_right)
            self.next_mistake.set_visibility(self.mistakes.has_more)
            self.learns.set_visibility(over and bool(self.mistakes.found()))
            self.exploring.refresh()
            self.history.refresh()
            self.thoughts.refresh()
            self.hint.refresh()
            trouble = session.trouble or self.keeper.trouble
            show(self.trouble, trouble or "")
            self.hint.line.set_visibility(trouble is None)
            self.keys.set_visibility(trouble is None)
            if self.board:
                self.board.patch(self._board_state)
            else:
                show(self.said, self.texts.announcement())
            self._refresh_list()
            self.controls.refresh()
            self.bots.refresh()
            self._keep()

    def _keep(self) -> None:
        """Update the browser's URL, the file to save and the store."""
        session, match = self.session, self.session.match
        written, comments = address.format(session.seats, match, session.resigned), match.comments[: match.ply]
        self.transfer.refresh(written)
        self._link_setup(match)
        if written != self.address:
            self.client.call("replaceUrl", written)
        if (written, comments) != (self.address, self.comments):
            self.address, self.comments = written, comments
            number = session.number
            if number == self.kept_number and self.is_kept_over:  # a finished game stays in My work
                self.keeper.begin_page(number)
            self.kept_number, self.is_kept_over = number, session.is_over
            if match.moves:
                self.keeper.page("play", match.game.title, written, comments, number)

    def _link_setup(self, match: Match) -> None:
        """Let the links to the editor begin with the position on the board."""
        moves = f"?moves={quote(match.format())}" if match.ply else ""
        url = f"/setup/{quote(match.game.name, safe=':=,')}{moves}"
        for link in (self.sets_up, self.transfer.sets_up):
            link.props["href"] = url

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
        worths = self.explorer.worths if self.explorer.is_open else self.why.worths
        return BoardView(self.explorer.shown, worths, self.hint.area, self.hint.cells)

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
        if self.first_tab:
            self.panel.open(self.first_tab)
        self.first_tab = ""  # do not open it again after a lost connection

    def _gone(self) -> None:
        with suppress(FileError):  # the page has reported the error
            self.session.stop()
        self.why.leave()
        self.analysis.leave()
        self.hint.leave()
        self.dead_stones.leave()
        self.tree.leave()
        self.keeper.close()
        if self.due:
            self.due.cancel()
