"""Truth values: the truth of a value, and comparisons of two numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import BIT, F64, FLOAT64, I1, WRAPPED64
from plyground.native.lowering.numbers.conversions import common_kind, exact_number, in_common_kind
from plyground.native.lowering.values import (
    Cells,
    ListBuffer,
    Number,
    Optional,
    Record,
    Value,
    bit,
    is_number,
    is_set,
    is_wrapped,
    word_of,
)
from plyground.native.refusals import NOT_COMPARED, NUMBER_WANTED
from plyground.native.shapes import WORD_BITS

Truth: TypeAlias = bool | Number
"""A truth: known while compiling, or a number of one bit."""
COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], bool]]] = {
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
        return bit(frame.b.icmp_signed("!=", frame.b.load(value.used), word_of(0)))
    if isinstance(value, Optional):
        return bit(frame.b.and_(value.present.llvm, bit_of(truth_of(frame, value.value))))
    if not isinstance(value, Number):
        frame.refuse(NUMBER_WANTED)
    if value.kind == WRAPPED64:
        frame.program.widen()
    if value.kind == BIT:
        return value
    if value.kind == FLOAT64:
        return bit(frame.b.fcmp_unordered("!=", value.llvm, ir.Constant(F64, 0.0)))
    return bit(frame.b.icmp_signed("!=", value.llvm, value.kind.constant(0)))


def bit_of(test: Truth) -> ir.Value:
    """Return a truth as one bit of LLVM."""
    return ir.Constant(I1, int(test)) if isinstance(test, bool) else test.llvm


def negated_truth(frame: Frame, test: Truth) -> Truth:
    """Return the opposite of a truth."""
    return not test if isinstance(test, bool) else bit(frame.b.not_(test.llvm))


def compare_numbers(frame: Frame, sign: ast.cmpop, left: Value, right: Value) -> Truth:
    """Return the truth of a comparison of two numbers."""
    text, plain = COMPARISONS[type(sign)]
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return bool(plain(left, right))
    if not (is_number(left) and is_number(right)):
        frame.refuse(NOT_COMPARED)
    if beside_sets(left, right) and common_kind(frame, left, right).is_one_word:
        return _compare_sets(frame, text, exact_number(frame, left), exact_number(frame, right))
    one, two = in_common_kind(frame, left, right)
    if one.kind == WRAPPED64:
        frame.program.widen()
    if one.kind != FLOAT64:
        return bit(frame.b.icmp_signed(text, one.llvm, two.llvm))
    test = frame.b.fcmp_unordered if text == "!=" else frame.b.fcmp_ordered
    return bit(test(text, one.llvm, two.llvm))


def _compare_sets(frame: Frame, text: str, one: Number, two: Number) -> Number:
    """Return the truth of a comparison of a set with a set or a word."""
    if None not in (one.bits, two.bits):
        return bit(frame.b.icmp_unsigned(text, one.llvm, two.llvm))
    wide = ir.IntType(2 * WORD_BITS)
    left, right = (
        frame.b.zext(each.llvm, wide) if each.kind.is_set else frame.b.sext(each.llvm, wide) for each in (one, two)
    )
    return bit(frame.b.icmp_signed(text, left, right))


def beside_sets(*values: Value) -> bool:
    """Return True if one of two numbers is a set and both are known in all bits."""
    return any(map(is_set, values)) and not any(map(is_wrapped, values))
