"""The inner loops of solving by layers, plain and compiled, against Python's own sorting and searching."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.position import helper
from plyground.solvers.layers.layer_sweeps import LOW_BITS, place_near, signed
from plyground.solvers.layers.layer_worker import row_of_words, run_text, sort_keys
from plyground.solvers.layers.section_file import Words

BITS = 3 + LOW_BITS
NATIVE = pytest.mark.parametrize("native", [False, True], ids=["plain", "compiled"])
KEYS = st.lists(st.integers(0, (1 << BITS) - 1) | st.integers(5 << LOW_BITS, (5 << LOW_BITS) + 40), max_size=120)
"""Keys of eight blocks, some of them close together."""


@helper
def _places(keys: Words, number: int, starts: Words, lows: Words, near: int, found: Words) -> int:
    for place in range(number):
        found[place] = place_near(keys[place], starts, lows, near)
    return number


def words(numbers: list[int]) -> Words:
    return memoryview(array("q", numbers or [0]))


@NATIVE
@given(numbers=st.integers(1, (1 << 50) - 1), data=st.data())
@settings(max_examples=60)
def test_keys_are_sorted_and_each_is_kept_once(numbers: int, data: st.DataObject, native: bool) -> None:
    given_keys = data.draw(st.lists(st.integers(0, numbers - 1), max_size=80))
    keys, count = words(given_keys), len(given_keys)
    unique = sort_keys(keys, row_of_words(max(count, 1)), count, numbers, native=native)
    assert list(keys[:unique]) == sorted(set(given_keys))


@NATIVE
@given(KEYS, KEYS, st.integers(-1, 130))
@settings(max_examples=60)
def test_a_key_is_found_from_wherever_the_search_begins(
    native: bool, kept: list[int], asked: list[int], near: int
) -> None:
    kept, asked = sorted(set(kept)), [*kept, *asked]
    lows = array("b", [signed(byte) for key in kept for byte in (key & 255, key >> 8 & 255)] or [0])
    starts = [sum(key >> LOW_BITS < block for key in kept) for block in range((1 << BITS - LOW_BITS) + 1)]
    found = row_of_words(max(len(asked), 1))
    run_text(_places, words(asked), len(asked), words(starts), memoryview(lows), near, found, native=native)
    assert list(found[: len(asked)]) == [kept.index(key) if key in kept else -1 for key in asked]
