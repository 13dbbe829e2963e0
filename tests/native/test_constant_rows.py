"""Rows made from constant tuples, with numbers that outgrow the cells of the constants: compiled as in Python."""

from __future__ import annotations

import pytest
from rule_texts import outcome, scope_of
from samples import sample

from plyground.native.compiler import Twin

TEXT = """
BASE, OTHER, LONG = (3, 4, 5), (6, 7, 8), (300, 4, 5)
TABLE = (BASE, OTHER)

@rules
class G(NamedTuple):
    cells: tuple[int, int, int] = (1, 2, 3)

    def play(self, move):
        return G(put(self.cells, 0, move))

    def row(self, y):
        return TABLE[y % 2]

    def row_or_numbers(self, y):
        if y > 3:
            return TABLE[y % 2]
        return y, y + 1, y + 2

    def row_or_constant(self, y):
        if y > 3:
            return 1000, 1, 2
        return TABLE[y % 2]

    def number_or_row(self, depth, y):
        if depth == 0:
            return TABLE[y % 2]
        found = self.number_or_row(depth - 1, y)
        return found[0], y, found[2]

    def put_again(self, y):
        row = TABLE[y % 2]
        if y > 2:
            row = put(row, 1, y)
        return row

    def numbers_again(self, y):
        row = TABLE[y % 2]
        if y > 2:
            row = (y, y, y)
        return row

    def constant_again(self, y):
        row = TABLE[y % 2]
        if y > 3:
            row = (1000, 2, 3)
        return row

    def cells_again(self, y):
        row = TABLE[y % 2]
        if y > 2:
            row = self.cells
        return put(row, 0, y)

    def filled(self, y):
        row = BASE
        for place in range(3):
            row = put(row, place, y + place)
        return row

    def greatest(self, y):
        best = self.cells
        for row in TABLE:
            row = put(put(row, 1, y), 0, row[2])
            best = row if row > best else best
        return best

    def two_names(self, y):
        one = two = TABLE[y % 2]
        one = put(two, 0, y)
        two = put(one, 1, y)
        one, two = two, one
        return one, two

    def rows(self, y):
        rows = TABLE
        for place in range(2):
            rows = put(rows, place, put(rows[1 - place], place, y + place))
        return rows

    def around(self, row, y):
        return (y,) + row + (y,)

    def put_twice(self, row, y):
        row = put(row, 0, y)
        row = put(row, 1, y)
        return row

def run(self, y):
    return RESULTS
"""
JOINED = (
    "BASE + (200 + y, 300)",
    "BASE + tuple(a * y for a in self.cells)",
    "tuple(a * y for a in self.cells) + BASE[::-1]",
    "tuple(reversed(BASE)) + (y, 1)",
    "BASE * 2 + (y,)",
    "(y,) + BASE + (y * y,)",
    "BASE[:1] + (y << 3,) + BASE[1:]",
    "(BASE + (y,))[1:] + BASE",
    "(BASE + (y,)) * 2",
    "() + BASE + (y,) + ()",
    "tuple(sorted(BASE + (y,)))",
    "BASE + (y,) == (3, 4, 5, y)",
    "sum(BASE + (y,))",
    "(BASE if y > 3 else OTHER) + (y,)",
    "TABLE[y % 2] + (y,)",
    "(y,) + TABLE[y % 2]",
    "TABLE + ((y, y, 1),)",
    "BASE[y % 2:y % 2 + 2] + (y,)",
    "BASE + self.cells + (y,)",
    "self.row(y) + (y,)",
    "self.around(BASE, y)",
    "self.around(TABLE[y % 2], y)",
    "G(BASE[:2] + (y * 100,))",
)
PUT = (
    "put(BASE if y > 3 else OTHER, 1, y)",
    "put(TABLE[y % 2], 1, y)",
    "put(put(TABLE[y % 2], 0, y), 2, y + 1)",
    "put(TABLE, 1, (y, y, y))",
    "put(TABLE[y % 2] + BASE, 2, y)",
    "put(TABLE[y % 2] * 2, 2, y)",
    "put(TABLE[y % 2][::-1], 2, y)",
    "put(tuple(sorted(TABLE[y % 2])), 2, y)",
    "self.put_twice(TABLE[y % 2], y)",
    "G(put(TABLE[y % 2], 0, y))",
)
CHOSEN = (
    "put(BASE, 0, y) if y > 3 else put(self.cells, 0, y)",
    "put(BASE, 0, y) if y > 3 else self.cells",
    "put(LONG, 0, y) if y > 3 else put(self.cells, 0, y)",
    "put(LONG, 0, y) if y > 3 else self.cells",
    "self.cells if y > 3 else put(LONG, 0, y)",
    "put(BASE, 0, y) if y > 3 else put(LONG, 1, y)",
    "BASE if y > 3 else (y, y, 400)",
    "(y, y, y) if y > 3 else TABLE[y % 2]",
    "TABLE[y % 2] if y > 3 else (1000, 2, 3)",
    "TABLE[y % 2] if y > 3 else put(self.cells, 1, y)",
    "(TABLE[y % 2], y) if y > 3 else (self.cells, 2)",
    "(TABLE[y % 2], y) if y > 3 else ((y, y, y), 2)",
)
NAMED = (
    "self.row_or_numbers(y) + (y,)",
    "self.row_or_constant(y)",
    "self.number_or_row(3, y)",
    "self.put_again(y)",
    "self.numbers_again(y)",
    "self.constant_again(y)",
    "self.cells_again(y)",
    "self.filled(y)",
    "self.greatest(y)",
    "self.two_names(y)",
    "self.rows(y)",
    "G(self.row_or_numbers(y))",
)
SMALL = (3, 7, -5)
LARGE = (100, 127, 128, -128, -129, 1000, 40_000, -40_000, 10**9, 10**15, (1 << 63) - 1, -(1 << 63))
LONGER_THAN_WORDS = (1 << 63, 10**20, -(10**20), 3)


@pytest.mark.parametrize("result", sample([*JOINED, *PUT, *CHOSEN, *NAMED], every=8))
def test_a_row_made_from_a_constant_holds_large_numbers(result: str) -> None:
    scope = scope_of(TEXT.replace("RESULTS", result), f"<constant row {result}>")
    position = scope["G"]()
    native = Twin.for_examples(scope["run"], (position, 3))
    for number in (*SMALL, *LARGE, *LONGER_THAN_WORDS):
        assert outcome(native, (position, number)) == scope["run"](position, number), number


@pytest.mark.parametrize("first", [1000, -40_000, 10**15, 1 << 63, -(10**20)])
def test_a_row_made_from_a_constant_begins_with_a_large_number(first: int) -> None:
    scope = scope_of(TEXT.replace("RESULTS", ", ".join(JOINED[:6])), f"<constant rows at {first}>")
    position = scope["G"]()
    native = Twin.for_examples(scope["run"], (position, 3))
    for number in (first, 3):
        assert outcome(native, (position, number)) == scope["run"](position, number)
