"""The kinds of numbers, and the LLVM types of shapes: of arguments, results and the numbers in rows and arrays."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from llvmlite import ir

from plyground.native.shapes import (
    FLOAT,
    SET,
    WORD,
    WORD_BITS,
    WRAPPED,
    ArrayShape,
    KnownShape,
    NumberShape,
    OptionalShape,
    RaggedRowShape,
    RecordShape,
    ReferenceShape,
    RowShape,
    SetShape,
    Shape,
    WideShape,
    WrappedShape,
)

I1, I8, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
F32, F64 = ir.FloatType(), ir.DoubleType()


class Reading(Enum):
    """The way in which the bits of a number are read."""

    SIGNED = "signed"
    SET = "set"  # a set of up to 64 cells: a number from 0 to 2**64 − 1
    WRAPPED = "wrapped"  # only the lowest 64 bits are known, such as of ``~cells`` or ``cells << 8``
    FLOAT = "float"


class Kind(NamedTuple):
    """The kind of a number: its width in bits, and how these are read."""

    width: int
    reading: Reading = Reading.SIGNED

    @property
    def type(self) -> ir.Type:
        """The LLVM type. Words, sets and wrapped words have the same."""
        if self.reading is Reading.FLOAT:
            return F64 if self.width == WORD_BITS else F32
        return ir.IntType(self.width)

    @property
    def is_set(self) -> bool:
        """True for a set of up to 64 cells."""
        return self.reading is Reading.SET

    @property
    def is_wide(self) -> bool:
        """True for a number of more than 64 bits."""
        return self.width > WORD_BITS

    @property
    def is_one_word(self) -> bool:
        """True for a whole number of 64 bits: a word, a set or a wrapped word."""
        return self.width == WORD_BITS and self.reading is not Reading.FLOAT

    @property
    def shape(self) -> NumberShape:
        """The shape of a number of this kind."""
        if self.is_wide:
            return WideShape(self.width)
        return SHAPES[self.reading]

    def constant(self, value: float) -> ir.Constant:
        """Return a constant of LLVM."""
        return ir.Constant(self.type, value)


SHAPES: dict[Reading, NumberShape] = {
    Reading.SIGNED: WORD,
    Reading.SET: SET,
    Reading.WRAPPED: WRAPPED,
    Reading.FLOAT: FLOAT,
}
BIT, WORD64, SET64 = Kind(1), Kind(64), Kind(64, Reading.SET)
WRAPPED64, FLOAT64 = Kind(64, Reading.WRAPPED), Kind(64, Reading.FLOAT)


def kind_of(shape: Shape) -> Kind:
    """Return the kind of a number of a shape."""
    if isinstance(shape, WideShape):
        return Kind(shape.bits)
    if isinstance(shape, SetShape):
        return SET64
    if isinstance(shape, WrappedShape):
        return WRAPPED64
    return FLOAT64 if shape == FLOAT else WORD64


def cell_kind(shape: RowShape | ArrayShape) -> Kind:
    """Return the kind of each number of a row or an array."""
    if isinstance(shape, ArrayShape):
        return Kind(shape.bits, Reading.FLOAT) if shape.floats else Kind(shape.bits)
    return SET64 if shape.sets else Kind(shape.bits)


def argument_types(shape: Shape) -> list[ir.Type]:
    """Return the LLVM types of a value as an argument."""
    if isinstance(shape, RecordShape):
        return [each for part in shape.parts for each in argument_types(part)]
    if isinstance(shape, OptionalShape):
        return [I1, *argument_types(shape.part)]
    if isinstance(shape, (RowShape, ArrayShape)):
        return [cell_kind(shape).type.as_pointer()]
    if isinstance(shape, ReferenceShape):
        return [I64.as_pointer()]
    if isinstance(shape, RaggedRowShape):
        return [I64.as_pointer(), I64]
    return [] if isinstance(shape, KnownShape) else [kind_of(shape).type]


def result_types(shape: Shape) -> list[ir.Type]:
    """Return the LLVM types of a value as a result, without its rows."""
    return [each.type if isinstance(each, Kind) else each for each in result_kinds(shape)]


def result_kinds(shape: Shape) -> list[Kind | ir.Type]:
    """Return the kinds of the numbers in a result, and the types of its addresses, without its rows."""
    if isinstance(shape, RecordShape):
        return [each for part in shape.parts for each in result_kinds(part)]
    if isinstance(shape, OptionalShape):
        return [BIT, *result_kinds(shape.part)]
    if isinstance(shape, NumberShape):
        return [kind_of(shape)]
    return [] if isinstance(shape, RowShape) else [*argument_types(shape)]
