"""Grundy numbers: one number for all that matters of a position in which both sides have the same moves.

The Grundy number is the least whole number (*mex*) that is not among those of the positions after each move.
In normal play, where who cannot move has lost, it is 0 exactly where the side to move loses, and that of
games played side by side is the sum of theirs without carry (R. P. Sprague 1935; P. M. Grundy 1939).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plyground.solve.walk import LIMIT, children_first, successors


def mex(numbers: Iterable[int]) -> int:
    """The least whole number from 0 that is not among ``numbers``: the minimal excludant."""
    taken = set(numbers)
    return next(number for number in range(len(taken) + 1) if number not in taken)


def grundy_numbers(start: Any, limit: int = LIMIT) -> dict[Any, int]:
    """The Grundy number of every position that play leads to from ``start``, by the definition. O(positions · moves).

    Raises :class:`SearchError` for a game in which positions can come again, or with more than ``limit`` of them.
    """
    numbers: dict[Any, int] = {}
    for position in children_first(start, limit=limit):
        numbers[position] = mex(numbers[child] for child in successors(position))
    return numbers


def grundy(position: Any) -> int | None:
    """What the game itself says to be the Grundy number; ``None`` for a game that has no such theory."""
    return position.grundy() if hasattr(position, "grundy") else None
