"""The functions of Python and of :mod:`plyground.core.bits` that compiled code knows."""

from __future__ import annotations

import ast
import inspect
from abc import abstractmethod
from typing import Any

from llvmlite import ir

from plyground.core import bits
from plyground.core.position import ratio
from plyground.native.lowering.llvm_types import I1, I64, RESIDUE64, SetType
from plyground.native.lowering.number_functions import FLOAT_FUNCTIONS, NumberFunctions
from plyground.native.lowering.values import (
    Cells,
    Enumerated,
    Handed,
    Listed,
    Range,
    Record,
    Stretch,
    Value,
    is_number,
    parts_of,
    span_of,
    word_of,
)
from plyground.native.refusals import NO_LENGTH, NO_SUCH_CALL
from plyground.native.shapes import WORD_BITS, dims_of


class Builtins(NumberFunctions):
    """Lowers calls of built-in functions."""

    def built_in(self, function: Any, arguments: list[Value], by_name: dict[str, Value]) -> list[Value] | None:
        if isinstance(function, (list, dict, set)):
            return None
        if function in FLOAT_FUNCTIONS:
            return [self.of_float(function, arguments, by_name)]
        if function not in METHODS:
            return None
        method = getattr(self, METHODS[function])
        try:
            inspect.signature(method).bind(*arguments, **by_name)
        except TypeError:
            self.refuse(NO_SUCH_CALL, name=function.__name__)
        return [method(*arguments, **by_name)]

    # Rows and lists

    def bi_len(self, value: Value) -> Value:
        if isinstance(value, (Listed, Stretch)):
            return self.length_of(value)
        if isinstance(value, Cells):
            return value.dims[0]
        if isinstance(value, Handed):
            return len(value.shape.parts)
        if isinstance(value, Range) and isinstance(value.step, int):
            return self.range_length(value)
        parts = parts_of(value)
        if parts is None:
            self.refuse(NO_SUCH_CALL, name="len")
        return len(parts)

    def bi_sum(self, row: Value, start: Value = 0) -> Value:
        if isinstance(row, Cells) and len(row.dims) == 1:
            kind = self.program.wide if row.cell.width > 64 else RESIDUE64 if row.shape.sets else I64
            if kind == I64 and max(span_of(start), row.cell.width + row.size.bit_length()) < WORD_BITS - 1:
                return self.fold(row, start, lambda total, word, _now: self.b.add(total, word))
            first = self.both(start, ir.Constant(self._kind_of_sum(kind), 0))[0]
            return self.fold(row, first, lambda total, word, _now: self.operate(ast.Add(), total, word))
        if isinstance(row, (Listed, Stretch)):
            cell = row.cell if isinstance(row, Listed) else I64
            cell = self._kind_of_sum(RESIDUE64 if isinstance(cell, SetType) else cell)
            kind = self.both(start, ir.Constant(cell, 0))[0].type
            total = self.slot(kind)
            self.b.store(self.fit(start, kind), total)
            self.each(
                row,
                lambda word: self.b.store(self.fit(self.operate(ast.Add(), self.b.load(total), word), kind), total),
            )
            return self.b.load(total)
        parts = parts_of(row)
        if parts is None:
            self.refuse(NO_SUCH_CALL, name="sum")
        whole = start
        for part in parts:
            whole = self.operate(ast.Add(), whole, part)
        return whole

    def _kind_of_sum(self, kind: Any) -> Any:
        """Return the LLVM type of a sum of many numbers of a type."""
        return self.program.wide if kind == I64 and self.program.options.long_numbers else kind

    def bi_any(self, row: Value) -> Value:
        return self._joined(row, "any", True)

    def bi_all(self, row: Value) -> Value:
        return self._joined(row, "all", False)

    def _joined(self, row: Value, name: str, deciding: bool) -> Value:
        """Return the joined truth of all parts; one part with the truth ``deciding`` decides."""
        join = self.b.or_ if deciding else self.b.and_
        found: Any = not deciding
        for part in self._all_parts(row, name):
            test = self.truth(part)
            if test is deciding:
                return deciding
            if not isinstance(test, bool):
                found = test if isinstance(found, bool) else join(found, test)
        return found

    def _all_parts(self, row: Value, name: str) -> list[Value]:
        parts = self.parts_known(row)
        if parts is None:
            self.refuse(NO_SUCH_CALL, name=name)
        return parts

    def parts_known(self, row: Value) -> list[Value] | None:
        """Return the values of an iterable of known length; None for any other."""
        if isinstance(row, Cells):
            return self.all_cells(row)
        if isinstance(row, Enumerated):
            parts = self.parts_known(row.over)
            if parts is None:
                return None
            places = (self.operate(ast.Add(), place, row.start) for place in range(len(parts)))
            return [Record(None, list(pair)) for pair in zip(places, parts, strict=True)]
        return parts_of(row)

    def bi_tuple(self, value: Value = ()) -> Value:
        if isinstance(value, (Cells, tuple)):
            return value
        parts = self.parts_known(value)
        if parts is None:
            self.refuse(NO_LENGTH)
        return tuple(parts) if dims_of(tuple(parts)) else Record(None, parts)

    def bi_list(self, over: Value = ()) -> Value:
        made = self.new_list(self.node)
        self.each(over, lambda value: self.list_method("append", made, [value]))
        return made

    def bi_sorted(self, row: Value, reverse: Value = False) -> Value:
        if not isinstance(reverse, bool):
            self.refuse(NO_SUCH_CALL, name="sorted")
        if isinstance(row, tuple) and all(isinstance(each, int) for each in row):
            return tuple(sorted(row, reverse=reverse))
        if isinstance(row, Record) and all(map(is_number, row.parts)):
            row = self.row_of(row.parts)
        if not isinstance(row, Cells):
            self.refuse(NO_SUCH_CALL, name="sorted")
        return self.sorted_cells(row, reverse=reverse)

    def bi_reversed(self, row: Value) -> Value:
        if isinstance(row, tuple):
            return tuple(reversed(row))
        if isinstance(row, Record):
            return Record(None, row.parts[::-1])
        if isinstance(row, Cells):
            return self._picked(row, list(range(row.dims[0]))[::-1])
        if isinstance(row, Range) and row.step in (1, -1):
            last, first = (self.operate(ast.Sub(), each, row.step) for each in (row.first, row.last))
            return Range(first, last, -row.step)
        self.refuse(NO_SUCH_CALL, name="reversed")

    def bi_range(self, *arguments: Value) -> Value:
        if not 1 <= len(arguments) <= 3 or not all(map(is_number, arguments)):
            self.refuse(NO_SUCH_CALL, name="range")
        first, last, step = (0, *arguments, 1) if len(arguments) == 1 else (*arguments, 1)[:3]
        if isinstance(step, int) and step == 0:
            self.fail_if(ir.Constant(I1, 1), ValueError, "range() arg 3 must not be zero")
            step = 1
        if not isinstance(step, int):
            self.fail_if(
                self.b.icmp_signed("==", self.index(step), word_of(0)), ValueError, "range() arg 3 must not be zero"
            )
        return Range(first, last, step)

    def bi_zip(self, *rows: Value, strict: Value = False) -> Value:
        every = [self._all_parts(row, "zip") for row in rows]
        if strict and len({len(parts) for parts in every}) > 1:
            self.fail_if(ir.Constant(I1, 1), ValueError, "zip() arguments have unequal lengths")
        return Record(None, [Record(None, list(pair)) for pair in zip(*every, strict=False)])

    def bi_enumerate(self, row: Value, start: Value = 0) -> Value:
        return Enumerated(row, start)

    def bi_iter(self, row: Value) -> Value:
        return row

    def bi_isinstance(self, _value: Value, _kind: Value) -> Value:
        self.refuse(NO_SUCH_CALL, name="isinstance")

    @abstractmethod
    def each(self, over: Value, body: Any) -> None:
        """Lower a body for each value of an iterable."""


METHODS: dict[Any, str] = {
    bits.count: "bi_count", bits.lowest: "bi_lowest", bits.highest: "bi_highest", bits.shift_right: "bi_shift_right", bits.word: "bi_word",
    bits.put: "bi_put", min: "bi_min", max: "bi_max", abs: "bi_abs", int: "bi_int", float: "bi_float",
    ratio: "bi_ratio",
    bool: "bi_bool", divmod: "bi_divmod", pow: "bi_pow", len: "bi_len", sum: "bi_sum", any: "bi_any", all: "bi_all",
    tuple: "bi_tuple", list: "bi_list", sorted: "bi_sorted", reversed: "bi_reversed", range: "bi_range",
    zip: "bi_zip", enumerate: "bi_enumerate", iter: "bi_iter", isinstance: "bi_isinstance",
}  # fmt: skip
"""The method that lowers each function."""
