"""Lists: numbers in the frame of a function, and their methods."""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from plyground.native.lowering.expressions import Expressions
from plyground.native.lowering.llvm_types import I64, argument_types
from plyground.native.lowering.values import Listed, Stretch, Value, is_number, kept_with, word_of
from plyground.native.refusals import NO_SUCH_CALL, NUMBER_WANTED, TWO_KINDS, ListTooLong
from plyground.native.shapes import WORD


class Lists(Expressions):
    """Lowers lists."""

    def new_list(self, node: Any) -> Listed:
        """Return a new empty list, made by ``node`` of the text; it lies in the frame."""
        name = self.scope.function, f"list {node.lineno}:{node.col_offset}"
        (cell,) = argument_types(self.program.hints.names.get(name, WORD))
        made = Listed(self.slot(cell, self.program.options.list_room), self.slot(I64), name)
        self.b.store(word_of(0), made.used)
        return made

    def number_for(self, owner: Listed, value: Value) -> Any:
        """Return a number in the type of a list's numbers. If that is too narrow, the list is compiled again."""
        if not is_number(value):
            self.refuse(NUMBER_WANTED)
        number = self.number(value)
        known = self.program.hints.names.get(owner.name, WORD)
        shape = kept_with(known, number)
        if shape is None:
            self.refuse(TWO_KINDS)
        if shape != known:
            self.program.hint(owner.name, shape)
        return self.fit(number, owner.cell)

    def list_method(self, name: str, owner: Listed, arguments: list[Value]) -> Value:
        """Return the result of a method of a list."""
        used = self.b.load(owner.used)
        if name == "append" and len(arguments) == 1:
            room = word_of(self.program.options.list_room)
            word = self.number_for(owner, arguments[0])
            self.fail_if(self.b.icmp_signed(">=", used, room), ListTooLong)
            self.b.store(word, self.b.gep(owner.pointer, [used]))
            self.b.store(self.b.add(used, word_of(1)), owner.used)
            return None
        if name == "pop" and not arguments:
            self.fail_if(self.b.icmp_signed("==", used, word_of(0)), IndexError, "pop from empty list")
            last = self.b.sub(used, word_of(1))
            self.b.store(last, owner.used)
            return self.b.load(self.b.gep(owner.pointer, [last]))
        if name == "clear" and not arguments:
            self.b.store(word_of(0), owner.used)
            return None
        if name == "reverse" and not arguments:
            self._reverse(owner, used)
            return None
        self.refuse(NO_SUCH_CALL, name=name)

    def _reverse(self, owner: Listed, used: Any) -> None:
        low, high = self.slot(I64), self.slot(I64)
        self.b.store(word_of(0), low)
        self.b.store(self.b.sub(used, word_of(1)), high)
        head, swap, after = (self.b.append_basic_block() for _each in range(3))
        self.b.branch(head)
        self.b.position_at_end(head)
        first, last = self.b.load(low), self.b.load(high)
        self.b.cbranch(self.b.icmp_signed("<", first, last), swap, after)
        self.b.position_at_end(swap)
        one, two = (self.b.gep(owner.pointer, [at]) for at in (first, last))
        left, right = self.b.load(one), self.b.load(two)
        self.b.store(right, one)
        self.b.store(left, two)
        self.b.store(self.b.add(first, word_of(1)), low)
        self.b.store(self.b.sub(last, word_of(1)), high)
        self.b.branch(head)
        self.b.position_at_end(after)

    def length_of(self, row: Listed | Stretch) -> Any:
        """Return the length of a list or of an uneven row."""
        return self.b.load(row.used) if isinstance(row, Listed) else row.length

    def list_contains(self, row: Listed | Stretch, value: Value) -> Any:
        found, place = self.slot(ir.IntType(1)), self.slot(I64)
        self.b.store(ir.Constant(ir.IntType(1), 0), found)
        self.b.store(word_of(0), place)
        head, look, after = (self.b.append_basic_block() for _each in range(3))
        self.b.branch(head)
        self.b.position_at_end(head)
        now = self.b.load(place)
        self.b.cbranch(self.b.icmp_signed("<", now, self.length_of(row)), look, after)
        self.b.position_at_end(look)
        word = self.b.load(self.b.gep(row.pointer, [now]))
        same = self.bit(self.compare_numbers(ast.Eq(), word, value))
        self.b.store(self.b.or_(self.b.load(found), same), found)
        self.b.store(self.b.add(now, word_of(1)), place)
        self.b.branch(head)
        self.b.position_at_end(after)
        return self.b.load(found)
