"""Moves for programs that read ``--json``: the text that people write, or a number if people write a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, TypedDict

from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move

PlainMove: TypeAlias = int | str
"""A move in JSON."""
PlainNumber: TypeAlias = int | float | str
"""A number in JSON."""


class PositionRecord(TypedDict):
    """Keys of the record of each position."""

    game: str  # the game as a spec text with every option
    position: str  # the position as the game writes it


def position_record(game: Game, position: MarkedPosition) -> PositionRecord:
    """Return the keys of each record of ``position``."""
    return {"game": game.name, "position": game.notation.format(position)}


def plain_number(number: Any) -> PlainNumber:
    """Return a number in the form that JSON holds exactly: a fraction becomes text, such as 23/3."""
    return number if isinstance(number, int | float) else str(number)


def plain_move(game: Game, position: MarkedPosition, move: Move) -> PlainMove:
    """Return one move in ``position`` in its JSON form."""
    word = game.notation.format_move(position, move)
    return int(word) if word.isdecimal() else word


def plain_line(game: Game, position: MarkedPosition, line: Iterable[Move]) -> list[PlainMove]:
    """Return the moves of a line from ``position`` in their JSON form."""
    moves = []
    for move in line:
        moves.append(plain_move(game, position, move))
        position = position.play(move)
    return moves
