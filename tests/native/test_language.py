"""The language of rules: what its parts mean compiled is what they mean in Python, exceptions included."""

from __future__ import annotations

import random
import re
from array import array
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from language_board import Board, outcome
from refusals import refused
from samples import sample

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count, put
from plyground.errors import RulesError
from plyground.native.arguments import widest
from plyground.native.compiler import Twin, compiled
from plyground.native.object_code import cache
from plyground.native.options import Options

TABLE = ((1, 2, 3), (4, 5, 6), (7, 8, 900))
RAGGED = ((1,), (2, 3), (4, 5, 6))
LINE = [3, 1, 4, 1, 5, 9, 2, 6]


def early(board: Any, a: int, b: int) -> int:
    if a > 0:
        value = b
    return value


def named_in_a_test(board: Any, a: int, b: int) -> int:
    if a > 0 and (value := b) > 1:
        return value + a
    return value


def named_in_a_choice(board: Any, a: int, b: int) -> int:
    total = (value := b + 1) if a > 0 else a
    return total + value


def never_named(board: Any, a: int, b: int) -> int:
    value: int
    if a > 2:
        value = b
    return value


def never_reached(board: Any, a: int, b: int) -> int:
    """A value of a branch is read after a loop that has no end."""
    if a > 1:
        value = b * 2
        return value * a
    while True:
        a += 1
        if a > b:
            return a
    return value


def early_in_loop(board: Any, a: int, b: int) -> int:
    total = 0
    for each in range(a):
        if each > 1:
            total += last  # type: ignore[has-type]  # noqa: F821 - it has a value by then, or none
        last = each * b  # noqa: F841
    return total


def wrong_kinds(board: Any, a: int, b: int) -> Any:
    """Operators that floats do not have, each reached for other numbers."""
    if a == 1:
        return a + (0.5 & 3)  # type: ignore[operator]
    if a == 2:
        return ~(b / 2) + 1  # type: ignore[operator]
    if a == 3:
        return ~0.5 + b  # type: ignore[operator]
    if a == 4:
        return b + (3 << 1.0)  # type: ignore[operator]
    return b + 0.5


def float_later(board: Any, a: int, b: int) -> int:
    value = 1
    if a > 0:
        value = b / 2  # type: ignore[assignment]
    return int(value * 4)


def one_table_or_another(board: Any, a: int, b: int) -> int:
    row = (1, 2, 3)
    if a > 0:
        row = (4, 5, 6)
    return row[b % 3]


def one_row_or_none(board: Any, a: int, b: int) -> int:
    row = board.cells
    if a > 0:
        row = (7, 6, 5, 4, 3, 2, 1)
    return row[b % 7]


def shifts(board: Any, a: int, b: int) -> int:
    return (board.number << a & 0xFFFF) + (-1000 >> b) + (1 >> 70)


def ragged(board: Any, a: int, b: int) -> int:
    return sum(RAGGED[a % 3]) + RAGGED[a % 3][0] + sum(1 for _each in RAGGED[b % 3])


def pairs(board: Any, a: int, b: int) -> int:
    total = 0
    for place, cell in board.pairs():
        if place == a:
            break
        total = total * 3 + cell
    return total


def choices(board: Any, a: int, b: int) -> int:
    chosen = [cell for cell in board.cells if cell > 1]
    chosen.append(a)
    chosen.reverse()
    return chosen[0] * 100 + len(chosen) + (b in chosen) * 1000 + chosen[b]


def mixed(board: Any, a: int, b: int) -> int:
    """A list that begins with whole numbers and gets a float."""
    weights = list(board.cells)
    weights[a] = 0.5
    weights.append(b / 4)
    weights.reverse()
    total = sum(weights) + (100 if b in weights else 0) + weights.pop()
    for place, weight in enumerate(weights):
        total += place * weight
    return int(total * 8)


def folds(board: Any, a: int, b: int) -> int:
    found = any(cell == a for cell in board.cells) + 2 * all(cell < b for row in board.grid for cell in row)
    return found + 4 * sum(cell * x for row in board.grid for x, cell in enumerate(row) if cell != b)


def unpacking(board: Any, a: int, b: int) -> int:
    first, *middle, last = board.cells
    (x, y, z), others = board.grid
    return first + 10 * sum(middle) + 100 * last + x - y + z * sum(others)


