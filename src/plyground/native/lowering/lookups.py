"""Attributes and indexes: fields, methods and constants by name, elements by place."""

from __future__ import annotations

import ast
import enum
import inspect
import types
from abc import abstractmethod
from itertools import accumulate
from typing import Any

from llvmlite import ir

from plyground.native.lowering.choices import Choices
from plyground.native.lowering.llvm_types import F64, I1, I64, argument_types, cell_type
from plyground.native.lowering.names import as_constant
from plyground.native.lowering.rows import INDEX_ERROR
from plyground.native.lowering.values import (
    Array,
    Bound,
    BoundName,
    Cells,
    Handed,
    Listed,
    Record,
    Stretch,
    Value,
    is_number,
    parts_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import (
    NEITHER,
    NUMBER_WANTED,
    STATEMENTS,
)
from plyground.native.shapes import (
    WORD_BITS,
    ArrayShape,
    FloatShape,
    HandedShape,
    RecordShape,
    RowShape,
    SetShape,
    Shape,
    WideShape,
    WordShape,
)

TUPLE_METHODS = ("count", "index")
NUMBER_METHODS = ("bit_count", "bit_length")
LIST_METHODS = ("append", "pop", "reverse", "clear")


class Lookups(Choices):
    """Lowers attributes and indexes."""

    # Attributes

    def ex_Attribute(self, node: Any) -> Value:
        return self.attribute(self.value(node.value), node.attr)

    def attribute(self, owner: Value, name: str) -> Value:
        """Return ``owner.name``."""
        if isinstance(owner, Handed) or (isinstance(owner, Record) and owner.cls is not None):
            cls = owner.shape.cls if isinstance(owner, Handed) else owner.cls
            if name in cls._fields:
                place = cls._fields.index(name)
                return owner.parts[place] if isinstance(owner, Record) else self.field(owner, place)
            return self._of_class(cls, name, owner)
        if isinstance(owner, tuple) and hasattr(owner, "_fields"):  # a named tuple that is known while compiling
            if name in owner._fields:
                return as_constant(getattr(owner, name))
            return self._of_class(type(owner), name, Record(type(owner), list(map(as_constant, owner))))
        if isinstance(owner, Listed) and name in LIST_METHODS:
            return BoundName(name, owner)
        if isinstance(owner, (Cells, Record, tuple)) and name in TUPLE_METHODS:
            return BoundName(name, owner)
        if is_number(owner) and name in NUMBER_METHODS:
            return BoundName(name, owner)
        if isinstance(owner, (types.ModuleType, type)):
            try:
                return as_constant(getattr(owner, name))
            except AttributeError:
                pass
        if isinstance(owner, enum.Enum) and name in ("value", "name"):
            return as_constant(getattr(owner, name))
        self.refuse(NEITHER, name=name)

    def _of_class(self, cls: Any, name: str, owner: Value) -> Value:
        """Return a method, property or constant of a class."""
        found = inspect.getattr_static(cls, name, None)
        if name == "_replace":
            return BoundName("_replace", owner)
        if isinstance(found, property):
            return self.call(found.fget, [owner])
        if isinstance(found, staticmethod):
            return found.__func__
        if isinstance(found, classmethod):
            return Bound(found.__func__, [cls])
        if inspect.isfunction(found):
            return Bound(found, [owner])
        if found is not None and isinstance(as_constant(found), (int, float, tuple, enum.Enum)):
            return as_constant(found)
        self.refuse(NEITHER, name=name)

    def field(self, owner: Handed, place: int) -> Value:
        """Return a field of a named tuple that is passed by address."""
        parts = owner.shape.parts
        start = sum(part.words() for part in parts[:place])
        return self.load(parts[place], self.b.gep(owner.pointer, [word_of(start)]))

    def load(self, shape: Shape, at: Any) -> Value:
        """Return the value at an address in the words of a named tuple. It never changes, so it is loaded once."""
        if isinstance(shape, RowShape):
            return Cells(self.b.bitcast(at, cell_type(shape).as_pointer()), shape.dims, cell_type(shape))
        if isinstance(shape, RecordShape):
            if shape.cls is not None:
                return Handed(shape, at)
            parts, start = [], 0
            for part in shape.parts:
                parts.append(self.load(part, self.b.gep(at, [word_of(start)])))
                start += part.words()
            return Record(None, parts)
        if isinstance(shape, HandedShape):
            return Handed(shape.record, at)
        if isinstance(shape, WideShape):
            at = self.b.bitcast(at, ir.IntType(shape.bits).as_pointer())
            loaded = self.b.load(at)
            loaded.align = WORD_BITS // 8
            return self._unchanging(loaded)
        if isinstance(shape, FloatShape):
            return self._unchanging(self.b.load(self.b.bitcast(at, F64.as_pointer())))
        word = self._unchanging(self.b.load(at))
        if isinstance(shape, ArrayShape):
            return Array(self.b.inttoptr(word, cell_type(shape).as_pointer()), cell_type(shape))
        assert isinstance(shape, (WordShape, SetShape))
        return with_bits(word, None, *argument_types(shape))

    def _unchanging(self, load: Any) -> Any:
        load.set_metadata("invariant.load", self.module.add_metadata([]))
        return load

    # Indexes

    def ex_Subscript(self, node: Any) -> Value:
        owner = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            return self.slice(owner, node.slice)
        return self.item(owner, self.value(node.slice))

    def item(self, owner: Value, place: Value) -> Value:
        """Return ``owner[place]``."""
        if isinstance(place, float):
            self.refuse(NUMBER_WANTED)
        if isinstance(owner, dict):
            self.refuse(STATEMENTS["Dict"])
        if isinstance(owner, Cells):
            return self.cell(owner, place)
        parts = parts_of(owner)
        if parts is not None:
            if isinstance(place, int):
                if not -len(parts) <= place < len(parts):
                    self.fail_if(ir.Constant(I1, 1), IndexError, INDEX_ERROR)
                    return parts[0] if parts else 0
                return parts[place]
            table = self.program.table(owner) if isinstance(owner, tuple) else None
            if table is not None:
                return self.cell(table, place)
            stretches = isinstance(owner, tuple) and all(type(part) is tuple and _is_flat(part) for part in owner)
            return self._stretch(parts, place) if stretches else self._chosen(parts, place)
        if isinstance(owner, Array):
            return self.loaded_number(self.b.gep(owner.pointer, [self.place(place)]), owner.cell)
        if isinstance(owner, Listed):
            return self.b.load(self.list_address(owner, place))
        if isinstance(owner, Stretch):
            at = self.wrapped(self.place(place), owner.length)
            self.fail_if(self.b.icmp_unsigned(">=", at, owner.length), IndexError, INDEX_ERROR)
            return self.b.load(self.b.gep(owner.pointer, [at]))
        self.refuse(NUMBER_WANTED)

    def loaded_number(self, at: Any, cell: Any) -> Any:
        """Return the number at an address of an array."""
        return self.b.load(at) if cell == F64 else self.loaded(at, cell)

    def list_address(self, owner: Listed, place: Value) -> Any:
        """Return the address of a number in a list."""
        used = self.b.load(owner.used)
        at = self.wrapped(self.place(place), used)
        self.fail_if(self.b.icmp_unsigned(">=", at, used), IndexError, "list index out of range")
        return self.b.gep(owner.pointer, [at])

    def _chosen(self, parts: list[Value], place: Value) -> Value:
        """Return one of the parts of a tuple in registers or of an uneven tuple, by a branch for each."""
        if not parts:
            self.fail_if(ir.Constant(I1, 1), IndexError, INDEX_ERROR)
            return 0
        at = self.wrapped(self.place(place), len(parts))
        self.fail_if(self.b.icmp_unsigned(">=", at, word_of(len(parts))), IndexError, INDEX_ERROR)
        if all(is_number(part) for part in parts):
            kind = self.common(*parts)
            row = self.slot(ir.ArrayType(kind, len(parts)))
            for number, part in enumerate(parts):
                self.b.store(self.fit(part, kind), self.b.gep(row, [word_of(0), word_of(number)]))
            return self.b.load(self.b.gep(row, [word_of(0), at]))
        return self._one_of(parts, at, 0)

    def _stretch(self, rows: list[Any], place: Value) -> Stretch:
        """Return one row of a constant tuple of rows with different lengths."""
        at = self.wrapped(self.place(place), len(rows))
        self.fail_if(self.b.icmp_unsigned(">=", at, word_of(len(rows))), IndexError, INDEX_ERROR)
        firsts = tuple(accumulate(map(len, rows), initial=0))
        numbers = tuple(number for row in rows for number in row) or (0,)
        tables = [self.program.table(each, I64) for each in (firsts, numbers)]
        starts, cells = (each.pointer for each in tables if each is not None)
        first = self.b.load(self.b.gep(starts, [at]))
        end = self.b.load(self.b.gep(starts, [self.b.add(at, word_of(1))]))
        return Stretch(self.b.gep(cells, [first]), self.b.sub(end, first))

    def _one_of(self, parts: list[Value], at: Any, first: int) -> Value:
        if len(parts) == 1:
            return parts[0]
        half = len(parts) // 2
        test = self.b.icmp_signed("<", at, word_of(first + half))
        return self.either(
            test, lambda: self._one_of(parts[:half], at, first), lambda: self._one_of(parts[half:], at, first + half)
        )

    @abstractmethod
    def call(self, function: Any, arguments: list[Value], by_name: dict[str, Value] | None = None) -> Value:
        """Return the result of a function call."""


def _is_flat(row: tuple[Any, ...]) -> bool:
    """Return True for a row of words."""
    return all(isinstance(each, int) and -(1 << 63) <= each < 1 << 63 for each in row)
