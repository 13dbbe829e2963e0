"""Print a position: its board, its side to move or its result, and its best move."""

from __future__ import annotations

from plyground.bots.reasons import format_line
from plyground.cli.terminal import say
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.i18n import _
from plyground.presentation.boards.board_text import draw
from plyground.presentation.outcome_text import ending


def show_board(game: Game, position: MarkedPosition) -> None:
    """Print the board of a position and an empty line."""
    for line in draw(game, position):
        say(*line)
    say()


def show_turn(game: Game, position: MarkedPosition) -> bool:
    """Print a position with the side to move, or with the result. Return True if the game goes on."""
    show_board(game, position)
    if ended := game.outcome(position):
        say(ending(game, position, ended))
        return False
    say(_("{side} to move.", side=game.mover(position)))
    return True


def show_best(game: Game, position: MarkedPosition, move: Move | None, line: tuple[Move, ...]) -> None:
    """Print the best move and line; nothing without a move, as when chance is to move."""
    if move is not None:
        say(_("Best move: {move}", move=game.notation.format_move(position, move)))
        say(_("Best line: {line}", line=format_line(game, position, line)))