def counts(board: Any, a: int, b: int) -> int:
    total = 0
    for each in range(a, b, 2 if b > a else -1):
        total = total * 3 + each
    for low, high in zip(board.cells, LINE, strict=False):
        total += low * high
    return total + a.bit_length() + (a & 255).bit_count() + sorted(board.cells, reverse=True)[0]


@helper
def take(moves: Any, most: int) -> int:
    taken = 0
    for move in moves:
        if taken == most:
            return move
        taken += 1
    return -taken


def handing_on(board: Any, a: int, b: int) -> int:
    moves = board.moves()
    return take(moves, a) * 100 + take(board.play(b).moves(), a)


def deep(board: Any, a: int, b: int) -> int:
    return 0 if a == 0 else 1 + deep(board, a - 1, b)


@helper
def folded(a: int, b: int, c: int) -> int:
    return a + 10 * b + 100 * c


def sums_and_ranges(board: Any, a: int, b: int) -> Any:
    return sum(board.cells, 0.5) + sum(board.cells, a / 2) + folded(*range(2, 5)) + b


FUNCTIONS = (
    early, wrong_kinds, named_in_a_test, named_in_a_choice, never_named, never_reached, early_in_loop, float_later, one_table_or_another, one_row_or_none, shifts, ragged, pairs, choices, mixed, folds,
    unpacking, counts, handing_on, sums_and_ranges,
)  # fmt: skip


@pytest.mark.parametrize("function", sample(FUNCTIONS, every=3), ids=lambda function: function.__name__)
@pytest.mark.parametrize("options", [Options(), Options(share=False), Options(cell_bits=64)], ids=["", "alone", "wide"])
def test_a_function_means_the_same_compiled(function: Any, options: Options) -> None:
    native = Twin.for_examples(function, (Board(), 1, 1), options)
    chance = random.Random(3)
    for _run in range(300):
        cells = tuple(chance.randint(-3, 9) for _cell in range(7))
        grid = tuple(tuple(chance.randint(0, 9) for _cell in range(3)) for _row in range(2))
        board = Board(cells, grid, chance.randint(0, 9))
        a, b = chance.randint(-9, 9), chance.randint(-4, 80 if function is shifts else 9)
        assert outcome(native, board, a, b) == outcome(function, board, a, b), (board, a, b)


def test_an_exception_tells_the_authors_line() -> None:
    native = compiled(early, Board(), 1, 1)
    with pytest.raises(UnboundLocalError, match="value") as error:
        native(Board(), 0, 1)
    line = early.__code__.co_firstlineno + 3
    assert error.value.__notes__ == [f'File "{__file__}", line {line}, in early']


class Judge(NamedTuple):
    """An evaluation, which serves all games."""

    corners: int = 0


@rules
class Small(NamedTuple):
    """A board of 64 cells."""

    cells: int = 1

    def play(self, cell: int) -> Any:
        return Small(self.cells << cell)


def judged(board: Any, judge: Any) -> int:
    return count(board.cells & judge.corners)


def test_one_game_says_nothing_of_the_evaluations_of_others() -> None:
    """A twin for a large board stays usable whatever a small board's evaluation holds."""
    assert Twin.for_examples(judged, (Small(1 << 63), Judge(1 << 63)))(Small(1 << 63), Judge(1 << 63)) == 1
    assert widest(Judge(1 << 63)) == (64, frozenset())


def test_recursion_without_end_is_an_exception() -> None:
    native = compiled(deep, Board(), 1, 1)
    assert native(Board(), 900, 0) == 900
    with pytest.raises(RecursionError):
        native(Board(), -1, 0)


class Named(NamedTuple):
    board: tuple[int, ...] = (1, 2, 3)
    name: str = "x"


class Outer(NamedTuple):
    inner: Named = Named()


class Paired(NamedTuple):
    rows: tuple[tuple[int, str], ...] = ((1, "a"), (2, "b"))


class Unsigned(NamedTuple):
    numbers: array[int] = array("H", [1])


@pytest.mark.parametrize(
    ("position", "field", "value"),
    [
        (Named(), "Named.name", "'x'"),
        (Outer(), "Named.name", "'x'"),
        (Paired(), "Paired.rows", "'a'"),
        (Unsigned(), "Unsigned.numbers", "array(…)"),
    ],
)
def test_a_field_that_cannot_be_compiled_is_named(position: object, field: str, value: str) -> None:
    with refused(
        RulesError,
        "{field} holds {value}. Only numbers, tuples of numbers, and arrays of signed numbers or floats can be compiled: search it without native speed.",
        field=field,
        value=value,
    ):
        compiled(early, position, 1, 1)


