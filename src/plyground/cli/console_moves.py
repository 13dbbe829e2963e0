"""Moves at the console: the typed word, and the list of the moves that no picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.errors import MoveError
from plyground.i18n import _, _n

MAX_LISTED_MOVES = 40
"""Number of moves that are listed if no picture shows them."""


def meant(match: Match, text: str) -> Move:
    """Return the move with this name, or with this number if the moves are listed with numbers. Raise
    :class:`MoveError`.
    """
    try:
        return match.game.notation.parse_move(match.position, text)
    except MoveError:
        numbered = dict(listed(match))
        if text in numbered:
            return numbered[text]
        raise


def is_move(match: Match, text: str) -> bool:
    """Return True if the text means a legal move."""
    try:
        meant(match, text)
    except MoveError:
        return False
    return True


def unseen(match: Match) -> list[Move]:
    """Return the legal moves if the picture shows none of them, else an empty list. Beside a picture, a single move is
    not listed.
    """
    position, picture = match.rolled().position, match.game.picture
    moves = [] if match.outcome else list(position.moves())
    if any(picture.cells(position, move) for move in moves) or (picture.width and len(moves) == 1):
        return []
    return moves


def listed(match: Match) -> list[tuple[str, Move]]:
    """Return the moves that no picture shows, each with its number; nothing if their names are numbers."""
    position, notation, moves = match.position, match.game.notation, unseen(match)
    if all(notation.format_move(position, move).isdecimal() for move in moves):
        return []
    return [(str(number), move) for number, move in enumerate(moves, 1)]


def move_list(match: Match) -> Iterator[tuple[Any, ...]]:
    """Yield the lines that list the moves that no picture shows: one for each with its number, or one with the numbers
    that are their names. A line is a tuple of texts; a text with a style is a pair.
    """
    position, notation, numbered = match.position, match.game.notation, listed(match)
    for number, move in numbered[:MAX_LISTED_MOVES]:
        yield (f"{number:>5}  ", "dim"), notation.format_move(position, move)
    if not numbered and (moves := unseen(match)):
        names = [notation.format_move(position, move) for move in moves]
        more = len(names) > MAX_LISTED_MOVES
        yield (_("Moves: {moves}", moves=" ".join([*names[:MAX_LISTED_MOVES], *["…"] * more])),)
    elif len(numbered) > MAX_LISTED_MOVES:
        yield (_n("and {count} move more", "and {count} moves more", len(numbered) - MAX_LISTED_MOVES),)
