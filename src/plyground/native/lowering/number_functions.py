"""Functions of numbers: the functions of :mod:`plyground.core.bits` and of ``math``, and Python's own."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering import texts
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.inlining import call_text
from plyground.native.lowering.number_kinds import F64, FLOAT64, I1, I64, WORD64, WRAPPED64, Kind
from plyground.native.lowering.numbers.conversions import (
    TOO_LARGE,
    exact_number,
    float_of,
    in_common_kind,
    no_float,
    number_of,
    signed_word,
    sized,
)
from plyground.native.lowering.numbers.truth import truth_of
from plyground.native.lowering.operators import operate
from plyground.native.lowering.row_operations import least_cell
from plyground.native.lowering.rows import put_cell
from plyground.native.lowering.values import (
    Cells,
    Number,
    Range,
    Record,
    Value,
    constant_number,
    is_number,
    is_set,
    is_wrapped,
    parts_of,
    word_of,
)
from plyground.native.refusals import NO_DIGITS, NO_SUCH_CALL, NUMBER_WANTED
from plyground.native.shapes import SIGN, WORD_BITS

FLOAT_FUNCTIONS: dict[object, str] = {math.sqrt: "llvm.sqrt", math.log: "llvm.log", math.exp: "llvm.exp"}
COUNT_BITS = 16
"""Bits of a number of cells, at most."""


def _empty(function: Callable[[Iterable[int]], int]) -> str:
    """Return this Python's message for an empty iterable."""
    try:
        function(())
    except ValueError as error:
        return str(error)
    return ""


EMPTY_MIN, EMPTY_MAX = _empty(min), _empty(max)


def lower_float_function(frame: Frame, function: Any, arguments: list[Value], by_name: dict[str, Value]) -> Value:
    """Lower a function of ``math``."""
    if len(arguments) != 1 or by_name:
        frame.refuse(NO_SUCH_CALL, name=function.__name__)
    (value,) = arguments
    if isinstance(value, (int, float)) and value > 0:
        return float(function(value))
    word = float_of(frame, value).llvm
    sign = "<" if function is math.sqrt else "<="
    if function is not math.exp:
        frame.raise_if(frame.b.fcmp_ordered(sign, word, ir.Constant(F64, 0.0)), ValueError, "math domain error")
    return Number(frame.b.call(frame.module.declare_intrinsic(FLOAT_FUNCTIONS[function], [F64]), [word]), FLOAT64)


def lower_count(frame: Frame, cells: Value) -> Value:
    """Lower ``bits.count``."""
    if isinstance(cells, int):
        return bits.count(cells)
    number = no_float(frame, exact_number(frame, cells))
    word = number.llvm
    if number.kind.is_wide:
        negative = frame.b.icmp_signed("<", word, number.kind.constant(0))
        word = frame.b.select(negative, frame.b.and_(word, number.kind.constant(bits.WORD)), word)
    return Number(_lowest_word(frame, frame.b.ctpop(word), number.kind), WORD64, COUNT_BITS)


def lower_lowest(frame: Frame, cells: Value) -> Value:
    """Lower ``bits.lowest``."""
    if isinstance(cells, int) and cells:
        return bits.lowest(cells)
    number = no_float(frame, exact_number(frame, cells))
    place = frame.b.cttz(number.llvm, ir.Constant(I1, 1))
    return Number(_lowest_word(frame, place, number.kind), WORD64, COUNT_BITS)


def lower_highest(frame: Frame, cells: Value) -> Value:
    """Lower ``bits.highest``."""
    if isinstance(cells, int):
        return bits.highest(cells)
    number = no_float(frame, number_of(frame, cells))
    word = _lowest_word(frame, number.llvm, number.kind)
    return Number(frame.b.sub(word_of(63), frame.b.ctlz(word, ir.Constant(I1, 0))), WORD64)


