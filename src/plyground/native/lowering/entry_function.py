"""The one function of a program that Python calls: it takes its arguments from a block and writes the result to
another.
"""

from __future__ import annotations

from types import FunctionType

from llvmlite import ir

from plyground.native.lowering.compilation import Program
from plyground.native.lowering.number_kinds import I8, I32, I64, argument_types, cell_kind, result_types
from plyground.native.shapes import (
    FLOAT,
    WORD_BITS,
    ArrayShape,
    OptionalShape,
    RecordShape,
    ReferenceShape,
    RowShape,
    Shape,
    WideShape,
)
from plyground.native.targets.target import ENTRY

BYTE = I8.as_pointer()


def add_entry(program: Program, inner: ir.Function, function: FunctionType, shapes: tuple[Shape, ...]) -> None:
    """Add the entry of a program to its module: ``enter(arguments, result)`` returns 0 or the site that failed."""
    signature = program.signatures[function, shapes]
    enter = ir.Function(program.module, ir.FunctionType(I32, [BYTE, BYTE]), ENTRY)
    b = ir.IRBuilder(enter.append_basic_block())
    block, out = enter.args
    words: list[ir.Value] = []
    offset = 0
    for shape in shapes:
        offset = _load_argument(b, block, offset, shape, words)
    words += _result_rows(b, out, signature.shape, 0)[0]
    if (function, shapes) in program.recursive:
        words.append(ir.Constant(I64, program.options.limit))
    given = b.call(inner, words)
    kinds = signature.outputs()
    outputs: list[ir.Value] = (
        [given] if len(kinds) == 1 else [b.extract_value(given, place) for place in range(len(kinds))]
    )
    status = outputs.pop() if signature.can_raise else ir.Constant(I32, 0)
    _store_result(b, out, signature.shape, outputs, 0)
    b.ret(status)


def _at(b: ir.IRBuilder, block: ir.Value, offset: int, kind: ir.Type) -> ir.Value:
    """Return an address in a block as an address of a type."""
    return b.bitcast(b.gep(block, [ir.Constant(I64, offset)]), kind.as_pointer())


def _loaded(b: ir.IRBuilder, block: ir.Value, offset: int, kind: ir.Type) -> ir.Value:
    word = b.load(_at(b, block, offset, kind))
    word.align = WORD_BITS // 8
    return word


def _load_argument(b: ir.IRBuilder, block: ir.Value, offset: int, shape: Shape, words: list[ir.Value]) -> int:
    """Append the LLVM values of an argument. Return the offset behind it."""
    if isinstance(shape, RecordShape):
        for part in shape.parts:
            offset = _load_argument(b, block, offset, part, words)
        return offset
    if isinstance(shape, RowShape):
        words.append(_at(b, block, offset, cell_kind(shape).type))
    elif isinstance(shape, ReferenceShape):
        words.append(b.inttoptr(_loaded(b, block, offset, I64), I64.as_pointer()))
        return offset + 8
    elif isinstance(shape, ArrayShape):
        words.append(b.inttoptr(_loaded(b, block, offset, I64), cell_kind(shape).type.as_pointer()))
        return offset + 8
    elif isinstance(shape, WideShape):
        words.append(_loaded(b, block, offset, ir.IntType(shape.bits)))
    elif shape == FLOAT:
        words.append(_loaded(b, block, offset, ir.DoubleType()))
    elif argument_types(shape):
        words.append(_loaded(b, block, offset, I64))
    return offset + 8 * shape.words()


def _result_rows(b: ir.IRBuilder, out: ir.Value, shape: Shape, offset: int) -> tuple[list[ir.Value], int]:
    """Return the addresses of the rows in the block of the result, and the offset behind a value."""
    if isinstance(shape, RecordShape):
        rows: list[ir.Value] = []
        for part in shape.parts:
            more, offset = _result_rows(b, out, part, offset)
            rows += more
        return rows, offset
    if isinstance(shape, OptionalShape):
        return _result_rows(b, out, shape.part, offset + 8)
    rows = [_at(b, out, offset, cell_kind(shape).type)] if isinstance(shape, RowShape) else []
    return rows, offset + 8 * shape.words()


def _store_result(b: ir.IRBuilder, out: ir.Value, shape: Shape, outputs: list[ir.Value], offset: int) -> int:
    """Store the numbers of the result. Return the offset behind them."""
    if isinstance(shape, RecordShape):
        for part in shape.parts:
            offset = _store_result(b, out, part, outputs, offset)
        return offset
    if isinstance(shape, OptionalShape):
        b.store(b.zext(outputs.pop(0), I64), _at(b, out, offset, I64)).align = WORD_BITS // 8
        return _store_result(b, out, shape.part, outputs, offset + 8)
    if not isinstance(shape, RowShape) and result_types(shape):
        (kind,) = result_types(shape)
        b.store(outputs.pop(0), _at(b, out, offset, kind)).align = WORD_BITS // 8
    return offset + 8 * shape.words()
