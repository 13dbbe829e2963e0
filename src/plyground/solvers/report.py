"""The report of a solved game: counts of its positions by value and by distance, and its start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, MutableSequence
from typing import Any, NamedTuple

from plyground.core.position import MarkedPosition, Move
from plyground.searches.tally import row
from plyground.searches.twin import twin
from plyground.solvers.forward import Value, Valued, best_moves
from plyground.solvers.reachability import count_reachable
from plyground.solvers.retrograde import DRAWN, INVALID, Retrograde, value_of
from plyground.solvers.sweep import Sweeper
from plyground.solvers.table_memory import Bytes

ZERO = 128
"""Index of code 0 in the array of counts: the count of code c stands at ``ZERO`` + c."""
TERMINAL = 0
"""Index of the count of finished games. Code −128 would have it, but no position has this code."""
CODES = 256


class Report(NamedTuple):
    """Counts of positions by value, for the side to move. Finished games count separately, except those of a side
    without a move, which has lost.
    """

    positions: int
    terminal: int
    win: int
    loss: int
    draw: int
    reachable: int | None  # positions reachable from the start; None: not counted
    histogram: dict[int, int]  # number of won and lost positions, by plies to the end
    longest_win: int  # plies; 0 if there is no win
    start: Value
    best_moves: list[Move]


def count_codes(position: Any, codes: Bytes, counts: MutableSequence[int], first: int, last: int) -> int:
    """Count each of the codes from ``first`` to ``last`` − 1 in ``counts``; finished games count at the index
    ``TERMINAL``.
    """
    for number in range(first, last):
        code = codes[number]
        if code == INVALID:
            continue
        if (code == 1 or code == -1 or code == DRAWN) and not position.unrank(number).is_stuck():
            counts[TERMINAL] += 1
        else:
            counts[ZERO + code] += 1
    return 0


def report(solved: Retrograde, sweeper: Sweeper, *, reachable: bool = True) -> Report:
    """Return the report of a game solved backwards. Counting what is ``reachable`` takes most of the time."""
    start, codes = solved.start, solved.codes
    counts = row(CODES)
    count = twin(count_codes, start, codes, counts, 0, 0) if sweeper.compiles(codes) else count_codes
    count(start, codes, counts, 0, len(codes))
    alike = start.size() // start.period()
    by_value: Counter[Value] = Counter()
    for place, found in enumerate(counts):
        if found and place != TERMINAL:
            by_value[value_of(place - ZERO)] += found * alike
    return _report(
        start, solved, counts[TERMINAL] * alike, by_value, count_reachable(start, sweeper) if reachable else None
    )


def report_of_values(start: MarkedPosition, values: Mapping[Any, Value]) -> Report:
    """Return the report of a game solved forwards; it covers the reachable positions."""
    others = [value for position, value in values.items() if not position.is_over() or position.is_stuck()]
    return _report(start, values, len(values) - len(others), Counter(others), len(values))


def _report(
    start: MarkedPosition, values: Valued, terminal: int, by_value: Counter[Value], reachable: int | None
) -> Report:
    sign = Counter[int]()
    histogram = Counter[int]()
    for value, found in by_value.items():
        sign[value.sign] += found
        if value.distance is not None:
            histogram[value.distance] += found
    return Report(
        positions=terminal + by_value.total(),
        terminal=terminal,
        win=sign[1],
        loss=sign[-1],
        draw=sign[0],
        reachable=reachable,
        histogram=dict(sorted(histogram.items())),
        longest_win=max((value.distance or 0 for value in by_value if value.utility > 0), default=0),
        start=values[start],
        best_moves=[] if start.is_over() else best_moves(values, start),
    )
