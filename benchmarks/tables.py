"""Solving backwards, and looking values up in what was solved."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.race import Contender, Work, allowed, on_cpu
from plyground import game
from plyground.searches.twin import twin
from plyground.solvers.retrograde import Retrograde, judge_ends, look_back, solve, unsolved
from plyground.solvers.sweep import Sweeper
from plyground.solvers.table_memory import Bytes
from plyground.solvers.tablebase import Tablebase, write

DAME = "dame"
ASKED = 20_000
"""Positions looked up from Python."""
SOLVING, PROBING, PYTHON_PROBING = 5_000_000, 1_000_000, 100_000
"""Positions a second that are wanted."""


@cache
def solution() -> Retrograde:
    """Return the solved game."""
    return solve(game(DAME).start, Sweeper())


def count_won(position: Any, codes: Bytes, first: int, last: int) -> int:
    """Return the number of won positions from ``first`` to ``last`` − 1 by the table. Each one is made and looked up."""
    won = 0
    for number in range(first, last):
        here = position.unrank(number)
        if codes[here.rank() % here.period()] > 0:
            won += 1
    return won


def solving() -> Contender:
    """Return a contender that solves all levels on one thread."""
    start: Any = game(DAME).start
    codes = unsolved(start).codes
    first, further = (twin(text, start, codes, 0, 0, 0) for text in (judge_ends, look_back))

    def work() -> int:
        codes[:] = memoryview(bytes(len(codes))).cast("b")
        first(start, codes, 0, 0, len(codes))
        level = 1
        while further(start, codes, level, 0, len(codes)):
            level += 1
        return int(start.size())

    return Contender("plyground", lambda: on_cpu(work))


def probing() -> Contender:
    """Return a compiled contender that looks up the value of every position."""
    start: Any = game(DAME).start
    count = twin(count_won, start, solution().codes, 0, 0)

    def work() -> int:
        count(start, solution().codes, 0, start.size())
        return int(start.size())

    return Contender("plyground", lambda: on_cpu(work))


def asking(look_up: Callable[[Any], Any]) -> Contender:
    """Values of positions, one by one from Python."""
    start: Any = game(DAME).start
    chance = random.Random(1)
    positions = [start.unrank(chance.randrange(start.size())) for _again in range(ASKED)]

    def work() -> int:
        for position in positions:
            look_up(position)
        return ASKED

    return Contender("plyground", lambda: on_cpu(work))


def in_a_file() -> Tablebase:
    """Return the same table, read from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dame.table"
        write(path, game(DAME), solution())
        return Tablebase(path)  # the file stays open


def works(long: bool) -> list[Work]:
    """Return the work to measure."""
    positions = game(DAME).start.size()  # the number of positions is known
    return [
        Work("Dame, solved backwards, one thread", "positions", solving(), [allowed(positions, positions / SOLVING, "5 million a second")]),
        Work("Dame, values looked up, compiled", "positions", probing(), [allowed(positions, positions / PROBING, "a million a second")]),
        Work("Dame, values looked up from Python, in memory", "positions", asking(solution().__getitem__), [allowed(ASKED, ASKED / PYTHON_PROBING, "100,000 a second")]),
        Work("Dame, values looked up from Python, in a file", "positions", asking(in_a_file().__getitem__), [allowed(ASKED, ASKED / PYTHON_PROBING, "100,000 a second")]),
    ]  # fmt: skip
