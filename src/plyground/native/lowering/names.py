"""Names: assignment and reading of local variables, parameters and constants."""

from __future__ import annotations

import ast
import math
import operator
from array import array
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import I1, I64, Kind, argument_types, cell_kind, kind_of
from plyground.native.lowering.numbers.conversions import fit
from plyground.native.lowering.rows import as_cells, conform, load_cells
from plyground.native.lowering.scope import (
    IN_MEMORY,
    AddressSlot,
    KnownSlot,
    ListSlot,
    NumberSlot,
    OptionalSlot,
    OwnSlot,
    RaggedRowSlot,
    RecordSlot,
    RegisterSlot,
    Scope,
    SharedSlot,
    Slot,
)
from plyground.native.lowering.values import (
    FIXED,
    MIXED,
    TEMPORARY,
    Array,
    Bound,
    ByReference,
    Cells,
    Constants,
    Enumerated,
    Lifetime,
    ListBuffer,
    Number,
    Optional,
    RaggedRow,
    Range,
    Record,
    Value,
    bit,
    constant_number,
    from_words,
    is_number,
    kept_with,
    known,
    natural_bits,
    parts_of,
    shape_of,
    span_of,
    word_of,
)
from plyground.native.refusals import FIXED_ARGUMENTS, LIST_KEPT, NOT_KNOWN, TWO_KINDS, WRONG_COUNT
from plyground.native.shapes import (
    NOTHING,
    ROW_LENGTH,
    SMALL_BITS,
    WORD,
    WORD_BITS,
    OptionalShape,
    RecordShape,
    RowShape,
    Shape,
    dims_of,
    fits,
    joined,
    leaves,
)
from plyground.native.text.ownership import is_assigned_in


def bind_arguments(
    frame: Frame, scope: Scope, values: Sequence[Value], by_name: dict[str, Value] | None = None
) -> None:
    """Give the parameters of a text their values."""
    star = scope.source.tree.args.vararg or scope.source.tree.args.kwarg
    if star is not None:
        frame.refuse(FIXED_ARGUMENTS, name=star.arg)
    parameters = scope.source.parameters
    given = dict(zip(parameters, values, strict=False))
    by_place: tuple[object, ...] = scope.function.__defaults__ or ()
    positional = scope.function.__code__.co_argcount
    defaults = dict(zip(parameters[positional - len(by_place) : positional], by_place, strict=True))
    defaults |= scope.function.__kwdefaults__ or {}
    for name, value in (by_name or {}).items():
        if name in given or name not in parameters:
            frame.refuse(NOT_KNOWN, name=name)
        given[name] = value
    missing = [name for name in parameters if name not in given and name not in defaults]
    if missing or len(values) > len(parameters):
        count = len(values) + len(by_name or {})
        frame.refuse(WRONG_COUNT, name=scope.function.__name__, wanted=len(parameters), count=count)
    outer, frame.scope = frame.scope, scope
    for name in sorted(scope.source.unsure - set(parameters)):
        scope.flags[name] = frame.slot(I1)
        frame.b.store(ir.Constant(I1, 0), scope.flags[name])
    for name in parameters:
        bind_name(frame, name, given[name] if name in given else known(defaults[name]), frame.node)
    frame.scope = outer


def bind_name(frame: Frame, name: str, value: Value, loop: ast.AST | None = None) -> None:
    """Give a name its value: in registers if it has only this value, else by an assignment."""
    value = frame.widened(value)
    if frame.scope is frame.own_scope and frame.scope.has_one_value(name) and _needs_no_memory(value):
        frame.scope.slots[name] = RegisterSlot(_in_registers(frame, value))
    else:
        assign_name(frame, name, value, loop)


def _in_registers(frame: Frame, value: Value) -> Value:
    """Return a value that can be read again and again, with whole numbers as words."""
    if isinstance(value, Record):
        return Record(value.cls, [_in_registers(frame, part) for part in value.parts])
    if isinstance(value, Optional):
        return Optional(value.present, _in_registers(frame, value.value))
    if isinstance(value, Enum):
        return value  # a member of an IntEnum, which has a name and a value
    if isinstance(value, (int, float)):
        return constant_number(value)
    return fit(frame, value, kind_of(shape_of(value))) if is_number(value) else value


