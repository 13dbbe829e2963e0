"""Values at compile time: registers, addresses and constants of LLVM.

A number is an LLVM value, or a Python number if it is known. Everything else is one of the classes here, or a Python
object known at compile time: a function, a class, a module, a constant tuple.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeAlias

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering.llvm_types import F64, I1, I64, SET64, WRAPPED64, SetType, WrappedType, cell_type
from plyground.native.shapes import (
    FLOAT,
    SET,
    SIGN,
    WORD,
    WORD_BITS,
    WRAPPED,
    ArrayShape,
    IteratorShape,
    KnownShape,
    RaggedRowShape,
    RecordShape,
    ReferenceShape,
    RowShape,
    Shape,
    WideShape,
    fits,
    joined,
)

Value: TypeAlias = Any
"""A value while compiling."""

FIXED, TEMPORARY, MIXED = "fixed", "temporary", "mixed"
"""Lifetimes of a row: until its function returns; until its statement runs again; unknown, because it is one of
several.
"""


@dataclass(eq=False)
class Record:
    """A tuple in registers: its parts, and the class of a named tuple."""

    cls: Any
    parts: list[Value]


@dataclass(eq=False)
class Array:
    """An array that is changed in place."""

    pointer: Value
    cell: ir.Type  # LLVM type of each number


@dataclass(eq=False)
class ByReference:
    """A named tuple that is passed by reference: the address of its words."""

    shape: RecordShape
    pointer: Value


@dataclass(eq=False)
class Cells:
    """A row of numbers in memory (or rows of rows); nothing changes it while it can be seen.

    ``lifetime`` says how long it stays: FIXED, TEMPORARY, MIXED, or the (scope, name) whose own memory it is.
    """

    pointer: Value
    dims: tuple[int, ...]
    cell: ir.Type
    lifetime: Any = FIXED
    natural_bits: int | None = None  # bits of the numbers in a constant row; None if a number is negative

    @property
    def size(self) -> int:
        """Return the number of numbers in the row."""
        return math.prod(self.dims)

    @property
    def stride(self) -> int:
        """Return the number of cells in one element of the first level."""
        return math.prod(self.dims[1:])

    @property
    def shape(self) -> RowShape:
        return row_shape(self.dims, self.cell)


@dataclass(eq=False)
class Bound:
    """A function with its first arguments: a method of a value, or a generator that has not started."""

    function: Any
    arguments: list[Value]


@dataclass(eq=False)
class BoundName:
    """A method of a row, a list or a number, by its name."""

    name: str
    owner: Value


@dataclass(eq=False)
class RaggedRow:
    """One row of a ragged table, which is a constant tuple of rows of unequal length. Each number is a word."""

    pointer: Value
    length: Value


@dataclass(eq=False)
class Range:
    """The numbers of a ``range``."""

    first: Value
    last: Value  # number before which the range ends
    step: Value


@dataclass(eq=False)
class Enumerated:
    """The values of an iterable, each with its number."""

    over: Value
    start: Value


@dataclass(eq=False)
class ListBuffer:
    """A list in the frame of its function: whole numbers, floats or wide sets."""

    pointer: Value
    used: Value  # address of the list's length
    name: tuple[FunctionType, str]  # (function, place in it), which identifies the kind of its numbers in later rounds

    @property
    def cell(self) -> ir.Type:
        """The LLVM type of its numbers."""
        return self.pointer.type.pointee


ITERABLES = (Bound, Range, Enumerated, ListBuffer)
"""Values that belong to the code where they are made."""


def row_shape(dims: tuple[int, ...], cell: ir.Type) -> RowShape:
    """Return the shape of rows whose numbers have an LLVM type."""
    return RowShape(dims, cell.width, isinstance(cell, SetType))


def shape_of(value: Value) -> Shape:
    """Return the shape of a value."""
    if isinstance(value, Record):
        return RecordShape(value.cls, tuple(map(shape_of, value.parts)))
    if isinstance(value, Array):
        return ArrayShape(value.cell.width if value.cell != F64 else WORD_BITS, floats=value.cell == F64)
    if isinstance(value, ByReference):
        return ReferenceShape(value.shape)
    if isinstance(value, Cells):
        return value.shape
    if isinstance(value, RaggedRow):
        return RaggedRowShape()
    if is_wide(value):
        return WideShape(value.type.width)
    if isinstance(value, float) or getattr(value, "type", None) == F64:
        return FLOAT
    if isinstance(value, (int, ir.Value)):
        return SET if is_set(value) else WRAPPED if is_wrapped(value) else WORD
    return IteratorShape() if isinstance(value, ITERABLES) else KnownShape(value)


def is_wide(value: Value) -> bool:
    """Return True for a set of more than 64 cells."""
    kind = getattr(value, "type", None)
    return isinstance(kind, ir.IntType) and kind.width > 64


def is_set(value: Value) -> bool:
    """Return True for a set of up to 64 cells, in which bit 63 may be a cell."""
    return value >= SIGN if isinstance(value, int) else isinstance(getattr(value, "type", None), SetType)


def is_wrapped(value: Value) -> bool:
    """Return True if only the lowest 64 bits of this number are known."""
    return value < -SIGN if isinstance(value, int) else isinstance(getattr(value, "type", None), WrappedType)


def natural_bits(value: Value) -> int | None:
    """Return a number of bits such that the value lies between 0 and 2**bits − 1; None if the value may be negative."""
    if isinstance(value, int):
        return None if value < 0 else value.bit_length()
    if getattr(value, "type", None) == I1:
        return 1
    known: int | None = getattr(value, "natural_bits", None)
    if known is not None or not is_set(value):
        return known
    return 64


def with_bits(value: ir.Value, count: int | None, kind: ir.Type = I64, *, span: int | None = None) -> ir.Value:
    """Return a new LLVM value, marked with its type and with the most bits that it can have; see :func:`span_of`."""
    value.type = kind
    value.natural_bits = count
    value.span = span
    return value


def span_of(value: Value) -> int:
    """Return a number of bits such that the number lies between −2**bits and 2**bits − 1."""
    count = natural_bits(value)
    if count is not None or isinstance(value, int):
        return int(value).bit_length() if count is None else count
    known: int | None = getattr(value, "span", None)
    return int(value.type.width) - 1 if known is None else known


def overflows_of(value: Value) -> list[ir.Value]:
    """Return the tests that are true if a number has lost its highest bits; none if it is known to be whole."""
    return getattr(value, "overflows", [])


def is_word(value: Value) -> bool:
    """Return True for a signed word whose bits are all known."""
    kind = getattr(value, "type", None)
    return isinstance(kind, ir.IntType) and kind.width == 64 and not isinstance(kind, (SetType, WrappedType))


def is_number(value: Value) -> bool:
    """Return True for a number, known while compiling or not."""
    return isinstance(value, (int, float)) or (
        isinstance(value, ir.Value) and not isinstance(value.type, ir.PointerType)
    )


def word_of(value: int) -> ir.Value:
    """Return a constant word."""
    kind = SET64 if is_set(value) else WRAPPED64 if is_wrapped(value) else I64
    return with_bits(ir.Constant(kind, bits.word(int(value))), natural_bits(value), kind)


def flat(value: Value) -> list[ir.Value]:
    """Return the LLVM values with which a value is passed."""
    if isinstance(value, Record):
        return [word for part in value.parts for word in flat(part)]
    if isinstance(value, (Array, ByReference, Cells)):
        return [value.pointer]
    if isinstance(value, RaggedRow):
        return [value.pointer, value.length]
    if isinstance(value, int):
        return [word_of(value)]
    if isinstance(value, float):
        return [ir.Constant(F64, value)]
    return [value] if isinstance(value, ir.Value) else []


def flat_results(value: Value) -> list[ir.Value]:
    """Return the LLVM values in which a value is returned, without its rows."""
    if isinstance(value, Record):
        return [word for part in value.parts for word in flat_results(part)]
    return [] if isinstance(value, Cells) else flat(value)


def cells_in(value: Value) -> list[Cells]:
    """Return the rows in a value."""
    if isinstance(value, Record):
        return [row for part in value.parts for row in cells_in(part)]
    return [value] if isinstance(value, Cells) else []


def from_words(shape: Shape, words: list[ir.Value]) -> Value:
    """Return the value of a shape from LLVM values, which are removed from the front of ``words``."""
    if isinstance(shape, RecordShape):
        return Record(shape.cls, [from_words(part, words) for part in shape.parts])
    if isinstance(shape, ArrayShape):
        return Array(words.pop(0), cell_type(shape))
    if isinstance(shape, RowShape):
        return Cells(words.pop(0), shape.dims, cell_type(shape))
    if isinstance(shape, ReferenceShape):
        return ByReference(shape.record, words.pop(0))
    if isinstance(shape, RaggedRowShape):
        return RaggedRow(words.pop(0), words.pop(0))
    return shape.value if isinstance(shape, KnownShape) else words.pop(0)


def parts_of(value: Value) -> list[Value] | None:
    """Return the parts of a tuple in registers, a constant tuple or a known range; None for anything else."""
    if isinstance(value, Record):
        return value.parts
    if isinstance(value, Range) and all(isinstance(each, int) for each in (value.first, value.last, value.step)):
        return list(range(value.first, value.last, value.step))
    return list(value) if isinstance(value, tuple) else None


def holds(cell: ir.Type, values: list[int]) -> bool:
    """Return True if numbers of an LLVM type hold all values."""
    if isinstance(cell, SetType):
        return all(0 <= value <= bits.WORD for value in values)
    return fits(cell.width, values)


def kept_with(shape: Shape, value: Value) -> Shape | None:
    """Return the shape of memory for values of a shape and for this value; None if there is none."""
    if isinstance(shape, RecordShape) and isinstance(value, (Record, tuple)):
        parts = parts_of(value) or []
        if len(parts) == len(shape.parts):
            both = [kept_with(*pair) for pair in zip(shape.parts, parts, strict=True)]
            return None if None in both else RecordShape(shape.cls, tuple(part for part in both if part is not None))
    if shape == SET and is_number(value) and shape_of(value) == WORD and natural_bits(value) is None:
        return WRAPPED  # a set, or a number that may be negative
    if shape == WORD and is_number(value) and is_wrapped(value):
        return SET  # a value from this memory is seen as a set in the next round
    return joined(shape, shape_of(value))


def table_cell(values: list[int]) -> ir.Type:
    """Return the LLVM type of the smallest numbers that hold all values of a constant tuple."""
    small = next((ir.IntType(bits_) for bits_ in (8, 16, 32) if fits(bits_, values)), None)
    return small or (SET64 if any(map(is_set, values)) else I64)
