"""Sets of so many cells by number: the combinatorial number system (Knuth, The Art of Computer Programming, 7.2.1.3).

The sets of ``k`` cells are numbered from 0 in the order of their numbers as words: 0 is the ``k`` lowest cells,
``comb(n, k) - 1`` the highest of ``n``. Games number their positions by it (``rank``, ``unrank``).
"""

from __future__ import annotations

from math import comb

from plyground.bits import count, lowest
from plyground.position import helper

MOST_CELLS, MOST_CHOSEN = 36, 7
"""Cells of a board, and cells in a set less one, that the numbers are made for."""
CHOICES = tuple(comb(cells, chosen) for cells in range(MOST_CELLS + 1) for chosen in range(MOST_CHOSEN + 1))
"""Pascal's triangle in one row."""


@helper
def subset_rank(cells: int) -> int:
    """The number of a set among those of its size. O(its size)."""
    rank = 0
    chosen = 1
    while cells:
        rank += CHOICES[(MOST_CHOSEN + 1) * lowest(cells) + chosen]
        cells &= cells - 1
        chosen += 1
    return rank


@helper
def subset(rank: int, chosen: int, cells: int) -> int:
    """The set of ``chosen`` of the first ``cells`` cells with this number. O(cells)."""
    found = 0
    cell = cells
    for left in range(chosen, 0, -1):
        cell -= 1
        while CHOICES[(MOST_CHOSEN + 1) * cell + left] > rank:
            cell -= 1
        rank -= CHOICES[(MOST_CHOSEN + 1) * cell + left]
        found |= 1 << cell
    return found


@helper
def among(cells: int, free: int) -> int:
    """``cells``, a part of ``free``, numbered among the cells of ``free`` alone, from the lowest. O(cells of it)."""
    found = 0
    while cells:
        below = (cells & -cells) - 1
        found |= 1 << count(free & below)
        cells &= cells - 1
    return found


@helper
def spread_over(numbers: int, free: int) -> int:
    """The cells of ``free`` that have these ``numbers`` among them: the inverse of :func:`among`. O(cells of free)."""
    found = 0
    while numbers:
        if numbers & 1:
            found |= free & -free
        free &= free - 1
        numbers >>= 1
    return found


@helper
def pair_rank(one: int, two: int, cells: int) -> int:
    """The number of a pair of sets without a common cell: each of the first ``cells`` cells is a digit of base 3. O(cells)."""
    rank = 0
    for cell in range(cells):
        rank = 3 * rank + (one >> cell & 1) + 2 * (two >> cell & 1)
    return rank


@helper
def pair(rank: int, cells: int) -> tuple[int, int]:
    """The pair of sets with this number. O(cells)."""
    one, two = 0, 0
    for cell in range(cells - 1, -1, -1):
        digit = rank % 3
        rank //= 3
        one |= (digit & 1) << cell
        two |= (digit >> 1) << cell
    return one, two
