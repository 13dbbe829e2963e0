"""Numbers and sets beyond a word: compiled, they lose none of their bits."""

from __future__ import annotations

import random
from array import array
from typing import Any, NamedTuple

import pytest
from hundred_cells import Hundred, examined
from language_board import Board, outcome
from refusals import refused

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count, put
from plyground.errors import RulesError
from plyground.native.compiler import Twin, compiled


class Field(NamedTuple):
    """A board of 100 cells."""

    cells: int = 1 << 99 | 5


def wide_list(field: Any, a: int, b: int) -> int:
    """Sets of more than 64 cells in a list, also where it begins with small numbers."""
    sets = [a, b]
    sets.append(field.cells)
    sets[0] = field.cells >> 1
    total = sum(sets) + (field.cells in sets) + 2 * (field.cells ^ 1 in sets)
    for each in sets:
        total ^= each
    sets.reverse()
    return total + sets[a] + sets.pop()


def wide_place(field: Any, a: int, b: int) -> int:
    """A number of more than 64 bits is no place in a row or a list."""
    return (4, 5, 6)[field.cells] if b > 0 else [a, b, 7][field.cells]


def wide_cell(field: Any, a: int, b: int) -> int:
    """No cell of a row has room for a set of the whole board."""
    row = put((1, 2, 3), a, field.cells)
    return row[0] ^ row[1] ^ row[2]


@pytest.mark.parametrize("function", [wide_list, wide_place, wide_cell], ids=lambda function: function.__name__)
def test_no_bit_of_a_wide_set_is_lost(function: Any) -> None:
    """Compiled code gives what Python gives, or says that there is no room; it never goes on with a part of a set."""
    native = Twin.for_examples(function, (Field(), 1, 1))
    for cells in (0, 1, 2, 5, (1 << 63) - 1, 1 << 63, 1 << 64, 1 << 65 | 1, 1 << 80, (1 << 100) - 1):
        for a in range(-3, 4):
            for b in (0, 1):
                field = Field(cells)
                try:
                    found = native(field, a, b)
                except OverflowError:
                    assert function is wide_cell and cells >= 1 << 63
                except IndexError:
                    assert outcome(function, field, a, b) is IndexError
                else:
                    assert found == outcome(function, field, a, b), (cells, a, b)


def masked_shift(a: int, b: int) -> int:
    return (a << 62) & b


def masked_product(a: int, b: int) -> int:
    return (a * 4611686018427387904) & b


def masked_sum(a: int, b: int) -> int:
    return b & (a + 9223372036854775807)


def without_lowest(a: int, b: int) -> int:
    return a & (a - b)


def without_lowest_cell(a: int, b: int) -> int:
    return a & (a - 1)


def less_twice(a: int, b: int) -> int:
    return b & (a - 9223372036854775807 - 3)


@pytest.mark.parametrize(
    "function",
    [masked_shift, masked_product, masked_sum, without_lowest, without_lowest_cell, less_twice],
    ids=lambda function: function.__name__,
)
def test_a_negative_mask_keeps_the_bits_beyond_a_word(function: Any) -> None:
    """A mask that may be negative has ones beyond the word, so bits that the word lost belong to the result."""
    native = Twin.for_examples(function, (1, 1))
    for a in (0, 1, 3, 4, -4, 1 << 40, (1 << 62) + 1, -(1 << 62), (1 << 63) - 1, -(1 << 63)):
        for b in (0, 1, -1, -8, 255, -(1 << 63), (1 << 63) - 1):
            assert native(a, b) == function(a, b), (a, b)


def less_one(a: int, b: int) -> int:
    return b & (a - 1)


def less_the_most(a: int, b: int) -> int:
    return b & (a - 9223372036854775807)


@pytest.mark.parametrize(("function", "least"), [(less_one, 1 - (1 << 63)), (less_the_most, -1)])
def test_a_difference_under_a_negative_mask_is_wide_only_if_it_leaves_the_word(function: Any, least: int) -> None:
    for a in (least + 1, least, least - 1):
        native = Twin.for_examples(function, (1, 1))
        for b in (-1, -2, -(1 << 63)):
            assert native(a, b) == function(a, b)
        assert native._loaded.code.options.long_numbers == (a < least)


class Growing(NamedTuple):
    """A board of 100 cells, and a field that is small in the beginning."""

    cells: int = 1 << 99 | 1
    taken: int = 0
    pair: tuple[int, int] = (0, 0)

    def play(self, place: int) -> Any:
        return Growing(self.cells >> 1, self.cells & 1 << place, (place, self.cells & 1 << place + 1))


def played(board: Any, a: int, b: int) -> int:
    """A name that holds one position after another, whose fields grow."""
    for place in range(a, b):
        board = board.play(place)
        if board.taken:
            return board.taken | board.pair[1] << 1
    return board.pair[1]


@helper
def either(board: Any, a: int) -> int:
    """A small number, or the whole board."""
    if a < 60:
        return a
    return board.cells


