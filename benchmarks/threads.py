"""Two threads on one table, beside one: the time of the work if each thread had a core to itself."""

from __future__ import annotations

import time

from benchmarks.race import Contender, Run, Work
from plyground import exact, game

POSITIONS = ("4433452", "3426443", "4354123")
"""Columns played from the empty board of Connect Four; each takes one thread about a second or more."""
GOAL = 1.7


def prove(threads: int, scores: list[int]) -> Contender:
    """Return the project's solver with this number of threads. It counts the scores that are the same as with one
    thread.
    """
    notation = game("connect_four").notation

    def work() -> Run:
        started = time.process_time()
        found = [exact(notation.parse(text), threads=threads, native=True).value for text in POSITIONS]
        scores[:] = scores or found
        return Run(sum(map(int.__eq__, found, scores)), (time.process_time() - started) / threads)

    return Contender("one thread" if threads == 1 else "plyground", work, GOAL if threads == 1 else None)


def works(long: bool) -> list[Work]:
    """Return the work to measure: CPU time per thread, as both threads are always busy."""
    exact(game("connect_four").notation.parse(POSITIONS[0] + "5555"), memory_mb=1, threads=2, native=True)  # compiled
    scores: list[int] = []
    title = f"Connect Four, exact scores of {len(POSITIONS)} positions, two threads, one table"
    return [Work(title, "equal scores", prove(2, scores), [prove(1, scores)])]
