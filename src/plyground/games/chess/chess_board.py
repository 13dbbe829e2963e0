"""Tables of the chess board: the moves of each piece on an empty board, and the lines between cells.

Each is a tuple of sets, one for each cell; tables of lines have four parts, one for each direction: along the rank, the
file, the diagonal upwards and the diagonal downwards.
"""

from __future__ import annotations

from collections.abc import Callable

from plyground.core.bits import lowest

KNIGHT_WAYS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
UPWARD_WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps along each of the four lines as (files, ranks), in the direction of growing cell numbers."""
DOWNWARD_WAYS = tuple((-files, -ranks) for files, ranks in UPWARD_WAYS)


def _reached(cell: int, ways: tuple[tuple[int, int], ...], far: bool = False) -> int:
    """Return the cells that can be reached from a cell in these directions: by one step, or ``far`` by any number of
    steps.
    """
    found = 0
    for files, ranks in ways:
        file, rank = cell % 8 + files, cell // 8 + ranks
        while 0 <= file < 8 and 0 <= rank < 8:
            found |= 1 << 8 * rank + file
            file, rank = (file + files, rank + ranks) if far else (-1, -1)
    return found


KNIGHT_LEAPS = tuple(_reached(cell, KNIGHT_WAYS) for cell in range(64))
KING_STEPS = tuple(_reached(cell, UPWARD_WAYS + DOWNWARD_WAYS) for cell in range(64))
PAWN_TAKES = tuple(tuple(_reached(cell, ((-1, up), (1, up))) for cell in range(64)) for up in (1, -1))
"""The cells that a pawn attacks: White's first, then Black's."""
ABOVE = tuple(_reached(cell, (way,), far=True) for way in UPWARD_WAYS for cell in range(64))
BELOW = tuple(_reached(cell, (way,), far=True) for way in DOWNWARD_WAYS for cell in range(64))
LINES = tuple(above | below for above, below in zip(ABOVE, BELOW, strict=True))
"""The cells of each line through a cell, without the cell itself."""


def _between(one: int, two: int, line: int) -> int:
    """Return the cells of a line between two of its cells."""
    low, high = min(one, two), max(one, two)
    return line & (1 << high) - (2 << low)


def _of_pairs(kept: Callable[[int, int, int], int]) -> tuple[int, ...]:
    """Return the result of ``kept`` for each two cells and the other cells of their line; 0 for two cells without a
    common line.
    """
    found = [0] * 64 * 64
    for place, line in enumerate(LINES):
        one, left = place % 64, line
        while left:
            two = lowest(left)
            found[64 * one + two] = kept(one, two, line)
            left &= left - 1
    return tuple(found)


BETWEEN = _of_pairs(_between)
"""The cells between two cells on a line, at the index 64 · first + second."""
THROUGH = _of_pairs(lambda one, _two, line: line | 1 << one)
"""The whole line through two cells, at the index 64 · first + second."""
