"""Lowering of operators on numbers: words, floats and wide sets, with Python's results and exceptions.

A number that outgrows its word is noticed.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, TypeGuard

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import BIT, FLOAT64, I1, I64, SET64, WORD64, WRAPPED64
from plyground.native.lowering.numbers.conversions import (
    checked,
    exact_number,
    fit,
    float_of,
    in_common_kind,
    number_of,
    signed_kind,
    sized,
    with_overflows,
)
from plyground.native.lowering.numbers.division import divide, divide_floats, divide_words, divides_words, natural_word
from plyground.native.lowering.numbers.shifts import leaves_words, lower_shift
from plyground.native.lowering.numbers.truth import Truth, beside_sets, bit_of
from plyground.native.lowering.values import (
    Number,
    Value,
    bit,
    is_wide,
    natural_bits,
    overflows_of,
    span_of,
)
from plyground.native.refusals import FLOAT_DIVISION, NOT_COMPILED, NUMBER_WANTED
from plyground.native.shapes import WORD_BITS

PLAIN: dict[type[ast.operator], Callable[[Any, Any], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
"""Operators of Python for two numbers that are known at compile time."""
INSTRUCTIONS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor",
}  # fmt: skip
"""The instructions of words and sets that are complete with one instruction."""
OVERFLOWS = {ast.Add: "sadd_with_overflow", ast.Sub: "ssub_with_overflow", ast.Mult: "smul_with_overflow"}
"""The instructions whose result may need more bits than a word has."""
LOW_BITS = (*INSTRUCTIONS, ast.LShift)
"""Operators whose lowest result bits depend only on the lowest bits of the operands."""
FLOAT_INSTRUCTIONS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
MAX_POWER = 16
"""The greatest constant exponent."""
MAX_KNOWN_BITS = 4096
"""Most bits of a number that is computed at compile time."""


def operate_numbers(frame: Frame, node: ast.operator, left: Value, right: Value) -> Value:
    """Return the result of an operator of two numbers."""
    kind = type(node)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _known(frame, kind, left, right)
    if kind in (ast.BitAnd, ast.BitOr, ast.BitXor) and _is_truth(left) and _is_truth(right):
        return bit(getattr(frame.b, INSTRUCTIONS[kind])(bit_of(left), bit_of(right)))
    if kind not in LOW_BITS:
        left, right = checked(frame, left), checked(frame, right)
    if kind is ast.LShift and frame.program.wide != WORD64 and leaves_words(frame, left, right):
        left = fit(frame, checked(frame, left), frame.program.wide)
    if kind is ast.Pow:
        return _power(frame, left, right)
    if kind is ast.Div:
        return divide_floats(frame, float_of(frame, left), float_of(frame, right), right)
    if kind in (ast.LShift, ast.RShift):
        return lower_shift(frame, kind, left, right)
    if is_wide(left) or is_wide(right) or frame.program.is_long(left) or frame.program.is_long(right):
        left, right = _widened(frame, kind, left, right), _widened(frame, kind, right, left)
    one, two = in_common_kind(frame, left, right)
    if one.kind == FLOAT64:
        if kind in FLOAT_INSTRUCTIONS:
            return Number(getattr(frame.b, FLOAT_INSTRUCTIONS[kind])(one.llvm, two.llvm), FLOAT64)
        if kind in (ast.FloorDiv, ast.Mod):
            frame.refuse(FLOAT_DIVISION)
        frame.refuse_text(frame.node)
    if kind is ast.BitOr and one.kind.is_one_word and beside_sets(left, right):
        one, two = natural_word(frame, left), natural_word(frame, right)
        return sized(frame.b.or_(one.llvm, two.llvm), max(one.bits or 0, two.bits or 0), sets=True)
    if kind in INSTRUCTIONS:
        return _instruction(frame, kind, (left, right), one, two)
    if kind in (ast.FloorDiv, ast.Mod):
        if one.kind.is_one_word and beside_sets(left, right):
            return divide_words(frame, kind, exact_number(frame, left), exact_number(frame, right), right)
        if one.kind == WRAPPED64:
            frame.program.widen()
        if frame.program.options.long_numbers and one.kind == WORD64 and not divides_words(kind, right):
            one, two = fit(frame, one, frame.program.wide), fit(frame, two, frame.program.wide)
        return divide(frame, kind, one, two, right)
    frame.refuse(NOT_COMPILED, text=kind.__name__)


def _widened(frame: Frame, kind: type[ast.operator], value: Value, other: Value) -> Value:
    """Return an operand of a wide instruction. Bits that its word lost are bits of the result, unless a mask of a
    word removes them.
    """
    if is_wide(value) or (kind is ast.BitAnd and span_of(other) <= WORD_BITS and not _is_negative(other)):
        return value
    return checked(frame, value)


def _instruction(
    frame: Frame, kind: type[ast.operator], operands: tuple[Value, Value], one: Number, two: Number
) -> Number:
    """Return the result of an instruction, with the test for lost bits. ``one`` and ``two`` have one kind."""
    overflows, span = _overflows_before(frame, kind, *operands), _span(kind, *operands)
    below = None
    if kind in OVERFLOWS and span >= one.kind.width and (one.kind == WORD64 or one.kind.is_wide):
        if one.kind == WORD64 and frame.program.options.long_numbers:
            one, two = fit(frame, one, frame.program.wide), fit(frame, two, frame.program.wide)
        made, overflow = _overflowing(frame, kind, one, two)
        overflows.append(overflow)
        by = operands[1]
        if kind is ast.Sub and one.kind == WORD64 and isinstance(by, int) and by > 0 and len(overflows) == 1:
            below = _overflows_below(frame, one, by)
    else:
        made = getattr(frame.b, INSTRUCTIONS[kind])(one.llvm, two.llvm)
    if one.kind.is_wide:
        return with_overflows(Number(made, one.kind), overflows)
    result = _of_words(frame, kind, made, *(number_of(frame, each) for each in operands))
    result.span, result.below = min(span, WORD_BITS - 1), below
    return with_overflows(result, overflows)


def _overflows_before(frame: Frame, kind: type[ast.operator], left: Value, right: Value) -> list[ir.Value]:
    """Return the overflows of operands that matter to the result. A mask takes lost bits away unless it is negative."""
    if kind is not ast.BitAnd or (overflows_of(left) and overflows_of(right)):
        return overflows_of(left) + overflows_of(right)
    overflows = []
    for value, mask in ((left, right), (right, left)):
        for test in overflows_of(value):
            if _is_negative(mask) or (isinstance(value, Number) and span_of(mask) > value.kind.width):
                overflows.append(test)
            elif isinstance(mask, Number) and mask.bits is None:
                negative = frame.b.icmp_signed("<", mask.llvm, mask.kind.constant(0))
                below = value.below if isinstance(value, Number) else None
                overflows.append(frame.b.and_(below or test, negative))
    return overflows


def _overflows_below(frame: Frame, word: Number, number: int) -> ir.Value:
    """Return the test that ``word - number`` loses bits, as a comparison of the word; the number is more than 0.

    LLVM joins this test and ``word < 0`` into one, which it cannot do with the flag of the difference. So ``cells &
    cells - 1`` takes three instructions, not eight.
    """
    return frame.b.icmp_signed("<", word.llvm, ir.Constant(I64, number - (1 << WORD_BITS - 1)))


def _overflowing(frame: Frame, kind: type[ast.operator], one: Number, two: Number) -> tuple[ir.Value, ir.Value]:
    """Return (lowest bits of a sum, difference or product, test for further bits)."""
    if kind is ast.Mult and one.kind.is_wide:  # LLVM would call a library function that is missing here
        return frame.b.mul(one.llvm, two.llvm), _is_long_product(frame, one, two)
    pair = getattr(frame.b, OVERFLOWS[kind])(one.llvm, two.llvm)
    return frame.b.extract_value(pair, 0), frame.b.extract_value(pair, 1)


def _is_long_product(frame: Frame, one: Number, two: Number) -> ir.Value:
    """Return the test that a product may need more bits than its factors have."""
    width, constant = one.kind.width, one.kind.constant
    spare: ir.Value = constant(0)
    for factor in (one.llvm, two.llvm):
        size = frame.b.xor(factor, frame.b.ashr(factor, constant(width - 1)))
        spare = frame.b.add(spare, frame.b.ctlz(size, ir.Constant(I1, 0)))
    return frame.b.icmp_unsigned("<", spare, constant(width + 2))


def _of_words(frame: Frame, kind: type[ast.operator], made: ir.Value, one: Number, two: Number) -> Number:
    """Return the result of an instruction of two words."""
    known = [each.bits for each in (one, two) if each.bits is not None]
    if kind is ast.Sub:
        return Number(made, signed_kind(one, two))
    count: int | None = None
    if kind is ast.BitAnd:
        count = min(known, default=None)
    elif len(known) == 2:
        count = {ast.Add: max(known) + 1, ast.Mult: sum(known)}.get(kind, max(known))
    if kind in (ast.Add, ast.Mult) and count is not None and count >= WORD_BITS:
        count = None
    return sized(made, count, sets=any(each.kind in (SET64, WRAPPED64) for each in (one, two)))


def _known(frame: Frame, kind: type[ast.operator], left: float, right: float) -> Value:
    """Compute a constant expression at compile time; if it fails, the compiled code raises the same exception."""
    if kind in (ast.LShift, ast.Pow) and (abs(right) > MAX_KNOWN_BITS or (kind is ast.Pow and abs(left) > 1 << 64)):
        frame.refuse(NUMBER_WANTED)
    try:
        return PLAIN[kind](left, right)
    except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
        frame.raise_if(ir.Constant(I1, 1), type(error), str(error))
        return 0


def _power(frame: Frame, left: Value, right: Value) -> Value:
    if not isinstance(right, int) or not 0 <= right <= MAX_POWER:
        frame.refuse(NOT_COMPILED, text="**")
    power: Value = 1
    for _each in range(right):
        power = left if power == 1 else operate_numbers(frame, ast.Mult(), power, left)
    return power


def _span(kind: type[ast.operator], left: Value, right: Value) -> int:
    """Return a number of bits such that the result of an instruction lies between −2**bits and 2**bits − 1."""
    one, two = span_of(left), span_of(right)
    natural = natural_bits(left) is not None and natural_bits(right) is not None
    if kind is ast.Mult:
        return one + two + (not natural)
    return max(one, two) + (kind is ast.Add or (kind is ast.Sub and not natural))


def _is_negative(value: Value) -> bool:
    return isinstance(value, int) and value < 0


def _is_truth(value: Value) -> TypeGuard[Truth]:
    return isinstance(value, bool) or (isinstance(value, Number) and value.kind == BIT)
