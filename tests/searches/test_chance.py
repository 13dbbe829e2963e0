"""The one generator: its published numbers, the same compiled, and fair."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import game
from plyground.core.bits import WORD
from plyground.core.random_numbers import Chance, new_chance


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
    ],
)
def test_the_stream_begins_with_the_published_numbers(seed: int, numbers: list[int]) -> None:
    """The first numbers of splitmix64: S. Vigna's splitmix64.c, as tabled at Rosetta Code, "Splitmix64"."""
    chance = new_chance(seed)
    assert [chance.draw() & WORD for _number in numbers] == numbers


@given(st.integers(), st.integers(1, 1 << 31))
def test_numbers_stay_below_the_limit(seed: int, limit: int) -> None:
    chance = new_chance(seed)
    assert all(0 <= chance.below(limit) < limit for _again in range(20))


def test_a_seed_is_its_lowest_64_bits() -> None:
    assert new_chance(-1).draw() == new_chance((1 << 64) - 1).draw() == new_chance((1 << 70) - 1).draw()


@pytest.mark.parametrize("limit", [2, 3, 7, 20])
def test_each_number_as_often_as_the_others(limit: int) -> None:
    """Chi-squared of 1,000 draws a number, and of the pairs of neighbours; beyond 5 sigma would be no chance."""
    chance = new_chance(limit)
    numbers = [chance.below(limit) for _again in range(1000 * limit)]
    for seen, kinds in ((Counter(numbers), limit), (Counter(pairwise(numbers)), limit * limit)):
        expected = sum(seen.values()) / kinds
        squares = sum((count - expected) ** 2 for count in seen.values()) + (kinds - len(seen)) * expected**2
        assert abs(squares / expected - kinds) < 5 * (2 * kinds) ** 0.5


def drawn(position: Any, chance: Chance, limit: int, times: int) -> int:
    """Return a number for the results of so many draws in their order."""
    total = 0
    for _again in range(times):
        total = total * 3 + chance.draw() % 1_000_003 + chance.below(limit)
    return total % 1_000_000_007


@given(st.integers(-(1 << 63), (1 << 64) - 1), st.integers(1, 1 << 31))
def test_the_twin_draws_the_same(seed: int, limit: int) -> None:
    from plyground.native.compiler import compiled

    start = game("tictactoe").start
    native, plain = new_chance(seed), new_chance(seed)
    twin = compiled(drawn, start, native, 1, 1)
    assert twin(start, native, limit, 9) == drawn(start, plain, limit, 9)
    assert native == plain
