"""Numbers that outgrow a word: compiled code computes them as Python does, or raises an exception."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import mix, shift_right, word
from plyground.native.compiler import Twin, compiled


@rules
class Number(NamedTuple):
    """A position with one number, and a row of numbers."""

    value: int = 1
    row: tuple[int, int, int] = (1, 2, 3)

    def play(self, move: int) -> Number:
        return Number(self.value + move)


def half_and_more(number: int) -> tuple[int, int, bool]:
    return number >> 1, number + 1, number > 5


@pytest.mark.parametrize("first", [5, 1 << 64, 1 << 130, -(1 << 100)])
@pytest.mark.parametrize("bits", [63, 64, 127, 128, 130, 200, 255, 256, 300])
@pytest.mark.parametrize("sign", [1, -1])
def test_an_argument_is_never_cut_to_the_numbers_of_a_twin(first: int, bits: int, sign: int) -> None:
    """A twin for numbers of 128 bits is called with one of 200."""
    number = sign << bits
    assert compiled(half_and_more, first)(number) == half_and_more(number)


def doubled_again_and_again(here: Any, x: int, y: int) -> Any:
    while x > 0:
        y += y
        x -= 1
    return y


def shifted(here: Any, x: int, y: int) -> Any:
    return y << (x & 127), -y << 3, y + 1 << 70, 5 << (x & 63)


def multiplied(here: Any, x: int, y: int) -> Any:
    return y * x, y * y, y**3, y * 12345 * 67890


def added(here: Any, x: int, y: int) -> Any:
    return y + x, y - x, -y, +y, ~y, y - 1, y + 1, abs(y)


def divided(here: Any, x: int, y: int) -> Any:
    return y // -1, y // (x | 1), y % (x | 1), divmod(y, -1)


def summed(here: Any, x: int, y: int) -> Any:
    return sum((y, y, x)), sum([y, y]), sum(each for each in (y, y, y)), sum(here.row, y)


def compared(here: Any, x: int, y: int) -> Any:
    return y + x > x, y * 2 == y + y, (y + 1 if x > 0 else y) in (y, 3), not y * y, max(y + 1, x), min(y - 1, x)


def masked(here: Any, x: int, y: int) -> Any:
    return (y * x & -8, (y << 9) & 1023, (y * y) & (1 << 63) - 1, ~(y << 60) & 7, (y + x) & (x & 255))


def factorial(here: Any, x: int, y: int) -> Any:
    total = 1
    for each in range(1, (x & 31) + 1):
        total *= each
    return total


def kept_in_a_field(here: Any, x: int, y: int) -> Any:
    return here.play(y).play(x).value, Number(y * 3).value


def counted_to_the_end_of_words(here: Any, x: int, y: int) -> Any:
    last = -1
    for each in range(y | (1 << 62), (1 << 63) - 1, 1 << 61):
        last = each
    return last


FUNCTIONS: list[Callable[..., Any]] = [
    doubled_again_and_again, shifted, multiplied, added, divided, summed, compared, masked, factorial,
    kept_in_a_field, counted_to_the_end_of_words,
]  # fmt: skip
LIMIT = 1 << 63
EDGES = st.sampled_from([0, 1, -1, 2, LIMIT - 1, LIMIT - 2, -LIMIT, -LIMIT + 1, 1 << 62, -(1 << 62), 3 << 61])
WORDS = st.one_of(EDGES, st.integers(-LIMIT, LIMIT - 1), st.integers(-99, 99))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)
def test_a_number_that_outgrows_a_word_is_that_of_python(function: Callable[..., Any]) -> None:
    start = Number()
    twin = Twin.for_examples(function, (start, 1, 1))

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(x=st.one_of(st.integers(-99, 99), EDGES), y=WORDS)
    def compare(x: int, y: int) -> None:
        if function is doubled_again_and_again:
            x &= 255
        assert twin(start, x, y) == function(start, x, y)

    compare()


def hashed(here: Any, x: int, y: int) -> Any:
    return word(y * 6364136223846793005 + x), word((y << 13) ^ y), mix(x, y), shift_right(word(y * x), 7)


def low_bits(here: Any, x: int, y: int) -> Any:
    return (y << 20) & 255, (y * x) & 1023, y + x & 63, (y - x & (1 << 40) - 1) | x & 1, x & y << 9


@pytest.mark.parametrize("function", [hashed, low_bits], ids=lambda each: each.__name__)
def test_low_bits_of_a_long_number_need_no_wider_numbers(function: Callable[..., Any]) -> None:
    start = Number()
    twin = Twin.for_examples(function, (start, 1, 1))
    for x in (0, 3, 99, LIMIT - 1):
        for y in (0, -1, LIMIT - 1, -LIMIT, 0x9E3779B97F4A7C15 - LIMIT):
            assert twin(start, x, y) == function(start, x, y)
    assert not twin._loaded.code.options.long_numbers


def test_a_number_beyond_all_widths_is_an_exception() -> None:
    twin = Twin.for_examples(doubled_again_and_again, (Number(), 1, 1))
    assert twin(Number(), 500, 1) == 1 << 500
    with pytest.raises(OverflowError, match="too large"):
        twin(Number(), 600, 1)


def whole_part(here: Any, x: int, y: float) -> Any:
    return int(y)


def test_a_float_that_is_no_word_does_not_become_another_number() -> None:
    twin = Twin.for_examples(whole_part, (Number(), 1, 1.0))
    for number in (0.0, -7.9, 1e15, -9.2e18, math.nextafter(2.0**63, 0)):
        assert twin(Number(), 0, number) == int(number)
    for number in (1e19, -1e300, math.inf):
        with pytest.raises(OverflowError):
            twin(Number(), 0, number)
    with pytest.raises(ValueError, match="NaN"):
        twin(Number(), 0, math.nan)
