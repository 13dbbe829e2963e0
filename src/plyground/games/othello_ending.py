"""The last empty cells of Othello: try all orders of filling them on sets of cells, which is faster than on
positions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from plyground.core.authoring.marked_rules import helper
from plyground.core.bits import count
from plyground.games.othello_board import board


@cache
def last_cells(size: int, number: int, /) -> Callable[[int, int, int, int, int], int]:
    """Return the function ``best(own, other, empty, alpha, beta)`` for ``number`` empty cells. It gives the outcome for
    ``own``, to move.

    Fail-soft alpha-beta, as in :func:`plyground.searches.algorithms.endgame.endgame`. Cells in a quarter with an odd
    number of empty ones come first, because the mover may also move last there (parity).
    """
    _full, _corners, _diagonal, _targets, enclosed, near, odd_quarters, _firm = board(size)
    cells = size * size
    outcome = outcome_on(size)

    @helper
    def last(own: int, other: int, empty: int, alpha: int, beta: int) -> int:
        turned = enclosed(empty, own, other)
        if turned:
            return 2 * count(own | turned) + 2 - cells
        turned = enclosed(empty, other, own)
        if turned:
            return cells - 2 - 2 * count(other | turned)
        return outcome(own, other)

    if number == 1:
        return last
    fewer = last_cells(size, number - 1)

    @helper
    def best(own: int, other: int, empty: int, alpha: int, beta: int) -> int:
        for side in (1, -1):  # a side that cannot move passes
            value = -cells - 1
            reach = empty & near(other)
            first = reach & odd_quarters(empty) if number > 2 else reach
            reach ^= first
            while first | reach:
                if first == 0:
                    first, reach = reach, 0
                stone = first & -first
                first ^= stone
                turned = enclosed(stone, own, other)
                if turned:
                    low = max(alpha, value)
                    reply = -fewer(other ^ turned, own | turned | stone, empty ^ stone, -beta, -low)
                    value = max(value, reply)
                    if value >= beta:
                        return side * value
            if value >= -cells:
                return side * value
            own, other = other, own
            alpha, beta = -beta, -alpha
        return outcome(own, other)

    return best


@cache
def outcome_on(size: int, /) -> Callable[[int, int], int]:
    """Return ``outcome(own, other)``, the difference in stones at the end; empty cells count for the winner."""
    cells = size * size

    @helper
    def outcome(own: int, other: int) -> int:
        difference = count(own) - count(other)
        if difference > 0:
            return cells - 2 * count(other)
        if difference < 0:
            return 2 * count(own) - cells
        return 0

    return outcome
