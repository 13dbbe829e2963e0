"""The number of a move, as the players of a game write it."""

from __future__ import annotations

from plyground.arena.match import Match
from plyground.core.game import Game


def counts_pairs(game: Game) -> bool:
    """Return True if a move of each side has one number, as in chess: the notation's field ``counts_pairs``."""
    return bool(getattr(game.notation, "counts_pairs", False))


def move_number(match: Match, ply: int) -> int:
    """Return the number of the move that led to ``ply``, from 1."""
    if not counts_pairs(match.game):
        return ply
    return (ply - 1 + _begins_second(match)) // 2 + 1


def number_text(match: Match, ply: int) -> str:
    """Return the number before a move in a list, such as ``3.``; empty for the second move of a pair.

    A list that begins with the second side has ``1…``.
    """
    if counts_pairs(match.game) and (ply - 1 + _begins_second(match)) % 2:
        return f"{move_number(match, ply)}…" if ply == 1 else ""
    return f"{move_number(match, ply)}."


def _begins_second(match: Match) -> int:
    """Return 1 if the side that is written second makes the first move of the match, else 0."""
    return int(match.game.side(match.game.start) == 1)
