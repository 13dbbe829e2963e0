"""The board of a game between two people: a thin view of its state, which the keeper holds."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any

from plyground.core.picture import can_turn
from plyground.core.position import Move
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.presentation import friend_text
from plyground.presentation.boards.board_state import BoardState, BoardView
from plyground.presentation.friend_game import FriendGame, Proposal, ProposalKind
from plyground.presentation.player_view import SPECTATOR, seen_position, seen_words
from plyground.web.components.board_styles import lower_bar, shape_url
from plyground.web.components.elements import button, enable, show, tag
from plyground.web.components.icons import icon_button
from plyground.web.components.move_list import Listed, MoveList, moves_to_list, position_html
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.resign_button import resign_button
from plyground.web.components.widget import Widget
from plyground.web.connected.page_client import Client, current_client
from plyground.web.friend_keeper import FriendKeeper, OpenGame, Viewer
from plyground.web.pages.friend.share_panel import SharePanel
from plyground.web.pages.friend.side_bars import SideBars

SHORTCUTS = {"u": "takeback"}
"""Commands by the keys that give them on the board."""


class FriendPage:
    """One browser's view of a game. The visitor is a player, or a spectator if the token is empty."""

    def __init__(self, frame: PageLayout, opened: OpenGame, visitor: str, keeper: FriendKeeper, site: str) -> None:
        """Prepare the page. ``site`` is the address before the paths of links for others."""
        self.client = current_client()
        self.frame = frame
        self.keeper = keeper
        self.visitor = visitor
        self._context = contextvars.copy_context()  # context with the visitor's language
        self._due: asyncio.Handle | None = None
        self._trouble: Sentence | str = ""
        self._shown_proposal: Proposal | None = None
        self.viewer = Viewer(visitor, self._changed)
        self.opened = keeper.enter(opened, self.viewer)
        self.is_flipped = False
        game = opened.game.match.game
        self._lower = lower_bar(game)
        self.share = SharePanel(opened, site, is_player=bool(visitor))
        self.bars = SideBars(game)
        self.list = MoveList(self._choose)

    @property
    def game(self) -> FriendGame:
        """The present state."""
        return self.opened.game

    @property
    def side(self) -> int | None:
        """The side of the visitor; None for a spectator."""
        return self.game.side_of(self.visitor)

    @property
    def is_playable(self) -> bool:
        """True if the visitor can move now."""
        return self.side is not None and self.game.mover == self.side

    @property
    def near(self) -> int:
        """The side whose bar is below the board."""
        usual = self.side if self.side is not None else self._lower or 0
        return 1 - usual if self.is_flipped else usual

    def build(self) -> None:
        """Put the page together."""
        game = self.game.match.game
        without = _("The board needs JavaScript: allow it for this page.")
        widget, shape = ("board.js", shape_url(game.picture)) if game.picture.width else ("", "")
        page = self.frame.build(game.title, without, widget, "game.css", "clock.js", shape)
        with page, tag("div", classes="stage"):
            with tag("div", classes="table"):
                with tag("section", classes="play", aria_label=str(_("Board"))):
                    self._build_board()
                self._build_controls()
            with tag("div", classes="side"):
                self._build_status()
                if game.picture.width:
                    self.list.build()
                with tag("div", classes="foot"):
                    self.trouble = tag("p", classes="trouble", role="alert")
                self.share.build()
                with tag("section", classes="panel", aria_label=str(_("Moves"))) as self.played:
                    tag("h2", _("Moves"))
                    self.moves = tag("p", classes="transcript")
        self.client.on_connect(self._connected)
        self.client.on_disconnect(self._disconnected)
        self.client.on_delete(self._gone)
        self._refresh()

    def _build_board(self) -> None:
        self.bars.build()
        self.board: Widget | None = None
        self.said = tag("p", classes="aloud", role="status")
        if self.game.match.game.picture.width:
            with tag("div", classes="room"):
                self.board = Widget("board.js", self._board_state, self._handle_board_message).classes("board")
        else:
            self.list.build()

    def _build_controls(self) -> None:
        with tag("div", classes="controls"):
            self.takeback = icon_button("undo", _("Take back"), lambda: self._propose(ProposalKind.TAKEBACK))
            self.flip = icon_button("flip", _("Flip"), self._flip, aria_label=str(_("Flip the board")))
            self.offers = icon_button("draw", _("Offer a draw"), lambda: self._propose(ProposalKind.DRAW))
            self.resigns = resign_button(self._resign)
        self.flip.set_visibility(can_turn(self.game.match.game.picture))
        self.offers.set_visibility(bool(self.visitor) and self.game.can_be_drawn)
        for each in (self.takeback, self.resigns):
            each.set_visibility(bool(self.visitor))

    def _build_status(self) -> None:
        with tag("div", classes="status") as self.banner:
            with tag("div"):
                tag("h1", self.game.match.game.title)
                tag("span", _("with a friend") if self.visitor else _("You are watching"), "source")
                self.status = tag("p", classes="said")
                self.detail = tag("p", classes="detail")
            with tag("div", classes="choices"):
                self.pass_on = button(_("Pass"), self._pass, "primary")
                self.agree = button(_("Agree"), lambda: self._answer(agrees=True), "primary")
                self.refuse = button(_("Refuse"), lambda: self._answer(agrees=False))
                self.rematch = button(_("Rematch"), lambda: self._propose(ProposalKind.REMATCH), "primary")

    # Commands

    def _do(self, command: Callable[[FriendGame], FriendGame]) -> None:
        """Carry out a command, or show the reason why it is refused."""
        self._trouble = ""
        try:
            self.keeper.change(self.opened, command)
        except PlygroundError as error:
            self._trouble = error.sentence
            self._changed()

    def _play(self, move: Move) -> None:
        self._do(lambda game: game.play(self.visitor, move))

    def _choose(self, move: Move, ply: int) -> None:
        """Make a move of the list, unless it was listed for an earlier position."""
        if ply == self.game.match.ply:
            self._play(move)

    def _pass(self) -> None:
        if friend_text.must_pass(self.game, self.side):
            self._play(next(iter(self.game.match.position.moves())))

    def _resign(self) -> None:
        self._do(lambda game: game.resign(self.visitor))

    def _propose(self, kind: ProposalKind) -> None:
        self._do(lambda game: game.propose(self.visitor, kind))

    def _answer(self, *, agrees: bool) -> None:
        asked = self._shown_proposal
        if asked:
            self._do(lambda game: game.answer(self.visitor, asked, agrees=agrees))

    def _flip(self) -> None:
        self.is_flipped = not self.is_flipped
        self._changed()

    def _handle_board_message(self, message: dict[str, Any]) -> None:
        """Act on a message from the board; it comes from a browser and may be anything."""
        if message.get("command") == "takeback":
            self._propose(ProposalKind.TAKEBACK)
        if message.get("turn") != self.game.match.ply or "play" not in message:
            return
        try:
            move = BoardView(self.game.match).pressed(message["play"])
        except PlygroundError as error:
            self._trouble = error.sentence
            self._changed()
            return
        if move is not None:
            self._play(move)

    # The view

    def _changed(self) -> None:
        """Show the present state soon, in the language of this page's visitor."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_soon(self._refresh, context=self._context)

    def _refresh(self) -> None:
        self._due = None
        game, side = self.game, self.side
        self._shown_proposal = game.proposal
        asked = game.proposal is not None and side is not None and game.proposal.side != side
        with self.client:
            show(self.status, friend_text.status(game, side))
            show(self.detail, friend_text.detail(game, side))
            show(self.trouble, self._trouble)
            self.banner.classes(add="over" if game.is_over else "", remove="" if game.is_over else "over")
            self.pass_on.set_visibility(friend_text.must_pass(game, side))
            self.agree.set_visibility(asked)
            self.refuse.set_visibility(asked)
            self.rematch.set_visibility(side is not None and game.can_propose(ProposalKind.REMATCH, side))
            enable(self.takeback, side is not None and game.can_propose(ProposalKind.TAKEBACK, side))
            enable(self.offers, side is not None and game.can_propose(ProposalKind.DRAW, side))
            enable(self.resigns, side is not None and game.is_full and not game.is_over)
            self.bars.refresh(self.opened, self.keeper.now_in(self.opened), side, self.near)
            self.share.refresh(game)
            self._refresh_moves()
            if self.board:
                self.board.patch(self._board_state)
            else:
                show(self.said, friend_text.announcement(game, side))

    def _refresh_moves(self) -> None:
        """Show the moves so far, and the moves that are not on the board."""
        match, viewer = self.game.match, SPECTATOR if self.side is None else self.side
        words = seen_words(match, viewer)
        show(self.moves, " ".join(f"{number}. {word}" for number, word in enumerate(words, 1)))
        self.played.set_visibility(bool(words))
        playable = self.is_playable and not friend_text.must_pass(self.game, self.side)
        moves = moves_to_list(BoardView(match), playable=playable)
        listed = [Listed(move, match.game.notation.format_move(match.position, move), None) for move in moves]
        text = "" if self.board else position_html(match.game, seen_position(match, viewer), viewer)
        self.list.refresh(text, listed, match.ply, playable=playable)

    @property
    def _board_state(self) -> BoardState:
        game = self.game
        return BoardView(game.match).state(
            friend_text.announcement(game, self.side),
            game.round,
            SHORTCUTS if self.visitor else {},
            playable=self.is_playable,
            focus=self.side is not None and game.is_full,
            turned=self.is_flipped if self._lower is None else self.near != self._lower,
        )

    # The connection

    def _connected(self, client: Client) -> None:
        self.viewer.is_connected = True
        self.opened.tell_presence(self.viewer)

    def _disconnected(self, client: Client) -> None:
        self.viewer.is_connected = False
        self.opened.tell_presence(self.viewer)

    def _gone(self) -> None:
        self.keeper.leave(self.opened, self.viewer)
        if self._due:
            self._due.cancel()
