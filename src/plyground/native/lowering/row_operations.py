"""Operations on whole rows: looking for numbers, comparing, cutting, joining, sorting."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plyground.native.lowering.llvm_types import F64, I1, I32, I64, SetType
from plyground.native.lowering.rows import INDEX_ERROR, Rows, alignment
from plyground.native.lowering.values import (
    Cells,
    Record,
    Value,
    is_number,
    is_set,
    parts_of,
    word_of,
)
from plyground.native.refusals import (
    NOT_COMPARED,
    NUMBER_WANTED,
    REPEATED,
    ROW_WANTED,
    SLICE_LENGTH,
)

VECTOR_WIDTHS = (32, 16, 8, 4, 2, 1)
"""Numbers of cells that are compared at once."""


class RowOperations(Rows):
    """Lowers operations on whole rows."""

    # Looking for numbers, comparing

    def _vectors(self, size: int) -> list[tuple[int, int]]:
        """Return the vectors into which a row of this size is divided, as (start, length)."""
        parts, start = [], 0
        for width in VECTOR_WIDTHS:
            while size - start >= width:
                parts.append((start, width))
                start += width
        return parts

    def _vector(self, cells: Cells, start: int, width: int) -> Any:
        at = self.b.gep(cells.pointer, [word_of(start)])
        if width == 1:
            return self.b.load(at, align=alignment(cells.cell))
        load = self.b.load(self.b.bitcast(at, ir.VectorType(cells.cell, width).as_pointer()))
        load.align = alignment(cells.cell)
        return load

    def _equal_places(self, cells: Cells, value: Value) -> tuple[Any, list[Any]]:
        """Return (True if a cell can hold the value, the bits of the equal cells for each vector)."""
        word = self.exact(value)
        if word.type == F64:
            self.refuse(NUMBER_WANTED)
        can: Any = ir.Constant(I1, 1)
        if is_set(word) != isinstance(cells.cell, SetType):  # a set and a number are equal only below bit 63
            can = self.b.icmp_signed(">=", word, ir.Constant(word.type, 0))
        if word.type.width > cells.cell.width:
            small = self.b.trunc(word, cells.cell)
            can = self.b.and_(can, self.b.icmp_signed("==", self.b.sext(small, word.type), word))
        else:
            small = word if word.type.width == cells.cell.width else self.fit(word, cells.cell)
        found = []
        for start, width in self._vectors(cells.size):
            part = self._vector(cells, start, width)
            if width == 1:
                found.append(self.b.icmp_signed("==", part, small))
                continue
            kind = ir.VectorType(cells.cell, width)
            spread = self.b.insert_element(ir.Constant(kind, ir.Undefined), small, ir.Constant(I32, 0))
            places = ir.Constant(ir.VectorType(I32, width), [0] * width)
            spread = self.b.shuffle_vector(spread, ir.Constant(kind, ir.Undefined), places)
            found.append(self.b.bitcast(self.b.icmp_signed("==", part, spread), ir.IntType(width)))
        return can, found

    def contains(self, cells: Cells, value: Value) -> Any:
        """Return the truth of ``value in cells``."""
        can, found = self._equal_places(cells, value)
        anywhere: Any = ir.Constant(I1, 0)
        for each in found:
            anywhere = self.b.or_(anywhere, self.b.icmp_signed("!=", each, ir.Constant(each.type, 0)))
        return self.b.and_(can, anywhere)

    def count_in(self, cells: Cells, value: Value) -> Any:
        """Return the value of ``cells.count(value)``."""
        can, found = self._equal_places(cells, value)
        total = word_of(0)
        for each in found:
            if each.type.width == 1:
                more = self.b.zext(each, I64)
            else:
                more = self.b.ctpop(self.b.zext(each, I64) if each.type.width < 64 else each)
            total = self.b.add(total, more)
        return self.b.select(can, total, word_of(0))

    def index_in(self, cells: Cells, value: Value) -> Any:
        """Return the value of ``cells.index(value)``."""

        def step(found: Any, word: Any, now: Any) -> Any:
            same = self.bit(self.compare_numbers(ast.Eq(), word, value))
            here = self.b.and_(self.b.icmp_signed("<", found, word_of(0)), same)
            return self.b.select(here, now, found)

        found = self.fold(cells, -1, step)
        self.fail_if(self.b.icmp_signed("<", found, word_of(0)), ValueError, "tuple.index(x): x not in tuple")
        return found

    def fold(self, cells: Cells, start: Value, step: Callable[[Any, Any, Any], Any]) -> Any:
        """Return the result of a loop over the cells, which applies ``step(word, cell, place)`` to each.

        It is a set if ``start`` is one.
        """
        first = self.number(start)
        total = self.slot(first.type)
        self.b.store(first, total)

        def body(now: Any) -> None:
            word = self.loaded(self.b.gep(cells.pointer, [now]), cells.cell, cells.natural_bits)
            self.b.store(step(self.b.load(total), word, now), total)

        self.for_places(cells.size, body)
        return self.b.load(total)

    def least_cell(self, cells: Cells, sign: str) -> Any:
        """Return the least cell (``<``) or the greatest one (``>``)."""
        first = self.loaded(cells.pointer, cells.cell)
        less = self.b.icmp_unsigned if is_set(first) else self.b.icmp_signed
        return self.fold(cells, first, lambda best, word, _now: self.b.select(less(sign, word, best), word, best))

    def compare_rows(self, sign: Any, left: Value, right: Value) -> Any:
        """Return the truth of a comparison of two tuples."""
        equal = isinstance(sign, (ast.Eq, ast.NotEq))
        unequal = isinstance(sign, ast.NotEq)
        tuples = [isinstance(each, (Cells, Record, tuple)) for each in (left, right)]
        if not all(tuples):
            if equal and all(isinstance(each, (Cells, Record, tuple, int, ir.Value)) for each in (left, right)):
                return unequal  # a tuple never equals a number
            self.refuse(NOT_COMPARED)
        if isinstance(left, tuple) and isinstance(right, tuple):
            return self.compare_known(sign, left, right)
        if not isinstance(left, Cells) and not isinstance(right, Cells):
            both = [parts_of(left) or [], parts_of(right) or []]
            if equal or len(both[0]) != len(both[1]) or not all(is_number(part) for parts in both for part in parts):
                return self._compare_records(sign, *both)
            left, right = (self.row_of(parts) for parts in both)
        shape = left if isinstance(left, Cells) else right
        lengths = [each.dims[0] if isinstance(each, Cells) else len(parts_of(each) or ()) for each in (left, right)]
        if lengths[0] != lengths[1]:
            if equal:
                return unequal
            self.refuse(NOT_COMPARED)
        cell = self.common_cell([left, right])
        one, two = (
            each if isinstance(each, Cells) else self.as_cells(each, shape.dims, cell) for each in (left, right)
        )
        if one.dims != two.dims:
            self.refuse(NOT_COMPARED)
        if equal:
            same = self._same_cells(one, two)
            return self.b.not_(same) if unequal else same
        signs = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
        return self.b.icmp_signed(signs[type(sign)], self._order_of(one, two), word_of(0))

    def compare_known(self, sign: Any, left: Any, right: Any) -> bool:
        """Return the truth of a comparison of two known values."""
        from plyground.native.lowering.arithmetic import COMPARISONS

        return bool(COMPARISONS[type(sign)][1](left, right))

    @abstractmethod
    def compare(self, sign: Any, left: Value, right: Value) -> Any:
        """Return the truth of any comparison."""

    def _compare_records(self, sign: Any, left: list[Value], right: list[Value]) -> Any:
        if not isinstance(sign, (ast.Eq, ast.NotEq)):
            self.refuse(NOT_COMPARED)
        unequal = isinstance(sign, ast.NotEq)
        if len(left) != len(right):
            return unequal
        same: Any = ir.Constant(I1, 1)
        for one, two in zip(left, right, strict=True):
            same = self.b.and_(same, self.bit(self.compare(ast.Eq(), one, two)))
        return self.b.not_(same) if unequal else same

    def _same_cells(self, one: Cells, two: Cells) -> Any:
        if one.shape != two.shape:
            wider = self._wider_cell(one, two)
            one, two = self.as_cells(one, one.dims, wider), self.as_cells(two, two.dims, wider)
        differ: Any = ir.Constant(I1, 0)
        for start, width in self._vectors(one.size):
            left, right = self._vector(one, start, width), self._vector(two, start, width)
            test = self.b.icmp_signed("!=", left, right)
            if width > 1:
                kind = ir.IntType(width)
                test = self.b.icmp_signed("!=", self.b.bitcast(test, kind), ir.Constant(kind, 0))
            differ = self.b.or_(differ, test)
        return self.b.not_(differ)

    @staticmethod
    def _wider_cell(one: Cells, two: Cells) -> Any:
        return max(one.cell, two.cell, key=lambda kind: (kind.width, isinstance(kind, SetType)))

    def _order_of(self, one: Cells, two: Cells) -> Any:
        """Return −1, 0 or 1, by the first cell in which two rows differ."""

        def step(order: Any, word: Any, now: Any) -> Any:
            other = self.loaded(self.b.gep(two.pointer, [now]), two.cell)
            more, less = (
                self.b.zext(self.bit(self.compare_numbers(sign, word, other)), I64) for sign in (ast.Gt(), ast.Lt())
            )
            return self.b.select(self.b.icmp_signed("!=", order, word_of(0)), order, self.b.sub(more, less))

        return self.fold(one, 0, step)

    # Cutting and joining

    def slice(self, owner: Value, node: Any) -> Value:
        """Return a part of a tuple. Its length must be known."""
        low, high, step = (None if each is None else self.value(each) for each in (node.lower, node.upper, node.step))
        known = all(each is None or isinstance(each, int) for each in (low, high, step))
        parts = parts_of(owner)
        if parts is not None and known:
            cut = parts[low:high:step]
            return tuple(cut) if isinstance(owner, tuple) else Record(None, cut)
        if isinstance(owner, tuple):
            owner = self.program.table(owner) or owner
        if not isinstance(owner, Cells):
            self.refuse(SLICE_LENGTH)
        if known:
            places = range(owner.dims[0])[low:high:step]
            if not places:
                return ()
            if places.step != 1:
                return self._picked(owner, list(places))
            at = self.b.gep(owner.pointer, [word_of(places.start * owner.stride)], inbounds=True)
            return Cells(at, (len(places), *owner.dims[1:]), owner.cell, owner.origin)
        length = self._known_length(node)
        if step not in (None, 1) or length is None or not 0 < length <= owner.dims[0]:
            self.refuse(SLICE_LENGTH)
        first = self.index(low)
        self.fail_if(self.b.icmp_unsigned(">", first, word_of(owner.dims[0] - length)), IndexError, INDEX_ERROR)
        at = self.b.gep(owner.pointer, [self.b.mul(first, word_of(owner.stride))], inbounds=True)
        return Cells(at, (length, *owner.dims[1:]), owner.cell, owner.origin)

    def _picked(self, cells: Cells, places: list[int]) -> Cells:
        """Return the cells at some places as a new row."""
        made = self.buffer((len(places), *cells.dims[1:]), cells.cell)
        for at, place in enumerate(places):
            self.set_cell(made, at, self.cell(cells, place))
        return made

    def _known_length(self, node: Any) -> int | None:
        """Return the length of ``[first:first + length]``; None for other slices."""
        upper = node.upper
        if not isinstance(upper, ast.BinOp) or not isinstance(upper.op, ast.Add) or node.lower is None:
            return None
        if ast.dump(upper.left) != ast.dump(node.lower):
            return None
        length = self.value(upper.right)
        return length if isinstance(length, int) else None

    def joined_rows(self, left: Value, right: Value) -> Value:
        """Return two tuples as one."""
        if isinstance(left, tuple) and isinstance(right, tuple):
            return left + right
        left, right = (
            (self.wide_table(each) or Record(None, list(each))) if isinstance(each, tuple) else each
            for each in (left, right)
        )
        if isinstance(left, Record) and isinstance(right, Record):
            return Record(None, left.parts + right.parts)
        if isinstance(left, Cells) and isinstance(right, Record):
            if not right.parts:
                return left
            left = self.with_room(left)
            right = self.as_cells(right, (len(right.parts), *left.dims[1:]), left.cell)
        if isinstance(right, Cells) and isinstance(left, Record):
            if not left.parts:
                return right
            right = self.with_room(right)
            left = self.as_cells(left, (len(left.parts), *right.dims[1:]), right.cell)
        if not isinstance(left, Cells) or not isinstance(right, Cells) or left.dims[1:] != right.dims[1:]:
            self.refuse(ROW_WANTED, dims="…")
        cell = self._wider_cell(left, right)
        left, right = self.as_cells(left, left.dims, cell), self.as_cells(right, right.dims, cell)
        made = self.buffer((left.dims[0] + right.dims[0], *left.dims[1:]), cell)
        self.copy(made.pointer, left)
        self.copy(self.b.gep(made.pointer, [word_of(left.size)]), right)
        return made

    def repeated(self, row: Value, count: Value) -> Value:
        """Return ``row * count``."""
        if not isinstance(count, int):
            self.refuse(REPEATED)
        if isinstance(row, tuple):
            return row * count
        if isinstance(row, Record):
            parts = row.parts * count
            return tuple(parts) if all(isinstance(each, int) for each in parts) else Record(None, parts)
        if count < 1:
            return ()
        made = self.buffer((row.dims[0] * count, *row.dims[1:]), row.cell)
        for place in range(count):
            self.copy(self.b.gep(made.pointer, [word_of(place * row.size)]), row)
        return made

    def sorted_cells(self, cells: Cells, *, reverse: bool) -> Cells:
        """Return the numbers of a row in order, by insertion. O(n^2)."""
        if len(cells.dims) > 1:
            self.refuse(NOT_COMPARED)
        made = self.copied(cells)
        place = self.slot(I64)
        compare = self.b.icmp_unsigned if isinstance(cells.cell, SetType) else self.b.icmp_signed

        def insert(now: Any) -> None:
            word = self.loaded(self.b.gep(cells.pointer, [now]), cells.cell)
            self.b.store(now, place)
            head, test, move, after = (self.b.append_basic_block() for _each in range(4))
            self.b.branch(head)
            self.b.position_at_end(head)
            at = self.b.load(place)
            self.b.cbranch(self.b.icmp_signed(">", at, word_of(0)), test, after)
            self.b.position_at_end(test)
            before = self.b.gep(made.pointer, [self.b.sub(at, word_of(1))])
            other = self.loaded(before, made.cell)
            self.b.cbranch(compare("<" if reverse else ">", other, word), move, after)
            self.b.position_at_end(move)
            moved = self.b.load(before, align=alignment(made.cell))
            self.b.store(moved, self.b.gep(made.pointer, [at]), align=alignment(made.cell))
            self.b.store(self.b.sub(at, word_of(1)), place)
            self.b.branch(head)
            self.b.position_at_end(after)
            small = self.b.trunc(word, made.cell) if made.cell.width < 64 else word
            target = self.b.gep(made.pointer, [self.b.load(place)])
            self.b.store(small, target, align=alignment(made.cell))

        self.for_places(cells.size, insert)
        return made
