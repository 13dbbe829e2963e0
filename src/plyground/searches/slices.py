"""Slices: a search of many equal steps in short pieces, with a look at the clock and a report between them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

FIRST_SLICE_STEPS = 1
"""Steps of the first slice: a single one can take long in plain Python."""
SLICE_S = 0.1
"""Target duration of a slice, in seconds."""


def in_slices(
    run: Callable[[int], int], steps: int | None, seconds: float | None, between: Callable[[], object]
) -> None:
    """Let ``run`` do ``steps`` steps (None: no limit) for ``seconds``; call ``between`` after each slice.

    ``run`` takes a number of steps and returns the number done; a smaller number means that it has finished.
    """
    started = time.perf_counter()
    left, size = steps or math.inf, FIRST_SLICE_STEPS
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
        size = max(1, min(2 * size, int(size * min(SLICE_S, remaining) / (now - begun + 1e-9))))