def lower_shift_right(frame: Frame, cells: Value, places: Value) -> Value:
    """Lower ``bits.shift_right``."""
    if isinstance(cells, int) and isinstance(places, int):
        return bits.shift_right(cells, places)
    number = no_float(frame, number_of(frame, cells))
    moved = frame.b.lshr(_lowest_word(frame, number.llvm, number.kind), signed_word(frame, places))
    if frame.program.wide != WORD64 and not (isinstance(places, int) and places > 0):
        return Number(frame.b.zext(moved, frame.program.wide.type), frame.program.wide)  # a set may have cell 63
    known = WORD_BITS if number.kind.is_wide else min(WORD_BITS, number.bits or WORD_BITS)
    count = known - (places if isinstance(places, int) else 0)
    return sized(moved, count, sets=is_set(cells) or is_wrapped(cells) or frame.program.options.sets)


def lower_word(frame: Frame, value: Value) -> Value:
    """Lower ``bits.word``."""
    if isinstance(value, int):
        return bits.word(value)
    number = number_of(frame, value)
    if number.kind.is_wide:
        return Number(_lowest_word(frame, number.llvm, number.kind), WORD64)
    if number.kind == WORD64 and not number.overflows:
        return number
    return Number(frame.b.or_(number.llvm, word_of(0)), WORD64)


def lower_put(frame: Frame, cells: Value, place: Value, value: Value) -> Value:
    """Lower ``bits.put``."""
    return put_cell(frame, cells, place, value)


def _lowest_word(frame: Frame, number: ir.Value, kind: Kind) -> ir.Value:
    return frame.b.trunc(number, I64) if kind.is_wide else number


def least(frame: Frame, values: tuple[Value, ...], sign: str) -> Value:
    """Return the least (``<``) or the greatest (``>``) of some numbers, or of those of one row or range."""
    if len(values) == 1:
        (row,) = values
        if isinstance(row, Cells) and len(row.dims) == 1:
            return least_cell(frame, row, sign)
        if isinstance(row, Range) and isinstance(row.step, int):
            return _least_of_range(frame, row, row.step, sign)
        parts = parts_of(row)
        if parts is None:
            frame.refuse(NO_SUCH_CALL, name="min" if sign == "<" else "max")
        values = tuple(parts)
    if not values or not all(map(is_number, values)):
        frame.refuse(NUMBER_WANTED)
    best = values[0]
    for value in values[1:]:
        if isinstance(best, (int, float)) and isinstance(value, (int, float)):
            best = min(best, value) if sign == "<" else max(best, value)
            continue
        one, two = in_common_kind(frame, best, value)
        if one.kind == WRAPPED64:
            frame.program.widen()
        compare = frame.b.icmp_unsigned if one.kind.is_set else frame.b.icmp_signed
        if one.kind == FLOAT64:
            compare = frame.b.fcmp_ordered
        best = Number(frame.b.select(compare(sign, two.llvm, one.llvm), two.llvm, one.llvm), two.kind)
    return best


def range_length(frame: Frame, row: Range, step: int) -> Value:
    """Return the number of values in a range with a known step."""
    first, last = (row.first, row.last) if step > 0 else (row.last, row.first)
    length = operate(frame, ast.Sub(), last, first)
    if (step := abs(step)) > 1:
        length = operate(frame, ast.FloorDiv(), operate(frame, ast.Add(), length, step - 1), step)
    return least(frame, (length, 0), ">")


def _least_of_range(frame: Frame, row: Range, step: int, sign: str) -> Value:
    length = range_length(frame, row, step)
    name, message = ("min", EMPTY_MIN) if sign == "<" else ("max", EMPTY_MAX)
    frame.raise_if(frame.b.icmp_signed("==", signed_word(frame, length), word_of(0)), ValueError, message)
    if (name == "min") == (step > 0):
        return row.first
    way = operate(frame, ast.Mult(), operate(frame, ast.Sub(), length, 1), step)
    return operate(frame, ast.Add(), row.first, way)


def lower_abs(frame: Frame, value: Value) -> Value:
    """Lower ``abs``."""
    if isinstance(value, (int, float)):
        return abs(value)
    number = exact_number(frame, value)
    if number.kind.is_set:
        return number
    if number.kind == FLOAT64:
        return Number(frame.b.call(frame.module.declare_intrinsic("llvm.fabs", [F64]), [number.llvm]), FLOAT64)
    negative = frame.b.icmp_signed("<", number.llvm, number.kind.constant(0))
    opposite, number = in_common_kind(frame, operate(frame, ast.Sub(), 0, number), number)
    return Number(frame.b.select(negative, opposite.llvm, number.llvm), opposite.kind)


