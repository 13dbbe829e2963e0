"""Comparisons of any values: numbers, rows, tuples and constants; ``in`` and ``is``."""

from __future__ import annotations

import ast
import enum

from llvmlite import ir

from plyground.native.lowering import texts
from plyground.native.lowering.dispatch import present_value
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.inlining import call_text
from plyground.native.lowering.lists import list_contains
from plyground.native.lowering.number_kinds import I1, I64, WORD64
from plyground.native.lowering.numbers.truth import COMPARISONS, Truth, bit_of, compare_numbers, negated_truth, truth_of
from plyground.native.lowering.row_operations import fold_cells, load_vector, row_contains, vectors_of, wider_cell
from plyground.native.lowering.rows import as_cells, common_cell, load_cells, load_number, row_of
from plyground.native.lowering.values import (
    TUPLES,
    Bound,
    Cells,
    Comprehension,
    Enumerated,
    ListBuffer,
    Number,
    Optional,
    RaggedRow,
    Range,
    Record,
    Value,
    bit,
    is_number,
    is_wide,
    parts_of,
    word_of,
)
from plyground.native.refusals import NOT_COMPARED
from plyground.native.shapes import dims_of


def compare(frame: Frame, sign: ast.cmpop, left: Value, right: Value) -> Truth:
    """Return the truth of any comparison."""
    if isinstance(sign, (ast.In, ast.NotIn)):
        if isinstance(left, Optional):
            inside = bit_of(compare(frame, ast.In(), left.value, right))
            both = bit(frame.b.and_(left.present.llvm, inside))
            return both if isinstance(sign, ast.In) else negated_truth(frame, both)
        found = _is_in(frame, left, right)
        return found if isinstance(sign, ast.In) else negated_truth(frame, found)
    if isinstance(left, Optional) or isinstance(right, Optional):
        return _compare_optional(frame, sign, left, right)
    if isinstance(sign, (ast.Is, ast.IsNot)):
        known = [not isinstance(each, Number) for each in (left, right)]
        if None not in (left, right) and not (all(known) and isinstance(left, (bool, enum.Enum))):
            frame.refuse(NOT_COMPARED)
        same = left is right and all(known)
        return same if isinstance(sign, ast.Is) else not same
    if None in (left, right) and isinstance(sign, (ast.Eq, ast.NotEq)):
        return (left is right) == isinstance(sign, ast.Eq)
    if isinstance(left, ListBuffer) or isinstance(right, ListBuffer):
        return _compare_lists(frame, sign, left, right)
    if any(isinstance(each, TUPLES) for each in (left, right)):
        return compare_rows(frame, sign, left, right)
    if isinstance(left, str) or isinstance(right, str):
        if isinstance(left, str) and isinstance(right, str):
            return compare_known(frame, sign, left, right)
        if isinstance(sign, (ast.Eq, ast.NotEq)):
            return isinstance(sign, ast.NotEq)
        frame.refuse(NOT_COMPARED)
    if all(isinstance(each, enum.Enum) for each in (left, right)):
        return compare_known(frame, sign, left, right)
    return compare_numbers(frame, sign, left, right)


def _compare_lists(frame: Frame, sign: ast.cmpop, left: Value, right: Value) -> Truth:
    """Return the truth that two lists are equal, or that they differ."""
    if not isinstance(sign, (ast.Eq, ast.NotEq)):
        frame.refuse(NOT_COMPARED)
    unequal = isinstance(sign, ast.NotEq)
    if not (isinstance(left, ListBuffer) and isinstance(right, ListBuffer)):
        return unequal  # a list equals nothing else
    same = truth_of(frame, call_text(frame, texts.equal, left, right))
    return negated_truth(frame, same) if unequal else same


def _compare_optional(frame: Frame, sign: ast.cmpop, left: Value, right: Value) -> Truth:
    """Return the truth of a comparison with a value that may be None."""
    if not isinstance(sign, (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)):
        return compare(frame, sign, present_value(frame, left), present_value(frame, right))
    if isinstance(sign, (ast.Is, ast.IsNot)) and None not in (left, right):
        frame.refuse(NOT_COMPARED)
    presents = [each.present.llvm if isinstance(each, Optional) else bit_of(each is not None) for each in (left, right)]
    same = frame.b.not_(frame.b.xor(*presents))
    if None not in (left, right):
        one, two = (each.value if isinstance(each, Optional) else each for each in (left, right))
        equal = bit_of(compare(frame, ast.Eq(), one, two))
        same = frame.b.and_(same, frame.b.or_(equal, frame.b.not_(presents[0])))
    return bit(same if isinstance(sign, (ast.Eq, ast.Is)) else frame.b.not_(same))


def _is_in(frame: Frame, value: Value, row: Value) -> Truth:
    if isinstance(row, str) and isinstance(value, str):
        return value in row
    if isinstance(row, tuple) and isinstance(value, (int, tuple)):
        return value in row
    if isinstance(row, tuple):
        dims = dims_of(row)
        table = frame.program.table(row) if dims and len(dims) == 1 and len(row) > 8 else None
        row = table if table is not None and not is_wide(value) else Record(None, list(row))
    if isinstance(row, Cells):
        if len(row.dims) == 1 and is_number(value):
            return row_contains(frame, row, value)
        row = Record(None, load_cells(frame, row))
    if isinstance(row, (ListBuffer, RaggedRow)) and row.width == 1 and is_number(value):
        return list_contains(frame, row, value)
    if isinstance(row, (ListBuffer, RaggedRow, Bound, Comprehension, Enumerated)):
        return truth_of(frame, call_text(frame, texts.contains, row, value))
    if isinstance(row, Range) and row.step == 1:
        within = [
            compare_numbers(frame, ast.LtE(), row.first, value),
            compare_numbers(frame, ast.Lt(), value, row.last),
        ]
        return bit(frame.b.and_(*map(bit_of, within)))
    if not isinstance(row, Record):
        frame.refuse(NOT_COMPARED)
    found: Truth = False
    for part in row.parts:
        one = compare(frame, ast.Eq(), value, part)
        if one is True:
            return True
        if one is not False:
            found = one if found is False else bit(frame.b.or_(bit_of(found), bit_of(one)))
    return found


