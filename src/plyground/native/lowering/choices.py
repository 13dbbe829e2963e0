"""Choices: conditional expressions, ``and`` and ``or``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from llvmlite import ir

from plyground.native.clocked_row import looked
from plyground.native.lowering.dispatch import lower_optional
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import I64, WORD64, Kind
from plyground.native.lowering.numbers.conversions import common_kind, fit_word, signed_word
from plyground.native.lowering.numbers.truth import truth_of
from plyground.native.lowering.rows import conform
from plyground.native.lowering.values import (
    FIXED,
    MIXED,
    Array,
    ByReference,
    Cells,
    Number,
    Optional,
    Passed,
    RaggedRow,
    Range,
    Record,
    Value,
    cells_in,
    flat,
    from_words,
    is_number,
    known,
    shape_of,
    table_cell,
)
from plyground.native.refusals import TEXT_CHOSEN, TWO_KINDS
from plyground.native.shapes import RecordShape, RowShape, dims_of, joined, leaves

SELDOM = (1, 2000)
"""Weights of a branch that is seldom taken. LLVM then jumps over the rest of the test instead of computing it."""


@dataclass
class _End:
    """The end of a branch: its value, and the block where it is computed."""

    value: Value
    block: ir.Block


def lower_if_exp(frame: Frame, node: ast.IfExp) -> Value:
    """Lower ``a if test else b``."""
    test = truth_of(frame, lower_optional(frame, node.test))
    if isinstance(test, bool):
        return lower_optional(frame, node.body if test else node.orelse)
    return either(
        frame, test.llvm, lambda: lower_optional(frame, node.body), lambda: lower_optional(frame, node.orelse)
    )


def lower_bool_op(frame: Frame, node: ast.BoolOp) -> Value:
    """Lower ``and`` and ``or``."""
    value = lower_optional(frame, node.values[0])
    is_test = node is frame.test
    is_and = isinstance(node.op, ast.And)
    for further in node.values[1:]:
        if is_test and not is_number(value):
            value = truth_of(frame, value)
        test = truth_of(frame, value)
        if isinstance(test, bool):
            if test != is_and:
                return value
            value = lower_optional(frame, further)
            continue
        if is_and and not frame.program.options.looks and _is_look(frame, further):
            continue  # no branch for what is always True
        ask, keep = _asking(frame, further, is_test=is_test), _keeping(value)
        value = either(frame, test.llvm, *((ask, keep) if is_and else (keep, ask)))
    return value


def _is_look(frame: Frame, node: ast.expr) -> bool:
    """Return True for a call of ``looked``."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and lower_optional(frame, node.func) is known(looked)
    )


def _asking(frame: Frame, node: ast.expr, *, is_test: bool) -> Callable[[], Value]:
    def ask() -> Value:
        value = lower_optional(frame, node)
        return value if not is_test or is_number(value) else truth_of(frame, value)

    return ask


def _keeping(value: Value) -> Callable[[], Value]:
    return lambda: value