def widening(board: Any, a: int, b: int) -> int:
    return sum(either(board, each) for each in range(a, b)) ^ board.taken


@pytest.mark.parametrize("function", [played, widening], ids=lambda function: function.__name__)
def test_a_number_may_grow_beyond_a_word(function: Any) -> None:
    """Fields of positions, names and results begin as words and become sets of any width."""
    for start in (Growing(), Growing((1 << 100) - 1, 1 << 63, (1, 1 << 63)), Growing(1 << 70, 1 << 64)):
        native = Twin.for_examples(function, (Growing(), 1, 1))
        for a, b in ((0, 3), (58, 62), (60, 66), (62, 70), (90, 99), (99, 100)):
            assert native(start, a, b) == function(start, a, b), (start, a, b)


def grown(board: Any, times: int) -> int:
    for _time in range(times):
        board = Board(put(board.cells, 3, 2 * board.cells[3]), board.grid, board.number)
    return board.cells[3] + board.cells[2]


def test_a_number_that_no_byte_holds_is_never_cut() -> None:
    native = compiled(grown, Board(), 1)
    for times in (3, 40, 2):
        assert native(Board(), times) == grown(Board(), times)
    large = Board(cells=(0, 1, 1 << 20, 3, 4, 5, 6))
    assert native(large, 2) == grown(large, 2)


def test_a_board_of_a_hundred_cells_is_one_number() -> None:
    native = compiled(examined, Hundred(), 1)
    chance = random.Random(4)
    position: Any = Hundred()
    while not position.is_over():
        assert native(position, 1) == examined(position, 1)
        position = position.play(chance.choice(list(position.moves())))
    assert native(position, 1) == examined(position, 1)
    assert native(Hundred(mine=1 << 99), 1) == examined(Hundred(mine=1 << 99), 1)


@rules
class Corner(NamedTuple):
    """A board of 65 cells, one more than a word has bits."""

    cells: int = 0

    def play(self, move: int) -> Any:
        return Corner(self.cells | 1 << move)

    def moves(self) -> Any:
        yield 64

    def is_over(self) -> bool:
        return self.cells > 0


CORNERS = (1 << 63, 1 << 64, 1 << 62)
LAST = 1 << 63


def cornered(position: Any, place: int) -> int:
    last = LAST
    here = position.cells | CORNERS[place]
    found = count(here) + 100 * (here == last) + 1000 * (here & last != 0) + 10_000 * (here > last)
    for corner in CORNERS:
        found = found * 3 + (here & corner == corner)
    return found


def test_bit_63_of_a_wide_set_is_no_sign() -> None:
    native = compiled(cornered, Corner(), 0)
    for cells in (0, 1 << 63, 1 << 64, 5):
        for place in range(3):
            assert native(Corner(cells), place) == cornered(Corner(cells), place)


WIDE_FULL = (1 << 400) - 1


@rules
class Wide(NamedTuple):
    """A position with a row, and with a set of 400 cells."""

    own: int = WIDE_FULL // 3
    row: tuple[int, ...] = (1, 2, 3, 4)

    def play(self, move: int) -> Wide:
        return Wide(self.own ^ 1 << move, put(self.row, move % 4, move))

    def parts(self, cells: int, most: int) -> Any:
        shifted = (cells << 1) & WIDE_FULL
        while shifted:
            yield first_or_one(shifted)
            shifted &= shifted - 1
        yield shifted
        if shifted == 0 and most > 1:
            return
        while cells:
            yield 1 << (cells.bit_count() - 1)
            cells &= cells - 1
        yield cells


@helper
def first_or_one(cells: int) -> int:
    return cells & 1 | 1


def last_part(position: Any, numbers: Any, cells: int, most: int) -> tuple[int, int]:
    number = 0
    part = most
    for part in position.parts(cells & 7, 2):  # noqa: B007 - it is read at the end
        number += 1
    return part, number


@pytest.mark.parametrize(("cells", "most"), [(1, 2), (7, 1), (5, 0), (0, 2)])
def test_a_row_beside_a_wide_set_is_compiled(cells: int, most: int) -> None:
    """LLVM once ended the process here."""
    given = Wide(), array("q", [1, 2, 3]), cells, most
    assert compiled(last_part, *given)(*given) == last_part(*given)


def cells_of_a_float(a: int, b: int) -> int:
    return count(a / 2) + b  # type: ignore[arg-type]


def bits_of_a_float(a: int, b: int) -> int:
    return (a / 2).bit_count() + b  # type: ignore[attr-defined]


def shifted_float(a: int, b: int) -> int:
    return (a / 2) << b  # type: ignore[operator]


@pytest.mark.parametrize("function", [cells_of_a_float, bits_of_a_float, shifted_float])
def test_a_float_where_a_set_is_meant_is_refused(function: Any) -> None:
    with refused(RulesError, "a whole number is needed here"):
        compiled(function, 1, 2)
