"""Sets of cells in compiled code: bit 63, more than 64 cells, in rows, pairs, lists and results. Each case once differed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from plyground.core.bits import highest, put, shift_right, word
from plyground.core.position import rules
from plyground.native.compilation import Options
from plyground.native.compiler import Twin


@rules
class Wide(NamedTuple):
    """A position on 127 cells, whose row begins with small numbers."""

    own: int = 1 << 126
    pair: tuple[int, int] = (1 << 70, 1 << 63)
    sets: tuple[int, int, int] = (1 << 100, 1 << 64 | 1, (1 << 127) - 1)
    row: tuple[int, int, int] = (1, 2, 3)
    late: int = 0

    def play(self, move: int) -> Wide:
        return Wide(self.own ^ 1 << move, self.pair, self.sets, self.row, 0)


START = Wide()
OTHERS = (
    START,
    Wide((1 << 127) - 1, (0, (1 << 127) - 1), (5, 5, 1 << 126), (9, 9, 9)),
    Wide(12345678901234567890123, (3, 4), (0, 0, 0), (1, 1, 1)),
)


def rest(here: Any, x: int) -> Any:
    """LLVM would divide by a function that is not there: the process ended."""
    return here.own % 1009, here.own // 10, -here.own // 7, -here.own % (x | 1), here.own // -3, here.own % -11


def rest_of_a_part(here: Any, x: int) -> Any:
    """The same for a part that LLVM knows to be smaller."""
    return (here.own & (1 << 100) - 1) % (x | 5), (here.own >> 30) // 12345


def put_in_a_pair(here: Any, x: int) -> Any:
    return put(here.pair, x & 1, here.own)


def of_a_row(here: Any, x: int) -> Any:
    return sum(here.sets) & (1 << 127) - 1, min(here.sets), max(here.sets), sorted(here.sets)[x % 3]


def sought(here: Any, x: int) -> Any:
    return (
        here.own in here.sets, 1 << 64 | 1 in here.sets, here.sets.count(here.sets[x % 3]),
        here.sets.index(here.sets[x % 3]), (here.own, here.pair[1], 0).index(here.pair[1]), x in here.sets,
    )  # fmt: skip


def compared(here: Any, x: int) -> Any:
    other = put(here.sets, x % 3, here.own)
    return other == here.sets, other != here.sets, other < here.sets, (here.own, here.own, 3) >= here.sets


def kept_in_a_small_row(here: Any, x: int) -> Any:
    """A row of small numbers gets a set."""
    row = put(here.row, x % 3, here.own)
    return row, put((1, 2, 3), x % 3, here.own), put(row, 0, 1 << 63), put((4, 5, 6), 1, 300)


def kept_in_a_small_field(here: Any, x: int) -> Any:
    """A field of small numbers gets a known set: it was compiled again and again."""
    found = Wide(here.own, here.pair, here.sets, here.row, (1 << 127) - 1 if x else here.own)
    return found.late, found


@pytest.mark.parametrize(
    "function",
    [rest, rest_of_a_part, put_in_a_pair, of_a_row, sought, compared, kept_in_a_small_row, kept_in_a_small_field],
    ids=lambda function: function.__name__,
)
@pytest.mark.parametrize("share", [True, False])
def test_wide_sets(function: Callable[..., Any], share: bool) -> None:
    native = Twin.for_examples(function, (START, 1), Options(share=share))
    for here in OTHERS:
        for x in range(4):
            assert native(here, x) == function(here, x)


@rules
class Cells(NamedTuple):
    """A position with a row of cells and a set of 64 cells."""

    own: int = 1 << 63
    row: tuple[int, int, int] = (1, 2, 3)

    def play(self, move: int) -> Cells:
        return Cells(self.own, put(self.row, move % 3, 9))


def last_cell(here: Any, x: int) -> Any:
    """The sign of a word is its last cell."""
    return highest(here.own), highest(shift_right(here.own, 1) | 1), highest(5)


def two_rows(here: Any, x: int) -> Any:
    """Both rows of the result have the caller's memory."""
    row = here.row
    other = put(row, x, 8)
    return row, other, other, row


def a_row_and_a_position(here: Any, x: int) -> Any:
    row = here.row
    played = here
    played = played.play(x)
    return row, played, row


@pytest.mark.parametrize(
    "function", [last_cell, two_rows, a_row_and_a_position], ids=lambda function: function.__name__
)
@pytest.mark.parametrize("share", [True, False])
def test_words_and_rows(function: Callable[..., Any], share: bool) -> None:
    native = Twin.for_examples(function, (Cells(), 1), Options(share=share))
    for own in (1 << 63, 1 << 63 | 1 << 62, 1, (1 << 64) - 1, 1 << 40):
        for x in range(3):
            assert words(native(Cells(own, (7, 5, 4)), x)) == words(function(Cells(own, (7, 5, 4)), x))


def words(value: Any) -> Any:
    """Return a value with its numbers as signed words."""
    return tuple(map(words, value)) if isinstance(value, tuple) else word(value)