def either(frame: Frame, test: ir.Value, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
    """Return one of two values; only the chosen one is computed."""
    first, second, after = (frame.b.append_basic_block() for _each in range(3))
    branch = frame.b.cbranch(test, first, second)
    if frame.is_seldom:
        branch.set_weights(SELDOM)
    ends: list[_End] = []
    for block, compute in ((first, yes), (second, no)):
        frame.b.position_at_end(block)
        value = frame.widened(compute())
        ends.append(_End(value, frame.b.block))
    values = [end.value for end in ends]
    if any(isinstance(value, str) for value in values) and values[0] != values[1]:
        frame.refuse(TEXT_CHOSEN)
    if all(isinstance(value, tuple) and not hasattr(value, "_fields") for value in values) and values[0] == values[1]:
        _jump_to(frame, after, ends)
        return values[0]
    if any(value is None or isinstance(value, Optional) for value in values) and values != [None, None]:
        shape = joined(shape_of(values[0]), shape_of(values[1]), frame.program.options.cell_bits)
        if shape is None:
            frame.refuse(TWO_KINDS)
        for end in ends:
            frame.b.position_at_end(end.block)
            end.value, end.block = conform(frame, end.value, shape), frame.b.block
        return _merged(frame, ends, after)
    for end, other in zip(ends, values[::-1], strict=True):
        frame.b.position_at_end(end.block)
        end.value = _as_wide(frame, end.value, other)
        end.block = frame.b.block
    for end in ends:
        known = end.value
        if isinstance(known, tuple):
            frame.b.position_at_end(end.block)
            others = [value for value in values if not isinstance(value, tuple)]
            table = frame.program.table(known, _common_cell(frame, values))
            if others:
                end.value = conform(frame, known, shape_of(others[0]))
            else:
                end.value = table or Record(type(known) if hasattr(known, "_fields") else None, list(known))
            end.block = frame.b.block
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


def _common_cell(frame: Frame, values: list[Value]) -> Kind | None:
    """Return the kind that holds the numbers of two constant tuples; None if their shapes differ."""
    dims = [dims_of(value) for value in values]
    if None in dims or dims[0] != dims[1]:
        return None
    numbers = [number for value in values for number in leaves(value)]
    return frame.program.wide if any(map(frame.program.is_long, numbers)) else table_cell(numbers)


def _merged(frame: Frame, ends: list[_End], after: ir.Block) -> Value:
    """Return the value that comes from either of two blocks."""
    values = [end.value for end in ends]
    ranges = [value for value in values if isinstance(value, Range)]
    if len(ranges) == len(values):
        return _merged_ranges(frame, ranges, ends, after)
    if not all(
        isinstance(value, (Record, Optional, Array, ByReference, Cells, RaggedRow)) or is_number(value)
        for value in values
    ):
        if values[0] is not values[1]:
            frame.refuse(TWO_KINDS)
        _jump_to(frame, after, ends)
        return values[0]
    lifetimes = [[cells.lifetime for cells in cells_in(value)] for value in values]
    pairs = [flat(value) for value in values]
    shapes = [shape_of(value) for value in values]
    records = [isinstance(shape, (RecordShape, RowShape)) for shape in shapes]
    classes = {shape.cls if isinstance(shape, RecordShape) else None for shape in shapes}
    if len(pairs[0]) != len(pairs[1]) or records[0] != records[1] or len(classes) > 1:
        frame.refuse(TWO_KINDS)
    kinds = [_common_word(frame, one, two) for one, two in zip(*pairs, strict=True)]
    words = []
    for pair, end in zip(pairs, ends, strict=True):
        frame.b.position_at_end(end.block)
        words.append([fit_word(frame, word, kind) for word, kind in zip(pair, kinds, strict=True)])
        frame.b.branch(after)
    frame.b.position_at_end(after)
    merged: list[Passed] = []
    for one, two, kind in zip(*words, kinds, strict=True):
        if one.type != two.type:
            frame.refuse(TWO_KINDS)
        phi = _phi(frame, one.type, (one, two), ends)
        merged.append(Number(phi, kind) if isinstance(kind, Kind) else phi)
    whole = from_words(shapes[0], iter(merged))
    for cells, one, two in zip(cells_in(whole), *lifetimes, strict=True):
        cells.lifetime = FIXED if one == two == FIXED else one if one == two else MIXED
    return whole


def _common_word(frame: Frame, one: Passed, two: Passed) -> Kind | ir.Type:
    """Return the kind that holds two numbers, or the type of an address."""
    if isinstance(one, Number) and isinstance(two, Number):
        return common_kind(frame, one, two)
    address = two if isinstance(one, Number) else one
    return address.llvm.type if isinstance(address, Number) else address.type


def _merged_ranges(frame: Frame, ranges: list[Range], ends: list[_End], after: ir.Block) -> Range:
    """Return the range that comes from either of two blocks."""
    merged = []
    for each, end in zip(ranges, ends, strict=True):
        frame.b.position_at_end(end.block)
        merged.append([signed_word(frame, number) for number in (each.first, each.last, each.step)])
        end.block = frame.b.block
        frame.b.branch(after)
    frame.b.position_at_end(after)
    first, last, step = (Number(_phi(frame, I64, pair, ends), WORD64) for pair in zip(*merged, strict=True))
    steps = [each.step for each in ranges]
    return Range(first, last, steps[0] if steps[0] == steps[1] else step)


def _phi(frame: Frame, kind: ir.Type, words: Sequence[ir.Value], ends: list[_End]) -> ir.Value:
    """Return the word that comes from either of two blocks."""
    phi = frame.b.phi(kind)
    for word, end in zip(words, ends, strict=True):
        phi.add_incoming(word, end.block)
    return phi


def _jump_to(frame: Frame, after: ir.Block, ends: list[_End]) -> None:
    for end in ends:
        frame.b.position_at_end(end.block)
        frame.b.branch(after)
    frame.b.position_at_end(after)
