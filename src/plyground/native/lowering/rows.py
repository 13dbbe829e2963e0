"""Rows of cells: tuples of numbers in memory, read by index, changed by ``put``, compared, sliced and joined.

Nothing writes to a row that can still be read. ``put`` writes directly to its destination: the memory of the assigned
name, or the caller's. Indexes are checked as in Python, and a number that does not fit a cell raises an exception.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plyground.core.bits import put as put_text
from plyground.core.bits import word
from plyground.native.lowering.arithmetic import Arithmetic
from plyground.native.lowering.llvm_types import F64, I1, I64, SET64, SetType, argument_types
from plyground.native.lowering.scope import OwnSlot
from plyground.native.lowering.values import (
    FIXED,
    Cells,
    Range,
    Record,
    Value,
    holds,
    is_number,
    is_set,
    is_wide,
    parts_of,
    row_shape,
    shape_of,
    table_cell,
    with_bits,
    word_of,
)
from plyground.native.refusals import (
    NUMBER_WANTED,
    ROW_WANTED,
    CellTooNarrow,
)
from plyground.native.shapes import WORD_BITS, dims_of, leaves
from plyground.native.text.ownership import is_put

MAX_COPIED_ONE_BY_ONE = 512
"""Most numbers of a row that are converted to another width one by one."""
WORD_BYTES = 8
INDEX_ERROR = "tuple index out of range"


class Rows(Arithmetic):
    """Lowers rows of cells."""

    # Reading and writing

    def as_cells(self, value: Value, dims: tuple[int, ...], cell: Any) -> Cells:
        if isinstance(value, Cells) and value.dims == dims:
            if value.shape == row_shape(dims, cell):
                return value
            return self._converted(value, cell)
        if isinstance(value, tuple) and dims_of(value) == dims and holds(cell, leaves(value)):
            table = self.program.table(tuple(value), cell)
            if table is not None:
                return table
        parts = parts_of(value)
        if parts is not None and len(parts) == dims[0]:
            made = self.buffer(dims, cell)
            for place, part in enumerate(parts):
                self.set_cell(made, place, part)
            return made
        self.refuse(ROW_WANTED, dims=" × ".join(map(str, dims)))

    def row_of(self, parts: list[Value]) -> Cells:
        """Return numbers in registers as a row."""
        return self.as_cells(Record(None, parts), (len(parts),), self.common_cell(parts))

    def common_cell(self, values: list[Value]) -> Any:
        """Return the LLVM type that holds all these numbers, and the numbers in the rows among these values."""
        if self.has_sets(values):
            return self.program.wide
        kinds = [cell for value in values for cell in _cells_of(value)]
        return SET64 if any(isinstance(kind, SetType) for kind in kinds) else I64

    def has_sets(self, values: list[Value]) -> bool:
        """Return True if a value, or a part of one, is a set of more than 64 cells."""
        for value in values:
            if is_wide(value) or self.program.is_long(value) or (isinstance(value, Cells) and value.cell.width > 64):
                return True
            if not isinstance(value, Range) and self.has_sets(parts_of(value) or []):
                return True
        return False

    def _converted(self, cells: Cells, cell: Any) -> Cells:
        """Return a row in numbers of another width."""
        made = self.buffer(cells.dims, cell)
        source, target = Cells(cells.pointer, (cells.size,), cells.cell), Cells(made.pointer, (cells.size,), cell)
        if cells.size <= MAX_COPIED_ONE_BY_ONE:
            for place in range(cells.size):
                self.set_cell(target, place, self.cell(source, place))
        else:
            self.for_places(cells.size, lambda now: self.set_cell(target, now, self.cell(source, now)))
        return made

    def for_places(self, count: int, body: Callable[[Any], None]) -> None:
        """Run a body for each place from 0 to ``count`` − 1."""
        place = self.slot(I64)
        self.b.store(word_of(0), place)
        head, after = self.b.append_basic_block(), self.b.append_basic_block()
        self.b.branch(head)
        self.b.position_at_end(head)
        body(self.b.load(place))
        further = self.b.add(self.b.load(place), word_of(1))
        self.b.store(further, place)
        self.b.cbranch(self.b.icmp_signed("<", further, word_of(count)), head, after)
        self.b.position_at_end(after)

    def address(self, cells: Cells, place: Value) -> Any:
        """Return the address of an element of the first level; negative indexes count from the end."""
        size = cells.dims[0]
        if isinstance(place, int):
            if not -size <= place < size:
                self.fail_if(ir.Constant(I1, 1), IndexError, INDEX_ERROR)
                place = 0
            at: Any = word_of(place % size)
        else:
            at = self.wrapped(self.place(place), size)
            self.fail_if(self.b.icmp_unsigned(">=", at, word_of(size)), IndexError, INDEX_ERROR)
        if cells.stride != 1:
            at = self.b.mul(at, word_of(cells.stride))
        return self.b.gep(cells.pointer, [at], inbounds=True)

    def wrapped(self, place: Any, size: Any) -> Any:
        """Return an index that counts from the start, in a form that LLVM recognises as not negative."""
        negative = self.b.icmp_signed("<", place, word_of(0))
        return self.b.select(negative, self.b.add(place, word_of(size) if isinstance(size, int) else size), place)

    def cell(self, cells: Cells, place: Value) -> Value:
        """Return an element of the first level: a number, or a row."""
        return self.cell_at(cells, self.address(cells, place))

    def cell_at(self, cells: Cells, at: Any) -> Value:
        """Return the element of the first level at an address."""
        if len(cells.dims) > 1:
            return Cells(at, cells.dims[1:], cells.cell, cells.origin, cells.natural_bits)
        return self.loaded(at, cells.cell, cells.natural_bits)

    def loaded(self, at: Any, cell: Any, count: int | None = None) -> Any:
        """Return the number at an address, of at most ``count`` bits."""
        word = self.b.load(at, align=alignment(cell))
        return with_bits(self.b.sext(word, I64), count) if cell.width < 64 else with_bits(word, count, cell)

    def all_cells(self, cells: Cells) -> list[Value]:
        return [self.cell(cells, place) for place in range(cells.dims[0])]

    def set_cell(self, cells: Cells, place: Value, value: Value) -> None:
        """Write an element of the first level, in memory that nothing else reads yet."""
        if len(cells.dims) > 1:
            self.copy(self.address(cells, place), self.as_cells(value, cells.dims[1:], cells.cell))
            return
        if not is_number(value):
            self.refuse(NUMBER_WANTED)
        kind = cells.cell
        if isinstance(value, int) and holds(kind, [int(value)]):
            small: Any = ir.Constant(kind, word(int(value)) if kind == I64 else int(value))
        elif getattr(value, "type", None) == I1:
            small = self.b.zext(value, kind)
        else:
            number = self.exact(value)
            if number.type == F64:
                self.refuse(NUMBER_WANTED)
            differ = kind.width == WORD_BITS and is_set(number) != isinstance(kind, SetType)
            narrower = kind.width < number.type.width or differ
            small = self.narrowed(number, kind, CellTooNarrow) if narrower else self.fit(number, kind)
        self.b.store(small, self.address(cells, place), align=alignment(cells.cell))

    # put

    def put(self, cells: Value, place: Value, value: Value) -> Value:
        """Return a row with another number at a place."""
        if isinstance(cells, tuple):
            cells = self.wide_table(cells) or Record(None, list(cells))
        if isinstance(cells, Record):  # a row in registers: choose each cell
            at = self.wrapped(self.place(place), len(cells.parts))
            self.fail_if(self.b.icmp_unsigned(">=", at, word_of(len(cells.parts))), IndexError, INDEX_ERROR)
            chosen = []
            for number, part in enumerate(cells.parts):
                kind = self.common(value, part)
                new, old = self.fit(value, kind), self.fit(part, kind)
                here = self.b.select(self.b.icmp_signed("==", at, word_of(number)), new, old)
                chosen.append(with_bits(here, None, kind))
            return Record(cells.cls, chosen)
        if not isinstance(cells, Cells):
            self.refuse(ROW_WANTED, dims="…")
        cells = self.with_room(cells)
        made = self.buffer(cells.dims, cells.cell)
        self.copy(made.pointer, cells)
        self.set_cell(made, place, value)
        return made

    def with_room(self, cells: Cells) -> Cells:
        """Return a row whose cells are at least as wide as in the rows of positions. Only parts of constant tuples have
        narrower cells. If a number does not fit a cell, the program is compiled again with wider cells for all other
        rows.
        """
        bits = self.program.options.cell_bits
        return cells if cells.cell.width >= bits else self.as_cells(cells, cells.dims, ir.IntType(bits))

    def wide_table(self, cells: tuple[Any, ...]) -> Cells | None:
        """Return a constant tuple as a row whose cells are at least as wide as those of other rows; None if it is
        uneven.
        """
        if dims_of(cells) is None:
            return None
        small = table_cell(leaves(cells))
        cell = small if small.width >= self.program.options.cell_bits else ir.IntType(self.program.options.cell_bits)
        long = any(map(self.program.is_long, leaves(cells)))
        return self.program.table(cells, self.program.wide if long else cell)

    def put_own(self, name: str, node: Any) -> bool:
        """Lower ``name = put(...)`` in the name's own memory. Return False if that is impossible."""
        first, *rest = node.args
        slot = self.scope.slots.get(name)
        if not self.program.options.share or not self.scope.ownership.owns(name):
            return False
        if self.value(node.func) is not put_text:
            return False
        if is_put(first):
            if any(isinstance(part, ast.Name) and part.id == name for each in rest for part in ast.walk(each)):
                return False
            if not self.put_own(name, first):
                return False
            slot = self.scope.slots[name]
            source = self.read(slot)
        else:
            source = self.value(first)
            if not isinstance(source, Cells):
                return False
            source = self.with_room(source)
        place, value = (self.value(each) for each in rest)
        if slot is None:
            slot = self.scope.slots[name] = self.new_slot(source, name)
        if not isinstance(slot, OwnSlot):
            return False
        own = slot.cells
        if own.shape != source.shape:
            return False
        if isinstance(value, Cells) and value.origin != FIXED:
            value = self.copied(value)
        if source.pointer is not own.pointer:
            if source.origin in (own.origin, "mixed"):
                return False
            self.copy(own.pointer, source)
        self.set_cell(own, place, value)
        if name in self.scope.flags:
            self.b.store(ir.Constant(I1, 1), self.scope.flags[name])
        return True


def _cells_of(value: Value) -> list[Any]:
    """Return the LLVM types of the numbers in a value."""
    if isinstance(value, Cells):
        return [value.cell]
    if is_number(value):
        return argument_types(shape_of(value))
    return [cell for part in parts_of(value) or [] for cell in _cells_of(part)]


def alignment(cell: Any) -> int:
    """Return the alignment of the numbers of a row in bytes. A set is aligned as a word, as Python stores it among
    words.
    """
    return min(int(cell.width) // 8, WORD_BYTES)
