"""Sets of cells in compiled code: bit 63, more than 64 cells, in rows, pairs, lists and results. Each case once differed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, highest, put, shift_right
from plyground.native.compiler import Twin
from plyground.native.options import Options


@rules
class Wide(NamedTuple):
    """A position on 127 cells, whose row begins with small numbers."""

    own: int = 1 << 126
    pair: tuple[int, int] = (1 << 70, 1 << 63)
    sets: tuple[int, int, int] = (1 << 100, 1 << 64 | 1, (1 << 127) - 1)
    row: tuple[int, ...] = (1, 2, 3)
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


def as_a_float(here: Any, x: int) -> Any:
    """LLVM would convert by a function that is not there. Floats are rounded as in Python, to even at a tie."""
    tie = (here.own & (1 << 60) - 1 | 1 << 70) << 54 | 1 << 53
    return float(here.own), float(-here.own), float(tie), float(tie + 1), float(tie << 1 | 1), here.own * 0.5


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
    [
        rest,
        rest_of_a_part,
        as_a_float,
        put_in_a_pair,
        of_a_row,
        sought,
        compared,
        kept_in_a_small_row,
        kept_in_a_small_field,
    ],
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
    row: tuple[int, ...] = (1, 2, 3)

    def play(self, move: int) -> Cells:
        return Cells(self.own, put(self.row, move % 3, 9))


def last_cell(here: Any, x: int) -> Any:
    """A signed word would end before the last cell."""
    return highest(here.own), highest(shift_right(here.own, 1) | 1), highest(5), here.own >> 60, here.own >> 60 + x


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


def measured(here: Any, x: int) -> Any:
    """Methods of a number took the set of the last cell for a negative number."""
    own = here.own
    return own.bit_count(), own.bit_length(), (own >> x).bit_count(), count(own), count(~own), (~own).bit_count()


def compared_with_numbers(here: Any, x: int) -> Any:
    own = here.own
    return own < x, own > -x, own == -1, own >= own & 7, x - 5 < own, min(own, x), max(own, -x), own in (x, 1 << 63)


def divided(here: Any, x: int) -> Any:
    own = here.own
    return own // 3, own % 7, own // -3, own % (x - 7), divmod(own, own | 1), -own // 5, own / 2 > 1e18, int(own)


def out_of_the_set(here: Any, x: int) -> Any:
    """Numbers that are no sets: negative ones, and ones of more than 64 bits."""
    own = here.own
    return -own, ~own, own - (1 << x), own + own, own << 1 >> 1, own << x, abs(-own), own * 3 // 2, bool(own << 8)


def kept_in_names(here: Any, x: int) -> Any:
    """A name begins with a small number and holds a set; another one holds -1 and a set."""
    found, last = 0, -1
    for cell in range(60, 64):
        if here.own >> cell & 1:
            found |= 1 << cell
            last = found
    sets = [0, found]
    sets.append(1 << 63)
    return found >> 1, last, max(sets[0], sets[2]), sum(here.row) + found, tuple(sorted((found, here.own, 1 << x)))


def own_of(here: Any) -> int:
    return here.own & 1 << 63 | 1 << 5


def result_shifted(here: Any, x: int) -> Any:
    """The result of a call is unknown while its type is sought."""
    return own_of(here) << x & (1 << 64) - 1, own_of(here) >> x


FULL_WORD = (last_cell, two_rows, a_row_and_a_position, measured, compared_with_numbers, divided, out_of_the_set, kept_in_names, result_shifted)  # fmt: skip


@pytest.mark.parametrize("function", FULL_WORD, ids=lambda function: function.__name__)
@pytest.mark.parametrize("share", [True, False])
def test_sets_of_64_cells(function: Callable[..., Any], share: bool) -> None:
    native = Twin.for_examples(function, (Cells(), 1), Options(share=share))
    for own in (1 << 63, 1 << 63 | 1 << 62, 1, (1 << 64) - 1, 1 << 40):
        for x in range(3):
            assert native(Cells(own, (7, 5, 4)), x) == function(Cells(own, (7, 5, 4)), x)


@rules
class Late(NamedTuple):
    """A position of 64 cells on which random games of 60 plies never reach the last cell."""

    own: int = 0
    ply: int = 0

    def moves(self) -> Iterator[int]:
        yield min(self.ply // 2, 63)

    def play(self, move: int) -> Late:
        return Late(self.own | 1 << move, self.ply + 1)

    def is_over(self) -> bool:
        return self.ply > 130


def played_on(here: Any, x: int) -> Any:
    while not here.is_over():
        for move in here.moves():
            here = here.play(move)
    return here.own >> x, here.own.bit_count(), here.own.bit_length(), here


def test_the_last_cell_is_found_while_compiled_code_runs() -> None:
    native = Twin.for_examples(played_on, (Late(), 1))
    assert not native._loaded.code.options.sets  # nothing shows the last cell
    assert native(Late(), 1) == played_on(Late(), 1)
    assert native(Late(1 << 62), 60) == played_on(Late(1 << 62), 60)


def test_sets_of_64_cells_stay_words() -> None:
    """Only a number that no word holds costs a wider twin."""
    assert Twin.for_examples(measured, (Cells(), 1))._loaded.code.options.wide_bits == 128  # for ~own
    assert Twin.for_examples(last_cell, (Cells(), 1))._loaded.code.options.wide_bits == 64
