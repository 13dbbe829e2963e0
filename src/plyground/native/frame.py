"""One LLVM function during lowering: its blocks, memory, exceptions and names.

It is the base of the classes that lower texts (rows, expressions, calls, statements, loops, generators). Methods that
one of them needs from a later one are declared here.
"""

from __future__ import annotations

import builtins
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from llvmlite import ir

from plyground.i18n import Sentence
from plyground.native.compilation import Program, Result, Site
from plyground.native.ownership import is_assigned_in
from plyground.native.refusals import NO_TEXT, NOT_KNOWN, TWO_KINDS, WRONG_COUNT, Refusal
from plyground.native.shapes import (
    I1,
    I8,
    I32,
    I64,
    ROW_LENGTH,
    SET,
    SMALL_BITS,
    WORD,
    RecordShape,
    RowShape,
    Shape,
    dims_of,
    fits,
    joined,
    leaves,
)
from plyground.native.source import NoText, source_of
from plyground.native.values import (
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
    cells_in,
    flat_results,
    from_words,
    is_number,
    is_residue,
    is_set,
    is_wide,
    kept_with,
    natural_bits,
    parts_of,
    row_shape,
    shape_of,
    with_bits,
    word_of,
)


@dataclass(eq=False)
class NumberSlot:
    """Memory for a number."""

    pointer: Any
    early: bool = False  # it was read before its first assignment, so that its type was guessed
    bits: int | None = None  # of its numbers, if they are small and not negative


@dataclass(eq=False)
class RecordSlot:
    """Memory for the parts of a tuple."""

    cls: Any
    parts: list[Any]


@dataclass(eq=False)
class AddressSlot:
    """Memory for the address of an array or of a named tuple that is handed down."""

    pointer: Any
    value: Value  # one like it


@dataclass(eq=False)
class StretchSlot:
    """Memory for the address and the length of an uneven row."""

    pointer: Any
    length: Any


@dataclass(eq=False)
class OwnSlot:
    """The own memory of a row's name."""

    cells: Cells


@dataclass(eq=False)
class SharedSlot:
    """Memory for the address of a row that others may see, too."""

    pointer: Any
    shape: RowShape
    name: str
    temporary: bool = False  # it holds rows that stay only until their statement runs again


@dataclass(eq=False)
class KnownSlot:
    """A value that is known while compiling."""

    value: Value


IN_MEMORY = (Record, Array, Handed, Cells, Stretch)
"""Values that are no numbers and have slots."""