WORTHS = array("h", range(-500, 500))
SHARES = array("f", [number / 3 for number in range(1000)])
FACTORS = (*(number / 7 for number in range(-1, 1000)), -0.0, 0.0)


class Weighted(NamedTuple):
    worths: array[int] = WORTHS
    shares: array[float] = SHARES

    def value(self, place: int) -> float:
        return self.worths[place] * self.shares[place]


def weighed_up(weighted: Weighted, place: int, more: int) -> float:
    total = weighted.value(place) + WORTHS[place] * SHARES[place + more] + FACTORS[place - more]
    for worth in WORTHS:
        total += worth
    for number, factor in enumerate(FACTORS):
        total -= factor * number
    return total + len(WORTHS) + 1 / FACTORS[1]


def test_arrays_and_long_tuples_of_floats_are_constants_or_fields() -> None:
    native = compiled(weighed_up, Weighted(), 1, 1)
    for place, more in ((0, 0), (3, 4), (700, -2), (999, 0), (500, 499), (999, 1), (2, 2000)):
        assert outcome(native, Weighted(), place, more) == outcome(weighed_up, Weighted(), place, more)


def one_range_or_another(board: Any, a: int, b: int) -> int:
    total = 0
    for each in range(1, a) if b > 0 else range(b, 3):
        total = total * 3 + each
    places = range(a)
    for each in board.moves():
        for place in places:
            total += place * each
    for each in range(5, b, -1) if a > 0 else range(2):
        total = total * 5 + each
    return total & 0xFFFFFF


def a_table(a: int) -> tuple[int, ...]:
    if a > 0:
        return (1, 2, 300)
    return (4, 5, 6)


def one_constant_or_another(board: Any, a: int, b: int) -> int:
    row = (1, 2, 3) if a > b else (4, 500, 6)
    return sum(a_table(a)) + row[b % 3] + ((1, 2) if a else (3, 4))[b % 2]


@pytest.mark.parametrize("function", [one_range_or_another, one_constant_or_another])
def test_a_choice_of_known_values_is_no_known_value(function: Any) -> None:
    """It once was always the first of them."""
    test_a_function_means_the_same_compiled(function, Options())


@rules
class Twofold(NamedTuple):
    """Two sets, either of which may be wide."""

    first: int = 0
    second: int = 0

    def play(self, move: int) -> Any:
        return Twofold(self.first | 1 << move, self.second)

    def moves(self) -> Any:
        yield 3

    def is_over(self) -> bool:
        return self.first > 0


def both(position: Any, factor: int) -> int:
    return (count(position.first) + 10 * count(position.second)) * factor


def test_code_is_the_same_whatever_was_compiled_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another twin of the class that meets wider fields says nothing of this one, kept or made anew."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    narrow, wide = Twofold(1 << 70, 7), Twofold(1 << 70, 1 << 80)
    fields = frozenset({(Twofold, "first")})
    twin = Twin(both, (Twofold,), (narrow, 1))
    assert twin(narrow, 2) == both(narrow, 2)
    assert twin._loaded.code.options.wide_fields == fields
    assert Twin.for_examples(both, (wide, 1))(wide, 2) == both(wide, 2)
    assert Twin.for_examples(both, (narrow, 1))._loaded.code.options.wide_fields == fields
    again = Twin(both, (Twofold,), (narrow, 1))
    assert again._loaded.code.options.wide_fields == fields
    assert again(wide, 2) == both(wide, 2)


@rules
class Heap(NamedTuple):
    """Methods without annotations that return ranges, generators and lists."""

    stones: int = 10

    def up(self):  # type: ignore[no-untyped-def]
        return range(1, min(3, self.stones) + 1)

    def down(self):  # type: ignore[no-untyped-def]
        return range(self.stones, 0, -1)

    def either(self):  # type: ignore[no-untyped-def]
        if self.stones > 5:
            return range(2, 7)
        return range(self.stones)

    def doubled(self):  # type: ignore[no-untyped-def]
        for each in range(self.stones):
            yield 2 * each

    def handed_on(self):  # type: ignore[no-untyped-def]
        return self.doubled()  # type: ignore[no-untyped-call]

    def numbered(self):  # type: ignore[no-untyped-def]
        return enumerate(self.doubled())  # type: ignore[no-untyped-call]

    def listed(self):  # type: ignore[no-untyped-def]
        found = []
        for each in range(self.stones):
            if each & 1:
                found.append(each)
        return found

    def total(self, numbers):  # type: ignore[no-untyped-def]
        total = 0
        for each in numbers:
            total = 3 * total + each
        return total


