"""Values at compile time: registers, addresses and constants of LLVM.

A number is a :class:`Number`, or a number of Python if it is known. Everything else is one of the classes here, or a
Python object that is known while compiling: a function, a class, a module, a constant tuple.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from types import FunctionType, ModuleType
from typing import Any, NewType, TypeAlias, TypeGuard

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering.number_kinds import (
    BIT,
    F64,
    FLOAT64,
    I64,
    SET64,
    WORD64,
    WRAPPED64,
    Kind,
    Reading,
    cell_kind,
    kind_of,
)
from plyground.native.shapes import (
    FLOAT,
    NOTHING,
    SET,
    SIGN,
    WORD,
    WORD_BITS,
    WRAPPED,
    ArrayShape,
    Class,
    ElementShape,
    IteratorShape,
    KnownShape,
    OptionalShape,
    RaggedRowShape,
    RecordShape,
    ReferenceShape,
    RowShape,
    Shape,
    fits,
    joined,
)

FIXED, TEMPORARY, MIXED = "fixed", "temporary", "mixed"
"""Lifetimes of a row: until its function returns; until its statement runs again; unknown, because it is one of
several.
"""
Lifetime: TypeAlias = str | tuple[object, str]
"""One of these, or the (scope, name) whose own memory the row is."""


@dataclass(eq=False, slots=True)
class Number:
    """A number in a register, and what is known of it while compiling."""

    llvm: ir.Value
    kind: Kind
    bits: int | None = None  # the number lies between 0 and 2**bits − 1; None: it may be negative
    span: int | None = None  # the number lies between −2**span and 2**span − 1; None: unknown
    overflows: list[ir.Value] = field(default_factory=list)  # tests that are true if the highest bits are lost
    below: ir.Value | None = None  # the test of a difference, in a form that LLVM can join with ``word < 0``

    def __post_init__(self) -> None:
        if self.kind == BIT:
            self.bits = 1
        elif self.bits is None and self.kind.is_set:
            self.bits = WORD_BITS


@dataclass(eq=False)
class Record:
    """A tuple in registers: its parts, and the class of a named tuple."""

    cls: Class | None
    parts: list[Value]


@dataclass(eq=False)
class Optional:
    """A value that may be None; only a test while the code runs tells."""

    present: Number  # the truth that it is not None
    value: Value


@dataclass(eq=False)
class Array:
    """An array that is changed in place."""

    pointer: ir.Value
    cell: Kind  # kind of each number


@dataclass(eq=False)
class ByReference:
    """A named tuple that is passed by reference: the address of its words."""

    shape: RecordShape
    pointer: ir.Value


@dataclass(eq=False)
class Cells:
    """A row of numbers in memory (or rows of rows); nothing changes it while it can be seen.

    ``lifetime`` says how long it stays: FIXED, TEMPORARY, MIXED, or the (scope, name) whose own memory it is.
    """

    pointer: ir.Value
    dims: tuple[int, ...]
    cell: Kind  # kind of each number
    lifetime: Lifetime = FIXED
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

    function: Callable[..., object]
    arguments: list[Value]


@dataclass(eq=False)
class BoundName:
    """A method of a row, a list or a number, by its name."""

    name: str
    owner: Value


@dataclass(eq=False)
class RaggedRow:
    """One row of a ragged table, which is a constant tuple of rows of unequal length. Each number is a word."""

    pointer: ir.Value
    length: ir.Value
    width: int = 1  # numbers in each element: more than one if the elements are tuples


@dataclass(eq=False)
class Range:
    """The numbers of a ``range``."""

    first: Value
    last: Value  # number before which the range ends
    step: Value


@dataclass(eq=False)
class Comprehension:
    """The values of a generator expression, which are computed in the loop that uses them."""

    node: ast.GeneratorExp
    scope: Any  # the Scope of its names


@dataclass(eq=False)
class Enumerated:
    """The values of an iterable, each with its number."""

    over: Value
    start: Value


@dataclass(eq=False)
class ListBuffer:
    """A list in the frame of its function: of numbers, or of tuples or lists of the same number of words."""

    pointer: ir.Value
    used: ir.Value  # address of the list's length
    cell: Kind  # kind of each number
    name: tuple[FunctionType, str]  # (function, place in it), which identifies the kind of its numbers in later rounds
    length: int | None = None  # number of elements, if nothing changes it
    element: ElementShape | None = None  # shape of each element; None: a number
    is_new: bool = False  # True until a name has it
    is_in_frame: bool = True  # True if its addresses are known everywhere in its function
    is_repeated: bool = False  # True if its memory is used again when its statement runs again

    @property
    def width(self) -> int:
        """Return the number of numbers in an element."""
        return 1 if self.element is None else self.element.count


Opaque = NewType("Opaque", object)
"""Any other object of Python, of which compiled code knows only the name."""
Known: TypeAlias = FunctionType | type[Any] | ModuleType | Enum | dict[object, object] | str | Opaque
"""An object of Python that is known while compiling, other than a number or a tuple."""
Constants: TypeAlias = tuple[Any, ...]
"""A tuple of Python that is known while compiling."""
Value: TypeAlias = (
    Number
    | int
    | float
    | Record
    | Optional
    | Array
    | ByReference
    | Cells
    | Bound
    | BoundName
    | RaggedRow
    | Range
    | Comprehension
    | Enumerated
    | ListBuffer
    | Constants
    | Known
    | None
)
"""A value while compiling. A known number is a number of Python."""
Passed: TypeAlias = Number | ir.Value
"""One of the words in which a value is passed: a number, or an address."""
TUPLES = (tuple, Record, Cells)
"""Values that are tuples in the text."""
ITERABLES = (Bound, Range, Comprehension, Enumerated, ListBuffer)
"""Values that belong to the code where they are made."""


def known(value: object) -> Value:
    """Return an object of Python as a value; the types know each kind of number and of tuple."""
    return value if isinstance(value, (int, float, str, tuple)) or value is None else Opaque(value)


def row_shape(dims: tuple[int, ...], cell: Kind) -> RowShape:
    """Return the shape of rows whose numbers have a kind."""
    return RowShape(dims, cell.width, cell.is_set)


def shape_of(value: Value) -> Shape:
    """Return the shape of a value."""
    if isinstance(value, Number):
        return value.kind.shape
    if isinstance(value, Record):
        return RecordShape(value.cls, tuple(map(shape_of, value.parts)))
    if isinstance(value, Optional):
        return OptionalShape(shape_of(value.value))
    if isinstance(value, Array):
        return ArrayShape(value.cell.width, floats=value.cell.reading is Reading.FLOAT)
    if isinstance(value, ByReference):
        return ReferenceShape(value.shape)
    if isinstance(value, Cells):
        return value.shape
    if isinstance(value, RaggedRow):
        return RaggedRowShape(value.width)
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, int):
        return SET if is_set(value) else WRAPPED if is_wrapped(value) else WORD
    return IteratorShape() if isinstance(value, ITERABLES) else KnownShape(value)


def is_wide(value: Value) -> bool:
    """Return True for a set of more than 64 cells."""
    return isinstance(value, Number) and value.kind.is_wide


def is_set(value: Value) -> bool:
    """Return True for a set of up to 64 cells, in which bit 63 may be a cell."""
    return value >= SIGN if isinstance(value, int) else isinstance(value, Number) and value.kind.is_set


def is_wrapped(value: Value) -> bool:
    """Return True if only the lowest 64 bits of this number are known."""
    return value < -SIGN if isinstance(value, int) else isinstance(value, Number) and value.kind == WRAPPED64


def natural_bits(value: Value) -> int | None:
    """Return a number of bits such that the value lies between 0 and 2**bits − 1; None if the value may be negative."""
    if isinstance(value, int):
        return None if value < 0 else value.bit_length()
    return value.bits if isinstance(value, Number) else None


def span_of(value: Value) -> int:
    """Return a number of bits such that the number lies between −2**bits and 2**bits − 1."""
    if isinstance(value, int):
        return value.bit_length()
    if not isinstance(value, Number):
        return WORD_BITS
    if value.bits is not None:
        return value.bits
    return value.kind.width - 1 if value.span is None else value.span


def overflows_of(value: Value) -> list[ir.Value]:
    """Return the tests that are true if a number has lost its highest bits; none if it is known to be whole."""
    return value.overflows if isinstance(value, Number) else []


def is_word(value: Value) -> bool:
    """Return True for a signed word in a register whose bits are all known."""
    return isinstance(value, Number) and value.kind == WORD64


def is_number(value: Value) -> TypeGuard[Number | int | float]:
    """Return True for a number, known while compiling or not."""
    return isinstance(value, (int, float, Number))


def word_of(value: int) -> ir.Constant:
    """Return a constant word of LLVM."""
    return ir.Constant(I64, bits.word(int(value)))


def constant_number(value: int | float) -> Number:
    """Return a known number in a register."""
    if isinstance(value, float):
        return Number(ir.Constant(F64, value), FLOAT64)
    kind = SET64 if is_set(value) else WRAPPED64 if is_wrapped(value) else WORD64
    return Number(word_of(value), kind, natural_bits(value))


def bit(test: ir.Value) -> Number:
    """Return a test of LLVM as a truth value of the text."""
    return Number(test, BIT)


def flat(value: Value) -> list[Passed]:
    """Return the words in which a value is passed."""
    if isinstance(value, Record):
        return [word for part in value.parts for word in flat(part)]
    if isinstance(value, Optional):
        return [value.present, *flat(value.value)]
    if isinstance(value, (Array, ByReference, Cells)):
        return [value.pointer]
    if isinstance(value, RaggedRow):
        return [value.pointer, value.length]
    if isinstance(value, (int, float)):
        return [constant_number(value)]
    return [value] if isinstance(value, Number) else []


def flat_results(value: Value) -> list[Passed]:
    """Return the words in which a value is returned, without its rows."""
    if isinstance(value, Record):
        return [word for part in value.parts for word in flat_results(part)]
    if isinstance(value, Optional):
        return [value.present, *flat_results(value.value)]
    return [] if isinstance(value, Cells) else flat(value)


def class_of(value: Value) -> Class | None:
    """Return the class of a named tuple; None for any other value."""
    return value.cls if isinstance(value, Record) else value.shape.cls if isinstance(value, ByReference) else None


def cells_in(value: Value) -> list[Cells]:
    """Return the rows in a value."""
    if isinstance(value, Record):
        return [row for part in value.parts for row in cells_in(part)]
    if isinstance(value, Optional):
        return cells_in(value.value)
    return [value] if isinstance(value, Cells) else []


def from_words(shape: Shape, words: Iterator[Passed]) -> Value:
    """Return the value of a shape from the next of the ``words`` in which it is passed."""
    if isinstance(shape, RecordShape):
        return Record(shape.cls, [from_words(part, words) for part in shape.parts])
    if isinstance(shape, KnownShape):
        return known(shape.value)
    if isinstance(shape, OptionalShape):
        present = next(words)
        test = present if isinstance(present, Number) else Number(present, BIT)
        return Optional(test, from_words(shape.part, words))
    word = next(words)
    if isinstance(word, Number):
        return word
    if isinstance(shape, ArrayShape):
        return Array(word, cell_kind(shape))
    if isinstance(shape, RowShape):
        return Cells(word, shape.dims, cell_kind(shape))
    if isinstance(shape, ReferenceShape):
        return ByReference(shape.record, word)
    if isinstance(shape, RaggedRowShape):
        length = next(words)
        assert isinstance(length, ir.Value)
        return RaggedRow(word, length, shape.width)
    return Number(word, kind_of(shape))


def parts_of(value: Value) -> list[Value] | None:
    """Return the parts of a tuple in registers, or of what is known: a tuple, a range, a dictionary, a text or an IntEnum;
    None for anything else.
    """
    if isinstance(value, Record):
        return value.parts
    if isinstance(value, Range):
        first, last, step = value.first, value.last, value.step
        if isinstance(first, int) and isinstance(last, int) and isinstance(step, int):
            return list(range(first, last, step))
    if isinstance(value, (dict, str)) or (isinstance(value, type) and issubclass(value, IntEnum)):
        return [known(part) for part in value]
    return list(value) if isinstance(value, tuple) else None


def holds(cell: Kind, values: list[int]) -> bool:
    """Return True if numbers of a kind hold all values."""
    if cell.is_set:
        return all(0 <= value <= bits.WORD for value in values)
    return fits(cell.width, values)


def kept_with(shape: Shape, value: Value) -> Shape | None:
    """Return the shape of memory for values of a shape and for this value; None if there is none."""
    if isinstance(value, Optional):
        one = shape.part if isinstance(shape, OptionalShape) else shape
        part = joined(OptionalShape(shape_of(value.value)), one) if one == NOTHING else kept_with(one, value.value)
        return part if part is None or isinstance(part, OptionalShape) else OptionalShape(part)
    if isinstance(shape, OptionalShape) and value is not None:
        part = kept_with(shape.part, value)
        return None if part is None else OptionalShape(part)
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


def table_cell(values: list[int]) -> Kind:
    """Return the kind of the smallest numbers that hold all values of a constant tuple."""
    small = next((Kind(width) for width in (8, 16, 32) if fits(width, values)), None)
    return small or (SET64 if any(map(is_set, values)) else WORD64)
