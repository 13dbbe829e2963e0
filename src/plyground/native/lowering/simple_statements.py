"""Statements: each method lowers one kind of statement."""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from plyground.native.lowering.comprehensions import Comprehensions
from plyground.native.lowering.llvm_types import F64, I1
from plyground.native.lowering.values import FIXED, Array, Bound, Cells, Listed, Record, Value, parts_of
from plyground.native.refusals import NO_SUCH_CALL, NOT_COMPILED, TWO_KINDS
from plyground.native.text.ownership import is_put


class Statements(Comprehensions):
    """Lowers statements other than ``for``."""

    def block(self, statements: list[Any]) -> None:
        seldom, self.is_seldom = self.is_seldom, False  # an inlined text is not part of the test around it
        for statement in statements:
            if self.b.block.is_terminated:
                break
            self.node = statement
            method = getattr(self, f"do_{type(statement).__name__}", None)
            if method is None:
                self.refuse_node(statement)
            else:
                method(statement)
        self.is_seldom = seldom

    def do_Expr(self, node: Any) -> None:
        if isinstance(node.value, ast.Yield):
            self.scope.on_yield(0 if node.value.value is None else self.value(node.value.value))
        elif isinstance(node.value, ast.YieldFrom):
            self.each(self.value(node.value.value), self.scope.on_yield)
        elif not isinstance(node.value, ast.Constant):
            value = self.value(node.value)
            if isinstance(value, Bound):
                self.refuse_text(node)

    def do_Pass(self, node: Any) -> None:
        pass

    # Assignments

    def do_Assign(self, node: Any) -> None:
        target = node.targets[0]
        only = len(node.targets) == 1 and isinstance(target, ast.Name)
        if only and is_put(node.value) and self.put_own(target.id, node.value):
            return
        value = self.value(node.value)
        for target in node.targets:
            self.to(target, value)

    def do_AnnAssign(self, node: Any) -> None:
        if node.value is not None:
            self.to(node.target, self.value(node.value))

    def do_AugAssign(self, node: Any) -> None:
        if isinstance(node.target, ast.Subscript):  # the parts before and within [] are computed only once
            row, place = self.value(node.target.value), self.value(node.target.slice)
            at = self._place_in(row, place)
            before = self.b.load(at)
            if isinstance(row, Array) and row.cell != F64:
                before = self.number(before)
            self._store_at(row, at, self.operate(node.op, before, self.unchecked(node.value)))
            return
        if not isinstance(node.target, ast.Name):
            self.refuse_text(node)
        before = self.read_name(node.target.id)
        self.assign(node.target.id, self.operate(node.op, before, self.unchecked(node.value)))

    def to(self, target: Any, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.bind_name(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = self.all_cells(value) if isinstance(value, Cells) else parts_of(value)
            if parts is None:
                self.refuse(TWO_KINDS)
            self._unpack(target, parts)
        elif isinstance(target, ast.Subscript):
            row, place = self.value(target.value), self.value(target.slice)
            self._store_at(row, self._place_in(row, place), value)
        else:
            self.refuse(NOT_COMPILED, text=ast.unparse(target) + " = …")

    def _unpack(self, target: Any, parts: list[Value]) -> None:
        kept = [self.copied(part) if isinstance(part, Cells) and part.origin != FIXED else part for part in parts]
        starred = [place for place, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
        if starred:
            (place,) = starred
            rest = len(target.elts) - place - 1
            if len(kept) < len(target.elts) - 1:
                self.fail_if(ir.Constant(I1, 1), ValueError, "not enough values to unpack")
                return
            middle = Record(None, kept[place : len(kept) - rest])
            self._unpack(ast.Tuple(target.elts[:place]), kept[:place])
            self.to(target.elts[place].value, middle)
            self._unpack(ast.Tuple(target.elts[place + 1 :]), kept[len(kept) - rest :])
            return
        if len(kept) != len(target.elts):
            self.fail_if(ir.Constant(I1, 1), ValueError, f"expected {len(target.elts)} values to unpack")
            return
        for each, part in zip(target.elts, kept, strict=True):
            self.to(each, part)

    def _place_in(self, row: Value, place: Value) -> Any:
        """Return the address of a number in an array or a list."""
        if isinstance(row, Listed):
            return self.list_address(row, place)
        if isinstance(row, Array):
            return self.b.gep(row.pointer, [self.place(place)])
        self.refuse(NO_SUCH_CALL, name="[…] = …")

    def _store_at(self, row: Value, at: Any, value: Value) -> None:
        if isinstance(row, Listed):
            self.b.store(self.number_for(row, value), at)
            return
        cell = row.cell
        word = self.fit(value, F64) if cell == F64 else self.index(value)
        self.b.store(self.b.trunc(word, cell) if cell != F64 and cell.width < 64 else word, at)

    # Ends and exceptions

    def do_Return(self, node: Any) -> None:
        value = 0 if node.value is None else self.value(node.value)
        self.scope.on_return(0 if value is None else value)

    def do_Raise(self, node: Any) -> None:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        kind = None if error is None else self.value(error)
        if not isinstance(kind, type) or not issubclass(kind, BaseException):
            self.refuse_text(node)
        message = ""
        if isinstance(node.exc, ast.Call) and len(node.exc.args) == 1 and isinstance(node.exc.args[0], ast.Constant):
            message = str(node.exc.args[0].value)
        elif isinstance(node.exc, ast.Call) and node.exc.args:
            self.refuse_text(node)
        self.fail(kind, message)

    def do_Assert(self, node: Any) -> None:
        test = self.truth(self.value(node.test))
        if test is not True:
            message = node.msg.value if isinstance(node.msg, ast.Constant) else ""
            self.fail_if(self.b.not_(self.bit(test)), AssertionError, str(message))

    # Branches

    def do_If(self, node: Any) -> None:
        self.is_seldom = isinstance(node.body[0], ast.Raise)
        test = self.truth(self.value(node.test))
        self.is_seldom = False  # the branches may contain further tests
        if isinstance(test, bool):
            self.block(node.body if test else node.orelse)
            return
        yes, no, after = (self.b.append_basic_block() for _each in range(3))
        self.b.cbranch(test, yes, no if node.orelse else after)
        self.branch_of(yes, node.body, after)
        if node.orelse:
            self.branch_of(no, node.orelse, after)
        else:
            self.made.blocks.remove(no)
        self._go_on_at(after)

    def _go_on_at(self, after: Any) -> None:
        """Continue at a block, even if no code leads to it."""
        self.b.position_at_end(after)
        if not any(after in block.terminator.operands for block in self.made.blocks if block.is_terminated):
            self.b.unreachable()

    def branch_of(self, block: Any, statements: list[Any], after: Any) -> None:
        """Lower statements in a block, which then leads to ``after``."""
        self.b.position_at_end(block)
        self.block(statements)
        if not self.b.block.is_terminated:
            self.b.branch(after)

    def do_While(self, node: Any) -> None:
        head, body, after = (self.b.append_basic_block() for _each in range(3))
        self.b.branch(head)
        self.b.position_at_end(head)
        self.around += 1
        test, done = self.truth(self.value(node.test)), None
        if test is True:
            self.b.branch(body)
        else:
            done = self.b.append_basic_block()
            self.b.cbranch(self.bit(test), body, done)
        self.loops.append((after, head))
        self.branch_of(body, node.body, head)
        self.loops.pop()
        self.around -= 1
        if done is not None:
            self.branch_of(done, node.orelse, after)
        self._go_on_at(after)

    def do_Break(self, node: Any) -> None:
        self.b.branch(self.loops[-1][0])

    def do_Continue(self, node: Any) -> None:
        self.b.branch(self.loops[-1][1])
