"""Expressions: each method lowers one kind of node of Python's syntax tree to a value."""

from __future__ import annotations

import ast
import enum
import inspect
import types
from abc import abstractmethod
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from llvmlite import ir

from plyground.native.names import as_constant
from plyground.native.refusals import (
    NEITHER,
    NO_LENGTH,
    NO_SUCH_CALL,
    NOT_COMPARED,
    NOT_COMPILED,
    NUMBER_WANTED,
    STATEMENTS,
    TWO_KINDS,
)
from plyground.native.rows import INDEX_ERROR, Rows
from plyground.native.shapes import (
    F64,
    I1,
    I64,
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
    dims_of,
    leaves,
)
from plyground.native.values import (
    FIXED,
    MIXED,
    Array,
    Bound,
    BoundName,
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
    parts_of,
    shape_of,
    table_cell,
    with_bits,
    word_of,
)

TUPLE_METHODS = ("count", "index")
NUMBER_METHODS = ("bit_count", "bit_length")
LIST_METHODS = ("append", "pop", "reverse", "clear")


class Expressions(Rows):
    """Lowers expressions."""

    def value(self, node: Any) -> Value:
        method = getattr(self, f"ex_{type(node).__name__}", self.refuse_node)
        return method(node)

    def refuse_node(self, node: Any) -> Any:
        """Refuse an unsupported part of the language; the error names the nearest supported one."""
        cause = STATEMENTS.get(type(node).__name__)
        if cause is not None:
            self.refuse(cause)
        self.refuse(NOT_COMPILED, text=ast.unparse(node).partition("\n")[0])

    def ex_Constant(self, node: Any) -> Value:
        if isinstance(node.value, (int, float)) or node.value is None:
            return node.value
        self.refuse(NOT_COMPILED, text=ast.unparse(node))

    def ex_Name(self, node: Any) -> Value:
        return self.read_name(node.id)

    def ex_NamedExpr(self, node: Any) -> Value:
        value = self.value(node.value)
        self.assign(node.target.id, value)
        return self.read_name(node.target.id)

    def ex_Tuple(self, node: Any) -> Value:
        parts: list[Value] = []
        for each in node.elts:
            if isinstance(each, ast.Starred):
                more = self.value(each.value)
                inner = self.all_cells(more) if isinstance(more, Cells) else parts_of(more)
                parts += self.refuse_node(node) if inner is None else inner
            else:
                parts.append(self.value(each))
        return Record(None, parts)

    def ex_Set(self, node: Any) -> Value:
        return self.ex_Tuple(node)

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
        if isinstance(owner, tuple) and hasattr(owner, "_fields"):  # a known value of a named tuple
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
            return Cells(self.b.bitcast(at, shape.cell.as_pointer()), shape.dims, shape.cell)
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
            return Array(self.b.inttoptr(word, shape.cell.as_pointer()), shape.cell)
        assert isinstance(shape, (WordShape, SetShape))
        return with_bits(word, None, *shape.arguments())

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
            table = self.program.table(self.module, owner) if isinstance(owner, tuple) else None
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
        tables = [self.program.table(self.module, each, I64) for each in (firsts, numbers)]
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

    # Choices and tests

    def ex_IfExp(self, node: Any) -> Value:
        test = self.truth(self.value(node.test))
        if isinstance(test, bool):
            return self.value(node.body if test else node.orelse)
        return self.either(test, lambda: self.value(node.body), lambda: self.value(node.orelse))

    def either(self, test: Any, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """Return one of two values; only the chosen one is computed."""
        first, second, after = (self.b.append_basic_block() for _each in range(3))
        self.b.cbranch(test, first, second)
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
        for end in ends:
            if isinstance(end[0], tuple):
                self.b.position_at_end(end[1])
                others = [value for value in values if not isinstance(value, tuple)]
                table = self.program.table(self.module, end[0], self._common_cell(values))
                if others:
                    end[0] = self.conform(end[0], shape_of(others[0]))
                else:
                    end[0] = table or Record(type(end[0]) if hasattr(end[0], "_fields") else None, list(end[0]))
                end[1] = self.b.block
        for end, other in (ends, ends[::-1]):
            if isinstance(end[0], Record) and isinstance(other[0], Cells):
                self.b.position_at_end(end[1])
                end[0] = self.conform(end[0], shape_of(other[0]))
                end[1] = self.b.block
        return self._merged(ends, after)

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
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return self.negated(self.truth(value))
        if isinstance(value, (int, float)):
            if isinstance(node.op, ast.USub):
                return -value
            return +value if isinstance(node.op, ast.UAdd) else ~int(value)
        word = self.number(value)
        if isinstance(node.op, ast.UAdd):
            return word
        if word.type == F64:
            return self.b.fneg(word)
        made = self.b.neg(word) if isinstance(node.op, ast.USub) else self.b.not_(word)
        return with_bits(made, None, self.signed_kind(word))

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
            table = self.program.table(self.module, row) if dims and len(dims) == 1 and len(row) > 8 else None
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

    # Operators

    def ex_BinOp(self, node: Any) -> Value:
        return self.operate(node.op, self.value(node.left), self.value(node.right))

    def operate(self, node: Any, left: Value, right: Value) -> Value:
        """Return the result of an operator."""
        tuples = [isinstance(each, (tuple, Record, Cells)) for each in (left, right)]
        if not any(tuples):
            if isinstance(left, Listed) or isinstance(right, Listed):
                self.refuse(NO_LENGTH)
            if not (is_number(left) and is_number(right)):
                self.refuse(NUMBER_WANTED)
            return self.operate_numbers(node, left, right)
        if isinstance(node, ast.Add) and all(tuples):
            return self.joined_rows(left, right)
        if isinstance(node, ast.Mult) and tuples == [True, False]:
            return self.repeated(left, right)
        if isinstance(node, ast.Mult) and tuples == [False, True]:
            return self.repeated(right, left)
        self.refuse(NO_SUCH_CALL, name={"Sub": "-", "BitAnd": "&", "BitOr": "|"}.get(type(node).__name__, "operator"))

    @abstractmethod
    def call(self, function: Any, arguments: list[Value], by_name: dict[str, Value] | None = None) -> Value:
        """Return the result of a function call."""


def _is_flat(row: tuple[Any, ...]) -> bool:
    """Return True for a row of words."""
    return all(isinstance(each, int) and -(1 << 63) <= each < 1 << 63 for each in row)
