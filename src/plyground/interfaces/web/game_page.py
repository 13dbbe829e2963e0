"""The page of one game: puts its parts together and keeps them at the state of the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from nicegui import Client, app, ui

from plyground.arena.match import Match
from plyground.errors import MoveError, PlygroundError
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.interfaces.board import by_column, written
from plyground.interfaces.ending import nearing, ranking, stones
from plyground.interfaces.web import address
from plyground.interfaces.web.address import Seat
from plyground.interfaces.web.board_view import BoardView
from plyground.interfaces.web.cards import game_card
from plyground.interfaces.web.chooser import build_chooser
from plyground.interfaces.web.elements import button, enable, in_language, select, show, state, tag
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.explorer_panel import ExplorerPanel
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.hint import HintPanel
from plyground.interfaces.web.history import HistoryStrip
from plyground.interfaces.web.move_list import Listed, MoveList
from plyground.interfaces.web.seats import SeatForm
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.thoughts import ThoughtsPanel
from plyground.interfaces.web.tree import TreePanel
from plyground.interfaces.web.visitors import Keeper
from plyground.interfaces.web.why import WhyPanel
from plyground.interfaces.web.widget import Widget
from plyground.interfaces.web.workers import Share
from plyground.language import Number, Sentence, _, _n
from plyground.picture import extent
from plyground.position import Demand, Move
from plyground.spec import Spec, write

PACES = (("2", _("slow")), ("0.8", _("normal")), ("0.1", _("fast")))
"""Seconds between the moves of two bots."""

COURSE = 12
"""Last moves that are told in words."""

FAREWELL = 2
"""Seconds for which quitting waits for the page to say that it shows its goodbye."""


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
        self.table = Table(seats, match, thinkers, self.refresh)
        self.why = WhyPanel(self.table, students, self.refresh)
        self.explorer = Explorer(self.table, students, self.refresh)
        self.exploring = ExplorerPanel(self.explorer)
        self.history = HistoryStrip(self.table, self.explorer)
        self.thoughts = ThoughtsPanel(self.table)
        self.tree = TreePanel(self.table, students, self._tree_closed)
        self.hint = HintPanel(self.table, self.explorer, students, self.refresh)
        self.view = BoardView(self.table, self.explorer, self.why, self.hint)
        self.list = MoveList(self._choose)
        self.round = 0
        self.address = address.format(seats, match)

    def build(self, explores: bool = False) -> None:
        """Put the page together; ``explores`` says that it opens with the value of every move."""
        game = self.table.game
        self.page = self.frame.build(game.title, _("The board needs JavaScript: allow it for this page."))
        with self.page:
            self._build_header()
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

    def _build_header(self) -> None:
        with tag("div", classes="bar"):
            tag("h1", self.table.game.title)
            build_chooser(self.table.game)
            button(_("Quit"), self._quit, "quiet")

    def _build_board(self) -> None:
        picture = self.table.game.picture
        with tag("div", classes="status") as self.banner:
            with tag("div"):
                self.status = tag("p")
                self.detail = tag("p", classes="detail")
            with tag("div", classes="choices"):
                self.hurry = button(_("Move now"), self._hurry, "primary")
                self.stop = button(_("Stop"), self._stop)
                self.pass_on = button(_("Pass"), self._pass, "primary")
                self.adopt = button(_("Play from here"), self._adopt, "primary")
                self.back = button(_("Back to the game"), self._back)
                self.again = button(_("Yes"), self._new_game, "primary", aria_label=str(_("Yes, play again")))
        self.board: Widget | None = None
        self.said = tag("p", classes="aloud", role="status")
        if picture.width:
            with tag("div", classes="room"):
                self.board = Widget("board.js", self._board_state, self._on_board)
            self.board.classes("board").style("--across: {:.3g}; --down: {:.3g}".format(*extent(picture)))
        self.list.build()
        self.played = tag("p", classes="played")
        self.trouble = tag("p", classes="trouble", role="alert")
        with tag("div", classes="actions"):
            button(_("New game"), self._new_game)
            self.undo = button(_("Undo"), self._undo)
            self.redo = button(_("Redo"), self._redo)
            self.hints = button(_("Hint"), self._hint)
            self.asks = button(_("Why?"), self._toggle_why)
            self.explores = button(_("Explore"), self._toggle_explorer)
        self.history.build()
        with tag("div", classes="actions bots", role="group", aria_label=str(_("Bots"))) as self.bots:
            self.flow = button(_("Play"), self._resume_or_pause, "primary")
            self.step = button(_("Step"), self.table.step)
            select(_("Speed"), PACES, str(self.table.pace), self._set_pace, "inline")
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
        self._build_coordinates()
        self._build_file()

    def _build_file(self) -> None:
        """The game as a file, to take along and to open."""
        with tag("details", classes="file"):
            tag("summary", _("Save or open a game"))
            self.saved = tag("a", _("Save this game"), "button", download=True)
            with tag("form", method="post", action="/play/file", enctype="multipart/form-data"):
                with tag("label", classes="field"):
                    tag("span", _("A file that was saved here"))
                    tag("input", type="file", name_="file", accept=".json", required=True)
                tag("button", _("Open"), type="submit")

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

        words = (("letters", _("a1, from 1")), ("numbers", _("x, y, from 0")))
        select(_("Coordinates"), words, spec.options.get(known.name, str(known.default)), change, "inline")

    def _build_seat(self, side: int) -> None:
        def sit(taken: Seat) -> None:
            self.table.sit(side, taken)

        SeatForm(side, self.table.seats[side], self.table.game, sit)

    def refresh(self) -> None:
        """Show the present state of the table."""
        table = self.table
        over = table.match.outcome is not None
        self.why.follow()
        self.explorer.follow()
        self.hint.follow(open_=self._playable)
        look = self.explorer.look
        with self.client:
            show(self.status, self._status())
            show(self.detail, self._detail())
            self.hurry.set_visibility(table.thinking is not None and table.thinking.player.card.anytime)
            self.stop.set_visibility(table.thinking is not None)
            self.pass_on.set_visibility(self._must_pass and look is None)
            self.again.set_visibility(over and look is None)
            manner = "looking" if look else "over" if over else ""
            self.banner.classes(add=manner, remove=" ".join({"looking", "over"} - {manner}))
            for element in (self.adopt, self.back):
                element.set_visibility(look is not None)
            self.exploring.refresh()
            self.history.refresh()
            self.thoughts.refresh()
            self.hint.refresh()
            enable(self.hints, self._playable)
            show(self.trouble, table.trouble or "")
            if self.board:
                self.board.patch(self._board_state)
            else:
                show(self.said, self._announcement())
            self._refresh_list()
            show(self.played, self._course())
            enable(self.undo, look.ply > 0 if look else table.undo_to is not None)
            enable(self.redo, look.ply < len(look.moves) if look else table.redo_to is not None)
            state(self.asks, "aria-expanded", self.why.is_open)
            state(self.explores, "aria-expanded", self.explorer.is_open)
            self._refresh_bots()
            written = address.format(table.seats, table.match)
            if self.saved.props.get("href") != (file := written.replace("?", "/file?", 1)):
                self.saved.props["href"] = file
                self.saved.update()
            if written != self.address:
                self.address = written
                ui.navigate.history.replace(written)
                if table.match.moves:
                    self.keeper.page("play", table.game.title, written)

    def _refresh_bots(self) -> None:
        """Bots are led by hand where both sides are theirs, or where one was stopped."""
        table = self.table
        mover = table.mover
        waiting = mover is not None and not mover.is_human and not table.running
        self.bots.set_visibility(waiting or not any(taken.is_human for taken in table.seats))
        show(self.flow, _("Pause") if table.running and mover is not None else _("Play"))
        enable(self.flow, mover is not None and not mover.is_human)
        enable(self.step, mover is not None and not mover.is_human)

    def _status(self) -> Sentence:
        table = self.table
        match = self.explorer.shown
        sides = table.game.sides
        if match.outcome:
            if match.outcome.winner is None and len(set(match.outcome.utilities)) > 1:
                return _("Several share the first place: {reason}.", reason=match.outcome.reason)
            if match.outcome.winner is None:
                return _("A draw: {reason}.", reason=match.outcome.reason)
            return _("{side} wins: {reason}.", side=sides[match.outcome.winner], reason=match.outcome.reason)
        side = match.mover
        if self.explorer.look:
            return _("A look: {side} to move", side=side)
        if table.thinking:
            return _("{side} ({player}) is thinking", side=side, player=table.thinking.player.card.title)
        if table.mover_is_human and sum(taken.is_human for taken in table.seats) == 1:
            return _("Your move: you play {side}", side=side)
        return _("{side} to move", side=side)

    def _detail(self) -> Sentence | str:
        if self.explorer.look:
            return _("The game itself stays where it was.")
        thinking = self.table.thinking
        if thinking:
            seconds = Number(thinking.seconds, decimals=1)
            if thinking.doing:
                return thinking.doing
            if not thinking.visits:
                return _("waiting to begin, {seconds} s", seconds=seconds)
            return _n(
                "{count} position, {seconds} s", "{count} positions, {seconds} s", thinking.visits, seconds=seconds
            )
        match = self.table.match
        if match.outcome:
            if match.outcome.utilities:
                return _("{ranking}. Play again?", ranking=ranking(match.game, match.outcome))
            counted = stones(match.game, match.position)
            return _("{stones} Play again?", stones=counted) if counted else _("Play again?")
        if self._must_pass:
            return _("No cell can be taken: pass.")
        if match.fallen:
            return _("{chance}: {moves}", chance=match.game.chance, moves=", ".join(match.fallen))
        if match.ply and self._is_pass(match.positions[match.ply - 1]):
            return _("{side} had to pass.", side=match.game.mover(match.positions[match.ply - 1]))
        if match.ply and match.game.side(match.positions[match.ply - 1]) == match.side:
            return nearing(match) or _("{side} moves again.", side=match.mover)
        if match.moves:
            return nearing(match) or ""
        if self.table.mover_is_human:
            position, picture = match.position, match.game.picture
            if not any(picture.cells(position, move) for move in position.moves()):
                return _("Choose a move.")
            if match.game.picture.pieces:
                return _("Choose a piece, then where it goes.")
            return _("Choose a column.") if by_column(match.game.picture) else _("Choose a cell.")
        return "" if self.table.running else _("“Play” lets the bots begin.")

    @property
    def _board_state(self) -> dict[str, Any]:
        return self.view.state(self._announcement(), self.round, playable=self._playable)

    @property
    def _must_pass(self) -> bool:
        """Whether a person is to move who can only pass."""
        return self.table.mover_is_human and self._is_pass(self.table.match.position)

    def _is_pass(self, position: Any) -> bool:
        """Whether nothing can be done on the board in an unfinished position: a single move, which changes nothing there."""
        picture = self.table.game.picture
        if not picture.width or position.is_chance():
            return False
        first, *others = position.moves()
        if others or picture.cells(position, first):
            return False
        return picture.marks(position.play(first)) == picture.marks(position)

    def _refresh_list(self) -> None:
        """List the moves that have no place on the board, with what they are worth, the best first where that is known."""
        game, match = self.table.game, self.explorer.shown
        position, playable = match.position, self._playable and not self._must_pass
        moves = (
            [move for move in (self.view.worths or position.moves()) if not game.picture.cells(position, move)]
            if playable
            else []
        )
        listed = [Listed(move, game.notation.format_move(position, move), self.view.worth(move)) for move in moves]
        self.list.refresh("" if game.picture.width else written(game, position), listed, match.ply, playable=playable)

    @property
    def _playable(self) -> bool:
        """Whether a press means a move now."""
        look = self.explorer.look
        return look.outcome is None if look else self.table.mover_is_human

    def _choose(self, move: Move, ply: int) -> None:
        """Play a move of the list, unless it was listed for an earlier position."""
        if ply == self.explorer.shown.ply:
            if self.explorer.look:
                self.explorer.try_move(move)
            else:
                self.table.play(move)

    def _course(self) -> Sentence | str:
        """The last moves, where a look at the board does not tell what has happened: without one, with chance, with many players."""
        game, match = self.table.game, self.explorer.shown
        if game.picture.width and not game.demands & (Demand.CHANCE | Demand.PLAYERS):
            return ""
        moves = [f"{game.mover(position)} {word}" for position, word in zip(match.positions, match.words, strict=False)]
        if not moves:
            return ""
        more = ["…"] if len(moves) > COURSE else []
        return _("So far: {moves}", moves=" · ".join([*more, *moves[-COURSE:]]))

    def _pass(self) -> None:
        self.round += 1  # the pressed button goes away: the keyboard goes to the board
        self.table.play(next(iter(self.table.match.position.moves())))

    def _announcement(self) -> str:
        """What is said aloud: the last move and what is next, or a hint; but not how a thought goes on."""
        table, match = self.table, self.explorer.shown
        if self.hint.words:
            return str(self.hint.words)
        if table.thinking and not self.explorer.look:
            said = table.thinking.said
            heard = said and _("Depth {depth}: {worth}.", depth=said.depth, worth=said.worth)
            return " ".join(filter(None, map(str, (self._status(), heard or ""))))
        sentences = [self._status(), self._detail()]
        chosen = match.ply - len(match.fallen) - 1  # what fell after it is told in the details
        if chosen >= 0 and not self._is_pass(match.positions[chosen]):  # and so is a pass
            side = table.game.mover(match.positions[chosen])
            sentences.insert(0, _("{side} played {move}.", side=side, move=match.words[chosen]))
        return " ".join(filter(None, map(str, sentences)))

    def _on_board(self, message: dict[str, Any]) -> None:
        table = self.table
        if message.get("turn") == self.explorer.shown.ply:
            self._press(message.get("play"))
        commands = {
            "undo": self._undo,
            "redo": self._redo,
            "new": self._new_game,
            "hint": self._hint,
            "why": self._toggle_why,
            "explore": self._toggle_explorer,
            "hurry": table.hurry,
            "stop": table.stop,
        }
        command = commands.get(str(message.get("command")))
        if command:
            command()

    def _press(self, cells: object) -> None:
        """Play the move that these cells mean, or say why that cannot be; they come from a browser and may be anything."""
        table, picture = self.table, self.table.game.picture
        if not isinstance(cells, list) or len(cells) > 2:
            return
        known = [cell for cell in cells if type(cell) is int and 0 <= cell < picture.width * picture.height]
        try:
            if known and cells == [*known, None]:
                raise MoveError(_("That is off the board: the piece stays on {cell}.", cell=picture.word(known[0])))
            if cells == known:
                move = table.game.pressed(self.explorer.shown.position, known)
                if self.explorer.look:
                    self.explorer.try_move(move)
                else:
                    table.play(move)
        except PlygroundError as error:
            table.say(error.sentence)

    def _new_game(self) -> None:
        self.round += 1  # brings the keyboard to the board
        self.table.new_game()

    def _undo(self) -> None:
        (self.explorer if self.explorer.look else self.table).undo()

    def _redo(self) -> None:
        (self.explorer if self.explorer.look else self.table).redo()

    def _hint(self) -> None:
        if self._playable:
            self.hint.press()

    def _toggle_why(self) -> None:
        if self.explorer.is_open:
            self.explorer.toggle()  # the board shows one kind of values at a time
        self.why.toggle()

    def _toggle_explorer(self) -> None:
        if self.why.is_open:
            self.why.toggle()
        self.explorer.toggle()

    def _adopt(self) -> None:
        self.round += 1  # the pressed button goes away with the look: the keyboard goes to the board
        self.explorer.adopt()

    def _back(self) -> None:
        self.round += 1
        self.explorer.back()

    def _tree_closed(self) -> None:
        self.why.opener.run_method("focus")

    def _hurry(self) -> None:
        self.round += 1  # the pressed button goes away with the thought: the keyboard goes to the board
        self.table.hurry()

    def _stop(self) -> None:
        self.table.stop()
        self.flow.run_method("focus")  # the pressed button is gone

    def _resume_or_pause(self) -> None:
        if self.table.running:
            self.table.stop()
        else:
            self.table.resume()

    def _set_pace(self, seconds: str) -> None:
        if seconds in dict(PACES):
            self.table.pace = float(seconds)

    def _arrived(self, client: Client) -> None:
        if (
            Demand.CHANCE in self.table.game.demands
        ):  # what fell at the beginning is to fall again when the page is loaded anew
            ui.navigate.history.replace(self.address)
        self.table.start()
        if self.opens_exploring and not self.explorer.is_open:
            self._toggle_explorer()
        self.opens_exploring = False  # a browser that lost the connection arrives again

    def _gone(self) -> None:
        self.table.leave()
        self.why.leave()
        self.explorer.leave()
        self.hint.leave()
        self.tree.leave()

    async def _quit(self) -> None:
        """Say goodbye, and stop the server when it serves this page alone."""
        self._gone()
        others = any(other is not self.client and other.has_socket_connection for other in Client.instances.values())
        ends = self.local and not others
        self.page.clear()
        with self.page, tag("div", classes="notice", role="alert"):
            tag("h1", _("Goodbye"))
            if ends:
                tag("p", _("plyground has stopped. You may close this page."))
            else:
                tag("p", _("You may close this page; plyground goes on for its other visitors."))
        with self.client, suppress(TimeoutError):  # a page that is closed at once answers no more
            async with asyncio.timeout(FAREWELL):
                await ui.run_javascript(
                    "document.body.classList.add('goodbye'); setTimeout(() => window.socket.disconnect())"
                )
        if ends:
            app.shutdown()
        elif self.client.id in Client.instances:
            self.client.delete()  # who quits next shall not wait for the server to notice that this one has left