def lower_int(frame: Frame, value: Value = 0) -> Value:
    """Lower ``int``."""
    if isinstance(value, (int, float)):
        return int(value)
    number = number_of(frame, value)
    if number.kind != FLOAT64:
        return number
    word = number.llvm
    frame.raise_if(frame.b.fcmp_unordered("!=", word, word), ValueError, "cannot convert float NaN to integer")
    size = frame.b.call(frame.module.declare_intrinsic("llvm.fabs", [F64]), [word])
    frame.raise_if(frame.b.fcmp_ordered(">=", size, ir.Constant(F64, float(SIGN))), OverflowError, TOO_LARGE)
    return Number(frame.b.fptosi(word, I64), WORD64)


def lower_float(frame: Frame, value: Value = 0.0) -> Value:
    """Lower ``float``."""
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            frame.refuse(NUMBER_WANTED)
    return float(value) if isinstance(value, (int, float)) else float_of(frame, value)


def lower_bool(frame: Frame, value: Value = False) -> Value:
    """Lower ``bool``."""
    return truth_of(frame, value)


def lower_divmod(frame: Frame, left: Value, right: Value) -> Value:
    """Lower ``divmod``."""
    return Record(None, [operate(frame, ast.FloorDiv(), left, right), operate(frame, ast.Mod(), left, right)])


def lower_ratio(frame: Frame, part: Value, whole: Value) -> Value:
    """Return a probability: a fraction in Python, a float here."""
    return operate(frame, ast.Div(), part, whole)


def lower_pow(frame: Frame, left: Value, right: Value, modulus: Value = None) -> Value:
    """Lower ``pow``."""
    if modulus is not None:
        return call_text(frame, texts.power_modulo, left, right, modulus)
    return operate(frame, ast.Pow(), left, right)


def lower_round(frame: Frame, value: Value, digits: Value = None) -> Value:
    """Lower ``round`` without digits."""
    if digits is not None:
        frame.refuse(NO_DIGITS)
    return _rounded(frame, value, round, "llvm.rint")


def lower_floor(frame: Frame, value: Value) -> Value:
    """Lower ``math.floor``."""
    return _rounded(frame, value, math.floor, "llvm.floor")


def lower_ceil(frame: Frame, value: Value) -> Value:
    """Lower ``math.ceil``."""
    return _rounded(frame, value, math.ceil, "llvm.ceil")


def _rounded(frame: Frame, value: Value, function: Callable[[float], int], name: str) -> Value:
    """Return a whole number for a float; whole numbers stay."""
    if isinstance(value, (int, float)):
        return function(value) if math.isfinite(value) else lower_int(frame, constant_number(value))
    number = number_of(frame, value)
    if number.kind != FLOAT64:
        return number
    made = frame.b.call(frame.module.declare_intrinsic(name, [F64]), [number.llvm])
    return lower_int(frame, Number(made, FLOAT64))


def lower_gcd(frame: Frame, one: Value, two: Value) -> Value:
    """Lower ``math.gcd`` of two numbers."""
    return call_text(frame, texts.gcd, one, two)


def lower_isqrt(frame: Frame, number: Value) -> Value:
    """Lower ``math.isqrt``."""
    return call_text(frame, texts.isqrt, number)


def lower_bit_method(frame: Frame, name: str, value: Value) -> Value:
    """Lower ``value.bit_count()`` and ``value.bit_length()``."""
    if isinstance(value, int):
        return int(getattr(value, name)())
    number = no_float(frame, exact_number(frame, value))
    kind, size = number.kind, number.llvm
    if not kind.is_set:
        size = frame.b.select(frame.b.icmp_signed("<", size, kind.constant(0)), frame.b.neg(size), size)
    if name == "bit_count":
        found = frame.b.ctpop(size)
    else:
        found = frame.b.sub(kind.constant(kind.width), frame.b.ctlz(size, ir.Constant(I1, 0)))
    return Number(_lowest_word(frame, found, kind), WORD64, COUNT_BITS)
