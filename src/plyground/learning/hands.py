"""Learning with several threads. Each plays with weights of its own; many times a second they are put together.

Threads that write into one row of weights wait for each other at every write: a processor that changes a line of memory
takes it away from all others. In rows of their own they do not meet.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from plyground.core.random_numbers import Chance, new_chance
from plyground.learning.learner import Floats, Learner, with_own_memory

ROUND_S, MAX_SHARE = 0.12, 0.02
"""Seconds of games before the weights are put together, and the greatest share of the time that this may take."""
APART = 32
"""Unused numbers after each row that a thread writes, so that no line of memory has numbers of two threads."""


class Hands:
    """The learners of all threads, each with its random numbers. A single thread learns into the given weights."""

    def __init__(self, learner: Learner, threads: int, seed: int, compiled: Callable[..., Callable[..., int]]) -> None:
        """``compiled`` makes the twin of a text, from the text and examples of its arguments."""
        self.learners = [learner]
        self.chances = [Chance(_padded(new_chance(seed + thread).state)) for thread in range(threads)]
        self.round_s = ROUND_S
        self._rows: list[tuple[Floats, Floats]] = []  # weights, with those of all threads one after another
        if threads == 1:
            return
        weights = self._own_rows(learner.weights, threads)
        self.learners = [_apart(learner)._replace(weights=row) for row in weights]
        if hasattr(learner.on_top, "shares"):
            shares = self._own_rows(learner.on_top.shares, threads)
            self.learners = [
                hand._replace(on_top=hand.on_top._replace(shares=row))
                for hand, row in zip(self.learners, shares, strict=True)
            ]
        self._put_together = compiled(put_together, *self._rows[0], threads, 1, 0, 0)

    def _own_rows(self, weights: Any, threads: int) -> Sequence[Any]:
        """Return a copy of a row for each thread."""
        every = _padded(weights) * threads
        self._rows.append((weights, every))
        size = len(every) // threads
        return [memoryview(every)[size * thread :][: len(weights)] for thread in range(threads)]

    def put_together(self, pool: ThreadPoolExecutor) -> None:
        """Put what all threads have learned into the given weights, and hand these to all threads."""
        began, threads = time.monotonic(), len(self.learners)
        for weights, every in self._rows:
            ends = [len(weights) * thread // threads for thread in range(threads + 1)]
            part = partial(self._put_together, weights, every, threads, len(every) // threads)
            deque(pool.map(part, ends[:-1], ends[1:]), maxlen=0)
        self.round_s = max(ROUND_S, (time.monotonic() - began) / MAX_SHARE)

    def mean_error(self) -> float:
        """Return the mean error of all threads since the last call."""
        total, count = (sum(float(hand.errors[place]) for hand in self.learners) for place in (0, 1))
        for hand in self.learners:
            hand.errors[0] = hand.errors[1] = 0.0
        return total / max(1.0, count)


def put_together(weights: Floats, every: Floats, threads: int, size: int, first: int, last: int) -> int:
    """Put the weights from ``first`` to ``last`` − 1 together, and hand them to all threads.

    A weight rises as much as in the thread that raised it most, and falls as much as in the thread that lowered it most.
    So threads that learn the same from the same position go no farther than one of them. The weights of a thread are in
    ``every``, after ``size`` numbers for each thread before it.
    """
    for place in range(first, last):
        before = weights[place]
        up = 0.0
        down = 0.0
        for thread in range(threads):
            change = every[thread * size + place] - before
            up = max(up, change)
            down = min(down, change)
        if up > 0.0 or down < 0.0:
            weights[place] = before + up + down
            for thread in range(threads):
                every[thread * size + place] = weights[place]
    return 0


def _apart(learner: Learner) -> Learner:
    """Return a copy whose working memory shares no line of memory with any other."""
    own = with_own_memory(learner)
    return own._replace(reader=own.reader._replace(states=_padded(own.reader.states)), errors=_padded(own.errors))


def _padded(row: Any) -> Any:
    return row + array(row.typecode, [0] * APART)
