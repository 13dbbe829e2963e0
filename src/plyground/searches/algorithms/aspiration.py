"""Aspiration windows: a narrow search around the last value, and a wider one if the value lies outside."""

from __future__ import annotations

from collections.abc import Callable

from plyground.searches.scores import INFINITY


def aspire(search: Callable[[int, int], int], expected: int, width: int) -> int:
    """Return the value that ``search(alpha, beta)`` finds, trying narrow windows around an ``expected`` value first.

    A search that fails low or high proves only that the value lies on that side. Its window is then opened on that
    side, four times as far each time and, past a hundred times, completely. A ``width`` of 0 opens it from the start.
    (Slate & Atkin 1977, Chess 4.5; Marsland 1986, A review of game-tree pruning.)
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
