"""The board with its evaluation bar, and the list of the moves that cannot be pressed on it."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from plyground.games.remote.remote_rules import rules_of
from plyground.presentation.boards.board_state import SHORTCUTS, BoardState, BoardView
from plyground.presentation.game_view import GameView
from plyground.presentation.player_view import seen_position
from plyground.web.components.elements import in_language, show, tag
from plyground.web.components.move_list import Listed, MoveList, moves_to_list, position_html
from plyground.web.components.widget import Widget
from plyground.web.connected.page_client import current_client
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.parts.evaluation_bar import EvaluationBar
from plyground.web.pages.game.parts.part import Part
from plyground.web.pages.game.read_ahead import read_press_ahead


class BoardPart(Part):
    """The position as a board, else as text, with the moves that are listed."""

    def __init__(self, model: GameModel, view: GameView) -> None:
        self.list = MoveList(model.commands.choose)
        self.bar = EvaluationBar()
        self._model = model
        self._client = current_client()
        self._first = view  # view from which the board is drawn before any script runs

    def build(self) -> None:
        """Put the board on the page; in a game without a picture, the list of its moves."""
        self.board: Widget | None = None
        self.said = tag("p", classes="aloud", role="status")
        if self._first.game.picture.width:
            with tag("div", classes="room"):
                self.bar.build()
                self.board = Widget("board.js", self._state(self._first, _board(self._first)), self._handle).classes(
                    "board"
                )
        else:
            self.list.build()

    def key(self, view: GameView) -> object:
        """Return everything that stands on the board or is said of it."""
        return (
            view.shown, view.seats, view.said, view.playable, view.is_thinking, view.worths, view.hint, view.annotation,
            view.demonstration, view.bar, view.near, view.is_turned, view.round, view.settling,
        )  # fmt: skip

    def draw(self, view: GameView) -> None:
        """Show the position."""
        board = _board(view)
        if self.board:
            self.board.patch(self._state(view, board))
            self.bar.show(view)
        else:
            show(self.said, view.said)
        self._list(view, board)

    def _state(self, view: GameView, board: BoardView) -> BoardState:
        state = board.state(
            view.said, view.round, SHORTCUTS, playable=view.playable, focus=True, turned=view.is_turned, ahead=view.ahead
        )  # fmt: skip
        self._model.dead_stones.mark(state)
        return state

    def _list(self, view: GameView, board: BoardView) -> None:
        """List the moves that cannot be pressed on the board. If their values are known, the best comes first."""
        game, match = view.game, view.shown
        playable = view.playable and not view.can["pass"]
        listed = [
            Listed(move, game.notation.format_move(match.position, move), board.worth(move))
            for move in moves_to_list(board, playable=playable)
        ]
        written = (
            ""
            if game.picture.width
            else position_html(game, seen_position(match, self._model.session.viewer), view.near)
        )
        self.list.refresh(written, listed, match.ply, playable=playable)

    def _handle(self, message: dict[str, Any]) -> Awaitable[None] | None:
        """Pass a message of the board to the commands: at once, unless the rules run in another process."""
        model = self._model
        if model.dead_stones.handle_press(message):
            return None
        if rules_of(model.explorer.shown.position) is None:
            model.commands.handle_board_message(message)
            return None
        return self._handle_later(message)

    async def _handle_later(self, message: dict[str, Any]) -> None:
        await read_press_ahead(self._model.explorer.shown, message.get("play"))
        with self._client:
            in_language(self._model.commands.handle_board_message)(message)


def _board(view: GameView) -> BoardView:
    line = view.demonstration
    ghosts, dotted = (line.ghosts, line.line) if line else ((), ())
    return BoardView(view.shown, view.worths, view.hint.area, view.hint.cells, view.annotation, ghosts, dotted)