def compare_rows(frame: Frame, sign: ast.cmpop, left: Value, right: Value) -> Truth:
    """Return the truth of a comparison of two tuples."""
    equal = isinstance(sign, (ast.Eq, ast.NotEq))
    unequal = isinstance(sign, ast.NotEq)
    tuples = [isinstance(each, TUPLES) for each in (left, right)]
    if not all(tuples):
        if equal and all(isinstance(each, (Cells, Record, tuple, int, Number)) for each in (left, right)):
            return unequal  # a tuple never equals a number
        frame.refuse(NOT_COMPARED)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return compare_known(frame, sign, left, right)
    if not isinstance(left, Cells) and not isinstance(right, Cells):
        both = [parts_of(left) or [], parts_of(right) or []]
        if equal or len(both[0]) != len(both[1]) or not all(is_number(part) for parts in both for part in parts):
            return _compare_records(frame, sign, *both)
        left, right = (row_of(frame, parts) for parts in both)
    lengths = [each.dims[0] if isinstance(each, Cells) else len(parts_of(each) or ()) for each in (left, right)]
    if lengths[0] != lengths[1]:
        if equal:
            return unequal
        frame.refuse(NOT_COMPARED)
    cell = common_cell(frame, [left, right])
    dims = next(each.dims for each in (left, right) if isinstance(each, Cells))
    one, two = (each if isinstance(each, Cells) else as_cells(frame, each, dims, cell) for each in (left, right))
    if one.dims != two.dims:
        frame.refuse(NOT_COMPARED)
    if equal:
        same = _same_cells(frame, one, two)
        return bit(frame.b.not_(same) if unequal else same)
    signs = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
    return bit(frame.b.icmp_signed(signs[type(sign)], _order_of(frame, one, two).llvm, word_of(0)))


def compare_known(frame: Frame, sign: ast.cmpop, left: Value, right: Value) -> bool:
    """Return the truth of a comparison of two known values."""
    return bool(COMPARISONS[type(sign)][1](left, right))


def _compare_records(frame: Frame, sign: ast.cmpop, left: list[Value], right: list[Value]) -> Truth:
    if not isinstance(sign, (ast.Eq, ast.NotEq)):
        return _order_of_records(frame, sign, left, right)
    unequal = isinstance(sign, ast.NotEq)
    if len(left) != len(right):
        return unequal
    same: ir.Value = ir.Constant(I1, 1)
    for one, two in zip(left, right, strict=True):
        same = frame.b.and_(same, bit_of(compare(frame, ast.Eq(), one, two)))
    return bit(frame.b.not_(same) if unequal else same)


def _order_of_records(frame: Frame, sign: ast.cmpop, left: list[Value], right: list[Value]) -> Truth:
    """Return the truth that one tuple comes before or after another: the first parts that differ decide."""
    strict = ast.Lt() if isinstance(sign, (ast.Lt, ast.LtE)) else ast.Gt()
    if len(left) == len(right):
        found: ir.Value = ir.Constant(I1, int(isinstance(sign, (ast.LtE, ast.GtE))))
    else:
        found = ir.Constant(I1, int((len(left) < len(right)) == isinstance(strict, ast.Lt)))
    for one, two in reversed(list(zip(left, right, strict=False))):
        before, same = (bit_of(compare(frame, each, one, two)) for each in (strict, ast.Eq()))
        found = frame.b.or_(before, frame.b.and_(same, found))
    return bit(found)


def _same_cells(frame: Frame, one: Cells, two: Cells) -> ir.Value:
    if one.shape != two.shape:
        wider = wider_cell(one, two)
        one, two = as_cells(frame, one, one.dims, wider), as_cells(frame, two, two.dims, wider)
    differ: ir.Value = ir.Constant(I1, 0)
    for start, width in vectors_of(frame, one.size):
        left, right = load_vector(frame, one, start, width), load_vector(frame, two, start, width)
        test = frame.b.icmp_signed("!=", left, right)
        if width > 1:
            kind = ir.IntType(width)
            test = frame.b.icmp_signed("!=", frame.b.bitcast(test, kind), ir.Constant(kind, 0))
        differ = frame.b.or_(differ, test)
    return frame.b.not_(differ)


def _order_of(frame: Frame, one: Cells, two: Cells) -> Number:
    """Return −1, 0 or 1, by the first cell in which two rows differ."""

    def step(order: Number, word: Number, now: ir.Value) -> Number:
        other = load_number(frame, frame.b.gep(two.pointer, [now]), two.cell)
        more, less = (
            frame.b.zext(bit_of(compare_numbers(frame, sign, word, other)), I64) for sign in (ast.Gt(), ast.Lt())
        )
        decided = frame.b.icmp_signed("!=", order.llvm, word_of(0))
        return Number(frame.b.select(decided, order.llvm, frame.b.sub(more, less)), WORD64)

    return fold_cells(frame, one, 0, step)
