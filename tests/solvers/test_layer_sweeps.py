"""The inner loops of solving by layers, plain and compiled, against Python's own sorting and searching."""

from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.authoring.marked_rules import helper
from plyground.solvers.layers import layer_worker
from plyground.solvers.layers.layer_sweeps import add_up, key_bytes, low_bytes, place_near, put_lows
from plyground.solvers.layers.layer_worker import row_of_words, run_text, sort_keys, sorted_parts
from plyground.solvers.layers.section_file import Words

WIDTHS = (1, 2, 5)
BITS = 19
NATIVE = pytest.mark.parametrize("native", [False, True], ids=["plain", "compiled"])
KEYS = st.lists(st.integers(0, (1 << BITS) - 1) | st.integers(5 << 16, (5 << 16) + 40), max_size=120)
"""Keys, some of them close together."""


@helper
def _places(keys: Words, number: int, starts: Words, lows: Words, width: int, near: int, found: Words) -> int:
    for place in range(number):
        found[place] = place_near(keys[place], starts, lows, width, near)
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
@given(KEYS, KEYS, st.integers(-1, 130), st.sampled_from(WIDTHS))
@settings(max_examples=60)
def test_a_key_is_found_from_wherever_the_search_begins(
    native: bool, kept: list[int], asked: list[int], near: int, width: int
) -> None:
    kept, asked = sorted(set(kept)), [*kept, *asked]
    blocks = (1 << BITS >> 8 * width) + 1
    starts, lows = row_of_words(blocks + 1), memoryview(array("b", bytes(max(width * len(kept), 8))))
    run_text(put_lows, words(kept), len(kept), 0, width, starts, lows, native=native)
    run_text(add_up, starts, blocks, native=native)
    assert list(starts) == [sum(key >> 8 * width < block for key in kept) for block in range(blocks + 1)]
    found = row_of_words(max(len(asked), 1))
    run_text(_places, words(asked), len(asked), starts, lows, width, near, found, native=native)
    assert list(found[: len(asked)]) == [kept.index(key) if key in kept else -1 for key in asked]


@given(st.integers(1, 1 << 62), st.integers(1, 1 << 40))
def test_a_layer_takes_few_bytes_for_each_of_its_keys(numbers: int, number: int) -> None:
    number = min(number, numbers)
    size = key_bytes(number, numbers, low_bytes(number, numbers))
    assert size <= 7 * number + 520
    assert size <= key_bytes(number, numbers, 2)


@pytest.mark.parametrize("shards", [1, 2, 7])
def test_sorted_rows_become_one_sorted_row(shards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layer_worker, "ROOM", 64)
    chance = random.Random(shards)
    keys = sorted({chance.randrange(1 << 49) for _key in range(2000)} | set(range(5000)))
    rows = [words([key for key in keys if (key >> 3) % shards == shard]) for shard in range(shards)]
    parts = [list(part) for part in sorted_parts(rows, 1 << 49, native=False)]
    assert [key for part in parts for key in part] == keys
    assert shards == 1 or max(map(len, parts)) <= 64
