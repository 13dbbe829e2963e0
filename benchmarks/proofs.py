"""Exact scores: perfect Connect Four and Othello's endgames, each score checked."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.peers import peer
from benchmarks.programs import edax, pons
from benchmarks.race import Contender, Run, Work, allowed
from plyground import exact, game
from plyground.solvers.exact import Solver

DATA = Path(__file__).parents[1] / "tests" / "data"
NODES = "positions with the right score"


def _connect_four() -> list[tuple[Any, int]]:
    """Positions with their scores: the columns played, a blank, the score."""
    lines = [line.split() for line in _lines("connect_four/middle_medium_200.txt")]
    return [(game("connect_four").notation.parse(played), int(score)) for played, score in lines]


def _endgames(title: str, first: int, last: int, table_bits: int) -> Work:
    """Return the FFO problems with these numbers as work. The file has problems 1 to 12 and 40 to 44, one a line, in
    this order.
    """
    numbered = dict(zip([*range(1, 13), *range(40, 45)], _lines("othello/ffo.obf"), strict=True))
    problems = [numbered[number] for number in range(first, last + 1)]
    scores = [max(map(int, re.findall(r":([+-]\d+)", text))) for text in problems]
    positions = map(game("othello").notation.parse, problems)
    ours = prove(zip(positions, scores, strict=True))
    return Work(f"Othello, exact endgames, {title}", NODES, ours, edax(problems, scores, 1.0, table_bits))


def _lines(file: str) -> list[str]:
    return [line for line in (DATA / file).read_text().splitlines() if line.strip()]


def prove(problems: Iterable[tuple[Any, int]]) -> Contender:
    """Return the project's compiled solver as a contender, with an empty table each time. It counts the correct scores."""
    positions = list(problems)
    Solver(positions[0][0], memory_mb=1, native=True)  # compile before the clock runs

    def work() -> Run:
        solver = Solver(positions[0][0], native=True)
        started = time.process_time()
        right = sum(solver.score(position) == score for position, score in positions)
        return Run(right, time.process_time() - started)

    return Contender("plyground", work)


def prove_the_start() -> Contender:
    """Connect Four's empty board, won by the side to move (Allis 1988), by two threads in clock time."""
    start = game("connect_four").start
    Solver(start, memory_mb=1, threads=2, native=True)

    def work() -> Run:
        started = time.perf_counter()
        found = exact(start, weak=True, threads=2, memory_mb=1024, native=True)
        return Run(found.value == 1, time.perf_counter() - started)

    return Contender("plyground", work)


def works(long: bool) -> list[Work]:
    """Return the work to measure."""
    medium = _lines("connect_four/middle_medium_200.txt")
    found = [
        Work(
            "Connect Four, exact scores of 200 positions (middle, medium), no book",
            NODES,
            prove(_connect_four()),
            [*peer("bitbully", "bitbully (C++)", "bitbully_scores", medium, needed=1.67), *pons(medium)],
        ),
        _endgames("FFO 1–12", 1, 12, table_bits=16),
    ]
    if long:
        found.append(_endgames("FFO 40–44", 40, 44, table_bits=22))
        title = "Connect Four, the empty board, won or not, two threads, clock time, no book"
        found.append(Work(title, NODES, prove_the_start(), [allowed(1, 150)]))
    return found
