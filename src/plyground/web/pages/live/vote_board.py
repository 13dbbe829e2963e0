"""The board of a vote: its state, and the move that a press means."""

from __future__ import annotations

from typing import Any, TypedDict

from plyground.arena.match import Match
from plyground.core.picture import lower_side
from plyground.core.position import Move
from plyground.errors import GameOver, MoveError
from plyground.i18n import Sentence, _
from plyground.presentation.boards.board_state import BoardState, BoardView
from plyground.presentation.boards.board_text import written
from plyground.presentation.match_status import verdict
from plyground.presentation.side_title import mover_title


class VoteState(TypedDict):
    """The state of a vote's board for the page's script."""

    board: BoardState
    listed: list[str]  # moves that are not on the board, such as a pass
    written: str  # text of the position; "" if a board shows it


def vote_state(match: Match, number: int, *, playable: bool) -> VoteState:
    """Return the state of the board. ``number`` is that of the task."""
    game, view = match.game, BoardView(match)
    playable = playable and match.outcome is None
    lower = lower_side(game.picture, game.sides, game.start)
    board = view.state(str(status(match)), number, {}, playable=playable, focus=False, turned=lower == 1 - match.side)
    listed = view.unseen if playable else []
    return {
        "board": board,
        "listed": [game.notation.format_move(match.position, move) for move in listed],
        "written": "" if game.picture.width else str(written(game, match.position)),
    }


def status(match: Match) -> Sentence:
    """Return the result, or the side to move."""
    return verdict(match) or _("{side} to move", side=mover_title(match.game, match.position))


def voted_move(match: Match, asked: dict[str, Any]) -> tuple[Move, str]:
    """Return (move of a request, its name in the game's notation). Raise :class:`MoveError` if it is no legal move."""
    if match.outcome is not None:
        raise GameOver
    notation, position = match.game.notation, match.position
    move = BoardView(match).pressed(asked["cells"]) if "cells" in asked else None
    if move is None and isinstance(asked.get("word"), str):
        move = notation.parse_move(position, asked["word"][:200])
    if move is None:
        raise MoveError(_("These cells are no move: press a cell of the board."))
    return move, notation.format_move(position, move)
