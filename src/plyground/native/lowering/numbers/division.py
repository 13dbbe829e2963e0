"""Division of numbers: rounded down, as in Python; a quotient by zero is an exception."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import F64, FLOAT64, I64, WORD64, Kind
from plyground.native.lowering.numbers.conversions import TOO_LARGE, checked_number, number_of, sized
from plyground.native.lowering.numbers.wide_numbers import long_division
from plyground.native.lowering.values import Number, Value, word_of
from plyground.native.refusals import NumberTooLong, SetTooWide
from plyground.native.shapes import WORD_BITS


def divide_floats(frame: Frame, one: Number, two: Number, divisor: Value) -> Number:
    """Return the quotient of two floats."""
    if not (isinstance(divisor, (int, float)) and divisor):
        zero = frame.b.fcmp_ordered("==", two.llvm, ir.Constant(F64, 0.0))
        frame.raise_if(zero, ZeroDivisionError, "division by zero")
    return Number(frame.b.fdiv(one.llvm, two.llvm), FLOAT64)


def divide_words(frame: Frame, kind: type[ast.operator], one: Number, two: Number, divisor: Value) -> Number:
    """Divide a set by a set or a word, as unsigned numbers."""
    one, two = natural_word(frame, one), natural_word(frame, two)
    if not (isinstance(divisor, int) and divisor):
        zero = frame.b.icmp_signed("==", two.llvm, word_of(0))
        frame.raise_if(zero, ZeroDivisionError, "integer division or modulo by zero")
    count = one.bits or 0
    if kind is ast.Mod:
        return sized(frame.b.urem(one.llvm, two.llvm), min(count, two.bits or 0), sets=True)
    return sized(frame.b.udiv(one.llvm, two.llvm), count, sets=True)


def natural_word(frame: Frame, value: Value) -> Number:
    """Return a number beside a set as a word that is not negative. For a negative number, compile the program again
    with wider sets.
    """
    word = checked_number(frame, number_of(frame, value))
    if word.bits is not None:
        return word
    frame.raise_if(frame.b.icmp_signed("<", word.llvm, word_of(0)), SetTooWide)
    return Number(frame.b.or_(word.llvm, word_of(0)), WORD64, WORD_BITS - 1)


def divide(frame: Frame, kind: type[ast.operator], left: Number, right: Number, divisor: Value) -> Number:
    """Divide as Python does: rounded down."""
    one, two, constant = left.llvm, right.llvm, left.kind.constant
    if isinstance(divisor, int) and divisor > 0 and divisor & (divisor - 1) == 0:
        if kind is ast.FloorDiv:
            return Number(frame.b.ashr(one, constant(divisor.bit_length() - 1)), left.kind)
        return Number(frame.b.and_(one, constant(divisor - 1)), left.kind)
    zero = constant(0)
    if not (isinstance(divisor, int) and divisor):
        frame.raise_if(frame.b.icmp_signed("==", two, zero), ZeroDivisionError, "integer division or modulo by zero")
    if not divides_words(ast.FloorDiv, divisor):
        least = constant(-(1 << left.kind.width - 1))
        wraps = frame.b.and_(frame.b.icmp_signed("==", two, constant(-1)), frame.b.icmp_signed("==", one, least))
        if kind is ast.FloorDiv:
            frame.raise_if(wraps, NumberTooLong, TOO_LARGE)
        two = frame.b.select(wraps, constant(1), two)
    if left.kind.is_wide:
        return Number(_divide_wide(frame, kind, left.kind, one, two), left.kind)
    rest = frame.b.srem(one, two)
    odd = frame.b.and_(frame.b.icmp_signed("!=", rest, zero), frame.b.icmp_signed("<", frame.b.xor(rest, two), zero))
    if kind is ast.Mod:
        return Number(frame.b.select(odd, frame.b.add(rest, two), rest), left.kind)
    return Number(frame.b.sub(frame.b.sdiv(one, two), frame.b.zext(odd, I64)), left.kind)


def _divide_wide(frame: Frame, kind: type[ast.operator], width: Kind, one: ir.Value, two: ir.Value) -> ir.Value:
    """Divide numbers of more than 64 bits by their absolute values."""
    zero = width.constant(0)
    sizes: list[ir.Value] = []
    negative: list[ir.Value] = []
    for each in (one, two):
        negative.append(frame.b.icmp_signed("<", each, zero))
        sizes.append(frame.b.select(negative[-1], frame.b.neg(each), each))
    given = frame.b.call(long_division(frame.module, width), sizes)
    quotient, rest = (frame.b.extract_value(given, place) for place in range(2))
    differ, exact = frame.b.xor(*negative), frame.b.icmp_signed("==", rest, zero)
    if kind is ast.FloorDiv:  # -(q + 1) is ~q
        return frame.b.select(differ, frame.b.select(exact, frame.b.neg(quotient), frame.b.not_(quotient)), quotient)
    size = frame.b.select(frame.b.and_(differ, frame.b.not_(exact)), frame.b.sub(sizes[1], rest), rest)
    return frame.b.select(negative[1], frame.b.neg(size), size)


def divides_words(kind: type[ast.operator], divisor: Value) -> bool:
    """Return False if the quotient may not fit into a word, such as the least word divided by −1."""
    return kind is ast.Mod or (isinstance(divisor, int) and divisor != -1)
