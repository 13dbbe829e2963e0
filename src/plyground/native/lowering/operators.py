"""Operators on values of any kind, and chains of comparisons."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.native.lowering import texts
from plyground.native.lowering.choices import either
from plyground.native.lowering.comparisons import compare
from plyground.native.lowering.dictionaries import is_key
from plyground.native.lowering.dispatch import lower_optional, lower_unchecked
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.inlining import call_text
from plyground.native.lowering.lists import elements_of, new_list, push
from plyground.native.lowering.number_kinds import FLOAT64, I1
from plyground.native.lowering.numbers.arithmetic import MAX_POWER, operate_numbers
from plyground.native.lowering.numbers.conversions import checked, number_of, signed_kind, with_overflows
from plyground.native.lowering.numbers.truth import Truth, negated_truth, truth_of
from plyground.native.lowering.row_operations import join_rows, repeat_row
from plyground.native.lowering.values import (
    TUPLES,
    ListBuffer,
    Number,
    Value,
    bit,
    is_number,
    shape_of,
    span_of,
)
from plyground.native.refusals import NO_OPERATOR, NUMBER_WANTED
from plyground.native.shapes import FLOAT


def lower_bin_op(frame: Frame, node: ast.BinOp) -> Value:
    """Lower an operator of two values."""
    return _operate(frame, node.op, lower_unchecked(frame, node.left), lower_unchecked(frame, node.right))


def lower_unary_op(frame: Frame, node: ast.UnaryOp) -> Value:
    """Lower an operator of one value."""
    if isinstance(node.op, ast.Not):
        return negated_truth(frame, truth_of(frame, lower_optional(frame, node.operand)))
    value = lower_unchecked(frame, node.operand)
    if isinstance(node.op, ast.Invert) and shape_of(value) == FLOAT:
        frame.raise_if(ir.Constant(I1, 1), TypeError, "bad operand type for unary ~: 'float'")
        return 0
    if isinstance(value, (int, float)):
        if isinstance(node.op, ast.USub):
            return -value
        return +value if isinstance(node.op, ast.UAdd) else ~int(value)
    number = number_of(frame, value)
    if isinstance(node.op, ast.UAdd):
        return number
    if number.kind == FLOAT64:
        return Number(frame.b.fneg(number.llvm), FLOAT64)
    if isinstance(node.op, ast.USub):
        return operate_numbers(frame, ast.Sub(), 0, number)
    made = Number(frame.b.not_(number.llvm), signed_kind(number), span=span_of(number))
    return with_overflows(made, number.overflows)


def lower_compare(frame: Frame, node: ast.Compare) -> Value:
    """Lower a comparison, or a chain of them."""
    return _chain(frame, lower_optional(frame, node.left), list(zip(node.ops, node.comparators, strict=True)))


def _chain(frame: Frame, left: Value, rest: list[tuple[ast.cmpop, ast.expr]]) -> Truth:
    """Return the truth of ``a < b < c``; later parts are computed only if the earlier ones hold."""
    (sign, node), *rest = rest
    right = lower_optional(frame, node)
    if isinstance(right, dict) and isinstance(sign, (ast.In, ast.NotIn)):
        one = is_key(frame, right, left)
        one = negated_truth(frame, one) if isinstance(sign, ast.NotIn) else one
    else:
        one = compare(frame, sign, left, right)
    if not rest or one is False:
        return one
    if one is True:
        return _chain(frame, right, rest)
    if any(not isinstance(each, (ast.Name, ast.Constant)) for _sign, each in rest):
        return truth_of(frame, either(frame, one.llvm, lambda: _chain(frame, right, rest), lambda: False))
    two = _chain(frame, right, rest)
    return one if two is True else two if two is False else bit(frame.b.and_(one.llvm, two.llvm))


def _is_variable_power(base: Value, exponent: Value) -> bool:
    """Return True for a power of whole numbers whose exponent is not a small known number."""
    if FLOAT in (shape_of(base), shape_of(exponent)) or not isinstance(exponent, (int, Number)):
        return False
    return isinstance(exponent, Number) or (isinstance(base, Number) and exponent > MAX_POWER)


def _operate_lists(frame: Frame, node: ast.operator, left: Value, right: Value) -> Value:
    """Return the sum of two lists, or a list some times."""
    if isinstance(left, ListBuffer) and isinstance(right, ListBuffer) and isinstance(node, ast.Add):
        if left.length is None or right.length is None:
            return call_text(frame, texts.joined, left, right)
        made = new_list(frame, frame.node, left.length + right.length, made_by="+")
        for value in (*(elements_of(frame, left) or ()), *(elements_of(frame, right) or ())):
            push(frame, made, value)
        return made
    row, times = (left, right) if isinstance(left, ListBuffer) else (right, left)
    if not isinstance(row, ListBuffer) or not is_number(times) or not isinstance(node, ast.Mult):
        frame.refuse(NO_OPERATOR, name=SIGNS.get(type(node), ""))
    if row.length is None or not isinstance(times, int):
        return call_text(frame, texts.repeated, row, times)
    count = row.length * max(times, 0)
    made = new_list(frame, frame.node, count, made_by="*")
    values = elements_of(frame, row) or []
    for place in range(count):
        push(frame, made, values[place % len(values)])
    return made


SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.MatMult: "@",
}  # fmt: skip
"""The signs of operators."""


def operate(frame: Frame, node: ast.operator, left: Value, right: Value) -> Value:
    """Return the result of an operator."""
    return checked(frame, _operate(frame, node, left, right))


def _operate(frame: Frame, node: ast.operator, left: Value, right: Value) -> Value:
    if not isinstance(left, TUPLES) and not isinstance(right, TUPLES):
        if isinstance(left, ListBuffer) or isinstance(right, ListBuffer):
            return _operate_lists(frame, node, left, right)
        if not (is_number(left) and is_number(right)):
            frame.refuse(NUMBER_WANTED)
        if isinstance(node, ast.Pow) and _is_variable_power(left, right):
            return call_text(frame, texts.power, left, right)
        return operate_numbers(frame, node, left, right)
    if isinstance(node, ast.Add) and isinstance(left, TUPLES) and isinstance(right, TUPLES):
        return join_rows(frame, left, right)
    if isinstance(node, ast.Mult) and isinstance(left, TUPLES) and not isinstance(right, TUPLES):
        return repeat_row(frame, left, right)
    if isinstance(node, ast.Mult) and isinstance(right, TUPLES) and not isinstance(left, TUPLES):
        return repeat_row(frame, right, left)
    frame.refuse(NO_OPERATOR, name=SIGNS[type(node)])
