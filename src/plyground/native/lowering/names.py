"""Names: assignment and reading of local variables, parameters and constants."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import I1, I64, argument_types, cell_type
from plyground.native.lowering.scope import (
    IN_MEMORY,
    AddressSlot,
    KnownSlot,
    NumberSlot,
    OwnSlot,
    RecordSlot,
    RegisterSlot,
    Scope,
    SharedSlot,
    StretchSlot,
)
from plyground.native.lowering.values import (
    FIXED,
    MIXED,
    TEMPORARY,
    Array,
    Bound,
    Cells,
    Enumerated,
    Handed,
    Range,
    Record,
    Stretch,
    Value,
    flat,
    from_words,
    is_number,
    kept_with,
    natural_bits,
    parts_of,
    shape_of,
    span_of,
    with_bits,
)
from plyground.native.refusals import NOT_KNOWN, TWO_KINDS, WRONG_COUNT
from plyground.native.shapes import (
    ROW_LENGTH,
    SMALL_BITS,
    WORD,
    WORD_BITS,
    RecordShape,
    RowShape,
    Shape,
    dims_of,
    fits,
    joined,
    leaves,
)
from plyground.native.text.ownership import is_assigned_in


class Names(Frame):
    """Lowers the assignment and the reading of names."""

    def bind(self, scope: Scope, values: Sequence[Value], by_name: dict[str, Value] | None = None) -> None:
        """Give the parameters of a text their values."""
        parameters = scope.source.parameters
        given = dict(zip(parameters, values, strict=False))
        defaults = scope.function.__defaults__ or ()
        positional = scope.function.__code__.co_argcount
        known = dict(zip(parameters[positional - len(defaults) : positional], defaults, strict=True))
        known |= scope.function.__kwdefaults__ or {}
        for name, value in (by_name or {}).items():
            if name in given or name not in parameters:
                self.refuse(NOT_KNOWN, name=name)
            given[name] = value
        missing = [name for name in parameters if name not in given and name not in known]
        if missing or len(values) > len(parameters):
            count = len(values) + len(by_name or {})
            self.refuse(WRONG_COUNT, name=scope.function.__name__, wanted=len(parameters), count=count)
        outer, self.scope = self.scope, scope
        for name in scope.source.unsure - set(parameters):
            scope.flags[name] = self.slot(I1)
            self.b.store(ir.Constant(I1, 0), scope.flags[name])
        for name in parameters:
            self.bind_name(name, given.get(name, known.get(name)), self.node)
        self.scope = outer

    def bind_name(self, name: str, value: Value, asked: Any = None) -> None:
        """Give a name its value: in registers if it has only this value, else by an assignment."""
        value = self.settled(value)
        if self.scope is self.home and self.scope.has_one_value(name) and _needs_no_memory(value):
            self.scope.slots[name] = RegisterSlot(self._in_registers(value))
        else:
            self.assign(name, value, asked)

    def _in_registers(self, value: Value) -> Value:
        """Return a value that can be read again and again, with whole numbers as words."""
        if isinstance(value, Record):
            return Record(value.cls, [self._in_registers(part) for part in value.parts])
        if isinstance(value, (int, float)):
            return flat(value)[0]
        return self.fit(value, argument_types(shape_of(value))[0]) if is_number(value) else value

    def assign(self, name: str, value: Value, asked: Any = None) -> None:
        """Emit the assignment of a value to a name. If the name is a parameter of a generator, ``asked`` is the loop
        over that generator.
        """
        scope = self.scope
        value = self.settled(value)
        slot = scope.slots.get(name)
        again = scope.ownership.count.get(name, 0) > 1
        if isinstance(value, tuple) and again:
            value = self._in_memory(name, value, slot)
        is_known = not (isinstance(value, IN_MEMORY) or is_number(value))
        same = is_known and isinstance(slot, KnownSlot) and slot.value is value
        differs = slot is not None and (is_known or isinstance(slot, KnownSlot)) and not same
        if again and differs and not self._is_certain():
            self.refuse(TWO_KINDS)
        if name in scope.flags:
            self.b.store(ir.Constant(I1, 1), scope.flags[name])
        if not is_known:
            if isinstance(slot, NumberSlot) and slot.early and not is_number(value):
                self.program.hint((scope.function, name), shape_of(value))
            if slot is None or isinstance(slot, KnownSlot):
                slot = scope.slots[name] = self.new_slot(value, name)
            self.store(slot, value, name, asked)
        elif isinstance(value, (Bound, Range, Enumerated)):
            scope.slots[name] = KnownSlot(self._kept(value))
        else:
            scope.slots[name] = KnownSlot(value)

    def _in_memory(self, name: str, value: Any, slot: Any) -> Value:
        """Return a known tuple as a row or in registers, for a name that is assigned more than once."""
        dims = dims_of(value)
        if isinstance(slot, (OwnSlot, SharedSlot)):
            shape = slot.cells.shape if isinstance(slot, OwnSlot) else slot.shape
            self._hint_row(name, shape, value)
            return self.as_cells(value, shape.dims, cell_type(shape))
        if dims and math.prod(dims) >= ROW_LENGTH and not isinstance(slot, RecordSlot):
            bits = self.program.options.cell_bits
            bits = bits if fits(bits, leaves(value)) else 64
            return self.as_cells(value, dims, ir.IntType(bits))
        return Record(type(value) if hasattr(value, "_fields") else None, list(value))

    def _is_certain(self) -> bool:
        """Return True if the current statement runs exactly once in each run of its text."""
        return any(self.node is each for each in self.scope.source.tree.body)

    def _kept(self, value: Value) -> Value:
        """Return a part of a known value in a form that can be read anywhere later: in registers or in a slot."""
        if isinstance(value, (*IN_MEMORY, ir.Value)):
            slot = self.new_slot(value)
            self.store(slot, value)
            return slot
        if isinstance(value, Bound):
            return Bound(value.function, [self._kept(each) for each in value.arguments])
        if isinstance(value, Range):
            return Range(self._kept(value.first), self._kept(value.last), self._kept(value.step))
        if isinstance(value, Enumerated):
            return Enumerated(self._kept(value.over), self._kept(value.start))
        return value

    def new_slot(self, value: Value, name: str = "") -> Any:
        """Return memory for the values of a name: this one, and others found in an earlier round of compilation."""
        return self._slot_for(value, name, self.program.hints.names.get((self.scope.function, name)))

    def _slot_for(self, value: Value, name: str, hint: Shape | None) -> Any:
        """Return memory for a value of a name, or for a part of its tuple."""
        if isinstance(value, Record):
            hints: Sequence[Shape | None] = (None,) * len(value.parts)
            if isinstance(hint, RecordShape) and len(hint.parts) == len(value.parts):
                hints = hint.parts
            parts = [self._slot_for(part, name, each) for part, each in zip(value.parts, hints, strict=True)]
            return RecordSlot(value.cls, parts)
        if isinstance(value, Stretch):
            return StretchSlot(self.slot(value.pointer.type), self.slot(I64))
        if isinstance(value, (Array, Handed)):
            return AddressSlot(self.slot(value.pointer.type), value)
        if isinstance(value, Cells):
            held = value.shape
            if isinstance(hint, RowShape) and hint.dims == held.dims and hint.bits > held.bits:
                held = hint
            if self.scope.ownership.owns(name):
                own = self._own_memory(held)
                own.origin = (self.scope, name)
                return OwnSlot(own)
            return SharedSlot(self.slot(cell_type(held).as_pointer()), held, name)
        if not is_number(value):
            return KnownSlot(value)
        shape = shape_of(value) if hint is None else joined(hint, shape_of(value))
        if shape is None:
            self.refuse(TWO_KINDS)
        count = natural_bits(value)
        once = self.scope.ownership.count.get(name) == 1
        bounded = once and (self.scope.function, name) not in self.program.hints.unbounded
        known = count if bounded and count is not None and count <= SMALL_BITS else None
        span = span_of(value) if bounded and shape == WORD else WORD_BITS
        return NumberSlot(self.slot(argument_types(shape)[0]), bits=known, span=span if span <= SMALL_BITS else None)

    def _own_memory(self, held: RowShape) -> Cells:
        if self.scope is self.home and self.program.options.share:
            for place, (shape, out) in enumerate(self.free_outs):
                if shape == held:
                    del self.free_outs[place]
                    return Cells(out, held.dims, cell_type(held))
        return Cells(self.slot(cell_type(held), held.size), held.dims, cell_type(held))

    def store(self, slot: Any, value: Value, name: str = "", asked: Any = None) -> None:
        """Put a value into a slot."""
        if name and _needs_more_room(slot, value):
            self._hint_both(name, slot, value)
        if isinstance(slot, NumberSlot):
            if not is_number(value):
                self.refuse(TWO_KINDS)
            count = natural_bits(value)
            wider = slot.bits is not None and (count is None or count > slot.bits)
            if wider or (slot.span is not None and span_of(value) > slot.span):
                self.program.unbound((self.scope.function, name))
            self.b.store(self.fit(value, slot.pointer.type.pointee), slot.pointer)
        elif isinstance(slot, RecordSlot):
            parts = self.all_cells(value) if isinstance(value, Cells) else parts_of(value)
            if parts is None or len(parts) != len(slot.parts):
                self.refuse(TWO_KINDS)
            for each, part in zip(slot.parts, parts, strict=True):
                self.store(each, part, asked=asked)
        elif isinstance(slot, AddressSlot):
            if type(value) is not type(slot.value):
                self.refuse(TWO_KINDS)
            self.b.store(value.pointer, slot.pointer)
        elif isinstance(slot, StretchSlot):
            if not isinstance(value, Stretch):
                self.refuse(TWO_KINDS)
            self.b.store(value.pointer, slot.pointer)
            self.b.store(value.length, slot.length)
        elif isinstance(slot, OwnSlot):
            self._hint_row(name, slot.cells.shape, value)
            value = self.as_cells(value, slot.cells.dims, slot.cells.cell)
            if value.pointer is not slot.cells.pointer:
                self.copy(slot.cells.pointer, value)
        elif isinstance(slot, SharedSlot):
            self._hint_row(name, slot.shape, value)
            self._share(slot, self.as_cells(value, slot.shape.dims, cell_type(slot.shape)), asked)
        elif slot.value != value:
            self.refuse(TWO_KINDS)

    def _hint_both(self, name: str, slot: Any, value: Value) -> None:
        """Compile again with memory for both the present and the new value of a name, if one shape fits both."""
        shape = kept_with(shape_of(self.read(slot)), value)
        if shape is not None:
            self.program.hint((self.scope.function, name), shape)

    def _hint_row(self, name: str, held: RowShape, value: Value) -> None:
        """Compile again with a wider row for a name whose first value is part of a constant and whose later values are
        not.
        """
        bits = self.program.options.cell_bits
        if name and held.bits < bits:
            shape = joined(held, shape_of(value), bits)
            if shape not in (None, held):
                self.program.hint((self.scope.function, name), shape)

    def _share(self, slot: SharedSlot, cells: Cells, asked: Any) -> None:
        """Store the address of a row for a name; the address of a copy, if the row may change while the name is
        read.
        """
        origin = cells.origin
        if isinstance(origin, tuple):
            scope, name = origin
            if (asked is not None and not is_assigned_in(name, asked)) or (
                scope is self.scope and scope.ownership.is_final(name, self.node)
            ):
                origin = FIXED
            else:
                cells = self.copied(cells)
                origin = cells.origin
        if origin == MIXED:
            cells = self.copied(cells)
            origin = cells.origin
        if origin == TEMPORARY:
            if self.scope.ownership.count.get(slot.name, 1) > 1:
                cells = self.copied(cells)
            slot.temporary = True
        self.b.store(cells.pointer, slot.pointer)

    def read(self, slot: Any) -> Value:
        """Return the value in a slot."""
        if isinstance(slot, NumberSlot):
            return with_bits(self.b.load(slot.pointer), slot.bits, slot.pointer.type.pointee, span=slot.span)
        if isinstance(slot, RecordSlot):
            return Record(slot.cls, [self.read(part) for part in slot.parts])
        if isinstance(slot, AddressSlot):
            pointer = self.b.load(slot.pointer)
            value = slot.value
            return Array(pointer, value.cell) if isinstance(value, Array) else Handed(value.shape, pointer)
        if isinstance(slot, StretchSlot):
            return Stretch(self.b.load(slot.pointer), self.b.load(slot.length))
        if isinstance(slot, OwnSlot):
            return slot.cells
        if isinstance(slot, SharedSlot):
            origin = (self.scope, slot.name) if slot.temporary else FIXED
            return Cells(self.b.load(slot.pointer), slot.shape.dims, cell_type(slot.shape), origin)
        if isinstance(slot, RegisterSlot):
            return slot.value
        if isinstance(slot, KnownSlot):
            return self.read(slot.value) if isinstance(slot.value, (Bound, Range, Enumerated)) else slot.value
        if isinstance(slot, Bound):
            return Bound(slot.function, [self.read(each) for each in slot.arguments])
        if isinstance(slot, Range):
            return Range(self.read(slot.first), self.read(slot.last), self.read(slot.step))
        if isinstance(slot, Enumerated):
            return Enumerated(self.read(slot.over), self.read(slot.start))
        return slot

    def read_name(self, name: str) -> Value:
        """Return the value of a name; compiled code raises UnboundLocalError if it may have none yet."""
        scope = self.scope
        if name in scope.flags:
            test = self.b.not_(self.b.load(scope.flags[name]))
            self.fail_if(test, UnboundLocalError, f"cannot access local variable '{name}'")
        if name in scope.slots:
            return self.read(scope.slots[name])
        if name in scope.source.locals:  # assigned in a later line
            shape = self.program.hints.names.get((scope.function, name), WORD)
            words = [ir.Constant(kind, ir.Undefined) for kind in argument_types(shape)]
            slot = scope.slots[name] = self.new_slot(from_words(shape, words), name)
            if isinstance(slot, NumberSlot):
                slot.early = True
            return self.read(slot)
        try:
            return as_constant(scope.look_up(name))
        except KeyError:
            self.refuse(NOT_KNOWN, name=name)


def _needs_no_memory(value: Value) -> bool:
    """Return True for a number, an address of an array or of a named tuple, and for tuples of these."""
    if isinstance(value, Record):
        return all(map(_needs_no_memory, value.parts))
    return isinstance(value, (Array, Handed)) or is_number(value)


def _needs_more_room(slot: Any, value: Value) -> bool:
    """Return True if a number, or a number in a tuple, has a wider type than its memory: a set or a float."""
    if isinstance(slot, NumberSlot) and is_number(value):
        held = shape_of(ir.Constant(slot.pointer.type.pointee, 0))
        return kept_with(held, value) not in (None, held)
    parts = parts_of(value) if isinstance(slot, RecordSlot) and isinstance(value, (Record, tuple)) else None
    return parts is not None and len(parts) == len(slot.parts) and any(map(_needs_more_room, slot.parts, parts))


def as_constant(value: Any) -> Any:
    """Return a value of Python as a constant of the compiler: lists, ranges and sets of numbers become tuples."""
    if isinstance(value, (list, range)):
        return tuple(map(as_constant, value))
    if isinstance(value, (set, frozenset)) and all(isinstance(each, int) for each in value):
        return tuple(sorted(value))
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)  # converts an IntEnum to its number
    if type(value) is tuple:
        if {int}.issuperset(map(type, value)):
            return value  # the same object, so that its table is made only once
        parts = tuple(map(as_constant, value))
        return value if all(map(operator.is_, parts, value)) else parts
    return value
