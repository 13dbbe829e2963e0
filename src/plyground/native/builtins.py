"""The functions of Python and of :mod:`plyground.core.bits` that compiled code knows, and generator expressions."""

from __future__ import annotations

import ast
import copy
import inspect
import math
from abc import abstractmethod
from typing import Any

from llvmlite import ir

from plyground.core import bits
from plyground.core.position import ratio
from plyground.native.calls import COUNT_BITS, Calls
from plyground.native.conversions import TOO_LARGE
from plyground.native.refusals import NO_LENGTH, NO_SUCH_CALL, NUMBER_WANTED
from plyground.native.scope import KnownSlot
from plyground.native.shapes import F64, I1, I64, RESIDUE64, SIGN, WORD_BITS, SetType, dims_of
from plyground.native.values import (
    Cells,
    Enumerated,
    Handed,
    Listed,
    Range,
    Record,
    Stretch,
    Value,
    is_number,
    is_residue,
    is_set,
    is_wide,
    is_word,
    losses_of,
    natural_bits,
    parts_of,
    span_of,
    with_bits,
    word_of,
)

FLOAT_FUNCTIONS = {math.sqrt: "llvm.sqrt", math.log: "llvm.log", math.exp: "llvm.exp"}
FOLDED = (any, all, sum)
"""Functions of a generator expression that become a loop."""


