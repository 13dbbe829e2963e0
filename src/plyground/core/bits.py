"""Sets of cells as whole numbers (bit ``i`` is cell ``i``), and rows of cells as tuples; equal in Python and compiled.

Python's numbers have no limit; compiled code computes with signed words of 64 bits. ``&``, ``|``, ``^``, ``+`` and
``<<`` agree on both if the result is masked to the cells of a board. The functions here are for the other operations,
which depend on the sign or on higher bits. The compiler has its own version of each.

A *word* is a signed number of 64 bits. Hashes are words in both.
"""

from __future__ import annotations

WORD = (1 << 64) - 1
"""All 64 cells of a word."""


def count(cells: int) -> int:
    """Return the number of cells in a set; of a negative number, the number of ones in its word."""
    return (cells & WORD if cells < 0 else cells).bit_count()


def lowest(cells: int) -> int:
    """Return the number of the first cell of a non-empty set."""
    return (cells & -cells).bit_length() - 1


def highest(cells: int) -> int:
    """Return the number of the last cell of a non-empty set of at most 64 cells."""
    return (cells & WORD).bit_length() - 1


def shift_right(cells: int, places: int) -> int:
    """Return a set of at most 64 cells, each moved down by 0 to 63 places; zeros come in from above."""
    return (cells & WORD) >> places


def word(value: int) -> int:
    """Return the lowest 64 bits of ``value`` as a signed word."""
    return (value + (1 << 63) & WORD) - (1 << 63)


def mix(key: int, value: int) -> int:
    """Return the hash ``key`` extended by ``value``: one step of a hash over several numbers.

    Multiplication by the golden ratio and a shift, as in Knuth, The Art of Computer Programming, 6.4.
    """
    product = word((key ^ value) * 0x9E3779B97F4A7C15)
    return product ^ shift_right(product, 32)


def mix_all(key: int, value: int) -> int:
    """Mix a number of any width into a hash, 64 bits at a time."""
    key = mix(key, value)
    rest = value >> 32 >> 32  # two shifts, because a shift by 64 is not 0 in compiled code
    while rest > 0:
        key = mix(key, rest)
        rest = rest >> 32 >> 32
    return key


def put(cells: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """Return a row of cells with another ``value`` at ``place``; a negative place counts from the end. O(cells).

    Raise IndexError for a place outside of the row.
    """
    cells[place]  # raises the IndexError
    if place < 0:
        place += len(cells)
    return (*cells[:place], value, *cells[place + 1 :])