def assign_name(frame: Frame, name: str, value: Value, loop: ast.AST | None = None) -> None:
    """Emit the assignment of a value to a name. If the name is a parameter of a generator, ``loop`` is the loop
    over that generator.
    """
    scope = frame.scope
    value = frame.widened(value)
    slot = scope.slots.get(name)
    again = scope.ownership.count.get(name, 0) > 1
    if isinstance(value, tuple) and again:
        value = _in_memory(frame, name, value, slot)
    value = optional_of(frame, name, value)
    if isinstance(value, ListBuffer):
        value = _named_list(frame, name, value, loop)
    has_address = isinstance(value, ListBuffer) and (again or not value.is_in_frame)
    is_known = not (has_address or isinstance(value, IN_MEMORY) or is_number(value))
    same = is_known and isinstance(slot, KnownSlot) and slot.value is value
    differs = slot is not None and (is_known or isinstance(slot, KnownSlot)) and not same
    if again and differs and not _is_certain(frame):
        _hint_none(frame, name, slot, value)
        frame.refuse(TWO_KINDS)
    if name in scope.flags:
        frame.b.store(ir.Constant(I1, 1), scope.flags[name])
    if not is_known:
        if isinstance(slot, NumberSlot) and slot.early and not is_number(value):
            frame.program.hint((scope.function, name), shape_of(value))
        if slot is None or isinstance(slot, KnownSlot):
            slot = scope.slots[name] = new_slot(frame, value, name)
        store_slot(frame, slot, value, name, loop)
    else:
        scope.slots[name] = _kept(frame, value)


def optional_of(frame: Frame, name: str, value: Value, slot: Slot | None = None) -> Value:
    """Return a value for a name that may also be None, if an earlier round found that it may. ``slot`` holds an earlier
    value.
    """
    hint = frame.program.hints.names.get((frame.scope.function, name))
    if isinstance(hint, OptionalShape):
        shape = kept_with(hint, value)
        if shape is not None and shape != hint:
            frame.program.hint((frame.scope.function, name), shape)
        return conform(frame, value, hint)
    if slot is not None:
        _hint_none(frame, name, slot, value)
    return value


def _hint_none(frame: Frame, name: str, slot: Slot | None, value: Value) -> None:
    """Compile again with memory for None and other values of a name."""
    held = None if slot is None else load_slot(frame, slot)
    if (held is None) != (value is None) and not isinstance(held, Optional) and not isinstance(value, Optional):
        shape = joined(NOTHING, shape_of(value if held is None else held), frame.program.options.cell_bits)
        if shape is not None:
            frame.program.hint((frame.scope.function, name), shape)


def _named_list(frame: Frame, name: str, value: ListBuffer, loop: ast.AST | None) -> ListBuffer:
    """Return a list as the value of a name. A list whose memory is used again can have only one name, besides those of
    parameters. If its statement also reads the name, as ``row = row + [1]`` does, the list moves to memory of its own:
    when the statement runs again, it must not write into the list that it reads.
    """
    if value.is_repeated and not value.is_new and loop is None:
        frame.refuse(LIST_KEPT)
    if value.is_repeated and value.is_new and _reads(frame.node, name):
        value = _moved_list(frame, value)
    return replace(value, is_new=False)


def _reads(node: ast.AST, name: str) -> bool:
    names = (each for each in ast.walk(node) if isinstance(each, ast.Name) and each.id == name)
    return any(isinstance(each.ctx, ast.Load) for each in names)


