"""Shapes, the types of the compiler: the layout of values in registers and memory.

A function is compiled once for each list of argument shapes. Numbers are words, floats or wide sets. A named tuple is
passed field by field in registers, a row of numbers by its address. A named tuple that is no position (a setting, a
tally) is passed by the address of its words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

WORD_BITS = 64
SMALL_BITS = 32
"""Most bits of a part of a set that counts as a plain number: a difference of two parts is not a set."""
SIGN = 1 << 63
"""The least number that is not a signed word: the set of cell 63."""
ROW_LENGTH = 3
"""Least length of a position's tuple that is stored in memory as a row."""
Class: TypeAlias = type[Any]
"""A class of a game: its named tuples have fields that only the author knows."""


class Shape:
    """The compiler's type of a value (base class)."""

    def rows(self) -> list[RowShape]:
        """Return the shapes of the rows in a value, for which the caller has memory."""
        return []

    def words(self) -> int:
        """Return the number of words of the value in memory."""
        return 1


@dataclass(frozen=True)
class WordShape(Shape):
    """A signed number of 64 bits, or a truth value."""


@dataclass(frozen=True)
class SetShape(Shape):
    """A set of up to 64 cells in one word: a number from 0 to 2**64 − 1."""


@dataclass(frozen=True)
class WrappedShape(Shape):
    """A word modulo 2**64, the lowest 64 bits of a number: enough for ``&`` with a set, but not for ``>>`` or a comparison."""


@dataclass(frozen=True)
class FloatShape(Shape):
    """A float."""


@dataclass(frozen=True)
class WideShape(Shape):
    """A set of more than 64 cells: one number, as in Python, of a fixed number of bits."""

    bits: int

    def words(self) -> int:
        return self.bits // WORD_BITS


@dataclass(frozen=True)
class RowShape(Shape):
    """A row of numbers, or rows of rows of equal length, by its address."""

    dims: tuple[int, ...]
    bits: int  # bits of each number
    sets: bool = False  # True if the words are sets of up to 64 cells

    @property
    def size(self) -> int:
        """Return the number of numbers in the row."""
        return math.prod(self.dims)

    def rows(self) -> list[RowShape]:
        return [self]

    def words(self) -> int:
        return -(-self.size * self.bits // WORD_BITS)


@dataclass(frozen=True)
class RecordShape(Shape):
    """The shapes of a tuple's parts. ``cls`` is the class of a named tuple."""

    cls: Class | None
    parts: tuple[Shape, ...]

    def rows(self) -> list[RowShape]:
        return [row for part in self.parts for row in part.rows()]

    def words(self) -> int:
        return sum(part.words() for part in self.parts)


@dataclass(frozen=True)
class ReferenceShape(Shape):
    """A named tuple that does not change while compiled code runs: the address of its words."""

    record: RecordShape


@dataclass(frozen=True)
class OptionalShape(Shape):
    """A value that may be None: a truth, and the value."""

    part: Shape

    def rows(self) -> list[RowShape]:
        return self.part.rows()

    def words(self) -> int:
        return 1 + self.part.words()


@dataclass(frozen=True)
class ArrayShape(Shape):
    """An array that texts change in place: the address of its first number."""

    bits: int  # bits of each number
    floats: bool = False  # True if the numbers are floats


@dataclass(frozen=True)
class RaggedRowShape(Shape):
    """One row of a ragged table, which is a constant tuple of rows of unequal length: its address and its length."""

    width: int = 1  # numbers in each element

    def words(self) -> int:
        return 2


@dataclass(frozen=True, eq=False)
class KnownShape(Shape):
    """A value that is known while compiling: a function, a class, a constant tuple. Its numbers' types matter: (1, 2) is
    not (1.0, 2.0).
    """

    value: object

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KnownShape):
            return NotImplemented
        one, two = self.value, other.value
        return one is two or bool(type(one) is type(two) and one == two and _types_in(one) == _types_in(two))

    def __hash__(self) -> int:
        return hash(self.value)

    def words(self) -> int:
        return 0


@dataclass(frozen=True)
class ElementShape(Shape):
    """An element of a list that is a tuple or a list of words."""

    cls: Class | None  # class of a named tuple
    count: int
    is_list: bool = False


@dataclass(frozen=True)
class IteratorShape(Shape):
    """An iterator or a list. A function that takes or returns one is inlined at its call."""

    def words(self) -> int:
        return 0


Fields: TypeAlias = dict[Class, tuple[Shape, ...]]
"""The shapes of the fields of some classes."""
NumberShape: TypeAlias = WordShape | SetShape | WrappedShape | FloatShape | WideShape
WORD, SET, WRAPPED, FLOAT = WordShape(), SetShape(), WrappedShape(), FloatShape()
NOTHING = KnownShape(None)
"""The shape of None."""


def dims_of(value: object) -> tuple[int, ...] | None:
    """Return the lengths of a constant tuple of (tuples of) whole numbers; None if it is ragged or something else."""
    if type(value) is not tuple or not value:
        return None
    if all(isinstance(part, int) for part in value):
        return (len(value),)
    inner = {dims_of(part) for part in value}
    if len(inner) == 1 and None not in inner:
        return (len(value), *(inner.pop() or ()))
    return None


