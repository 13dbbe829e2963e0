"""One LLVM function during lowering: its blocks, memory, exceptions and result.

It is the base of the classes that lower texts (rows, expressions, calls, statements, loops, generators). Methods that
one of them needs from a later one are declared here.
"""

from __future__ import annotations

import ast
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NoReturn

from llvmlite import ir

from plyground.i18n import Sentence
from plyground.native.lowering.compilation import Program, Result
from plyground.native.lowering.llvm_types import I1, I8, I32, I64, argument_types, cell_type, result_types
from plyground.native.lowering.scope import Scope
from plyground.native.lowering.values import (
    FIXED,
    TEMPORARY,
    Cells,
    Record,
    Value,
    cells_in,
    flat_results,
    from_words,
    is_number,
    is_residue,
    is_set,
    is_wide,
    parts_of,
    row_shape,
    shape_of,
    word_of,
)
from plyground.native.options import Site
from plyground.native.refusals import NO_TEXT, NOT_COMPILED, TWO_KINDS, Refusal
from plyground.native.shapes import SET, WORD, RecordShape, RowShape, Shape, joined
from plyground.native.text.source import NoText


class Frame(ABC):
    """One LLVM function during lowering.

    Without a known ``result`` it is a draft: it finds the result, and its returns are filled in when this is known.
    """

    def __init__(
        self, program: Program, function: Any, shapes: tuple[Shape, ...], made: Any, result: Result | None = None
    ) -> None:
        self.program, self.function, self.shapes = program, function, shapes
        self.is_draft = result is None
        self.is_whole = True  # True if every call of its text was lowered
        self.calls_itself = False  # True if it calls itself by name: then its draft is declared first, to be called
        self.module = program.module
        self.made = made
        self.entry = made.append_basic_block("entry")  # block with the memory of the names
        self.begin = made.append_basic_block("begin")
        self.b = ir.IRBuilder(self.begin)
        self.loops: list[tuple[Any, Any]] = []  # (block for break, block for continue) of each loop
        self.around = 0  # number of loops around this place, those of generators included
        self.fixed_loops = 0  # number of these loops with a fixed count, which LLVM unrolls
        self.laid_out: list[Any] = []  # generators that are being inlined
        self.outs: list[Any] = []  # the caller's memory for the rows of the result
        self.free_outs: list[tuple[RowShape, Any]] = []  # part of this memory in which no row is being made
        self.exit: tuple[Any, list[Any]] | None = None  # the block that returns, and the memory for the result
        self.returned: Shape | None = None if result is None else result.shape
        self.fails = result is not None and result.fails
        self.gives: list[tuple[Any, Scope, Any, Value]] = []  # (block, text, statement, value) of each return
        self.leaves: list[tuple[Any, Any]] = []  # (block, status) of each exception in a draft
        self.is_seldom = False  # True while lowering a test that leads to an exception if it holds
        self.depth: Any = None  # remaining depth of recursive calls
        self.texts: set[Any] = set()  # functions that were lowered here or whose result was needed
        try:
            self.scope = self.home = self.open(function)
        except NoText:
            code = function.__code__
            raise Refusal(NO_TEXT, function, code.co_filename, code.co_firstlineno) from None
        self.node: Any = self.scope.source.tree

    def open(self, function: Any) -> Scope:
        """Return a new scope for the text of a function."""
        self.texts.add(function)
        return Scope(function)

    def run(self) -> None:
        """Lower the function."""
        words = list(self.made.args)
        if (self.function, self.shapes) in self.program.recursive:
            self.depth = words.pop()
        rows = [] if self.returned is None else self.returned.rows()
        self.outs = words[len(words) - len(rows) :]
        self.free_outs = list(zip(rows, self.outs, strict=True))
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
        if not self.is_draft:
            self._end()

    def finish(self, result: Result) -> None:
        """Fill in the returns of a draft, now that its result is known."""
        given = []
        for block, scope, node, value in self.gives:
            self.scope, self.node = scope, node
            self._reopen(block)
            words = self._words_of(value)
            given.append((self.b.block, words))
        self.is_draft, self.fails = False, result.fails
        self.made.ftype.return_type = self.made.return_value.type = result.kind()  # the type that its callers see
        for block, words in given:
            self.b.position_at_end(block)
            self._return_value(words)
        for block, status in self.leaves:
            self._reopen(block)
            self.leave(status)
        self._end()

    def _reopen(self, block: Any) -> None:
        """Continue at the end of a block of a draft."""
        block.instructions.pop()
        block.terminator = None
        self.b.position_at_end(block)

    # Methods that other parts of the lowering define

    @abstractmethod
    def bind(self, scope: Scope, values: Sequence[Value], by_name: dict[str, Value] | None = None) -> None:
        """Give the parameters of a text their values."""

    @abstractmethod
    def block(self, statements: list[Any]) -> None:
        """Lower statements."""

    @abstractmethod
    def value(self, node: Any) -> Value:
        """Return the value of an expression."""

    @abstractmethod
    def unchecked(self, node: Any) -> Value:
        """Return the value of an expression. A sum, product or shift may have lost its highest bits."""

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

    def refuse_text(self, node: Any) -> NoReturn:
        """Raise the refusal of the current statement, because a part of it is not compiled: the first line of ``node``."""
        self.refuse(NOT_COMPILED, text=ast.unparse(node).partition("\n")[0])

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
        if self.is_draft:
            shape = shape_of(value)
            known = self.returned
            self.returned = shape if known is None else joined(known, shape, self.program.options.cell_bits)
            if self.returned is None:
                self.refuse(TWO_KINDS)
            self.gives.append((self.b.block, self.scope, self.node, value))
            self.b.unreachable()
        else:
            self._return_value(self._words_of(value))

    def _words_of(self, value: Value) -> list[Any]:
        """Return the words of a result. Its rows are moved to the memory of the caller."""
        shape = self.returned or WORD
        value = self.conform(value, shape)
        moved = []
        for cells, out in zip(cells_in(value), self.outs, strict=True):
            if cells.pointer is not out:
                if len(self.outs) > 1:  # a row may lie in the place of another row of the result
                    cells = self.copied(cells)
                moved.append((out, cells))
        for out, cells in moved:
            self.copy(out, cells)
        given, kinds = flat_results(value), result_types(shape)
        if len(given) != len(kinds):
            self.refuse(TWO_KINDS)
        return [self.fit(word, kind) for word, kind in zip(given, kinds, strict=True)]

    def _return_value(self, words: list[Any]) -> None:
        self._return([*words, ir.Constant(I32, 0)] if self.fails else words)

    def leave(self, status: Any) -> None:
        """Emit the return with a failure ``status`` and no value."""
        if self.is_draft:
            self.fails = True
            self.leaves.append((self.b.block, status))
            self.b.unreachable()
            return
        words = [ir.Constant(kind, None) for kind in result_types(self.returned or WORD)]
        self._return([*words, ir.Constant(I32, status) if isinstance(status, int) else status])

    def _return(self, words: list[Any]) -> None:
        """Emit the return of words, by the one exit of the function: LLVM follows each word, but not whole
        structures.
        """
        if not words:
            self.b.ret_void()
            return
        if self.exit is None:
            self.exit = self.made.append_basic_block("exit"), [self.slot(word.type) for word in words]
        block, slots = self.exit
        for word, slot in zip(words, slots, strict=True):
            self.b.store(word, slot)
        self.b.branch(block)

    def _end(self) -> None:
        """Emit the end of the entry, and the exit of the function, if it returns something."""
        ir.IRBuilder(self.entry).branch(self.begin)
        if self.exit is None:
            return
        block, slots = self.exit
        self.b.position_at_end(block)
        words = [self.b.load(slot) for slot in slots]
        if len(words) == 1:
            self.b.ret(words[0])
            return
        whole = ir.Constant(ir.LiteralStructType([word.type for word in words]), ir.Undefined)
        for place, word in enumerate(words):
            whole = self.b.insert_value(whole, word, place)
        self.b.ret(whole)

    def conform(self, value: Value, shape: Shape) -> Value:
        """Return a value in this shape: a tuple becomes a row if the shape is a row."""
        if isinstance(shape, RowShape):
            return self.as_cells(value, shape.dims, cell_type(shape))
        if isinstance(shape, RecordShape):
            if isinstance(value, tuple):
                value = Record(shape.cls, list(value))
            if isinstance(value, Cells) and len(value.dims) == 1:
                value = Record(None, self.all_cells(value))
            if not isinstance(value, Record) or len(value.parts) != len(shape.parts):
                self.refuse(TWO_KINDS)
            parts = [self.conform(part, each) for part, each in zip(value.parts, shape.parts, strict=True)]
            return Record(shape.cls, parts)
        if is_number(value) and len(argument_types(shape)) == 1:
            return self.fit(value, argument_types(shape)[0])
        return value

    def outgrows(self, value: Value, shape: Shape) -> bool:
        """Return True for a set, or a tuple with one, if the shape has narrower numbers."""
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
