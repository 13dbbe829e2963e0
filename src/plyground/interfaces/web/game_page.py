"""The page of one game: builds its parts and keeps them at the state of the table."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from plyground.arena.match import Match
from plyground.errors import PlygroundError
from plyground.game import FIRST, SECOND
from plyground.interfaces.web import address
from plyground.interfaces.web.address import Seat, seat
from plyground.interfaces.web.elements import button, enable, in_language, select, show, tag
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.widget import BASE, Widget
from plyground.interfaces.web.workers import Workers
from plyground.language import Number, Sentence, _, language
from plyground.players import PLAYERS


class GamePage:
    """One visitor's page; lives as long as the visitor's browser shows it."""

    def __init__(
        self, seats: tuple[Seat, ...], match: Match, thinkers: Workers, students: Workers, local: bool
    ) -> None:
        self.client = ui.context.client
        self.table = Table(seats, match, thinkers, self.refresh)
        self.students = students
        self.local = local
        self.round = 0
        self.address = address.format(seats, match)

    def build(self) -> None:
        """Put the page together."""
        game = self.table.game
        ui.page_title(f"{game.title} – plyground")
        ui.add_head_html(f'<link rel="stylesheet" href="{BASE}/page.css">')
        ui.add_head_html(f'<script>document.documentElement.lang = "{language().replace("_", "-")}"</script>')
        self.client.content.classes(remove="nicegui-content")
        with tag("div", classes="page"):
            with tag("header", classes="bar"):
                tag("a", "plyground", "brand", href="/")
                tag("h1", game.title)
            with tag("div", classes="stage"):
                with tag("section", classes="panel play", aria_label=str(_("Board"))):
                    self._build_board()
                with tag("div", classes="side"):
                    with tag("section", classes="panel seats", aria_label=str(_("Players"))):
                        for side in (FIRST, SECOND):
                            self._build_seat(side)
        self.client.on_connect(in_language(lambda _client: self.table.start()))
        self.client.on_delete(self.table.leave)
        self.refresh()

    def _build_board(self) -> None:
        picture = self.table.game.picture
        self.status = tag("p", classes="status")
        self.trouble = tag("p", classes="trouble", role="alert")
        self.board = Widget("board.js", self._board_state(), self._on_board)
        self.board.classes("board").style(f"--across: {picture.width}; --down: {picture.height}")
        with tag("div", classes="actions"):
            self.new = button(_("New game"), self._new_game)
            self.undo = button(_("Undo"), self.table.undo)
            self.redo = button(_("Redo"), self.table.redo)

    def _build_seat(self, side: int) -> None:
        taken = self.table.seats[side]

        def choose(name: str) -> None:
            self.table.sit(side, seat(name, self.table.game))

        options = []
        for entry in PLAYERS:
            try:
                options.append((entry.name, seat(entry.name, self.table.game).player.card.title))
            except PlygroundError:
                continue
        name = taken.text.partition(":")[0]
        select(_("{side} is played by", side=self.table.game.sides[side]), options, name, choose)

    def refresh(self) -> None:
        """Show the present state of the table."""
        with self.client:
            show(self.status, self._status())
            show(self.trouble, self.table.trouble or "")
            self.board.patch(self._board_state())
            enable(self.undo, self.table.undo_to is not None)
            enable(self.redo, self.table.redo_to is not None)
            written = address.format(self.table.seats, self.table.match)
            if written != self.address:
                self.address = written
                ui.navigate.history.replace(written)

    def _status(self) -> Sentence:
        table = self.table
        match = table.match
        sides = table.game.sides
        if match.outcome:
            if match.outcome.winner is None:
                return _("A draw: {reason}.", reason=match.outcome.reason)
            return _("{side} wins: {reason}.", side=sides[match.outcome.winner], reason=match.outcome.reason)
        if table.thinking:
            return _(
                "{side} ({player}) is thinking: {visits} positions, {seconds} s",
                side=sides[match.side],
                player=table.thinking.title,
                visits=Number(table.thinking.visits),
                seconds=f"{table.thinking.seconds:.1f}",
            )
        return _("{side} to move", side=sides[match.side])

    def _board_state(self) -> dict[str, Any]:
        table = self.table
        match = table.match
        picture = table.game.picture
        marks = picture.marks(match.position)
        mover = table.mover
        return {
            "width": picture.width,
            "height": picture.height,
            "marks": marks,
            "labels": [str(_("Cell {cell}", cell=cell)) for cell in range(len(marks))],
            "label": str(_("Board")),
            "announce": str(self._status()) if not table.thinking else "",
            "playable": bool(mover and mover.is_human),
            "mark": table.game.sides[match.side],
            "turn": match.ply,
            "round": self.round,
            "last": match.moves[match.ply - 1] if match.ply else None,
            "line": list(picture.highlight(match.position)),
            "values": None,
            "shortcuts": {"u": "undo", "r": "redo", "n": "new"},
        }

    def _on_board(self, message: dict[str, Any]) -> None:
        table = self.table
        if "play" in message and message.get("turn") == table.match.ply:
            try:
                move = table.game.notation.parse_move(table.match.position, str(message["play"]))
            except PlygroundError:
                return
            table.play(move)
        commands = {"undo": table.undo, "redo": table.redo, "new": self._new_game}
        command = commands.get(str(message.get("command")))
        if command:
            command()

    def _new_game(self) -> None:
        self.round += 1
        self.table.new_game()