class Builtins(Calls):
    """Lowers calls of built-in functions."""

    def built_in(self, function: Any, arguments: list[Value], by_name: dict[str, Value]) -> list[Value] | None:
        if isinstance(function, (list, dict, set)):
            return None
        if function in FLOAT_FUNCTIONS:
            return [self._of_float(function, arguments, by_name)]
        if function not in METHODS:
            return None
        method = getattr(self, METHODS[function])
        try:
            inspect.signature(method).bind(*arguments, **by_name)
        except TypeError:
            self.refuse(NO_SUCH_CALL, name=function.__name__)
        return [method(*arguments, **by_name)]

    def _of_float(self, function: Any, arguments: list[Value], by_name: dict[str, Value]) -> Value:
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
        number = self.exact(cells)
        if is_wide(number):
            negative = self.b.icmp_signed("<", number, ir.Constant(number.type, 0))
            number = self.b.select(negative, self.b.and_(number, ir.Constant(number.type, bits.WORD)), number)
        return with_bits(self._word(self.b.ctpop(number)), COUNT_BITS)

    def bi_lowest(self, cells: Value) -> Value:
        if isinstance(cells, int) and cells:
            return bits.lowest(cells)
        return with_bits(self._word(self.b.cttz(self.exact(cells), ir.Constant(I1, 1))), COUNT_BITS)

    def bi_highest(self, cells: Value) -> Value:
        if isinstance(cells, int):
            return bits.highest(cells)
        word = self._word(self.number(cells))
        return self.b.sub(word_of(63), self.b.ctlz(word, ir.Constant(I1, 0)))

    def bi_shift_right(self, cells: Value, places: Value) -> Value:
        if isinstance(cells, int) and isinstance(places, int):
            return bits.shift_right(cells, places)
        word = self._word(self.number(cells))
        moved = self.b.lshr(word, self.index(places))
        if self.program.wide != I64 and not (isinstance(places, int) and places > 0):
            return self.b.zext(moved, self.program.wide)  # it may have cell 63
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

    # Rows and lists

    def bi_len(self, value: Value) -> Value:
        if isinstance(value, (Listed, Stretch)):
            return self.length_of(value)
        if isinstance(value, Cells):
            return value.dims[0]
        if isinstance(value, Handed):
            return len(value.shape.parts)
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
        found: Any = False
        for part in self._all_parts(row, "any"):
            test = self.truth(part)
            found = (
                True
                if test is True
                else found
                if test is False
                else test
                if found is False
                else self.b.or_(self.bit(found), test)
            )
            if found is True:
                return True
        return found

    def bi_all(self, row: Value) -> Value:
        found: Any = True
        for part in self._all_parts(row, "all"):
            test = self.truth(part)
            found = (
                False
                if test is False
                else found
                if test is True
                else test
                if found is True
                else self.b.and_(self.bit(found), test)
            )
            if found is False:
                return False
        return found

    def _all_parts(self, row: Value, name: str) -> list[Value]:
        parts = self.parts_known(row)
        if parts is None:
            self.refuse(NO_SUCH_CALL, name=name)
        return parts

    def parts_known(self, row: Value) -> list[Value] | None:
        """Return the values of an iterable whose length is known; None for others."""
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

    # Generator expressions and comprehensions

    def of_comprehension(self, function: Any, node: Any) -> list[Value] | None:
        if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
            return None
        made = node.args[0]
        if function in FOLDED and not node.keywords:
            return [self._folded(function, made)]
        if function is tuple:
            return [self._tuple_of(made)]
        if function is list:
            return [self.ex_ListComp(made)]
        return None

    def ex_GeneratorExp(self, node: Any) -> Value:
        """Return the values of a generator expression as a tuple, if their number is known."""
        return self._tuple_of(node)

    def ex_ListComp(self, node: Any) -> Value:
        made = self.new_list(node)
        self.scope.slots[name := f"list {self._number()}"] = KnownSlot(made)
        self._loops(node, lambda inner: [ast.Expr(_call_of(name, "append", inner))])
        return made

    def ex_List(self, node: Any) -> Value:
        made = self.new_list(node)
        for each in node.elts:
            self.list_method("append", made, [self.value(each)])
        return made

    def _number(self) -> int:
        """Return a number for the hidden names of one comprehension."""
        self.hidden = getattr(self, "hidden", 0) + 1
        return self.hidden

    def _folded(self, function: Any, made: Any) -> Value:
        """Return ``any``, ``all`` or ``sum`` of a generator expression: the loops that it stands for."""
        total = f"total {self._number()}"

        def name_of(context: Any) -> Any:
            return ast.Name(total, context)

        def body(inner: Any) -> list[Any]:
            if function is sum:
                return [ast.AugAssign(name_of(ast.Store()), ast.Add(), inner)]
            test = inner if function is any else ast.UnaryOp(ast.Not(), inner)
            found = ast.Assign([name_of(ast.Store())], ast.Constant(int(function is any)))
            return [ast.If(test, [found, ast.Break()], [])]

        self.assign(total, int(function is all))
        stop = (
            None
            if function is sum
            else ast.Compare(name_of(ast.Load()), [ast.Eq()], [ast.Constant(int(function is any))])
        )
        self._loops(made, body, stop)
        found = self.read(self.scope.slots[total])
        return found if function is sum else self.truth(found)

    def _loops(self, made: Any, body_of: Any, stop: Any = None) -> None:
        """Lower the loops of a comprehension, with ``body_of(element)`` in the innermost one."""
        number = self._number()
        own = {
            part.id: f"{part.id} {number}"
            for each in made.generators
            for part in ast.walk(each.target)
            if isinstance(part, ast.Name)
        }
        rename = _Renamed(own)
        body = body_of(rename.visit(copy.deepcopy(made.elt)))
        for place, each in reversed(list(enumerate(made.generators))):
            for test in reversed(each.ifs):
                body = [ast.If(rename.visit(copy.deepcopy(test)), body, [])]
            over = copy.deepcopy(each.iter) if place == 0 else rename.visit(copy.deepcopy(each.iter))
            if stop is not None and place < len(made.generators) - 1:
                body = [*body, ast.If(stop, [ast.Break()], [])]
            body = [ast.For(rename.visit(copy.deepcopy(each.target)), over, body, [])]
        for each in body:
            for part in ast.walk(each):
                ast.copy_location(part, made)
        node = self.node
        self.block(body)
        self.node = node

    def _tuple_of(self, made: Any) -> Value:
        """Return a tuple with one value for each of a row whose length is known."""
        (each, *more) = made.generators
        if more or each.ifs:
            self.refuse(NO_LENGTH)
        over = self.value(each.iter)
        parts = self.parts_known(over)
        if parts is None:
            self.refuse(NO_LENGTH)
        number = self._number()
        own = {part.id: f"{part.id} {number}" for part in ast.walk(each.target) if isinstance(part, ast.Name)}
        rename = _Renamed(own)
        target, element = rename.visit(copy.deepcopy(each.target)), rename.visit(copy.deepcopy(made.elt))
        for part in (*ast.walk(target), *ast.walk(element)):
            ast.copy_location(part, made)
        values = []
        for part in parts:
            self.to(target, part)
            value = self.value(element)
            if isinstance(value, Cells) and value.origin != "fixed":
                value = self.copied(value)
            values.append(value)
        whole = tuple(values)
        return whole if dims_of(whole) else Record(None, values)

    # Methods that other parts of the lowering define

    @abstractmethod
    def to(self, target: Any, value: Value) -> None:
        """Assign a value to a target."""

    @abstractmethod
    def each(self, over: Value, body: Any) -> None:
        """Lower a body for each value of an iterable."""


class _Renamed(ast.NodeTransformer):
    """Renames the variables of a comprehension, because it has its own scope."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def _call_of(name: str, method: str, argument: Any) -> Any:
    return ast.Call(ast.Attribute(ast.Name(name, ast.Load()), method, ast.Load()), [argument], [])


METHODS: dict[Any, str] = {
    bits.count: "bi_count", bits.lowest: "bi_lowest", bits.highest: "bi_highest", bits.shift_right: "bi_shift_right", bits.word: "bi_word",
    bits.put: "bi_put", min: "bi_min", max: "bi_max", abs: "bi_abs", int: "bi_int", float: "bi_float",
    ratio: "bi_ratio",
    bool: "bi_bool", divmod: "bi_divmod", pow: "bi_pow", len: "bi_len", sum: "bi_sum", any: "bi_any", all: "bi_all",
    tuple: "bi_tuple", list: "bi_list", sorted: "bi_sorted", reversed: "bi_reversed", range: "bi_range",
    zip: "bi_zip", enumerate: "bi_enumerate", iter: "bi_iter", isinstance: "bi_isinstance",
}  # fmt: skip
"""The method that lowers each function."""
