"""Loops that only count the cells of a set: they are counted at once, with Python's results and exceptions."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from samples import sample

from plyground import game
from plyground.core.bits import lowest
from plyground.native.code_generation import llvm_text
from plyground.native.compiler import compiled
from plyground.native.options import Options
from plyground.native.targets.machine import target_machine
from plyground.native.targets.passes import optimized
from plyground.solvers.perft import count_sequences

DIVISORS = (1, 2, 0, 4)


def cells_of(cells: int) -> Iterator[int]:
    while cells:
        yield lowest(cells)
        cells &= cells - 1


def both(one: int, other: int) -> Iterator[int]:
    for cells in (one, other):
        while cells:
            yield lowest(cells)
            cells &= cells - 1
    if cells == 0:
        yield 64


def quotients(cells: int) -> Iterator[int]:
    while cells:
        yield 12 // DIVISORS[lowest(cells)]
        cells &= cells - 1


def upper_half(cells: int) -> Iterator[int]:
    while cells:
        yield (half := cells >> 2)
        cells &= cells - 1
    if half == 0:
        yield half


def less_and_less(cells: int) -> Iterator[int]:
    while cells:
        yield (cells := cells & 12)
        cells &= cells - 1


def counted(one: int, other: int) -> int:
    number = 0
    for _cell in cells_of(one):
        number += 1
    for _cell in both(one, other):
        number += 1
    return number


def doubled(one: int, other: int) -> int:
    number = 0
    for _cell in cells_of(one):
        number += 2
    return number + other


def cell_read_later(one: int, other: int) -> int:
    number, cell = other, 0
    for cell in cells_of(one):  # noqa: B007 - it is used, but only later
        number += 1
    return 100 * number + cell


def cell_is_the_number(one: int, other: int) -> int:
    number = other
    for number in cells_of(one):
        number += 1
    return number


def with_else(one: int, other: int) -> int:
    number = other
    for _cell in cells_of(one):
        number += 1
    else:
        number *= 3
    return number


def in_floats(one: int, other: int) -> float:
    number = other / 2
    for _cell in cells_of(one):
        number += 1
    return number


def halves_counted(one: int, other: int) -> int:
    number = other
    for _half in upper_half(one):
        number += 1
    return number


def less_and_less_counted(one: int, other: int) -> int:
    number = other
    for _cells in less_and_less(one):
        number += 1
    return number


def perhaps_without_a_number(one: int, other: int) -> int:
    if other:
        number = 0
    for _cell in cells_of(one):
        number += 1
    return other


def cell_counted_on(one: int, other: int) -> int:
    number = other
    for cell in cells_of(one):  # noqa: B007 - it is used, but only later
        number += 1
    cell += 1
    return number


def quotients_counted(one: int, other: int) -> int:
    number = other
    for _quotient in quotients(one):
        number += 1
    return number


FUNCTIONS = [
    counted,
    doubled,
    cell_read_later,
    cell_is_the_number,
    with_else,
    in_floats,
    halves_counted,
    less_and_less_counted,
    perhaps_without_a_number,
    cell_counted_on,
]
SETS = st.one_of(st.integers(0, 15), st.integers(0, (1 << 63) - 1), st.integers(0, (1 << 64) - 1), st.just(1 << 63))


@pytest.mark.parametrize("function", FUNCTIONS)
@example(one=255, other=1 << 56)
@example(one=0, other=0)
@example(one=1, other=0)
@given(one=SETS, other=SETS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_counting_means_the_same_compiled(function: Callable[[int, int], Any], one: int, other: int) -> None:
    assert outcome(compiled(function, 1, 1), one, other) == outcome(function, one, other)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("bits", [81, 128, 361])
def test_counting_of_wide_sets_means_the_same(function: Callable[[int, int], Any], bits: int) -> None:
    full = (1 << bits) - 1
    for one in (full, 1 << bits - 1, full // 3, 0):
        assert outcome(compiled(function, full, 1), one, 5) == outcome(function, one, 5)


@pytest.mark.parametrize("cells", range(32))
def test_a_value_that_is_not_needed_may_still_raise_an_exception(cells: int) -> None:
    assert outcome(compiled(quotients_counted, 1, 1), cells, 3) == outcome(quotients_counted, cells, 3)


def outcome(function: Callable[[int, int], Any], one: int, other: int) -> Any:
    """Return what a function returns, or the kind and the line of its exception.

    Of a name without a value Python may tell the line before, once it has run the function often.
    """
    try:
        return function(one, other)
    except UnboundLocalError:
        return UnboundLocalError
    except (ArithmeticError, LookupError) as error:
        if hasattr(error, "__notes__"):  # of compiled code
            return type(error), int(error.__notes__[0].partition(", line ")[2].partition(",")[0])
        *_callers, last = traceback.extract_tb(error.__traceback__)
        return type(error), last.lineno


def test_the_cells_of_a_set_are_counted_without_a_loop() -> None:
    def number_of(cells: int) -> int:
        number = 0
        for _cell in cells_of(cells):
            number += 1
        return number

    text, _program, _shape = llvm_text(number_of, (1 << 63,), Options(sets=True))
    module = optimized(text, target_machine())
    done = [each.opcode for made in module.functions for block in made.blocks for each in block.instructions]
    assert {"phi", "br", "switch"}.isdisjoint(done)
    assert "ctpop" in str(module)


@pytest.mark.parametrize(
    ("name", "depth"), sample([("chess", 3), ("english_draughts", 6), ("tictactoe", 9), ("dodgem", 6)], every=4)
)
def test_moves_are_counted_as_the_rules_yield_them(name: str, depth: int) -> None:
    assert count_sequences(game(name), depth, native=True) == count_sequences(game(name), depth)
