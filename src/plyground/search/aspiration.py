"""Aspiration windows: a search that expects about the value of the one before, and looks wider if it must."""

from __future__ import annotations

from collections.abc import Callable

from plyground.search.scores import INFINITY


def aspire(search: Callable[[int, int], int], expected: int, width: int) -> int:
    """The value that ``search(alpha, beta)`` finds with an open window, from narrow ones about an ``expected`` value.

    A search that fails low or high says only that the value is not above or below it; its window is then
    opened on that side, four times as far each time and, past a hundred times, altogether. (Slate & Atkin
    1977, Chess 4.5; Marsland 1986, A review of game-tree pruning.) A ``width`` of 0 opens it from the start.
    """
    below = above = width if width else INFINITY
    while True:
        alpha, beta = max(expected - below, -INFINITY), min(expected + above, INFINITY)
        value = search(alpha, beta)
        if value <= alpha > -INFINITY:
            below = _wider(below, width)
        elif value >= beta < INFINITY:
            above = _wider(above, width)
        else:
            return value


def _wider(reach: int, width: int) -> int:
    return 4 * reach if reach < 100 * width else 2 * INFINITY
