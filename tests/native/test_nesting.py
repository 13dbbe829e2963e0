"""Functions that call themselves: one call is inlined in the other, with the same results and the same limit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from plyground.core.bits import lowest, put
from plyground.native.code_generation import llvm_text
from plyground.native.compiler import compiled
from plyground.native.options import Options
from plyground.native.text.source import seldom

LEVELS = Options().limit


def paths(cells: int, depth: int) -> int:
    """Return the number of ways to take some cells one by one."""
    found, left = 1, cells
    while left and depth:
        found += paths(cells & ~(left & -left), depth - 1)
        left &= left - 1
    return found


def pathsfrom(cells: int, depth: int) -> int:
    """The name of this function begins with that of the other one, which it calls."""
    return paths(cells, depth) + (pathsfrom(cells >> 1, depth - 1) if depth else 0)


def of_three(number: int, depth: int) -> int:
    found = number
    for each in range(3):
        found += of_three(number + each, depth - 1) if depth > 0 else each
    return found


def twice(number: int, depth: int) -> int:
    return number if depth == 0 else twice(number, depth - 1) + twice(number + 1, depth - 1)


def level(number: int, depth: int) -> int:
    return number if depth == 0 else level(number + 1, depth - 1)


def quotients(number: int, depth: int) -> int:
    if depth == 0:
        return 60 // number
    return 60 // (number + depth) + quotients(number - 1, depth - 1)


def emptied(cells: int, depth: int) -> tuple[int, tuple[int, ...]]:
    """Return a number and a row."""
    if cells == 0 or depth == 0:
        return depth, (0, 0, 0, 0, 0, 0, 0, 0)
    number, row = emptied(cells & cells - 1, depth - 1)
    return number + 1, put(row, lowest(cells) & 7, depth)


@seldom
def rare(number: int, depth: int) -> int:
    return number if depth == 0 else rare(number + 1, depth - 1) * 2


@pytest.mark.parametrize(
    ("function", "is_nested"),
    [
        (paths, True),
        (pathsfrom, True),
        (level, True),
        (quotients, True),
        (emptied, True),
        (of_three, False),  # LLVM unrolls its loop
        (twice, False),
        (rare, False),
    ],
)
@pytest.mark.parametrize("arguments", [(0b1011, 3), (0, 0), (5, 1), (7, 2), (255, 4), (1 << 62, 5)])
def test_a_call_within_a_call_means_the_same(
    function: Callable[[int, int], Any], is_nested: bool, arguments: tuple[int, int]
) -> None:
    text, _program, _shape = llvm_text(function, (1, 1), Options())
    assert bool(re.search(rf'"{function.__name__}\.\d+\.inner"', text)) == is_nested
    native = compiled(function, 1, 1)
    try:
        wanted = function(*arguments)
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            native(*arguments)
    else:
        assert native(*arguments) == wanted


@pytest.mark.parametrize(("depth", "number"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_an_exception_of_an_inlined_call_tells_its_line(depth: int, number: int) -> None:
    with pytest.raises(ZeroDivisionError) as error:
        compiled(quotients, 1, 1)(number, depth)
    line = quotients.__code__.co_firstlineno + 2
    assert error.value.__notes__ == [f'File "{__file__}", line {line}, in quotients']


def test_every_level_counts() -> None:
    native = compiled(level, 1, 1)
    for depth in (1, 2, LEVELS - 2, LEVELS - 1):
        assert native(0, depth) == depth
    for depth in (LEVELS, LEVELS + 1, LEVELS + 2):
        with pytest.raises(RecursionError):
            native(0, depth)
