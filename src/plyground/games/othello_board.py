"""Sets of cells of an Othello board: legal moves, turned stones and stable stones.

The set functions of one size take the stones of the two sides, ``own`` and ``other``, as bits. They handle all eight
directions at once, four in one instruction of a compiled twin.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from plyground.core.authoring.marked_rules import helper
from plyground.core.bits import count, shift_right

OfOne: TypeAlias = Callable[[int], int]
OfTwo: TypeAlias = Callable[[int, int], int]
OfThree: TypeAlias = Callable[[int, int, int], int]


class Board(NamedTuple):
    """Functions on sets of cells, for one board size. Compiled rules can call them."""

    full: int  # every cell of the board
    corners: int
    diagonal: int  # cells diagonally next to a corner, known as X squares
    targets: OfTwo  # (own, other) -> empty cells that a side may take
    enclosed: OfThree  # (stone, own, other) -> stones that a new stone turns over
    near: OfOne  # (cells) -> these cells and the cells next to them
    odd_quarters: OfOne  # (empty) -> quarters of the board with an odd number of empty cells
    firm: OfTwo  # (stones, empty) -> stones that will never be turned


@cache
def board(size: int, /) -> Board:
    """Return the board of ``size`` × ``size`` cells. Cell ``size * row + column`` is one bit of a set; a1, the first,
    is in the upper left corner.
    """
    cells = size * size
    full = (1 << cells) - 1
    first_row = (1 << size) - 1
    first_column = full // first_row
    last_column = first_column << size - 1
    columns = first_column | last_column
    rows = first_row | first_row << cells - size
    rim = rows | columns
    inner = full ^ columns
    corners = rows & columns
    diagonal = 1 << size + 1 | 1 << 2 * size - 2 | 1 << cells - 2 * size + 1 | 1 << cells - size - 2
    left_half = first_column * ((1 << size // 2) - 1)
    quarter = left_half & (1 << cells // 2) - 1
    quarters = (quarter, quarter << size // 2, quarter << cells // 2, quarter << cells // 2 + size // 2)
    steps = (1, size - 1, size, size + 1)

    @helper
    def runs(step: int, stones: int, other: int) -> tuple[int, int]:
        """Return the stones of ``other`` in a row next to ``stones``, in the direction of ``step`` and against it."""
        over = other if step == size else other & inner  # sideways, a line ends before the outer columns
        up = over & stones << step
        down = over & shift_right(stones, step)
        for _further in range(size - 3):
            up |= over & up << step
            down |= over & shift_right(down, step)
        return up, down

    @helper
    def targets(own: int, other: int) -> int:
        """Return the empty cells on which a stone would enclose something: at the end of each run next to ``own``."""
        found = 0
        for step in steps:
            up, down = runs(step, own, other)
            found |= up << step | shift_right(down, step)
        return found & ~(own | other) & full

    @helper
    def enclosed(stone: int, own: int, other: int) -> int:
        """Return the stones of ``other`` that a new ``stone`` turns over: each run that ends at one of ``own``."""
        turned = 0
        for step in steps:
            up, down = runs(step, stone, other)
            if up << step & own:
                turned |= up
            if shift_right(down, step) & own:
                turned |= down
        return turned

    @helper
    def near(cells: int) -> int:
        """Return ``cells`` and their neighbours in all directions."""
        wide = cells | (cells & ~last_column) << 1 | shift_right(cells & ~first_column, 1)
        return (wide | wide << size | shift_right(wide, size)) & full

    @helper
    def odd_quarters(empty: int) -> int:
        """Return the quarters of the board that have an odd number of ``empty`` cells."""
        odd = 0
        for quarter in quarters:
            if count(empty & quarter) & 1:
                odd |= quarter
        return odd

    @helper
    def full_lines(step: int, empty: int) -> int:
        """Return the cells whose whole line in the direction of ``step`` and against it has no ``empty`` cell."""
        up_to = down_to = full  # cells that a step may lead to
        if step == size - 1:
            up_to, down_to = full ^ last_column, full ^ first_column
        elif step != size:
            up_to, down_to = full ^ first_column, full ^ last_column
        up = down = empty
        for _further in range(size - 1):
            up |= up_to & up << step
            down |= down_to & shift_right(down, step)
        return full ^ (up | down)

    @helper
    def firm(stones: int, empty: int) -> int:
        """Return those of ``stones`` that can be proven stable: in each direction the line is full, or ends, or the
        next stone is stable.

        Not every stable stone is found. O(size) rounds.
        """
        flat = columns | full_lines(1, empty)
        steep = rows | full_lines(size, empty)
        falling = rim | full_lines(size + 1, empty)
        rising = rim | full_lines(size - 1, empty)
        found = 0
        while True:
            more = stones & (flat | found << 1 | shift_right(found, 1))
            more &= steep | found << size | shift_right(found, size)
            more &= falling | found << size + 1 | shift_right(found, size + 1)
            more &= rising | found << size - 1 | shift_right(found, size - 1)
            if more == found:
                return found
            found = more

    return Board(full, corners, diagonal, targets, enclosed, near, odd_quarters, firm)
