"""Choices and tests: conditional expressions, `and`, `or`, `not`, comparisons and `in`."""

from __future__ import annotations

import ast
import enum
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plyground.native.lowering.llvm_types import F64, I1, I64
from plyground.native.lowering.row_operations import RowOperations
from plyground.native.lowering.values import (
    FIXED,
    MIXED,
    Array,
    Cells,
    Handed,
    Listed,
    Range,
    Record,
    Stretch,
    Value,
    cells_in,
    flat,
    from_words,
    is_number,
    is_wide,
    losses_of,
    shape_of,
    span_of,
    table_cell,
    with_bits,
)
from plyground.native.refusals import (
    NOT_COMPARED,
    STATEMENTS,
    TWO_KINDS,
)
from plyground.native.shapes import FLOAT, RecordShape, RowShape, dims_of, joined, leaves

SELDOM = (1, 2000)
"""Weights of a branch that is seldom taken. LLVM then jumps over the rest of the test instead of computing it."""


class Choices(RowOperations):
    """Lowers choices and tests."""

    def ex_IfExp(self, node: Any) -> Value:
        test = self.truth(self.value(node.test))
        if isinstance(test, bool):
            return self.value(node.body if test else node.orelse)
        return self.either(test, lambda: self.value(node.body), lambda: self.value(node.orelse))

    def either(self, test: Any, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """Return one of two values; only the chosen one is computed."""
        first, second, after = (self.b.append_basic_block() for _each in range(3))
        branch = self.b.cbranch(test, first, second)
        if self.is_seldom:
            branch.set_weights(SELDOM)
        ends: list[list[Any]] = []
        for block, compute in ((first, yes), (second, no)):
            self.b.position_at_end(block)
            value = self.settled(compute())
            ends.append([value, self.b.block])
        values = [end[0] for end in ends]
        if (
            all(isinstance(value, tuple) and not hasattr(value, "_fields") for value in values)
            and values[0] == values[1]
        ):
            for _value, block in ends:
                self.b.position_at_end(block)
                self.b.branch(after)
            self.b.position_at_end(after)
            return values[0]
        for end, other in zip(ends, values[::-1], strict=True):
            self.b.position_at_end(end[1])
            end[0] = self._as_wide(end[0], other)
            end[1] = self.b.block
        for end in ends:
            if isinstance(end[0], tuple):
                self.b.position_at_end(end[1])
                others = [value for value in values if not isinstance(value, tuple)]
                table = self.program.table(end[0], self._common_cell(values))
                if others:
                    end[0] = self.conform(end[0], shape_of(others[0]))
                else:
                    end[0] = table or Record(type(end[0]) if hasattr(end[0], "_fields") else None, list(end[0]))
                end[1] = self.b.block
        return self._merged(ends, after)

    def _as_wide(self, value: Value, other: Value) -> Value:
        """Return a value as a row that could also hold the other value, if one of the two is a row; do the same in
        tuples.
        """
        if isinstance(value, Record) and isinstance(other, Record) and len(value.parts) == len(other.parts):
            return Record(value.cls, [self._as_wide(*pair) for pair in zip(value.parts, other.parts, strict=True)])
        if isinstance(value, Cells) or isinstance(other, Cells):
            shape = joined(shape_of(value), shape_of(other), self.program.options.cell_bits)
            return self.conform(value, shape) if isinstance(shape, RowShape) else value
        return value

    def _common_cell(self, values: list[Value]) -> Any:
        """Return the LLVM type that holds the numbers of two constant tuples; None if their shapes differ."""
        dims = [dims_of(value) for value in values]
        if None in dims or dims[0] != dims[1]:
            return None
        numbers = [number for value in values for number in leaves(value)]
        return self.program.wide if any(map(self.program.is_long, numbers)) else table_cell(numbers)

    def _merged(self, ends: list[list[Any]], after: Any) -> Value:
        """Return the value that comes from either of two blocks."""
        values = [value for value, _block in ends]
        if all(isinstance(value, Range) for value in values):
            return self._merged_ranges(ends, after)
        if not all(isinstance(value, (Record, Array, Handed, Cells, Stretch)) or is_number(value) for value in values):
            if values[0] is not values[1]:
                self.refuse(TWO_KINDS)
            for _value, block in ends:
                self.b.position_at_end(block)
                self.b.branch(after)
            self.b.position_at_end(after)
            return values[0]
        origins = [[cells.origin for cells in cells_in(value)] for value, _block in ends]
        pairs = [flat(value) for value, _block in ends]
        shapes = [shape_of(value) for value, _block in ends]
        records = [isinstance(shape, (RecordShape, RowShape)) for shape in shapes]
        classes = {shape.cls if isinstance(shape, RecordShape) else None for shape in shapes}
        if len(pairs[0]) != len(pairs[1]) or records[0] != records[1] or len(classes) > 1:
            self.refuse(TWO_KINDS)
        kinds = [self.common(one, two) for one, two in zip(*pairs, strict=True)]
        words = []
        for pair, (_value, block) in zip(pairs, ends, strict=True):
            self.b.position_at_end(block)
            words.append([self.fit(word, kind) for word, kind in zip(pair, kinds, strict=True)])
            self.b.branch(after)
        self.b.position_at_end(after)
        merged = []
        for one, two, kind in zip(*words, kinds, strict=True):
            if one.type != two.type:
                self.refuse(TWO_KINDS)
            phi = self.b.phi(kind)
            phi.add_incoming(one, ends[0][1])
            phi.add_incoming(two, ends[1][1])
            merged.append(phi)
        whole = merged[0] if is_number(ends[0][0]) else from_words(shapes[0], merged)
        for cells, one, two in zip(cells_in(whole), *origins, strict=True):
            cells.origin = FIXED if one == two == FIXED else one if one == two else MIXED
        return whole

    def _merged_ranges(self, ends: list[list[Any]], after: Any) -> Range:
        """Return the range that comes from either of two blocks."""
        merged = []
        for place, (value, block) in enumerate(ends):
            self.b.position_at_end(block)
            numbers = (value.first, value.last, value.step)
            merged.append([self.index(each) for each in numbers])
            ends[place][1] = self.b.block
            self.b.branch(after)
        self.b.position_at_end(after)
        steps = [value.step for value, _block in ends]
        phis = []
        for one, two in zip(*merged, strict=True):
            phi = self.b.phi(I64)
            phi.add_incoming(one, ends[0][1])
            phi.add_incoming(two, ends[1][1])
            phis.append(phi)
        return Range(phis[0], phis[1], steps[0] if steps[0] == steps[1] else phis[2])

    def ex_BoolOp(self, node: Any) -> Value:
        value = self.value(node.values[0])
        is_and = isinstance(node.op, ast.And)
        for further in node.values[1:]:
            test = self.truth(value)
            if isinstance(test, bool):
                if test != is_and:
                    return value
                value = self.value(further)
                continue
            ask, keep = self._asking(further), self._keeping(value)
            value = self.either(test, ask, keep) if is_and else self.either(test, keep, ask)
        return value

    def _asking(self, node: Any) -> Callable[[], Value]:
        return lambda: self.value(node)

    @staticmethod
    def _keeping(value: Value) -> Callable[[], Value]:
        return lambda: value

    def ex_UnaryOp(self, node: Any) -> Value:
        if isinstance(node.op, ast.Not):
            return self.negated(self.truth(self.value(node.operand)))
        value = self.unchecked(node.operand)
        if isinstance(node.op, ast.Invert) and shape_of(value) == FLOAT:
            self.fail_if(ir.Constant(I1, 1), TypeError, "bad operand type for unary ~: 'float'")
            return 0
        if isinstance(value, (int, float)):
            if isinstance(node.op, ast.USub):
                return -value
            return +value if isinstance(node.op, ast.UAdd) else ~int(value)
        word = self.number(value)
        if isinstance(node.op, ast.UAdd):
            return word
        if word.type == F64:
            return self.b.fneg(word)
        if isinstance(node.op, ast.USub):
            return self.operate_numbers(ast.Sub(), 0, word)
        made = with_bits(self.b.not_(word), None, self.signed_kind(word), span=span_of(word))
        return self.losing(made, losses_of(word))

    def ex_Compare(self, node: Any) -> Value:
        return self._chain(self.value(node.left), list(zip(node.ops, node.comparators, strict=True)))

    def _chain(self, left: Value, rest: list[Any]) -> Any:
        """Return the truth of ``a < b < c``; later parts are computed only if the earlier ones hold."""
        (sign, node), *rest = rest
        right = self.value(node)
        one = self.compare(sign, left, right)
        if not rest or one is False:
            return one
        if one is True:
            return self._chain(right, rest)
        if any(not isinstance(each, (ast.Name, ast.Constant)) for _sign, each in rest):
            return self.truth(self.either(one, lambda: self._chain(right, rest), lambda: False))
        two = self._chain(right, rest)
        return one if two is True else two if two is False else self.b.and_(one, two)

    def compare(self, sign: Any, left: Value, right: Value) -> Any:
        if isinstance(sign, (ast.In, ast.NotIn)):
            found = self._is_in(left, right)
            return found if isinstance(sign, ast.In) else self.negated(found)
        if isinstance(sign, (ast.Is, ast.IsNot)):
            known = [not isinstance(each, ir.Value) for each in (left, right)]
            if None not in (left, right) and not (all(known) and isinstance(left, (bool, enum.Enum))):
                self.refuse(NOT_COMPARED)
            same = left is right and all(known)
            return same if isinstance(sign, ast.Is) else not same
        if any(isinstance(each, (Cells, Record, tuple)) for each in (left, right)):
            return self.compare_rows(sign, left, right)
        if all(isinstance(each, enum.Enum) for each in (left, right)):
            return self.compare_known(sign, left, right)
        return self.compare_numbers(sign, left, right)

    def _is_in(self, value: Value, row: Value) -> Any:
        if isinstance(row, dict):
            self.refuse(STATEMENTS["Dict"])
        if isinstance(row, tuple) and isinstance(value, (int, tuple)):
            return value in row
        if isinstance(row, tuple):
            dims = dims_of(row)
            table = self.program.table(row) if dims and len(dims) == 1 and len(row) > 8 else None
            row = table if table is not None and not is_wide(value) else Record(None, list(row))
        if isinstance(row, Cells):
            if len(row.dims) == 1 and is_number(value):
                return self.contains(row, value)
            row = Record(None, self.all_cells(row))
        if isinstance(row, (Listed, Stretch)):
            return self.list_contains(row, value)
        if isinstance(row, Range) and row.step == 1:
            within = [
                self.compare_numbers(ast.LtE(), row.first, value),
                self.compare_numbers(ast.Lt(), value, row.last),
            ]
            return self.b.and_(*map(self.bit, within))
        if not isinstance(row, Record):
            self.refuse(NOT_COMPARED)
        found: Any = False
        for part in row.parts:
            one = self.compare(ast.Eq(), value, part)
            if one is True:
                return True
            if one is not False:
                found = one if found is False else self.b.or_(self.bit(found), self.bit(one))
        return found

    @abstractmethod
    def list_contains(self, row: Listed | Stretch, value: Value) -> Any:
        """Return the truth of ``value in list``."""
