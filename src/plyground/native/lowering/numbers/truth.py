"""Truth values: the truth of a value, and comparisons of two numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import F64, I1, I64
from plyground.native.lowering.numbers.conversions import common_type, exact_number, in_common_type
from plyground.native.lowering.values import (
    BoundName,
    Cells,
    ListBuffer,
    Record,
    Value,
    is_set,
    is_wrapped,
    natural_bits,
)
from plyground.native.refusals import NOT_COMPARED, NUMBER_WANTED
from plyground.native.shapes import WORD_BITS

Truth: TypeAlias = bool | ir.Value
"""A truth: known while compiling, or one bit."""
COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq), ast.NotEq: ("!=", operator.ne), ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le), ast.Gt: (">", operator.gt), ast.GtE: (">=", operator.ge),
}  # fmt: skip


def truth_of(frame: Frame, value: Value) -> Truth:
    """Return the truth of a value: a bool if it is known at compile time, else one bit."""
    if isinstance(value, (int, float, tuple)) or value is None:
        return bool(value)
    if isinstance(value, Record):
        return bool(value.parts)
    if isinstance(value, Cells):
        return value.dims[0] > 0
    if isinstance(value, ListBuffer):
        value = frame.b.load(value.used)
    if isinstance(value, BoundName) or not isinstance(value, ir.Value):
        frame.refuse(NUMBER_WANTED)
    if is_wrapped(value):
        frame.program.widen()
    if value.type == I1:
        return value
    if value.type == F64:
        return frame.b.fcmp_unordered("!=", value, ir.Constant(F64, 0.0))
    return frame.b.icmp_signed("!=", value, ir.Constant(value.type, 0))


def bit_of(test: Truth) -> ir.Value:
    """Return a truth as one bit of LLVM."""
    return ir.Constant(I1, int(test)) if isinstance(test, bool) else test


def negated_truth(frame: Frame, test: Truth) -> Truth:
    """Return the opposite of a truth."""
    return not test if isinstance(test, bool) else frame.b.not_(test)


def compare_numbers(frame: Frame, sign: ast.cmpop, left: Value, right: Value) -> Truth:
    """Return the truth of a comparison of two numbers."""
    text, plain = COMPARISONS[type(sign)]
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return bool(plain(left, right))
    if not all(isinstance(each, (int, float, ir.Value)) for each in (left, right)):
        frame.refuse(NOT_COMPARED)
    if beside_sets(left, right) and common_type(frame, left, right) == I64:
        return _compare_sets(frame, text, exact_number(frame, left), exact_number(frame, right))
    one, two = in_common_type(frame, left, right)
    if is_wrapped(one):
        frame.program.widen()
    if one.type != F64:
        return frame.b.icmp_signed(text, one, two)
    return frame.b.fcmp_unordered(text, one, two) if text == "!=" else frame.b.fcmp_ordered(text, one, two)


def _compare_sets(frame: Frame, text: str, one: ir.Value, two: ir.Value) -> ir.Value:
    """Return the truth of a comparison of a set with a set or a word."""
    if None not in (natural_bits(one), natural_bits(two)):
        return frame.b.icmp_unsigned(text, one, two)
    wide = ir.IntType(2 * WORD_BITS)
    return frame.b.icmp_signed(
        text, *(frame.b.zext(each, wide) if is_set(each) else frame.b.sext(each, wide) for each in (one, two))
    )


def beside_sets(*values: Value) -> bool:
    """Return True if one of two numbers is a set and both are known in all bits."""
    return any(map(is_set, values)) and not any(map(is_wrapped, values))
