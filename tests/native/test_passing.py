"""Compiled code gets the values that Python passes, unchanged."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.bits import word
from plyground.core.position import rules
from plyground.native.compiler import compiled
from plyground.searches.tally import row


@rules
class Here(NamedTuple):
    """A position: passed as it is."""

    number: int

    def moves(self) -> Any:
        yield self.number & 1
        yield 5

    def play(self, move: int) -> Any:
        return Here(self.number + move)


@rules
class Inner(NamedTuple):
    """A value within another."""

    pair: tuple[int, int]
    flag: bool
    numbers: Any
    bytes: Any

    def sum(self, factor: int) -> int:
        self.numbers[1] += 1
        signs = self.bytes[0] - 19 * self.bytes[1]
        return factor * (self.pair[0] - self.pair[1] + self.numbers[0] + self.numbers[1] + 2 * self.flag + signs)


@rules
class Outer(NamedTuple):
    """A value of every kind of field: what follows each is at the right place."""

    flags: tuple[bool, bool]
    part: float
    inner: Inner
    position: Here
    cells: tuple[int, ...]
    last: int

    def read(self) -> int:
        total = self.inner.sum(3) + int(4 * self.part) + 5 * self.last + 7 * self.flags[0] + 11 * self.flags[1]
        for cell in self.cells:
            total = 13 * total + cell
        for move in self.position.moves():
            total = 17 * total + self.position.play(move).number
        return total


def read(position: Any, outer: Any, times: int) -> int:
    """The same values at every depth."""
    if times == 0:
        return position.number
    return outer.read() + 3 * read(position.play(1), outer, times - 1)


words = st.integers(-(1 << 63), (1 << 64) - 1)


@settings(max_examples=30)
@given(st.booleans(), st.integers(-(2**20), 2**20), words, words, words, st.tuples(words, words, words), words)
def test_every_kind_of_field(flag: bool, quarters: int, one: int, two: int, here: int, cells: Any, last: int) -> None:
    numbers = row(2)
    inner = Inner((one, two), flag, numbers, array("b", (-5, 7)))
    outer = Outer((not flag, flag), quarters / 4, inner, Here(here), cells, last)
    plain = word(read(Here(here), outer, 3))
    assert numbers[1] == 3
    numbers[1] = 0
    assert compiled(read, Here(here), outer, 3)(Here(here), outer, 3) == plain
    assert numbers[1] == 3