def _moved_list(frame: Frame, value: ListBuffer) -> ListBuffer:
    """Return a copy of a list in other memory."""
    room = frame.program.options.list_room if value.length is None else max(1, value.length)
    pointer, used = frame.slot(value.cell.type, room * value.width), frame.slot(I64)
    length = frame.b.load(value.used)
    frame.copy_bytes(pointer, value.pointer, frame.b.mul(length, word_of(value.width * value.cell.width // 8)))
    frame.b.store(length, used)
    return replace(value, pointer=pointer, used=used)


def _in_memory(frame: Frame, name: str, value: Constants, slot: Slot | None) -> Value:
    """Return a known tuple as a row or in registers, for a name that is assigned more than once."""
    dims = dims_of(value)
    if isinstance(slot, (OwnSlot, SharedSlot)):
        shape = slot.cells.shape if isinstance(slot, OwnSlot) else slot.shape
        _hint_row(frame, name, shape, value)
        return as_cells(frame, value, shape.dims, cell_kind(shape))
    if dims and math.prod(dims) >= ROW_LENGTH and not isinstance(slot, RecordSlot):
        bits = frame.program.options.cell_bits
        bits = bits if fits(bits, leaves(value)) else 64
        return as_cells(frame, value, dims, Kind(bits))
    return Record(type(value) if hasattr(value, "_fields") else None, list(value))


def _is_certain(frame: Frame) -> bool:
    """Return True if the current statement runs exactly once in each run of its text."""
    return any(frame.node is each for each in frame.scope.source.tree.body)


def _kept(frame: Frame, value: Value) -> Slot:
    """Return a slot of a known value, or of a part of it, that can be read anywhere later."""
    if isinstance(value, (*IN_MEMORY, Number)) or (isinstance(value, ListBuffer) and not value.is_in_frame):
        slot = new_slot(frame, value)
        store_slot(frame, slot, value)
        return slot
    return KnownSlot(value, [_kept(frame, part) for part in _parts_of_iterable(value)])


def _parts_of_iterable(value: Value) -> list[Value]:
    """Return the values of which an iterable is made; none for other values."""
    if isinstance(value, Bound):
        return value.arguments
    if isinstance(value, Range):
        return [value.first, value.last, value.step]
    return [value.over, value.start] if isinstance(value, Enumerated) else []


def _iterable_of(value: Value, parts: list[Value]) -> Value:
    """Return an iterable like ``value``, made of other values."""
    if isinstance(value, Bound):
        return Bound(value.function, parts)
    return Range(*parts) if isinstance(value, Range) else Enumerated(*parts)


def new_slot(frame: Frame, value: Value, name: str = "") -> Slot:
    """Return memory for the values of a name: this one, and others found in an earlier round of compilation."""
    return _slot_for(frame, value, name, frame.program.hints.names.get((frame.scope.function, name)))


def _slot_for(frame: Frame, value: Value, name: str, hint: Shape | None) -> Slot:
    """Return memory for a value of a name, or for a part of its tuple."""
    if isinstance(value, Record):
        hints: Sequence[Shape | None] = (None,) * len(value.parts)
        if isinstance(hint, RecordShape) and len(hint.parts) == len(value.parts):
            hints = hint.parts
        parts = [_slot_for(frame, part, name, each) for part, each in zip(value.parts, hints, strict=True)]
        return RecordSlot(value.cls, parts)
    if isinstance(value, ListBuffer):
        return ListSlot(frame.slot(value.pointer.type), frame.slot(value.used.type), value)
    if isinstance(value, Optional):
        part = _slot_for(frame, value.value, name, hint.part if isinstance(hint, OptionalShape) else None)
        return OptionalSlot(frame.slot(I1), part)
    if isinstance(value, RaggedRow):
        return RaggedRowSlot(frame.slot(value.pointer.type), frame.slot(I64), value.width)
    if isinstance(value, (Array, ByReference)):
        return AddressSlot(frame.slot(value.pointer.type), value)
    if isinstance(value, Cells):
        held = value.shape
        if isinstance(hint, RowShape) and hint.dims == held.dims and hint.bits > held.bits:
            held = hint
        if frame.scope.ownership.owns(name):
            own = _own_memory(frame, held)
            own.lifetime = (frame.scope, name)
            return OwnSlot(own)
        return SharedSlot(frame.slot(cell_kind(held).type.as_pointer()), held, name)
    if not is_number(value):
        return KnownSlot(value)
    shape = shape_of(value) if hint is None else joined(hint, shape_of(value))
    if shape is None:
        frame.refuse(TWO_KINDS)
    count = natural_bits(value)
    once = frame.scope.ownership.count.get(name) == 1
    bounded = once and (frame.scope.function, name) not in frame.program.hints.unbounded
    small = count if bounded and count is not None and count <= SMALL_BITS else None
    span = span_of(value) if bounded and shape == WORD else WORD_BITS
    kind = kind_of(shape)
    return NumberSlot(frame.slot(kind.type), kind, bits=small, span=span if span <= SMALL_BITS else None)


def _own_memory(frame: Frame, held: RowShape) -> Cells:
    if frame.scope is frame.own_scope and frame.program.options.share:
        for place, (shape, out) in enumerate(frame.free_result_rows):
            if shape == held:
                del frame.free_result_rows[place]
                return Cells(out, held.dims, cell_kind(held))
    return Cells(frame.slot(cell_kind(held).type, held.size), held.dims, cell_kind(held))


def store_slot(frame: Frame, slot: Slot, value: Value, name: str = "", loop: ast.AST | None = None) -> None:
    """Put a value into a slot."""
    if name and _needs_more_room(slot, value):
        _hint_both(frame, name, slot, value)
    if isinstance(slot, NumberSlot):
        if not is_number(value):
            frame.refuse(TWO_KINDS)
        count = natural_bits(value)
        wider = slot.bits is not None and (count is None or count > slot.bits)
        if wider or (slot.span is not None and span_of(value) > slot.span):
            frame.program.unbound((frame.scope.function, name))
        frame.b.store(fit(frame, value, slot.kind).llvm, slot.pointer)
    elif isinstance(slot, OptionalSlot):
        value = conform(frame, value, shape_of(load_slot(frame, slot)))
        assert isinstance(value, Optional)
        frame.b.store(value.present.llvm, slot.present)
        store_slot(frame, slot.part, value.value, loop=loop)
    elif isinstance(slot, RecordSlot):
        parts = load_cells(frame, value) if isinstance(value, Cells) else parts_of(value)
        if parts is None or len(parts) != len(slot.parts):
            frame.refuse(TWO_KINDS)
        for each, part in zip(slot.parts, parts, strict=True):
            store_slot(frame, each, part, loop=loop)
    elif isinstance(slot, AddressSlot):
        if not isinstance(value, type(slot.value)):
            frame.refuse(TWO_KINDS)
        frame.b.store(value.pointer, slot.pointer)
    elif isinstance(slot, ListSlot):
        if not isinstance(value, ListBuffer):
            frame.refuse(TWO_KINDS)
        _match_lists(frame, slot.value, value)
        frame.b.store(value.pointer, slot.pointer)
        frame.b.store(value.used, slot.used)
    elif isinstance(slot, RaggedRowSlot):
        if not isinstance(value, RaggedRow) or value.width != slot.width:
            frame.refuse(TWO_KINDS)
        frame.b.store(value.pointer, slot.pointer)
        frame.b.store(value.length, slot.length)
    elif isinstance(slot, OwnSlot):
        _hint_row(frame, name, slot.cells.shape, value)
        row = as_cells(frame, value, slot.cells.dims, slot.cells.cell)
        if row.pointer is not slot.cells.pointer:
            frame.copy(slot.cells.pointer, row)
    elif isinstance(slot, SharedSlot):
        _hint_row(frame, name, slot.shape, value)
        _share(frame, slot, as_cells(frame, value, slot.shape.dims, cell_kind(slot.shape)), loop)
    elif slot.value != value:
        frame.refuse(TWO_KINDS)


def _match_lists(frame: Frame, one: ListBuffer, other: ListBuffer) -> None:
    """Compile again if two lists of one name have memory of different kinds."""
    if one.length != other.length:
        for each in (one, other):
            if each.length is not None:
                frame.program.hints.growing.add(each.name)
        frame.program.begin_again(one.name[0])
    names = frame.program.hints.names
    shapes = [names.get(each.name) for each in (one, other)]
    if shapes[0] != shapes[1] or one.cell != other.cell:
        shape = joined(shapes[0] or WORD, shapes[1] or WORD) if None not in shapes else shapes[0] or shapes[1] or WORD
        if shape is None:
            frame.refuse(TWO_KINDS)
        names[one.name] = names[other.name] = shape
        if shapes[0] == shapes[1]:  # rows of different widths
            frame.program.hints.growing |= {one.name, other.name}
        frame.program.begin_again(one.name[0])


def _hint_both(frame: Frame, name: str, slot: Slot, value: Value) -> None:
    """Compile again with memory for both the present and the new value of a name, if one shape fits both."""
    shape = kept_with(shape_of(load_slot(frame, slot)), value)
    if shape is not None:
        frame.program.hint((frame.scope.function, name), shape)


def _hint_row(frame: Frame, name: str, held: RowShape, value: Value) -> None:
    """Compile again with a wider row for a name whose first value is part of a constant and whose later values are
    not.
    """
    bits = frame.program.options.cell_bits
    if name and held.bits < bits:
        shape = joined(held, shape_of(value), bits)
        if shape not in (None, held):
            frame.program.hint((frame.scope.function, name), shape)


def _share(frame: Frame, slot: SharedSlot, cells: Cells, loop: ast.AST | None) -> None:
    """Store the address of a row for a name; the address of a copy, if the row may change while the name is
    read.
    """
    lifetime = cells.lifetime
    if isinstance(lifetime, tuple):
        scope, name = lifetime
        if (loop is not None and not is_assigned_in(name, loop)) or (
            scope is frame.scope and scope.ownership.is_final(name, frame.node)
        ):
            lifetime = FIXED
        else:
            cells = frame.copied(cells)
            lifetime = cells.lifetime
    if lifetime == MIXED:
        cells = frame.copied(cells)
        lifetime = cells.lifetime
    if lifetime == TEMPORARY:
        if frame.scope.ownership.count.get(slot.name, 1) > 1:
            cells = frame.copied(cells)
        slot.temporary = True
    frame.b.store(cells.pointer, slot.pointer)


def load_slot(frame: Frame, slot: Slot) -> Value:
    """Return the value in a slot."""
    if isinstance(slot, NumberSlot):
        return Number(frame.b.load(slot.pointer), slot.kind, slot.bits, slot.span)
    if isinstance(slot, OptionalSlot):
        return Optional(bit(frame.b.load(slot.present)), load_slot(frame, slot.part))
    if isinstance(slot, RecordSlot):
        return Record(slot.cls, [load_slot(frame, part) for part in slot.parts])
    if isinstance(slot, AddressSlot):
        pointer = frame.b.load(slot.pointer)
        value = slot.value
        return Array(pointer, value.cell) if isinstance(value, Array) else ByReference(value.shape, pointer)
    if isinstance(slot, ListSlot):
        pointer, used = frame.b.load(slot.pointer), frame.b.load(slot.used)
        return replace(slot.value, pointer=pointer, used=used, is_in_frame=False, is_repeated=True)
    if isinstance(slot, RaggedRowSlot):
        return RaggedRow(frame.b.load(slot.pointer), frame.b.load(slot.length), slot.width)
    if isinstance(slot, OwnSlot):
        return slot.cells
    if isinstance(slot, SharedSlot):
        lifetime: Lifetime = (frame.scope, slot.name) if slot.temporary else FIXED
        return Cells(frame.b.load(slot.pointer), slot.shape.dims, cell_kind(slot.shape), lifetime)
    if isinstance(slot, RegisterSlot):
        return slot.value
    return _iterable_of(slot.value, [load_slot(frame, part) for part in slot.parts]) if slot.parts else slot.value


def load_name(frame: Frame, name: str) -> Value:
    """Return the value of a name; compiled code raises UnboundLocalError if it may have none yet."""
    scope = frame.scope
    if name in scope.flags:
        test = frame.b.not_(frame.b.load(scope.flags[name]))
        frame.raise_if(test, UnboundLocalError, f"cannot access local variable '{name}'")
    if name in scope.slots:
        return load_slot(frame, scope.slots[name])
    if name in scope.source.locals:  # assigned in a later line
        shape = frame.program.hints.names.get((scope.function, name), WORD)
        words = (ir.Constant(each, ir.Undefined) for each in argument_types(shape))
        slot = scope.slots[name] = new_slot(frame, from_words(shape, words), name)
        if isinstance(slot, NumberSlot):
            slot.early = True
        return load_slot(frame, slot)
    try:
        return known(as_constant(scope.look_up(name)))
    except KeyError:
        frame.refuse(NOT_KNOWN, name=name)


def _needs_no_memory(value: Value) -> bool:
    """Return True for a number, an address of an array or of a named tuple, and for tuples of these."""
    if isinstance(value, Record):
        return all(map(_needs_no_memory, value.parts))
    if isinstance(value, Optional):
        return _needs_no_memory(value.value)
    return isinstance(value, (Array, ByReference)) or is_number(value)


def _needs_more_room(slot: Slot, value: Value) -> bool:
    """Return True if a number, or a number in a tuple, has a wider type than its memory: a set or a float."""
    if isinstance(slot, NumberSlot) and is_number(value):
        held = slot.kind.shape
        return kept_with(held, value) not in (None, held)
    if isinstance(value, Optional):
        return not isinstance(slot, OptionalSlot) or _needs_more_room(slot.part, value.value)
    if not (isinstance(slot, RecordSlot) and isinstance(value, (Record, tuple))):
        return False
    parts = parts_of(value) or []
    return len(parts) == len(slot.parts) and any(map(_needs_more_room, slot.parts, parts))


def as_constant(value: object) -> Any:
    """Return a value of Python as a constant of the compiler: lists, ranges, arrays and sets of numbers become tuples."""
    if isinstance(value, (list, range, array)):
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
