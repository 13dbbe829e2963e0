"""Calls: of methods, functions and classes of positions, and of functions that pass an iterator or a list on."""

from __future__ import annotations

import ast
import inspect
from abc import abstractmethod
from typing import Any

from llvmlite import ir

from plyground.core.bits import word
from plyground.native.lowering.lists import Lists
from plyground.native.lowering.llvm_types import I1, I32, I64, cell_type, result_types
from plyground.native.lowering.values import (
    ITERABLES,
    Bound,
    BoundName,
    Cells,
    Handed,
    Listed,
    Range,
    Record,
    Value,
    flat,
    from_words,
    is_number,
    is_set,
    shape_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import (
    ITSELF,
    NEITHER,
    NO_SUCH_CALL,
    NO_TEXT,
    NOT_KNOWN,
    TWO_KINDS,
    WRONG_COUNT,
    Refusal,
    WiderFields,
)
from plyground.native.shapes import ROW_LENGTH, IteratorShape, RecordShape, RowShape, Shape
from plyground.native.text.source import NoText

COUNT_BITS = 16
"""Bits of a number of cells, at most."""


class Calls(Lists):
    """Lowers calls."""

    def ex_Call(self, node: Any) -> Value:
        function = self.value(node.func)
        comprehension = self.of_comprehension(function, node)
        if comprehension is not None:
            return comprehension[0]
        arguments: list[Value] = []
        read = self.unchecked if function is word else self.value
        for each in node.args:
            if isinstance(each, ast.Starred):
                more = self.value(each.value)
                inner = (
                    self.all_cells(more)
                    if isinstance(more, Cells)
                    else more.parts
                    if isinstance(more, Record)
                    else more
                )
                arguments += list(inner)
            else:
                arguments.append(read(each))
        by_name = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                self.refuse_node(node)
            by_name[keyword.arg] = self.value(keyword.value)
        return self.call(function, arguments, by_name)

    @abstractmethod
    def of_comprehension(self, function: Any, node: Any) -> list[Value] | None:
        """Return (in a list) the result of a function called with a generator expression; None for other calls."""

    @abstractmethod
    def built_in(self, function: Any, arguments: list[Value], by_name: dict[str, Value]) -> list[Value] | None:
        """Return (in a list) the result of one of Python's built-in functions; None for others."""

    @abstractmethod
    def lay_out(self, call: Bound, on_yield: Any, on_return: Any) -> None:
        """Inline the text of a generator at this place."""

    def call(self, function: Any, arguments: list[Value], by_name: dict[str, Value] | None = None) -> Value:
        by_name = by_name or {}
        if isinstance(function, BoundName):
            return self.method_of(function, arguments, by_name)
        if isinstance(function, Bound):
            function, arguments = function.function, function.arguments + arguments
        found = self.built_in(function, arguments, by_name)
        if found is not None:
            return found[0]
        if isinstance(function, type) and hasattr(function, "_fields"):
            return self.construct(function, arguments, by_name)
        if not inspect.isfunction(function):
            self.refuse(NO_SUCH_CALL, name=getattr(function, "__name__", type(function).__name__))
        if inspect.isgeneratorfunction(function):
            return Bound(function, self._by_place(function, arguments, by_name))
        if by_name:
            arguments = self._by_place(function, arguments, by_name)
        if any(isinstance(each, ITERABLES) for each in arguments):
            return self.lay_in(function, arguments)
        return self._call_function(function, arguments)

    def _by_place(self, function: Any, arguments: list[Value], by_name: dict[str, Value]) -> list[Value]:
        """Return all arguments by position."""
        if not by_name:
            return arguments
        parameters = list(inspect.signature(function, follow_wrapped=False).parameters.values())
        values = list(arguments)
        rest = dict(by_name)
        for parameter in parameters[len(arguments) :]:
            if parameter.name in rest:
                values.append(rest.pop(parameter.name))
            elif parameter.default is not inspect.Parameter.empty:
                values.append(parameter.default)
            else:
                self.refuse(WRONG_COUNT, name=function.__name__, wanted=len(parameters), count=len(values) + len(rest))
        if rest:
            self.refuse(NOT_KNOWN, name=next(iter(rest)))
        return values

    def construct(self, cls: Any, arguments: list[Value], by_name: dict[str, Value]) -> Value:
        """Return a named tuple."""
        given = dict(zip(cls._fields, arguments, strict=False))
        for name, value in by_name.items():
            if name not in cls._fields or name in given:
                self.refuse(NEITHER, name=name)
            given[name] = value
        values = {**cls._field_defaults, **given}
        if len(arguments) > len(cls._fields) or len(values) < len(cls._fields):
            self.refuse(WRONG_COUNT, name=cls.__name__, wanted=len(cls._fields), count=len(given))
        parts = [values[name] for name in cls._fields]
        shapes = self.program.fields.get(cls)
        if shapes is not None:
            fields = zip(cls._fields, parts, shapes, strict=True)
            wider = {name: part for name, part, shape in fields if self.outgrows(part, shape)}
            if wider:
                raise WiderFields(cls, list(wider), wide=self.has_sets(list(wider.values())))
            parts = [self.conform(part, shape) for part, shape in zip(parts, shapes, strict=True)]
        if any(isinstance(part, (*ITERABLES, BoundName)) for part in parts):
            self.refuse_text(self.node)
        return Record(cls, parts)

    def _constant_of(self, function: Any) -> int | None:
        """Return the constant number that a function always returns; None for other functions."""
        try:
            scope = self.open(function)
            constant = scope.source.constant
            found = scope.look_up(constant.id) if isinstance(constant, ast.Name) else getattr(constant, "value", None)
        except (NoText, KeyError):  # the error is reported when the function is lowered
            return None
        return found if isinstance(found, int) else None

    def _call_function(self, function: Any, arguments: list[Value]) -> Value:
        constant = self._constant_of(function)
        if constant is not None:
            return constant
        given, arguments = arguments, [self._argument(each) for each in arguments]
        shapes = tuple(map(shape_of, arguments))
        try:
            result = self.program.result(function, shapes)
            if isinstance(result.shape, IteratorShape):
                return self.lay_in(function, given)
            is_ready = not self.is_draft or self.program.can_be_called(function, shapes, result)
            made = self.program.function(function, shapes) if is_ready else None
        except NoText:
            code = function.__code__
            raise Refusal(NO_TEXT, function, code.co_filename, code.co_firstlineno) from None
        outs = [self.buffer(row.dims, cell_type(row)) for row in result.shape.rows()]
        if made is None:
            self.is_whole = False
            self.fails = self.fails or result.fails
            words = [ir.Constant(kind, ir.Undefined) for kind in result_types(result.shape)]
            return self._result_of(result.shape, words, outs)
        words = [
            word if isinstance(getattr(word, "type", None), ir.PointerType) else self.number(word)
            for each in arguments
            for word in flat(each)
        ]
        words += [each.pointer for each in outs]
        if (function, shapes) in self.program.recursive:
            words.append(word_of(self.program.options.limit) if self.depth is None else self.depth)
        if self.around:
            self.program.repeated.add(made)
        if made is self.made and self.fixed_loops:
            self.program.unrolled.add(made)
        answer = self.b.call(made, words)
        kinds = result.outputs()
        outputs = [answer] if len(kinds) == 1 else [self.b.extract_value(answer, place) for place in range(len(kinds))]
        if result.fails:
            status = outputs.pop()
            fails, goes_on = self.b.append_basic_block(), self.b.append_basic_block()
            self.b.cbranch(self.b.icmp_signed("!=", status, ir.Constant(I32, 0)), fails, goes_on)
            self.b.position_at_end(fails)
            self.leave(status)
            self.b.position_at_end(goes_on)
        return self._result_of(result.shape, outputs, outs)

    def _argument(self, value: Value) -> Value:
        """Return an argument in the form for calls: a known number as a word, a short known tuple in registers."""
        value = self.settled(value)
        if isinstance(value, int):
            return word_of(value)
        if type(value) is tuple and len(value) < ROW_LENGTH and all(isinstance(each, (int, float)) for each in value):
            return Record(None, list(value))
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return Record(type(value), list(value))
        return value

    def _result_of(self, shape: Shape, words: list[Any], outs: list[Cells]) -> Value:
        """Return the result of a call from its words, and from the rows in the memory that it was given."""
        if isinstance(shape, RowShape):
            return outs.pop(0)
        if isinstance(shape, RecordShape):
            return Record(shape.cls, [self._result_of(part, words, outs) for part in shape.parts])
        return from_words(shape, words)

    def lay_in(self, function: Any, arguments: list[Value]) -> Value:
        """Inline a function that takes or returns an iterator or a list."""
        if function in self.laid_out:
            self.refuse(ITSELF)
        try:
            outer, inner = self.scope, self.open(function)
        except NoText:
            code = function.__code__
            raise Refusal(NO_TEXT, function, code.co_filename, code.co_firstlineno) from None
        node, loops, after = self.node, self.loops, self.b.append_basic_block()
        handed_on: list[Value] = []
        slots: list[Any] = []

        def on_return(value: Value) -> None:
            if isinstance(value, Range):
                self._store_range(slots, value)
            elif isinstance(value, ITERABLES):
                if self.node is not inner.source.tree.body[-1]:
                    self.refuse_text(self.node)
                handed_on.append(value)
            else:
                if not slots:
                    slots.append(self.new_slot(value, "return"))
                self.store(slots[0], value, "return")
            self.b.branch(after)

        self.bind(inner, arguments)
        self.laid_out.append(function)
        self.loops, self.scope = [], inner
        inner.on_return = on_return
        self.block(inner.source.tree.body)
        if not self.b.block.is_terminated:
            self.b.branch(after)
        self.scope, self.loops, self.node = outer, loops, node
        self.laid_out.pop()
        self.b.position_at_end(after)
        if handed_on and slots:
            self.refuse(TWO_KINDS)
        return handed_on[0] if handed_on else self.read(slots[0]) if slots else 0

    def _store_range(self, slots: list[Any], value: Range) -> None:
        """Store the range that an inlined function returns; its other returns use the same slots."""
        if not slots:
            first, last = (
                self.new_slot(each, f"return.{name}") for name, each in (("first", value.first), ("last", value.last))
            )
            slots.append(Range(first, last, value.step))
        slot = slots[0]
        if not isinstance(slot, Range) or not isinstance(value.step, int) or slot.step != value.step:
            self.refuse(TWO_KINDS)
        self.store(slot.first, value.first, "return.first")
        self.store(slot.last, value.last, "return.last")

    # Methods of rows, lists and numbers

    def method_of(self, method: BoundName, arguments: list[Value], by_name: dict[str, Value]) -> Value:
        """Return the result of a method of a row, a list or a number."""
        owner, name = method.owner, method.name
        if name == "_replace":
            cls = owner.shape.cls if isinstance(owner, Handed) else owner.cls
            old = [self.attribute(owner, field) for field in cls._fields]
            wrong = [field for field in by_name if field not in cls._fields]
            if wrong:
                self.refuse(NEITHER, name=wrong[0])
            return self.construct(cls, [by_name.get(f, part) for f, part in zip(cls._fields, old, strict=True)], {})
        if by_name:
            self.refuse(NO_SUCH_CALL, name=name)
        if isinstance(owner, Listed):
            return self.list_method(name, owner, arguments)
        if is_number(owner):
            return self._bits_of(name, owner)
        (value,) = arguments
        if isinstance(owner, tuple):
            if isinstance(value, int):
                return getattr(owner, name)(value) if name == "count" or value in owner else self._not_in()
            owner = self.program.table(owner) or Record(None, list(owner))
        if isinstance(owner, Record):
            owner = self.row_of(owner.parts)
        return self.count_in(owner, value) if name == "count" else self.index_in(owner, value)

    def _not_in(self) -> int:
        self.fail_if(ir.Constant(I1, 1), ValueError, "tuple.index(x): x not in tuple")
        return 0

    def _bits_of(self, name: str, value: Value) -> Value:
        if isinstance(value, int):
            return int(getattr(value, name)())
        word = self.no_float(self.exact(value))
        zero = ir.Constant(word.type, 0)
        size = word if is_set(word) else self.b.select(self.b.icmp_signed("<", word, zero), self.b.neg(word), word)
        if name == "bit_count":
            found = self.b.ctpop(size)
        else:
            found = self.b.sub(ir.Constant(word.type, word.type.width), self.b.ctlz(size, ir.Constant(I1, 0)))
        return with_bits(found if found.type == I64 else self.b.trunc(found, I64), COUNT_BITS)
