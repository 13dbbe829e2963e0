"""Sets of cells as whole numbers: bit ``i`` is cell ``i``; and rows of cells, as tuples. Equal in Python and in compiled code.

Python's numbers have no end; compiled code computes with signed words of 64 bits. ``&``, ``|``, ``^``, ``+``
and ``<<`` agree on both once a result is masked to the cells of a board. What does not agree, because it
looks at the sign or at the bits beyond, is here; ``compile.py`` has the native twin of each.

A *word* is a signed number of 64 bits, as compiled code computes with: hashes are words in both.
"""

from __future__ import annotations

WORD = (1 << 64) - 1
"""All 64 cells of a word."""


def count(cells: int) -> int:
    """How many cells a set has: any set of a board, or all that a word says, be it negative."""
    return (cells & WORD if cells < 0 else cells).bit_count()


def lowest(cells: int) -> int:
    """The number of the first cell of a set that is not empty."""
    return (cells & -cells).bit_length() - 1


def shift_right(cells: int, places: int) -> int:
    """``cells`` of a set of at most 64, each moved down by 0 to 63 places; none comes in from above."""
    return (cells & WORD) >> places


def word(value: int) -> int:
    """What is left of ``value`` in a signed word: its lowest 64 bits."""
    return (value + (1 << 63) & WORD) - (1 << 63)


def mix(key: int, value: int) -> int:
    """The word that stands for all that ``key`` stood for and then ``value``: one step of a hash.

    Multiplication by the golden ratio and a shift, as in Knuth, The Art of Computer Programming, 6.4.
    """
    product = word((key ^ value) * 0x9E3779B97F4A7C15)
    return product ^ shift_right(product, 32)


def put(cells: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """A row of cells with another ``value`` at a ``place``. O(cells)."""
    return (*cells[:place], value, *cells[place + 1 :])