class Scope:
    """The names of one text while it is laid out, and the places to which ``return`` and ``yield`` lead."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.source = source_of(function)
        self.ownership = self.source.ownership
        self.slots: dict[str, Any] = {}
        self.flags: dict[str, Any] = {}  # of names that may be read too early: memory for "it has a value"
        self.on_return: Callable[[Value], None] = _nowhere
        self.on_yield: Callable[[Value], None] = _nowhere
        names = function.__code__.co_freevars
        self._closed_over = {
            name: cell.cell_contents for name, cell in zip(names, function.__closure__ or (), strict=True)
        }

    def look_up(self, name: str) -> Any:
        """Return the value of a name that is no local one; raise KeyError."""
        for names in (self._closed_over, self.function.__globals__, vars(builtins)):
            if name in names:
                return names[name]
        raise KeyError(name)


def _nowhere(_value: Value) -> None:
    raise AssertionError("nothing is returned or yielded here")


class Frame(ABC):
    """One LLVM function during lowering. Without ``made`` it is a trial, which finds the shape of the result."""

    def __init__(self, program: Program, function: Any, shapes: tuple[Shape, ...], made: Any = None) -> None:
        self.program, self.function, self.shapes = program, function, shapes
        self.trial = made is None
        self.module = program.scratch if self.trial else program.module
        if made is None:
            taken = [kind for shape in shapes for kind in shape.arguments()]
            made = ir.Function(
                program.scratch, ir.FunctionType(ir.VoidType(), taken), program.scratch.get_unique_name("f")
            )
        self.made = made
        self.entry = made.append_basic_block("entry")  # memory of names
        self.b = ir.IRBuilder(made.append_basic_block("begin"))
        self.loops: list[tuple[Any, Any]] = []  # blocks for break and for continue
        self.laid_out: list[Any] = []  # generators whose text is being laid out
        self.outs: list[Any] = []  # the caller's memory for the rows of the result
        self.free_outs: list[tuple[RowShape, Any]] = []  # the part of it in which no row is being made yet
        self.returned: Shape | None = None
        self.fails = False
        self.depth: Any = None  # how often functions may still call themselves
        try:
            self.scope = self.home = Scope(function)
        except NoText:
            code = function.__code__
            raise Refusal(NO_TEXT, function, code.co_filename, code.co_firstlineno) from None
        self.node: Any = self.scope.source.tree

    def result(self) -> Result:
        """Lower on trial. Return the shape of the result, and True if an exception may be raised."""
        self._lower(list(self.made.args))
        return Result(self.returned or WORD, self.fails)

    def run(self) -> None:
        """Lower the function for good."""
        result = self.program.results[self.function, self.shapes]
        self.returned, self.fails = result.shape, result.fails
        words = list(self.made.args)
        if (self.function, self.shapes) in self.program.recursive:
            self.depth = words.pop()
        count = len(result.shape.rows())
        self.outs = words[len(words) - count :]
        self.free_outs = list(zip(result.shape.rows(), self.outs, strict=True))
        self._lower(words)

    def _lower(self, words: list[Any]) -> None:
        begin = self.b.block
        given = [from_words(shape, words) for shape in self.shapes]
        if self.depth is not None:
            self.fail_if(self.b.icmp_signed("<", self.depth, word_of(1)), RecursionError)
            self.depth = self.b.sub(self.depth, word_of(1))
        self.node = self.scope.source.tree.body[0]
        self.bind(self.scope, given)
        self.scope.on_return = self.give
        self.block(self.scope.source.tree.body)
        if not self.b.block.is_terminated:
            self.give(0)
        ir.IRBuilder(self.entry).branch(begin)

    # Methods that other parts of the lowering define

    @abstractmethod
    def block(self, statements: list[Any]) -> None:
        """Lower statements."""

    @abstractmethod
    def value(self, node: Any) -> Value:
        """Return the value of an expression."""

    @abstractmethod
    def fit(self, value: Value, kind: Any) -> Any:
        """Return a value as a number of an LLVM type."""

    @abstractmethod
    def as_cells(self, value: Value, dims: tuple[int, ...], cell: Any) -> Cells:
        """Return a value as a row."""

    # Refusals and exceptions

    def refuse(self, cause: Sentence, **values: Any) -> NoReturn:
        """Raise the refusal of the current statement; ``values`` fill the sentence."""
        source = self.scope.source
        raise Refusal(Sentence(cause.text, values), self.scope.function, source.file, source.line(self.node))

    def site(self, kind: type[BaseException], message: str = "") -> Site:
        """Return the current statement as a place that raises an exception."""
        source = self.scope.source
        function, line = self.scope.function, source.line(self.node)
        offset = line - function.__code__.co_firstlineno
        return Site(kind, source.path, line, function.__module__, function.__qualname__, offset, message)

    def fail(self, kind: type[BaseException], message: str = "") -> None:
        """Emit code that raises an exception."""
        self.fails = True
        self.leave(self.program.status(self.site(kind, message)))

    def fail_if(self, test: Any, kind: type[BaseException], message: str = "") -> None:
        """Emit code that raises an exception if a test holds."""
        fails, goes_on = self.b.append_basic_block(), self.b.append_basic_block()
        self.b.cbranch(test, fails, goes_on)
        self.b.position_at_end(fails)
        self.fail(kind, message)
        self.b.position_at_end(goes_on)

    # The result

    def give(self, value: Value) -> None:
        """Emit the return of a value."""
        value = self.settled(value)
        if self.trial:
            shape = shape_of(value)
            known = self.returned
            self.returned = shape if known is None else joined(known, shape)
            if self.returned is None:
                self.refuse(TWO_KINDS)
            self.b.unreachable()
            return
        shape = self.returned or WORD
        value = self.conform(value, shape)
        moved = []
        for cells, out in zip(cells_in(value), self.outs, strict=True):
            if cells.pointer is not out:
                if len(self.outs) > 1:  # it may lie where another row of the result belongs
                    cells = self.copied(cells)
                moved.append((out, cells))
        for out, cells in moved:
            self.copy(out, cells)
        given, kinds = flat_results(value), shape.results()
        if len(given) != len(kinds):
            self.refuse(TWO_KINDS)
        words = [self.fit(word, kind) for word, kind in zip(given, kinds, strict=True)]
        if self.fails:
            words.append(ir.Constant(I32, 0))
        self._return(words)

    def leave(self, status: Any) -> None:
        """Emit the return with a failure ``status`` and no value."""
        if self.trial:
            self.b.unreachable()
            return
        words = [ir.Constant(kind, None) for kind in (self.returned or WORD).results()]
        self._return([*words, ir.Constant(I32, status) if isinstance(status, int) else status])

    def _return(self, words: list[Any]) -> None:
        if len(words) == 1:
            self.b.ret(words[0])
        elif words:
            whole = ir.Constant(ir.LiteralStructType([word.type for word in words]), ir.Undefined)
            for place, word in enumerate(words):
                whole = self.b.insert_value(whole, word, place)
            self.b.ret(whole)
        else:
            self.b.ret_void()

    def conform(self, value: Value, shape: Shape) -> Value:
        """Return a value as one of this shape: a tuple as a row where a row is wanted."""
        if isinstance(shape, RowShape):
            return self.as_cells(value, shape.dims, shape.cell)
        if isinstance(shape, RecordShape):
            if isinstance(value, tuple):
                value = Record(shape.cls, list(value))
            if isinstance(value, Cells) and len(value.dims) == 1:
                value = Record(None, self.all_cells(value))
            if not isinstance(value, Record) or len(value.parts) != len(shape.parts):
                self.refuse(TWO_KINDS)
            parts = [self.conform(part, each) for part, each in zip(value.parts, shape.parts, strict=True)]
            return Record(shape.cls, parts)
        if is_number(value) and len(shape.arguments()) == 1:
            return self.fit(value, shape.arguments()[0])
        return value

    def outgrows(self, value: Value, shape: Shape) -> bool:
        """Return True for a set, or a tuple with one, where the shape has narrower numbers."""
        if isinstance(shape, RecordShape):
            parts = parts_of(value) if isinstance(value, (Record, tuple)) else None
            return parts is not None and any(map(self.outgrows, parts, shape.parts))
        if isinstance(shape, RowShape) and isinstance(value, Cells):
            return bool(value.cell.width > 64 >= shape.bits) or (
                value.shape.sets and shape.bits == 64 and not shape.sets
            )
        if self.program.is_long(value) or is_wide(value):
            return shape in (WORD, SET)
        return shape == WORD and is_number(value) and (is_set(value) or is_residue(value))

    @abstractmethod
    def all_cells(self, cells: Cells) -> list[Value]:
        """Return the numbers of a row in registers."""

    def settled(self, value: Value) -> Value:
        """Return a value in which known numbers that exceed a word have become sets."""
        if isinstance(value, Record):
            return Record(value.cls, [self.settled(part) for part in value.parts])
        if self.program.is_long(value):
            self.program.check_width(value)
            return ir.Constant(self.program.wide, value)
        return value

    # Memory

    def slot(self, kind: Any, size: int | None = None) -> Any:
        """Return memory in the frame of the function."""
        return ir.IRBuilder(self.entry).alloca(kind, size)

    def buffer(self, dims: tuple[int, ...], cell: Any, *, in_out: bool = True) -> Cells:
        """Return memory for a new row: the caller's, if the row may be the result."""
        looped = self.scope.ownership.repeats(self.node)
        if self.scope is self.home and not looped and in_out and self.program.options.share:
            for place, (shape, out) in enumerate(self.free_outs):
                if shape == row_shape(dims, cell):
                    del self.free_outs[place]
                    return Cells(out, dims, cell)
        return Cells(self.slot(cell, math.prod(dims)), dims, cell, TEMPORARY if looped else FIXED)

    def copy(self, to: Any, cells: Cells) -> None:
        """Copy a row to an address."""
        name, pointer = "llvm.memcpy.p0.p0.i64", I8.as_pointer()
        function = self.module.globals.get(name) or ir.Function(
            self.module, ir.FunctionType(ir.VoidType(), [pointer, pointer, I64, I1]), name
        )
        bytes_ = word_of(cells.size * cells.cell.width // 8)
        addresses = [self.b.bitcast(each, pointer) for each in (to, cells.pointer)]
        self.b.call(function, [*addresses, bytes_, ir.Constant(I1, 0)])

    def copied(self, cells: Cells) -> Cells:
        """Return a copy of a row."""
        made = self.buffer(cells.dims, cells.cell, in_out=False)
        self.copy(made.pointer, cells)
        return made

    # Names

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
            self.assign(name, given.get(name, known.get(name)), self.node)
        self.scope = outer

    def assign(self, name: str, value: Value, asked: Any = None) -> None:
        """Emit the assignment of a value to a name. ``asked`` is the statement that asks a generator, for its
        parameters.
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
            return self.as_cells(value, shape.dims, shape.cell)
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
        """Return memory for values of a name: ones like this one, and others that an earlier round of compilation found."""
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
            if self.scope.ownership.owns(name):
                own = self._own_memory(value)
                own.origin = (self.scope, name)
                return OwnSlot(own)
            return SharedSlot(self.slot(value.pointer.type), value.shape, name)
        if not is_number(value):
            return KnownSlot(value)
        shape = shape_of(value) if hint is None else joined(hint, shape_of(value))
        if shape is None:
            self.refuse(TWO_KINDS)
        count = natural_bits(value)
        once = self.scope.ownership.count.get(name) == 1
        bounded = once and (self.scope.function, name) not in self.program.hints.unbounded
        known = count if bounded and count is not None and count <= SMALL_BITS else None
        return NumberSlot(self.slot(shape.arguments()[0]), bits=known)

    def _own_memory(self, value: Cells) -> Cells:
        if self.scope is self.home and self.program.options.share:
            for place, (shape, out) in enumerate(self.free_outs):
                if shape == value.shape:
                    del self.free_outs[place]
                    return Cells(out, value.dims, value.cell)
        return Cells(self.slot(value.cell, value.size), value.dims, value.cell)

    def store(self, slot: Any, value: Value, name: str = "", asked: Any = None) -> None:
        """Put a value into a slot."""
        if name and _needs_more_room(slot, value):
            self._hint_both(name, slot, value)
        if isinstance(slot, NumberSlot):
            if not is_number(value):
                self.refuse(TWO_KINDS)
            count = natural_bits(value)
            if slot.bits is not None and (count is None or count > slot.bits):
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
            value = self.as_cells(value, slot.cells.dims, slot.cells.cell)
            if value.pointer is not slot.cells.pointer:
                self.copy(slot.cells.pointer, value)
        elif isinstance(slot, SharedSlot):
            self._share(slot, self.as_cells(value, slot.shape.dims, slot.shape.cell), asked)
        elif slot.value != value:
            self.refuse(TWO_KINDS)

    def _hint_both(self, name: str, slot: Any, value: Value) -> None:
        """Compile anew with memory for what a name holds and for what it shall hold, if there is a shape for both."""
        shape = kept_with(shape_of(self.read(slot)), value)
        if shape is not None:
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
            return with_bits(self.b.load(slot.pointer), slot.bits, slot.pointer.type.pointee)
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
            return Cells(self.b.load(slot.pointer), slot.shape.dims, slot.shape.cell, origin)
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
        if name in scope.source.locals:  # it gets its value in a later line
            shape = self.program.hints.names.get((scope.function, name), WORD)
            words = [ir.Constant(kind, ir.Undefined) for kind in shape.arguments()]
            slot = scope.slots[name] = self.new_slot(from_words(shape, words), name)
            if isinstance(slot, NumberSlot):
                slot.early = True
            return self.read(slot)
        try:
            return as_constant(scope.look_up(name))
        except KeyError:
            self.refuse(NOT_KNOWN, name=name)


def _needs_more_room(slot: Any, value: Value) -> bool:
    """Return True if a number, or one in a tuple, has a wider type than the memory for it: a set, or a float."""
    if isinstance(slot, NumberSlot) and is_number(value):
        held = shape_of(ir.Constant(slot.pointer.type.pointee, 0))
        return kept_with(held, value) not in (None, held)
    parts = parts_of(value) if isinstance(slot, RecordSlot) and isinstance(value, (Record, tuple)) else None
    return parts is not None and len(parts) == len(slot.parts) and any(map(_needs_more_room, slot.parts, parts))


def as_constant(value: Any) -> Any:
    """Return a value of Python as it is known while compiling: lists, ranges and sets of numbers as tuples."""
    if isinstance(value, (list, range)):
        return tuple(map(as_constant, value))
    if isinstance(value, (set, frozenset)) and all(isinstance(each, int) for each in value):
        return tuple(sorted(value))
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)  # of an IntEnum, its number
    if type(value) is tuple:
        return tuple(map(as_constant, value))
    return value
