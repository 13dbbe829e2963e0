"""Compiled code gets the values that Python passes, unchanged."""

from __future__ import annotations

import weakref
from array import array
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import put, word
from plyground.native import compiler
from plyground.native.compiler import Twin, compiled
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
class Line(NamedTuple):
    """A position with a row of cells."""

    cells: tuple[int, ...] = (1, 1, 1, 1)

    def play(self, move: int) -> Any:
        return Line(put(self.cells, move, 0))


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
    assert word(compiled(read, Here(here), outer, 3)(Here(here), outer, 3)) == plain
    assert numbers[1] == 3


@pytest.mark.proof
def test_stored_code_serves_only_arguments_that_lie_in_memory_as_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that is handed down takes more words where its numbers need them; the next process may begin with others."""

    def told(cells: Any, last: int) -> tuple[int, int]:
        numbers = row(2)
        outer = Outer((True, False), 0.5, Inner((0, 0), True, numbers, array("b", (-5, 7))), Here(0), cells, last)
        plain = read(Here(0), outer, 3)
        numbers[1] = 0
        return compiled(read, Here(0), outer, 3)(Here(0), outer, 3), plain

    wide, wider, small = ((0, 0, -1), 1 << 63), ((0, 0, -(1 << 63)), 1 << 63), ((0, 0, -1), -3)
    for arguments in (wide, small, wider, small, wide, small):
        monkeypatch.setattr(compiler, "_made", {})  # as in another process
        got, plain = told(*arguments)
        assert word(got) == word(plain)
        if arguments is small:
            assert got == plain


def test_a_twin_forgets_the_arrays_that_it_was_called_with() -> None:
    """A table or a tree of 256 MB must not live as long as the twin."""

    def first(position: Any, numbers: Any, inner: Any) -> int:
        return position.number + numbers[0] + inner.numbers[1]

    def values() -> tuple[Here, Any, Inner]:
        return Here(3), row(1), Inner((1, 2), True, row(2), memoryview(bytearray(4)).cast("b"))

    given = values()
    gone = [weakref.ref(each) for each in (given[1], given[2].numbers, given[2].bytes)]
    native = compiled(first, *given)
    assert native(*given) == 3
    del given
    assert native(*values()) == 3  # the last values are forgotten as well
    assert [each() for each in gone] == [None] * 3


def test_a_call_finishes_with_the_code_that_it_began_with() -> None:
    """Another thread may find the cells too narrow, and compile again, while this one passes its arguments."""

    def changed(position: Any, much: int) -> int:
        cells = position.cells
        for place in range(2):
            cells = put(cells, place, much)
        return sum(cells)

    native = Twin.for_examples(changed, (Line(), 1))

    class Interrupted(Line):
        """A position whose passing is interrupted by such a call."""

        def __iter__(self) -> Any:
            assert native(Line(), 1_000) == 2_002
            return super().__iter__()

    assert native(Interrupted(), 5) == 12
