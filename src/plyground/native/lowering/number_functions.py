"""Functions of numbers: the functions of :mod:`plyground.core.bits` and of ``math``, and Python's own."""

from __future__ import annotations

import ast
import math
from typing import Any

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering.calls import COUNT_BITS, Calls
from plyground.native.lowering.conversions import TOO_LARGE
from plyground.native.lowering.llvm_types import F64, I1, I64
from plyground.native.lowering.values import (
    Cells,
    Range,
    Record,
    Value,
    is_number,
    is_residue,
    is_set,
    is_wide,
    is_word,
    losses_of,
    natural_bits,
    parts_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import NO_SUCH_CALL, NUMBER_WANTED
from plyground.native.shapes import SIGN, WORD_BITS

FLOAT_FUNCTIONS = {math.sqrt: "llvm.sqrt", math.log: "llvm.log", math.exp: "llvm.exp"}


def _empty(function: Any) -> str:
    """Return this Python's message for an empty iterable."""
    try:
        function(())
    except ValueError as error:
        return str(error)
    return ""


EMPTY_MIN, EMPTY_MAX = _empty(min), _empty(max)


class NumberFunctions(Calls):
    """Lowers calls of functions of numbers."""

    def of_float(self, function: Any, arguments: list[Value], by_name: dict[str, Value]) -> Value:
        if len(arguments) != 1 or by_name:
            self.refuse(NO_SUCH_CALL, name=function.__name__)
        (value,) = arguments
        if isinstance(value, (int, float)) and value > 0:
            return float(function(value))
        word = self.fit(value, F64)
        sign = "<" if function is math.sqrt else "<="
        if function is not math.exp:
            self.fail_if(self.b.fcmp_ordered(sign, word, ir.Constant(F64, 0.0)), ValueError, "math domain error")
        return self.b.call(self.module.declare_intrinsic(FLOAT_FUNCTIONS[function], [F64]), [word])

    # Sets of cells

    def bi_count(self, cells: Value) -> Value:
        if isinstance(cells, int):
            return bits.count(cells)
        number = self.no_float(self.exact(cells))
        if is_wide(number):
            negative = self.b.icmp_signed("<", number, ir.Constant(number.type, 0))
            number = self.b.select(negative, self.b.and_(number, ir.Constant(number.type, bits.WORD)), number)
        return with_bits(self._word(self.b.ctpop(number)), COUNT_BITS)

    def bi_lowest(self, cells: Value) -> Value:
        if isinstance(cells, int) and cells:
            return bits.lowest(cells)
        return with_bits(self._word(self.b.cttz(self.no_float(self.exact(cells)), ir.Constant(I1, 1))), COUNT_BITS)

    def bi_highest(self, cells: Value) -> Value:
        if isinstance(cells, int):
            return bits.highest(cells)
        word = self._word(self.no_float(self.number(cells)))
        return self.b.sub(word_of(63), self.b.ctlz(word, ir.Constant(I1, 0)))

    def bi_shift_right(self, cells: Value, places: Value) -> Value:
        if isinstance(cells, int) and isinstance(places, int):
            return bits.shift_right(cells, places)
        word = self._word(self.no_float(self.number(cells)))
        moved = self.b.lshr(word, self.index(places))
        if self.program.wide != I64 and not (isinstance(places, int) and places > 0):
            return self.b.zext(moved, self.program.wide)  # a set may have cell 63
        count = min(WORD_BITS, natural_bits(word) or WORD_BITS) - (places if isinstance(places, int) else 0)
        return self.marked(moved, count, sets=is_set(cells) or is_residue(cells) or self.program.options.sets)

    def bi_word(self, value: Value) -> Value:
        if isinstance(value, int):
            return bits.word(value)
        word = self._word(self.number(value))
        return word if is_word(word) and not losses_of(word) else with_bits(self.b.or_(word, word_of(0)), None)

    def bi_put(self, cells: Value, place: Value, value: Value) -> Value:
        return self.put(cells, place, value)

    def _word(self, number: Any) -> Any:
        return self.b.trunc(number, I64) if is_wide(number) else number

    # Numbers

    def bi_min(self, *values: Value) -> Value:
        return self._least(values, "<")

    def bi_max(self, *values: Value) -> Value:
        return self._least(values, ">")

    def _least(self, values: tuple[Value, ...], sign: str) -> Value:
        if len(values) == 1:
            (row,) = values
            if isinstance(row, Cells) and len(row.dims) == 1:
                return self.least_cell(row, sign)
            if isinstance(row, Range) and isinstance(row.step, int):
                return self._least_of_range(row, sign)
            parts = parts_of(row)
            if parts is None:
                self.refuse(NO_SUCH_CALL, name="min" if sign == "<" else "max")
            values = tuple(parts)
        if not values or not all(map(is_number, values)):
            self.refuse(NUMBER_WANTED)
        best = values[0]
        for value in values[1:]:
            if isinstance(best, (int, float)) and isinstance(value, (int, float)):
                best = min(best, value) if sign == "<" else max(best, value)
                continue
            one, two = self.both(best, value)
            if is_residue(one):
                self.program.widen()
            compare = (
                self.b.fcmp_ordered if one.type == F64 else self.b.icmp_unsigned if is_set(one) else self.b.icmp_signed
            )
            best = self.b.select(compare(sign, two, one), two, one)
        return best

    def range_length(self, row: Range) -> Value:
        """Return the number of values in a range with a known step."""
        first, last = (row.first, row.last) if row.step > 0 else (row.last, row.first)
        length = self.operate(ast.Sub(), last, first)
        if (step := abs(row.step)) > 1:
            length = self.operate(ast.FloorDiv(), self.operate(ast.Add(), length, step - 1), step)
        return self.bi_max(length, 0)

    def _least_of_range(self, row: Range, sign: str) -> Value:
        length = self.range_length(row)
        name, message = ("min", EMPTY_MIN) if sign == "<" else ("max", EMPTY_MAX)
        self.fail_if(self.b.icmp_signed("==", self.index(length), word_of(0)), ValueError, message)
        if (name == "min") == (row.step > 0):
            return row.first
        way = self.operate(ast.Mult(), self.operate(ast.Sub(), length, 1), row.step)
        return self.operate(ast.Add(), row.first, way)

    def bi_abs(self, value: Value) -> Value:
        if isinstance(value, (int, float)):
            return abs(value)
        word = self.exact(value)
        if is_set(word):
            return word
        if word.type == F64:
            return self.b.call(self.module.declare_intrinsic("llvm.fabs", [F64]), [word])
        negative = self.b.icmp_signed("<", word, ir.Constant(word.type, 0))
        opposite, word = self.both(self.operate(ast.Sub(), 0, word), word)
        return self.b.select(negative, opposite, word)

    def bi_int(self, value: Value = 0) -> Value:
        if isinstance(value, (int, float)):
            return int(value)
        word = self.number(value)
        if word.type != F64:
            return word
        self.fail_if(self.b.fcmp_unordered("!=", word, word), ValueError, "cannot convert float NaN to integer")
        size = self.b.call(self.module.declare_intrinsic("llvm.fabs", [F64]), [word])
        self.fail_if(self.b.fcmp_ordered(">=", size, ir.Constant(F64, float(SIGN))), OverflowError, TOO_LARGE)
        return self.b.fptosi(word, I64)

    def bi_float(self, value: Value = 0.0) -> Value:
        return float(value) if isinstance(value, (int, float)) else self.fit(value, F64)

    def bi_bool(self, value: Value = False) -> Value:
        return self.truth(value)

    def bi_divmod(self, left: Value, right: Value) -> Value:
        return Record(None, [self.operate(ast.FloorDiv(), left, right), self.operate(ast.Mod(), left, right)])

    def bi_ratio(self, part: Value, whole: Value) -> Value:
        """Return a probability: a fraction in Python, a float here."""
        return self.operate(ast.Div(), part, whole)

    def bi_pow(self, left: Value, right: Value) -> Value:
        return self.operate(ast.Pow(), left, right)
