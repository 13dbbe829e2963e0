"""Sets of cells as whole numbers: bit ``i`` is cell ``i``. Equal in Python and in compiled code.

Python's numbers have no end; compiled code computes with signed words of 64 bits. ``&``, ``|``, ``^``, ``+``
and ``<<`` agree on both once a result is masked to the cells of a board. What does not agree, because it
looks at the sign or at the bits beyond, is here; ``compile.py`` has the native twin of each.
"""

from __future__ import annotations

WORD = (1 << 64) - 1
"""All 64 cells of a word."""


def count(cells: int) -> int:
    """How many cells a set of at most 64 has."""
    return (cells & WORD).bit_count()


def lowest(cells: int) -> int:
    """The number of the first cell of a set that is not empty."""
    return (cells & -cells).bit_length() - 1


def shift_right(cells: int, places: int) -> int:
    """``cells`` of a set of at most 64, each moved down by 0 to 63 places; none comes in from above."""
    return (cells & WORD) >> places
