"""Grundy numbers: one number for the value of a position in which both sides have the same moves.

The Grundy number is the least whole number (*mex*) that is not a Grundy number of a position after a move. In normal
play the side that cannot move has lost. There the number is 0 exactly if the side to move loses, and the number of
several games side by side is the sum of their numbers without carry (R. P. Sprague 1935; P. M. Grundy 1939).
"""

from __future__ import annotations

from typing import Any

from plyground.core.combinadics import mex
from plyground.core.position import MarkedPosition
from plyground.solvers.walk import MAX_POSITIONS, children_first, successors


def grundy_numbers(start: MarkedPosition, limit: int = MAX_POSITIONS) -> dict[Any, int]:
    """Return the Grundy number of every position that can be reached from ``start``, by definition. O(positions ·
    moves).
    """
    numbers: dict[Any, int] = {}
    for position in children_first(start, limit=limit):
        numbers[position] = mex(numbers[child] for child in successors(position))
    return numbers


def grundy(position: Any) -> int | None:
    """Return the Grundy number by the game's own theory; None for a game without one."""
    return position.grundy() if hasattr(position, "grundy") else None
