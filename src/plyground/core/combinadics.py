"""Numbers for sets of k cells: the combinatorial number system (Knuth, The Art of Computer Programming, 7.2.1.3).

The sets of ``k`` cells are numbered from 0 in the order of their words: 0 is the ``k`` lowest cells, ``comb(n, k) - 1``
the highest of ``n``. Games use it to number their positions (``rank``, ``unrank``).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from plyground.core.authoring.marked_rules import helper
from plyground.core.bits import count, lowest

MOST_CELLS, MOST_CHOSEN = 36, 7
"""Limits of the table: cells of a board, and cells of a set minus one."""
CHOICES = tuple(comb(cells, chosen) for cells in range(MOST_CELLS + 1) for chosen in range(MOST_CHOSEN + 1))
"""Pascal's triangle in one row."""


@helper
def subset_rank(cells: int, chosen: int) -> int:
    """Return the number of a set of ``chosen`` cells among the sets of its size. O(chosen)."""
    rank = 0
    for place in range(1, chosen + 1):
        rank += CHOICES[(MOST_CHOSEN + 1) * lowest(cells) + place]
        cells &= cells - 1
    return rank


@helper
def rank_among(cells: int, chosen: int, free: int) -> int:
    """Return the number of a set of ``chosen`` cells among all sets of this size within ``free``. O(chosen)."""
    rank = 0
    for place in range(1, chosen + 1):
        below = (cells & -cells) - 1
        rank += CHOICES[(MOST_CHOSEN + 1) * count(free & below) + place]
        cells &= cells - 1
    return rank


@helper
def subset(rank: int, chosen: int, cells: int) -> int:
    """Return the set with this number: ``chosen`` of the first ``cells`` cells. O(cells)."""
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
def next_subset(cells: int) -> int:
    """Return the set that follows a non-empty set in this numbering (R. W. Gosper, HAKMEM, item 175). O(1)."""
    carried = cells + (cells & -cells)
    return carried | (cells ^ carried) >> 2 + lowest(cells)


@helper
def among(cells: int, free: int) -> int:
    """Return the subset ``cells`` of ``free`` with new numbers: the lowest cell of ``free`` becomes cell 0.

    O(cells).
    """
    found = 0
    while cells:
        below = (cells & -cells) - 1
        found |= 1 << count(free & below)
        cells &= cells - 1
    return found


@helper
def spread_over(numbers: int, free: int) -> int:
    """Return the cells of ``free`` with these ``numbers`` among them: the inverse of :func:`among`.

    O(cells of free).
    """
    found = 0
    while numbers:
        if numbers & 1:
            found |= free & -free
        free &= free - 1
        numbers >>= 1
    return found


@helper
def pair_rank(one: int, two: int, cells: int) -> int:
    """Return the number of a pair of disjoint sets: each of the first ``cells`` cells is a digit of base 3.

    O(cells).
    """
    rank = 0
    for cell in range(cells):
        rank = 3 * rank + (one >> cell & 1) + 2 * (two >> cell & 1)
    return rank


@helper
def pair(rank: int, cells: int) -> tuple[int, int]:
    """Return the pair of sets with this number. O(cells)."""
    one, two = 0, 0
    for cell in range(cells - 1, -1, -1):
        digit = rank % 3
        rank //= 3
        one |= (digit & 1) << cell
        two |= (digit >> 1) << cell
    return one, two


def mex(numbers: Iterable[int]) -> int:
    """Return the least whole number from 0 that is not in ``numbers`` (the minimal excludant)."""
    taken = set(numbers)
    return next(number for number in range(len(taken) + 1) if number not in taken)