def iterated(heap: Any) -> int:
    total = 0
    for each in heap.up():
        total = 3 * total + each
    for each in heap.down():
        total = 3 * total + each
    for each in heap.either():
        total = 3 * total + each
    for each in heap.handed_on():
        total = 3 * total + each
    for number, each in heap.numbered():
        total = 3 * total + each - number
    for each in heap.listed():
        total = 3 * total + each
    for least in (0, heap.stones // 2):
        total += heap.total(range(least, heap.stones))
    return total + heap.total(heap.up())


def measured(heap: Any, a: int, b: int) -> int:
    total = len(heap.up()) + 20 * len(heap.down()) + 400 * len(heap.either())
    total += 8000 * max(heap.either()) + 9 * min(heap.either()) if heap.stones else 1
    for places in (range(a, b), range(a, b, 3), range(b, a, -1), range(a, b, -4), range(2, 7)):
        total = 3 * total + len(places)
        if len(places):
            total = 5 * total + 7 * min(places) + max(places)
    return total


def least(a: int, b: int) -> int:
    return min(range(a, b, 2))


def greatest(a: int, b: int) -> int:
    return max(range(a, b, -2))


def test_ranges_have_a_length_and_a_least_and_greatest_number() -> None:
    run = compiled(measured, Heap(), 1, 1)
    for stones, a, b in product(range(8), range(-5, 6), range(-5, 6)):
        assert run(Heap(stones), a, b) == measured(Heap(stones), a, b)


@pytest.mark.parametrize("function", [least, greatest])
def test_an_empty_range_has_no_least_or_greatest_number(function: Any) -> None:
    run = compiled(function, 1, 1)
    for a, b in product(range(-3, 4), repeat=2):
        try:
            expected: Any = function(a, b)
        except ValueError as error:
            with pytest.raises(ValueError, match=re.escape(str(error))):
                run(a, b)
        else:
            assert run(a, b) == expected


def test_methods_may_return_what_is_iterated_over() -> None:
    run = compiled(iterated, Heap())
    for stones in range(13):
        assert run(Heap(stones)) == iterated(Heap(stones))


def changed_in_place(row: Any, number: Any) -> Any:
    row[1] = number * 3
    row[2] += number
    return row[0] + row[1] + row[2]


@pytest.mark.parametrize(
    ("code", "number"), [("b", 5), ("h", 900), ("i", 70_000), ("q", 1 << 40), ("f", 0.1), ("d", 0.1)]
)
def test_arrays_of_each_width_are_changed_in_place(code: str, number: float) -> None:
    plain, native = array(code, [1, 2, 3]), array(code, [1, 2, 3])
    twin = Twin.for_examples(changed_in_place, (native, number))
    assert twin(native, number) == changed_in_place(plain, number)
    assert native == plain


def test_a_number_that_does_not_fit_an_array_is_an_overflow() -> None:
    row = array("h", [1, 2, 3])
    with pytest.raises(OverflowError):
        Twin.for_examples(changed_in_place, (row, 1))(row, 1 << 14)


@rules
class Boxes(NamedTuple):
    """Rows of rows beside a row, of which the supplied key names the values."""

    boxes: tuple[tuple[int, ...], tuple[int, ...]] = ((-1,) * 4, (-1,) * 4)
    dice: tuple[int, ...] = (0, 0, 0)

    def play(self, move: int) -> Any:
        return Boxes(self.boxes, put(self.dice, 0, move))

    def moves(self) -> Any:
        yield 1


def key_of(boxes: Any) -> int:
    return int(boxes.key())


def test_the_supplied_key_of_rows_of_rows_is_compiled() -> None:
    boxes: Any = Boxes()
    assert Twin.for_examples(key_of, (boxes,))(boxes.play(3)) == boxes.play(3).key()
