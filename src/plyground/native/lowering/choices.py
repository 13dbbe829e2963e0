"""Choices: conditional expressions, ``and`` and ``or``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plyground.native.lowering.dispatch import lower
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import I64
from plyground.native.lowering.numbers.conversions import common_type, fit, signed_word
from plyground.native.lowering.numbers.truth import truth_of
from plyground.native.lowering.rows import conform
from plyground.native.lowering.values import (
    FIXED,
    MIXED,
    Array,
    ByReference,
    Cells,
    RaggedRow,
    Range,
    Record,
    Value,
    cells_in,
    flat,
    from_words,
    is_number,
    shape_of,
    table_cell,
)
from plyground.native.refusals import TWO_KINDS
from plyground.native.shapes import RecordShape, RowShape, dims_of, joined, leaves

SELDOM = (1, 2000)
"""Weights of a branch that is seldom taken. LLVM then jumps over the rest of the test instead of computing it."""


def lower_if_exp(frame: Frame, node: ast.IfExp) -> Value:
    """Lower ``a if test else b``."""
    test = truth_of(frame, lower(frame, node.test))
    if isinstance(test, bool):
        return lower(frame, node.body if test else node.orelse)
    return either(frame, test, lambda: lower(frame, node.body), lambda: lower(frame, node.orelse))


def lower_bool_op(frame: Frame, node: ast.BoolOp) -> Value:
    """Lower ``and`` and ``or``."""
    value = lower(frame, node.values[0])
    is_and = isinstance(node.op, ast.And)
    for further in node.values[1:]:
        test = truth_of(frame, value)
        if isinstance(test, bool):
            if test != is_and:
                return value
            value = lower(frame, further)
            continue
        ask, keep = _asking(frame, further), _keeping(value)
        value = either(frame, test, ask, keep) if is_and else either(frame, test, keep, ask)
    return value


def _asking(frame: Frame, node: ast.expr) -> Callable[[], Value]:
    return lambda: lower(frame, node)


def _keeping(value: Value) -> Callable[[], Value]:
    return lambda: value


def either(frame: Frame, test: ir.Value, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
    """Return one of two values; only the chosen one is computed."""
    first, second, after = (frame.b.append_basic_block() for _each in range(3))
    branch = frame.b.cbranch(test, first, second)
    if frame.is_seldom:
        branch.set_weights(SELDOM)
    ends: list[list[Any]] = []
    for block, compute in ((first, yes), (second, no)):
        frame.b.position_at_end(block)
        value = frame.widened(compute())
        ends.append([value, frame.b.block])
    values = [end[0] for end in ends]
    if all(isinstance(value, tuple) and not hasattr(value, "_fields") for value in values) and values[0] == values[1]:
        for _value, block in ends:
            frame.b.position_at_end(block)
            frame.b.branch(after)
        frame.b.position_at_end(after)
        return values[0]
    for end, other in zip(ends, values[::-1], strict=True):
        frame.b.position_at_end(end[1])
        end[0] = _as_wide(frame, end[0], other)
        end[1] = frame.b.block
    for end in ends:
        if isinstance(end[0], tuple):
            frame.b.position_at_end(end[1])
            others = [value for value in values if not isinstance(value, tuple)]
            table = frame.program.table(end[0], _common_cell(frame, values))
            if others:
                end[0] = conform(frame, end[0], shape_of(others[0]))
            else:
                end[0] = table or Record(type(end[0]) if hasattr(end[0], "_fields") else None, list(end[0]))
            end[1] = frame.b.block
    return _merged(frame, ends, after)


def _as_wide(frame: Frame, value: Value, other: Value) -> Value:
    """Return a value as a row that could also hold the other value, if one of the two is a row; do the same in
    tuples.
    """
    if isinstance(value, Record) and isinstance(other, Record) and len(value.parts) == len(other.parts):
        return Record(value.cls, [_as_wide(frame, *pair) for pair in zip(value.parts, other.parts, strict=True)])
    if isinstance(value, Cells) or isinstance(other, Cells):
        shape = joined(shape_of(value), shape_of(other), frame.program.options.cell_bits)
        return conform(frame, value, shape) if isinstance(shape, RowShape) else value
    return value


def _common_cell(frame: Frame, values: list[Value]) -> ir.Type | None:
    """Return the LLVM type that holds the numbers of two constant tuples; None if their shapes differ."""
    dims = [dims_of(value) for value in values]
    if None in dims or dims[0] != dims[1]:
        return None
    numbers = [number for value in values for number in leaves(value)]
    return frame.program.wide if any(map(frame.program.is_long, numbers)) else table_cell(numbers)


def _merged(frame: Frame, ends: list[list[Any]], after: ir.Block) -> Value:
    """Return the value that comes from either of two blocks."""
    values = [value for value, _block in ends]
    if all(isinstance(value, Range) for value in values):
        return _merged_ranges(frame, ends, after)
    if not all(
        isinstance(value, (Record, Array, ByReference, Cells, RaggedRow)) or is_number(value) for value in values
    ):
        if values[0] is not values[1]:
            frame.refuse(TWO_KINDS)
        for _value, block in ends:
            frame.b.position_at_end(block)
            frame.b.branch(after)
        frame.b.position_at_end(after)
        return values[0]
    lifetimes = [[cells.lifetime for cells in cells_in(value)] for value, _block in ends]
    pairs = [flat(value) for value, _block in ends]
    shapes = [shape_of(value) for value, _block in ends]
    records = [isinstance(shape, (RecordShape, RowShape)) for shape in shapes]
    classes = {shape.cls if isinstance(shape, RecordShape) else None for shape in shapes}
    if len(pairs[0]) != len(pairs[1]) or records[0] != records[1] or len(classes) > 1:
        frame.refuse(TWO_KINDS)
    kinds = [common_type(frame, one, two) for one, two in zip(*pairs, strict=True)]
    words = []
    for pair, (_value, block) in zip(pairs, ends, strict=True):
        frame.b.position_at_end(block)
        words.append([fit(frame, word, kind) for word, kind in zip(pair, kinds, strict=True)])
        frame.b.branch(after)
    frame.b.position_at_end(after)
    merged = []
    for one, two, kind in zip(*words, kinds, strict=True):
        if one.type != two.type:
            frame.refuse(TWO_KINDS)
        phi = frame.b.phi(kind)
        phi.add_incoming(one, ends[0][1])
        phi.add_incoming(two, ends[1][1])
        merged.append(phi)
    whole = merged[0] if is_number(ends[0][0]) else from_words(shapes[0], merged)
    for cells, one, two in zip(cells_in(whole), *lifetimes, strict=True):
        cells.lifetime = FIXED if one == two == FIXED else one if one == two else MIXED
    return whole


def _merged_ranges(frame: Frame, ends: list[list[Any]], after: ir.Block) -> Range:
    """Return the range that comes from either of two blocks."""
    merged = []
    for place, (value, block) in enumerate(ends):
        frame.b.position_at_end(block)
        numbers = (value.first, value.last, value.step)
        merged.append([signed_word(frame, each) for each in numbers])
        ends[place][1] = frame.b.block
        frame.b.branch(after)
    frame.b.position_at_end(after)
    steps = [value.step for value, _block in ends]
    phis = []
    for one, two in zip(*merged, strict=True):
        phi = frame.b.phi(I64)
        phi.add_incoming(one, ends[0][1])
        phi.add_incoming(two, ends[1][1])
        phis.append(phi)
    return Range(phis[0], phis[1], steps[0] if steps[0] == steps[1] else phis[2])
