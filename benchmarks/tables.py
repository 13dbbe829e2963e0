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
from plyground.search.native import twin
from plyground.solve.retrograde import Retrograde, judge_ends, look_back, solve, unsolved
from plyground.solve.sweep import Bytes, Sweeper
from plyground.solve.tablebase import Tablebase, write

DAME = "dame"
ASKED = 20_000
"""Positions looked up from Python."""
SOLVING, PROBING, PYTHON_PROBING = 5_000_000, 1_000_000, 100_000
"""Positions a second that are wanted."""


@cache
def solution() -> Retrograde:
    """The solved game."""
    return solve(game(DAME).start, Sweeper())


def count_won(position: Any, codes: Bytes, first: int, last: int) -> int:
    """How many of the positions numbered from ``first`` to ``last`` − 1 the table calls won: each is made, numbered and looked up."""
    won = 0
    for number in range(first, last):
        here = position.unrank(number)
        if codes[here.rank() % here.period()] > 0:
            won += 1
    return won


def solving() -> Contender:
    """All levels, on one thread."""
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
    """Every position's value, compiled."""
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
    """The same table, read from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dame.table"
        write(path, game(DAME), solution())
        return Tablebase(path)  # it stays open


def works(long: bool) -> list[Work]:
    """What is measured."""
    positions = game(DAME).start.size()  # type: ignore[attr-defined]  # it can be counted
    return [
        Work("Dame, solved backwards, one thread", "positions", solving(), [allowed(positions, positions / SOLVING, "5 million a second")]),
        Work("Dame, values looked up, compiled", "positions", probing(), [allowed(positions, positions / PROBING, "a million a second")]),
        Work("Dame, values looked up from Python, in memory", "positions", asking(solution().__getitem__), [allowed(ASKED, ASKED / PYTHON_PROBING, "100,000 a second")]),
        Work("Dame, values looked up from Python, in a file", "positions", asking(in_a_file().__getitem__), [allowed(ASKED, ASKED / PYTHON_PROBING, "100,000 a second")]),
    ]  # fmt: skip
