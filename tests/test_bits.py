"""Sets of cells: the functions of bits.py mean the same in Python and compiled."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import bits

words = st.integers(0, bits.WORD)


def signed(cells: int) -> int:
    return cells - (1 << 64) if cells >> 63 else cells


@given(words)
def test_by_definition(cells: int) -> None:
    members = [cell for cell in range(64) if cells >> cell & 1]
    for form in (cells, signed(cells)):
        assert bits.count(form) == len(members)
        if members:
            assert bits.lowest(form) == members[0]
        for places in (0, 1, 7, 63):
            shifted = bits.shift_right(form, places)
            assert [cell for cell in range(64) if shifted >> cell & 1] == [m - places for m in members if m >= places]


@pytest.fixture(scope="module")
def native() -> Any:
    """Compiled callers of the three functions."""
    numba = pytest.importorskip("numba")
    import plyground.compile  # noqa: F401 - teaches Numba the functions

    return (
        numba.njit(lambda cells: bits.count(cells)),
        numba.njit(lambda cells: bits.lowest(cells)),
        numba.njit(lambda cells, places: bits.shift_right(cells, places)),
    )


@given(words, st.integers(0, 63))
def test_compiled(native: Any, cells: int, places: int) -> None:
    count, lowest, shift_right = native
    assert count(signed(cells)) == bits.count(cells)
    if cells:
        assert lowest(signed(cells)) == bits.lowest(cells)
    assert shift_right(signed(cells), places) & bits.WORD == bits.shift_right(cells, places)


def wraps(key: int) -> tuple[bool, bool, bool]:
    """What tells words, which wrap, from numbers, which do not."""
    return bits.word(key * 0x1E3779B97F4A7C15) > 0, bits.word(key + 0x1E3779B97F4A7C15) > key, bits.word(key - 1) < key


@pytest.fixture(scope="module")
def wrapping() -> Any:
    numba = pytest.importorskip("numba")
    import plyground.compile  # noqa: F401 - teaches Numba the words

    return numba.njit(wraps)


@given(words)
def test_words_wrap_when_compiled(wrapping: Any, key: int) -> None:
    """A compiler that takes for granted that nothing overflows concludes that all three hold of a positive key."""
    for each in (signed(key), -(1 << 63), (1 << 63) - 1):
        assert wrapping(each) == wraps(each)