def _types_in(value: object) -> object:
    """Return the types of the parts of a tuple of (tuples of) values."""
    return tuple(map(_types_in, value)) if isinstance(value, tuple) else type(value)


def leaves(value: Any) -> list[int]:
    """Return the numbers of a tuple of (tuples of) whole numbers."""
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, tuple) else [int(value)]


def fits(bits: int, values: list[int]) -> bool:
    """Return True if all values fit in signed numbers of this many ``bits``."""
    return all(-(1 << bits - 1) <= value < 1 << bits - 1 for value in values)


def joined(one: Shape, other: Shape, cell_bits: int = 0) -> Shape | None:
    """Return the shape that holds values of both shapes; None if there is none.

    A set can hold words that are not negative. The compiled code, or a further round of compilation, checks this. A row
    that is to hold a tuple has numbers of at least ``cell_bits``.
    """
    if one == other:
        return one
    if NOTHING in (one, other) or isinstance(one, OptionalShape) or isinstance(other, OptionalShape):
        return _optional(one, other, cell_bits)
    if isinstance(one, RecordShape) and isinstance(other, RecordShape) and len(one.parts) == len(other.parts):
        parts = [joined(*pair, cell_bits) for pair in zip(one.parts, other.parts, strict=True)]
        if one.cls == other.cls and None not in parts:
            return RecordShape(one.cls, tuple(part for part in parts if part is not None))
        return None
    if isinstance(one, WideShape) and isinstance(other, WideShape):
        return max(one, other, key=lambda shape: shape.bits)
    if isinstance(one, RowShape) and isinstance(other, RowShape) and one.dims == other.dims:
        return max(one, other, key=lambda row: (row.bits, row.sets))
    if isinstance(one, KnownShape) and isinstance(other, KnownShape):
        dims = dims_of(one.value)
        if dims is None or dims != dims_of(other.value):
            return None
        words = leaves(one.value) + leaves(other.value)
        if not fits(WORD_BITS, words):
            return None
        if len(dims) == 1 and dims[0] < ROW_LENGTH:
            return RecordShape(None, (WORD,) * dims[0])
        return RowShape(dims, next(bits for bits in (8, 16, 32, 64) if fits(bits, words)))
    for row, tuple_ in ((one, other), (other, one)):
        if isinstance(row, RowShape) and isinstance(tuple_, (RecordShape, KnownShape)):
            return _with_room(row, tuple_, cell_bits) if _could_be(tuple_, row.dims) else None
        if isinstance(row, RecordShape) and isinstance(tuple_, KnownShape) and type(tuple_.value) is tuple:
            return joined(row, RecordShape(None, tuple(map(constant_shape, tuple_.value))))
    order: list[type[Shape]] = [WordShape, SetShape, WrappedShape, WideShape, FloatShape]
    if isinstance(one, NumberShape) and isinstance(other, NumberShape):
        return max(one, other, key=lambda shape: order.index(type(shape)))
    return None


def _optional(one: Shape, other: Shape, cell_bits: int) -> OptionalShape | None:
    """Return the shape that holds None and the values of two shapes, of which one may be None."""
    parts = [each.part if isinstance(each, OptionalShape) else each for each in (one, other) if each != NOTHING]
    if any(isinstance(part, (IteratorShape, ElementShape)) for part in parts):
        return None
    part = _unknown(parts[0]) if len(parts) == 1 else joined(parts[0], parts[1], cell_bits)
    return None if part is None else OptionalShape(part)


def _unknown(shape: Shape) -> Shape | None:
    """Return the shape of values that are not known while compiling, like one that is."""
    if not isinstance(shape, KnownShape):
        return shape
    dims = dims_of(shape.value)
    if dims is None:
        return None
    numbers = leaves(shape.value)
    if len(dims) == 1 and dims[0] < ROW_LENGTH:
        return RecordShape(None, tuple(map(constant_shape, numbers)))
    return RowShape(dims, next(bits for bits in (8, 16, 32, 64) if fits(bits, numbers))) if fits(64, numbers) else None


def _with_room(row: RowShape, tuple_: Shape, cell_bits: int) -> RowShape:
    """Return the shape of a row that also holds a tuple; a constant tuple may need no wider numbers."""
    if row.bits >= cell_bits or (isinstance(tuple_, KnownShape) and fits(row.bits, leaves(tuple_.value))):
        return row
    return RowShape(row.dims, cell_bits)


def _could_be(shape: Shape, dims: tuple[int, ...]) -> bool:
    """Return True if a tuple has the lengths of a row."""
    if isinstance(shape, KnownShape):
        return dims_of(shape.value) == dims
    return isinstance(shape, RecordShape) and len(shape.parts) == dims[0]


def constant_shape(value: object) -> Shape:
    """Return the shape of a value that is known while compiling."""
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, int):
        return WORD if value < SIGN else SET
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return RecordShape(type(value), tuple(map(constant_shape, value)))
    return KnownShape(value)
