"""Division of numbers: rounded down, as in Python; a quotient by zero is an exception."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import F64, I64
from plyground.native.lowering.numbers.conversions import TOO_LARGE, checked, marked, number_of
from plyground.native.lowering.numbers.wide_numbers import long_division
from plyground.native.lowering.values import Value, natural_bits, with_bits
from plyground.native.refusals import NumberTooLong, SetTooWide
from plyground.native.shapes import WORD_BITS


def divide_floats(frame: Frame, one: ir.Value, two: ir.Value, divisor: Value) -> ir.Value:
    """Return the quotient of two floats."""
    if not (isinstance(divisor, (int, float)) and divisor):
        frame.raise_if(frame.b.fcmp_ordered("==", two, ir.Constant(F64, 0.0)), ZeroDivisionError, "division by zero")
    return frame.b.fdiv(one, two)


def divide_words(frame: Frame, kind: type[ast.operator], one: ir.Value, two: ir.Value, divisor: Value) -> ir.Value:
    """Divide a set by a set or a word, as unsigned numbers."""
    one, two = natural_word(frame, one), natural_word(frame, two)
    if not (isinstance(divisor, int) and divisor):
        zero = frame.b.icmp_signed("==", two, ir.Constant(I64, 0))
        frame.raise_if(zero, ZeroDivisionError, "integer division or modulo by zero")
    count = natural_bits(one) or 0
    if kind is ast.Mod:
        return marked(frame.b.urem(one, two), min(count, natural_bits(two) or 0), sets=True)
    return marked(frame.b.udiv(one, two), count, sets=True)


def natural_word(frame: Frame, value: Value) -> ir.Value:
    """Return a number beside a set as a word that is not negative. For a negative number, compile the program again
    with wider sets.
    """
    word = checked(frame, number_of(frame, value))
    if natural_bits(word) is not None:
        return word
    frame.raise_if(frame.b.icmp_signed("<", word, ir.Constant(I64, 0)), SetTooWide)
    return with_bits(frame.b.or_(word, ir.Constant(I64, 0)), WORD_BITS - 1)


def divide(frame: Frame, kind: type[ast.operator], one: ir.Value, two: ir.Value, divisor: Value) -> ir.Value:
    """Divide as Python does: rounded down."""
    if isinstance(divisor, int) and divisor > 0 and divisor & (divisor - 1) == 0:
        if kind is ast.FloorDiv:
            return frame.b.ashr(one, ir.Constant(one.type, divisor.bit_length() - 1))
        return frame.b.and_(one, ir.Constant(one.type, divisor - 1))
    zero = ir.Constant(one.type, 0)
    if not (isinstance(divisor, int) and divisor):
        frame.raise_if(frame.b.icmp_signed("==", two, zero), ZeroDivisionError, "integer division or modulo by zero")
    if not divides_words(ast.FloorDiv, divisor):
        least = ir.Constant(one.type, -(1 << one.type.width - 1))
        wraps = frame.b.and_(
            frame.b.icmp_signed("==", two, ir.Constant(one.type, -1)), frame.b.icmp_signed("==", one, least)
        )
        if kind is ast.FloorDiv:
            frame.raise_if(wraps, NumberTooLong, TOO_LARGE)
        two = frame.b.select(wraps, ir.Constant(one.type, 1), two)
    if one.type != I64:
        return _divide_sets(frame, kind, one, two)
    rest = frame.b.srem(one, two)
    odd = frame.b.and_(frame.b.icmp_signed("!=", rest, zero), frame.b.icmp_signed("<", frame.b.xor(rest, two), zero))
    if kind is ast.Mod:
        return frame.b.select(odd, frame.b.add(rest, two), rest)
    return frame.b.sub(frame.b.sdiv(one, two), frame.b.zext(odd, one.type))


def _divide_sets(frame: Frame, kind: type[ast.operator], one: ir.Value, two: ir.Value) -> ir.Value:
    """Divide numbers of more than 64 bits by their absolute values."""
    zero = ir.Constant(one.type, 0)
    sizes, negative = [], []
    for each in (one, two):
        negative.append(frame.b.icmp_signed("<", each, zero))
        sizes.append(frame.b.select(negative[-1], frame.b.neg(each), each))
    given = frame.b.call(long_division(frame.module, one.type), sizes)
    quotient, rest = (frame.b.extract_value(given, place) for place in range(2))
    differ, exact = frame.b.xor(*negative), frame.b.icmp_signed("==", rest, zero)
    if kind is ast.FloorDiv:  # -(q + 1) is ~q
        return frame.b.select(differ, frame.b.select(exact, frame.b.neg(quotient), frame.b.not_(quotient)), quotient)
    size = frame.b.select(frame.b.and_(differ, frame.b.not_(exact)), frame.b.sub(sizes[1], rest), rest)
    return frame.b.select(negative[1], frame.b.neg(size), size)


def divides_words(kind: type[ast.operator], divisor: Value) -> bool:
    """Return False if the quotient may not fit into a word, such as the least word divided by −1."""
    return kind is ast.Mod or (isinstance(divisor, int) and divisor != -1)
