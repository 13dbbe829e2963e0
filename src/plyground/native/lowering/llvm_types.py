"""The LLVM types of shapes: of arguments, results and the numbers in rows and arrays."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from llvmlite import ir

from plyground.native.shapes import (
    FLOAT,
    ArrayShape,
    KnownShape,
    RaggedRowShape,
    RecordShape,
    ReferenceShape,
    RowShape,
    SetShape,
    Shape,
    WideShape,
    WrappedShape,
)

Type: TypeAlias = Any
"""A type of LLVM; llvmlite's classes have no types of their own."""


class SetType(ir.IntType):  # type: ignore[misc]
    """The LLVM type of a word that is read as a set of up to 64 cells: a number from 0 to 2**64 − 1."""

    _instance_cache: ClassVar[dict[int, Any]] = {}


class WrappedType(ir.IntType):  # type: ignore[misc]
    """The LLVM type of a word of which only the lowest 64 bits are known, such as ``~cells`` or ``cells << 8``."""

    _instance_cache: ClassVar[dict[int, Any]] = {}


I1, I8, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
SET64, WRAPPED64 = SetType(64), WrappedType(64)  # both are i64 in LLVM, and equal to I64
F64 = ir.DoubleType()


def cell_type(shape: RowShape | ArrayShape) -> Type:
    """Return the LLVM type of each number of a row or an array."""
    if isinstance(shape, ArrayShape):
        return F64 if shape.floats else ir.IntType(shape.bits)
    return SET64 if shape.sets else ir.IntType(shape.bits)


def argument_types(shape: Shape) -> list[Type]:
    """Return the LLVM types of a value as an argument."""
    if isinstance(shape, RecordShape):
        return [kind for part in shape.parts for kind in argument_types(part)]
    if isinstance(shape, (RowShape, ArrayShape)):
        return [cell_type(shape).as_pointer()]
    if isinstance(shape, ReferenceShape):
        return [I64.as_pointer()]
    if isinstance(shape, RaggedRowShape):
        return [I64.as_pointer(), I64]
    return [] if isinstance(shape, KnownShape) else [number_type(shape)]


def number_type(shape: Shape) -> Type:
    """Return the LLVM type of a shape that is one number."""
    if isinstance(shape, WideShape):
        return ir.IntType(shape.bits)
    if isinstance(shape, SetShape):
        return SET64
    if isinstance(shape, WrappedShape):
        return WRAPPED64
    return F64 if shape == FLOAT else I64


def result_types(shape: Shape) -> list[Type]:
    """Return the LLVM types of a value as a result, without its rows."""
    if isinstance(shape, RecordShape):
        return [kind for part in shape.parts for kind in result_types(part)]
    return [] if isinstance(shape, RowShape) else argument_types(shape)
