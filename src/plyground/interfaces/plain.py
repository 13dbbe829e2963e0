"""Moves for programs that read ``--json``: as people write them, and numbers where people write numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plyground.game import Game
from plyground.position import Move


def plain_number(number: Any) -> int | float | str:
    """A number as JSON holds it exactly: a fraction as text, such as 23/3."""
    return number if isinstance(number, int | float) else str(number)


def plain_move(game: Game, position: Any, move: Move) -> int | str:
    """One move in ``position``."""
    word = game.notation.format_move(position, move)
    return int(word) if word.isdecimal() else word


def plain_line(game: Game, position: Any, line: Iterable[Move]) -> list[int | str]:
    """The moves of a line from ``position``."""
    moves = []
    for move in line:
        moves.append(plain_move(game, position, move))
        position = position.play(move)
    return moves
