"""Slices: a search of many equal steps, run in pieces short enough to look at the clock and tell between them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

FIRST_SLICE = 64
SLICE = 0.1
"""Seconds that a slice should take."""


def in_slices(
    run: Callable[[int], int], steps: int | None, seconds: float | None, between: Callable[[], object]
) -> None:
    """Let ``run`` do so many ``steps`` (``None``: no limit), for so many ``seconds``; call ``between`` its slices.

    ``run`` takes a number of steps and returns how many it did; fewer mean that it is through.
    """
    started = time.perf_counter()
    left, size = steps or math.inf, FIRST_SLICE
    while True:
        begun = time.perf_counter()
        size = int(min(size, left))
        done = run(size)
        now = time.perf_counter()
        left -= done
        remaining = math.inf if seconds is None else started + seconds - now
        if done < size or left <= 0 or remaining <= 0:
            return
        between()
        size = max(1, min(2 * size, int(size * min(SLICE, remaining) / (now - begun + 1e-9))))
