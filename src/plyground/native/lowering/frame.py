"""One LLVM function during lowering: its blocks, memory and exceptions."""

from __future__ import annotations

import ast
import math
from types import FunctionType
from typing import NoReturn

from llvmlite import ir

from plyground.i18n import Sentence
from plyground.native.lowering.compilation import Program, Signature
from plyground.native.lowering.number_kinds import I1, I8, I32, I64, Kind, result_types
from plyground.native.lowering.scope import Scope
from plyground.native.lowering.values import (
    FIXED,
    TEMPORARY,
    Cells,
    Number,
    Optional,
    Record,
    Value,
    row_shape,
    word_of,
)
from plyground.native.options import Site
from plyground.native.refusals import NO_TEXT, NOT_COMPILED, Refusal, whole_refusal
from plyground.native.shapes import WORD, RowShape, Shape
from plyground.native.text.source import NoText


class Frame:
    """One LLVM function during lowering.

    Without a known ``signature`` it infers it, and its returns are filled in when this is known.
    """

    def __init__(
        self,
        program: Program,
        function: FunctionType,
        shapes: tuple[Shape, ...],
        llvm_function: ir.Function,
        signature: Signature | None = None,
    ) -> None:
        self.program, self.function, self.shapes = program, function, shapes
        self.infers_signature = signature is None
        self.is_complete = True  # True if every call of its text was lowered
        self.calls_itself = False  # True if it calls itself by name: then it is declared first, to be called
        self.module = program.module
        self.llvm_function = llvm_function
        self.entry = llvm_function.append_basic_block("entry")  # block with the memory of the names
        self.begin = llvm_function.append_basic_block("begin")
        self.b = ir.IRBuilder(self.begin)
        self.loops: list[tuple[ir.Block, ir.Block]] = []  # (block for break, block for continue) of each loop
        self.loop_depth = 0  # number of loops around this place, those of generators included
        self.fixed_loops = 0  # number of these loops with a fixed count, which LLVM unrolls
        self.inlining: list[FunctionType] = []  # functions that are being inlined, the outermost first
        self.result_rows: list[ir.Value] = []  # the caller's memory for the rows of the result
        self.free_result_rows: list[tuple[RowShape, ir.Value]] = []  # part of this memory in which no row is being made
        # the block that returns, and the memory for the result
        self.exit: tuple[ir.Block, list[ir.Value]] | None = None
        self.result_shape: Shape | None = None if signature is None else signature.shape
        self.can_raise = signature is not None and signature.can_raise
        # while the signature is not known: each return as (block, text, statement, value), each exception as (block, status)
        self.returns: list[tuple[ir.Block, Scope, ast.stmt, Value]] = []
        self.raises: list[tuple[ir.Block, int | ir.Value]] = []
        self.is_seldom = False  # True while lowering a test that leads to an exception if it holds
        self.hidden = 0  # number of comprehensions so far, which gives their variables names of their own
        self.test: ast.expr | None = None  # test of the current statement, of which only the truth matters
        self.depth: ir.Value | None = None  # remaining depth of recursive calls
        self.texts: set[FunctionType] = set()  # functions that were lowered here or whose result was needed
        self.scope = self.own_scope = self.open(function)
        self.node: ast.stmt = self.scope.source.tree

    def open(self, function: FunctionType) -> Scope:
        """Return a new scope for the text of a function; refuse the function if its text cannot be read."""
        self.texts.add(function)
        try:
            return Scope(function)
        except NoText:
            raise whole_refusal(function, NO_TEXT) from None

    def next_hidden(self) -> int:
        """Return a new number for the variables of a comprehension."""
        self.hidden += 1
        return self.hidden

    # Refusals and exceptions

    def refuse(self, cause: Sentence, **values: object) -> NoReturn:
        """Raise the refusal of the current statement; ``values`` fill the sentence."""
        source = self.scope.source
        raise Refusal(Sentence(cause.text, values), self.scope.function, source.file, source.line(self.node))

    def refuse_text(self, node: ast.AST) -> NoReturn:
        """Raise the refusal of the current statement, because a part of it is not compiled: the first line of ``node``."""
        self.refuse(NOT_COMPILED, text=ast.unparse(node).partition("\n")[0])

    def site(self, kind: type[BaseException], message: str = "") -> Site:
        """Return the current statement as a place that raises an exception."""
        source = self.scope.source
        function, line = self.scope.function, source.line(self.node)
        offset = line - function.__code__.co_firstlineno
        return Site(kind, source.path, line, function.__module__, function.__qualname__, offset, message)

    def raise_error(self, kind: type[BaseException], message: str = "") -> None:
        """Emit code that raises an exception."""
        self.can_raise = True
        self.raise_status(self.program.status(self.site(kind, message)))

    def raise_if(self, test: ir.Value, kind: type[BaseException], message: str = "") -> None:
        """Emit code that raises an exception if a test holds."""
        fails, goes_on = self.b.append_basic_block(), self.b.append_basic_block()
        self.b.cbranch(test, fails, goes_on)
        self.b.position_at_end(fails)
        self.raise_error(kind, message)
        self.b.position_at_end(goes_on)

    def raise_status(self, status: int | ir.Value) -> None:
        """Emit the return with a failure ``status`` and no value."""
        if self.infers_signature:
            self.can_raise = True
            self.raises.append((self.b.block, status))
            self.b.unreachable()
            return
        words = [ir.Constant(kind, None) for kind in result_types(self.result_shape or WORD)]
        self.jump_to_exit([*words, ir.Constant(I32, status) if isinstance(status, int) else status])

    # The exit

    def jump_to_exit(self, words: list[ir.Value]) -> None:
        """Emit a jump to the function's only exit, which returns these words.

        Each word has a slot in memory, since LLVM optimizes single words, but not whole structures.
        """
        if not words:
            self.b.ret_void()
            return
        if self.exit is None:
            self.exit = self.llvm_function.append_basic_block("exit"), [self.slot(word.type) for word in words]
        block, slots = self.exit
        for word, slot in zip(words, slots, strict=True):
            self.b.store(word, slot)
        self.b.branch(block)

    def end(self) -> None:
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
        whole: ir.Value = ir.Constant(ir.LiteralStructType([word.type for word in words]), ir.Undefined)
        for place, word in enumerate(words):
            whole = self.b.insert_value(whole, word, place)
        self.b.ret(whole)

    def widened(self, value: Value) -> Value:
        """Return a value in which known numbers that exceed a word have become sets."""
        if isinstance(value, Record):
            return Record(value.cls, [self.widened(part) for part in value.parts])
        if isinstance(value, Optional):
            return Optional(value.present, self.widened(value.value))
        if isinstance(value, int) and self.program.is_long(value):
            self.program.check_width(value)
            return Number(self.program.wide.constant(value), self.program.wide)
        return value

    # Memory

    def slot(self, kind: ir.Type, size: int | None = None) -> ir.Value:
        """Return memory in the frame of the function."""
        return ir.IRBuilder(self.entry).alloca(kind, size)

    def buffer(self, dims: tuple[int, ...], cell: Kind, *, for_result: bool = True) -> Cells:
        """Return memory for a new row: the caller's, if the row may be the result."""
        looped = self.scope.ownership.repeats(self.node)
        if self.scope is self.own_scope and not looped and for_result and self.program.options.share:
            for place, (shape, out) in enumerate(self.free_result_rows):
                if shape == row_shape(dims, cell):
                    del self.free_result_rows[place]
                    return Cells(out, dims, cell)
        return Cells(self.slot(cell.type, math.prod(dims)), dims, cell, TEMPORARY if looped else FIXED)

    def copy(self, to: ir.Value, cells: Cells) -> None:
        """Copy a row to an address."""
        self.copy_bytes(to, cells.pointer, word_of(cells.size * cells.cell.width // 8))

    def copy_bytes(self, to: ir.Value, source: ir.Value, count: ir.Value) -> None:
        """Copy bytes from one address to another; they do not overlap."""
        name, pointer = "llvm.memcpy.p0.p0.i64", I8.as_pointer()
        function = self.module.globals.get(name)
        if not isinstance(function, ir.Function):
            function = ir.Function(self.module, ir.FunctionType(ir.VoidType(), [pointer, pointer, I64, I1]), name)
        addresses = [self.b.bitcast(each, pointer) for each in (to, source)]
        self.b.call(function, [*addresses, count, ir.Constant(I1, 0)])

    def copied(self, cells: Cells) -> Cells:
        """Return a copy of a row."""
        made = self.buffer(cells.dims, cells.cell, for_result=False)
        self.copy(made.pointer, cells)
        return made
