"""Functions of numbers: the functions of :mod:`plyground.core.bits` and of ``math``, and Python's own."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import F64, I1, I64
from plyground.native.lowering.numbers.conversions import (
    TOO_LARGE,
    exact_number,
    fit,
    in_common_type,
    marked,
    no_float,
    number_of,
    signed_word,
)
from plyground.native.lowering.numbers.truth import truth_of
from plyground.native.lowering.operators import operate
from plyground.native.lowering.row_operations import least_cell
from plyground.native.lowering.rows import put_cell
from plyground.native.lowering.values import (
    Cells,
    Range,
    Record,
    Value,
    is_number,
    is_set,
    is_wide,
    is_word,
    is_wrapped,
    natural_bits,
    overflows_of,
    parts_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import NO_SUCH_CALL, NUMBER_WANTED
from plyground.native.shapes import SIGN, WORD_BITS

FLOAT_FUNCTIONS = {math.sqrt: "llvm.sqrt", math.log: "llvm.log", math.exp: "llvm.exp"}
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
    word = fit(frame, value, F64)
    sign = "<" if function is math.sqrt else "<="
    if function is not math.exp:
        frame.raise_if(frame.b.fcmp_ordered(sign, word, ir.Constant(F64, 0.0)), ValueError, "math domain error")
    return frame.b.call(frame.module.declare_intrinsic(FLOAT_FUNCTIONS[function], [F64]), [word])


def lower_count(frame: Frame, cells: Value) -> Value:
    """Lower ``bits.count``."""
    if isinstance(cells, int):
        return bits.count(cells)
    number = no_float(frame, exact_number(frame, cells))
    if is_wide(number):
        negative = frame.b.icmp_signed("<", number, ir.Constant(number.type, 0))
        number = frame.b.select(negative, frame.b.and_(number, ir.Constant(number.type, bits.WORD)), number)
    return with_bits(_word(frame, frame.b.ctpop(number)), COUNT_BITS)


def lower_lowest(frame: Frame, cells: Value) -> Value:
    """Lower ``bits.lowest``."""
    if isinstance(cells, int) and cells:
        return bits.lowest(cells)
    return with_bits(
        _word(frame, frame.b.cttz(no_float(frame, exact_number(frame, cells)), ir.Constant(I1, 1))), COUNT_BITS
    )


def lower_highest(frame: Frame, cells: Value) -> Value:
    """Lower ``bits.highest``."""
    if isinstance(cells, int):
        return bits.highest(cells)
    word = _word(frame, no_float(frame, number_of(frame, cells)))
    return frame.b.sub(word_of(63), frame.b.ctlz(word, ir.Constant(I1, 0)))


def lower_shift_right(frame: Frame, cells: Value, places: Value) -> Value:
    """Lower ``bits.shift_right``."""
    if isinstance(cells, int) and isinstance(places, int):
        return bits.shift_right(cells, places)
    word = _word(frame, no_float(frame, number_of(frame, cells)))
    moved = frame.b.lshr(word, signed_word(frame, places))
    if frame.program.wide != I64 and not (isinstance(places, int) and places > 0):
        return frame.b.zext(moved, frame.program.wide)  # a set may have cell 63
    count = min(WORD_BITS, natural_bits(word) or WORD_BITS) - (places if isinstance(places, int) else 0)
    return marked(moved, count, sets=is_set(cells) or is_wrapped(cells) or frame.program.options.sets)


def lower_word(frame: Frame, value: Value) -> Value:
    """Lower ``bits.word``."""
    if isinstance(value, int):
        return bits.word(value)
    word = _word(frame, number_of(frame, value))
    return word if is_word(word) and not overflows_of(word) else with_bits(frame.b.or_(word, word_of(0)), None)


def lower_put(frame: Frame, cells: Value, place: Value, value: Value) -> Value:
    """Lower ``bits.put``."""
    return put_cell(frame, cells, place, value)


def _word(frame: Frame, number: ir.Value) -> ir.Value:
    return frame.b.trunc(number, I64) if is_wide(number) else number


def lower_min(frame: Frame, *values: Value) -> Value:
    """Lower ``min``."""
    return _least(frame, values, "<")


def lower_max(frame: Frame, *values: Value) -> Value:
    """Lower ``max``."""
    return _least(frame, values, ">")


def _least(frame: Frame, values: tuple[Value, ...], sign: str) -> Value:
    if len(values) == 1:
        (row,) = values
        if isinstance(row, Cells) and len(row.dims) == 1:
            return least_cell(frame, row, sign)
        if isinstance(row, Range) and isinstance(row.step, int):
            return _least_of_range(frame, row, sign)
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
        one, two = in_common_type(frame, best, value)
        if is_wrapped(one):
            frame.program.widen()
        compare = (
            frame.b.fcmp_ordered if one.type == F64 else frame.b.icmp_unsigned if is_set(one) else frame.b.icmp_signed
        )
        best = frame.b.select(compare(sign, two, one), two, one)
    return best


def range_length(frame: Frame, row: Range) -> Value:
    """Return the number of values in a range with a known step."""
    first, last = (row.first, row.last) if row.step > 0 else (row.last, row.first)
    length = operate(frame, ast.Sub(), last, first)
    if (step := abs(row.step)) > 1:
        length = operate(frame, ast.FloorDiv(), operate(frame, ast.Add(), length, step - 1), step)
    return lower_max(frame, length, 0)


def _least_of_range(frame: Frame, row: Range, sign: str) -> Value:
    length = range_length(frame, row)
    name, message = ("min", EMPTY_MIN) if sign == "<" else ("max", EMPTY_MAX)
    frame.raise_if(frame.b.icmp_signed("==", signed_word(frame, length), word_of(0)), ValueError, message)
    if (name == "min") == (row.step > 0):
        return row.first
    way = operate(frame, ast.Mult(), operate(frame, ast.Sub(), length, 1), row.step)
    return operate(frame, ast.Add(), row.first, way)


def lower_abs(frame: Frame, value: Value) -> Value:
    """Lower ``abs``."""
    if isinstance(value, (int, float)):
        return abs(value)
    word = exact_number(frame, value)
    if is_set(word):
        return word
    if word.type == F64:
        return frame.b.call(frame.module.declare_intrinsic("llvm.fabs", [F64]), [word])
    negative = frame.b.icmp_signed("<", word, ir.Constant(word.type, 0))
    opposite, word = in_common_type(frame, operate(frame, ast.Sub(), 0, word), word)
    return frame.b.select(negative, opposite, word)


def lower_int(frame: Frame, value: Value = 0) -> Value:
    """Lower ``int``."""
    if isinstance(value, (int, float)):
        return int(value)
    word = number_of(frame, value)
    if word.type != F64:
        return word
    frame.raise_if(frame.b.fcmp_unordered("!=", word, word), ValueError, "cannot convert float NaN to integer")
    size = frame.b.call(frame.module.declare_intrinsic("llvm.fabs", [F64]), [word])
    frame.raise_if(frame.b.fcmp_ordered(">=", size, ir.Constant(F64, float(SIGN))), OverflowError, TOO_LARGE)
    return frame.b.fptosi(word, I64)


def lower_float(frame: Frame, value: Value = 0.0) -> Value:
    """Lower ``float``."""
    return float(value) if isinstance(value, (int, float)) else fit(frame, value, F64)


def lower_bool(frame: Frame, value: Value = False) -> Value:
    """Lower ``bool``."""
    return truth_of(frame, value)


def lower_divmod(frame: Frame, left: Value, right: Value) -> Value:
    """Lower ``divmod``."""
    return Record(None, [operate(frame, ast.FloorDiv(), left, right), operate(frame, ast.Mod(), left, right)])


def lower_ratio(frame: Frame, part: Value, whole: Value) -> Value:
    """Return a probability: a fraction in Python, a float here."""
    return operate(frame, ast.Div(), part, whole)


def lower_pow(frame: Frame, left: Value, right: Value) -> Value:
    """Lower ``pow``."""
    return operate(frame, ast.Pow(), left, right)


def lower_bit_method(frame: Frame, name: str, value: Value) -> Value:
    """Lower ``value.bit_count()`` and ``value.bit_length()``."""
    if isinstance(value, int):
        return int(getattr(value, name)())
    word = no_float(frame, exact_number(frame, value))
    zero = ir.Constant(word.type, 0)
    size = word if is_set(word) else frame.b.select(frame.b.icmp_signed("<", word, zero), frame.b.neg(word), word)
    if name == "bit_count":
        found = frame.b.ctpop(size)
    else:
        found = frame.b.sub(ir.Constant(word.type, word.type.width), frame.b.ctlz(size, ir.Constant(I1, 0)))
    return with_bits(found if found.type == I64 else frame.b.trunc(found, I64), COUNT_BITS)
