"""Sets of cells: the functions of bits.py mean the same in Python and compiled."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core import bits
from plyground.native.compiler import compiled
from plyground.searches.tally import row

words = st.integers(0, bits.WORD)


def signed(cells: int) -> int:
    return cells - (1 << 64) if cells >> 63 else cells


@given(words)
def test_functions_agree_with_their_definition(cells: int) -> None:
    members = [cell for cell in range(64) if cells >> cell & 1]
    for form in (cells, signed(cells)):
        assert bits.count(form) == len(members)
        if members:
            assert bits.lowest(form) == members[0]
        for places in (0, 1, 7, 63):
            shifted = bits.shift_right(form, places)
            assert [cell for cell in range(64) if shifted >> cell & 1] == [m - places for m in members if m >= places]


def asked(cells: int, places: int, written: Any) -> int:
    """Return the results of the functions, combined to one number."""
    written[0] = bits.count(cells)
    written[1] = bits.lowest(cells) if cells else 0
    written[2] = bits.shift_right(cells, places)
    return 3


@given(words, st.integers(0, 63))
def test_compiled_functions_agree_with_plain_ones(cells: int, places: int) -> None:
    native = compiled(asked, 0, 0, row(3))
    plainly, written = row(3), row(3)
    native(signed(cells), places, written)
    plainly[0], plainly[1] = bits.count(cells), bits.lowest(cells) if cells else 0
    plainly[2] = signed(bits.shift_right(cells, places))
    assert written == plainly


def wraps(key: int) -> int:
    """Return a number that differs between words, which wrap, and Python's numbers, which do not."""
    return (
        (bits.word(key * 0x1E3779B97F4A7C15) > 0)
        + 2 * (bits.word(key + 0x1E3779B97F4A7C15) > key)
        + 4 * (bits.word(key - 1) < key)
    )


@given(words)
def test_words_wrap_when_compiled(key: int) -> None:
    """A compiler that takes for granted that nothing overflows concludes that all three hold of a positive key."""
    native = compiled(wraps, 0)
    for each in (signed(key), -(1 << 63), (1 << 63) - 1):
        assert native(each) == wraps(each)


CELLS = (1, 2, 3, 4)


def change(place: int, value: int) -> int:
    changed = bits.put(CELLS, place, value)
    return changed[0] + 10 * changed[1] + 100 * changed[2] + 1000 * changed[3]


@pytest.mark.parametrize("place", range(-6, 7))
def test_put_changes_one_cell_or_refuses_the_place_plain_and_compiled(place: int) -> None:
    """It once made a row of another length, where compiled code changed the last cell."""
    native = compiled(change, 0, 0)
    if -4 <= place < 4:
        expected = list(CELLS)
        expected[place] = 7
        assert bits.put(CELLS, place, 7) == tuple(expected)
        assert native(place, 7) == change(place, 7)
    else:
        for function in (change, native):
            with pytest.raises(IndexError):
                function(place, 7)


@given(st.integers(0, 1 << 300), st.integers(0, bits.WORD))
def test_a_hash_depends_on_all_bits_of_a_set(cells: int, key: int) -> None:
    assert bits.mix_all(key, cells & bits.WORD) == bits.mix(key, cells & bits.WORD)
    for place in (64, 81, 200):
        assert bits.mix_all(key, cells) != bits.mix_all(key, cells ^ 1 << place)
