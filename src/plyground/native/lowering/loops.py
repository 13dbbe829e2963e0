"""Loops: ``for`` over ranges, rows, tuples, lists and generators.

A generator is inlined into the loop that uses it: ``yield`` jumps to the loop's body, and the end of the body jumps
back behind that ``yield``. No register of the generator survives such a jump; its values that are needed later are
stored in memory, which LLVM turns into registers again.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plyground.native.lowering.compilation import MAX_BLOCKS
from plyground.native.lowering.llvm_types import F64, I1, I64
from plyground.native.lowering.scope import KnownSlot, NumberSlot
from plyground.native.lowering.simple_statements import Statements
from plyground.native.lowering.values import (
    FIXED,
    Bound,
    Cells,
    Enumerated,
    Listed,
    Range,
    Record,
    Stretch,
    Value,
    is_number,
    is_residue,
    natural_bits,
    parts_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import ITSELF, NO_SUCH_CALL, NO_TEXT, TOO_LONG, Refusal
from plyground.native.shapes import dims_of
from plyground.native.text.ownership import is_assigned_in
from plyground.native.text.source import NoText

SMALL_BODY = 12
"""Largest loop body, in syntax nodes, that is copied to each ``yield`` of its generator."""
MAX_UNROLLED = 400
"""Largest product of body nodes and values for which a loop over a constant tuple is unrolled."""

Body = Callable[[Value], None]


class Lowering(Statements):
    """Lowers one function: the last of the base classes, which handles the whole language."""

    def do_For(self, node: Any) -> None:
        over = self.value(node.iter)

        def body(value: Value) -> None:
            self.to(node.target, value)
            self.block(node.body)

        self.loop(over, body, node)

    def do_While(self, node: Any) -> None:
        name = _emptied(node)
        if name and self.scope.on_count and self._is_countable(self.read_name(name)):
            self._count_cells(name, node, self.scope.on_count)
        else:
            super().do_While(node)

    def each(self, over: Value, body: Body) -> None:
        self.loop(over, body, _loop_of_nothing())

    def loop(self, over: Value, body: Body, node: Any) -> None:
        """Lower a loop of a ``body`` over the values of an iterable; ``node`` is its statement."""
        parts = parts_of(over) if isinstance(over, (Record, tuple)) else None
        if parts is not None:
            size = sum(1 for each in node.body for _part in ast.walk(each))
            table = None
            if isinstance(over, tuple) and len(parts) * size > MAX_UNROLLED and dims_of(over):
                table = self.program.table(over)
            if table is not None:
                self._over_cells(table, body, node)
            else:
                self._over_parts(parts, body, node)
        elif isinstance(over, Cells):
            self._over_cells(over, body, node)
        elif isinstance(over, Range):
            self._over_range(over, body, node)
        elif isinstance(over, Bound):
            self._over_generator(over, body, node)
        elif isinstance(over, Listed):
            self._over_list(over, body, node)
        elif isinstance(over, Stretch):
            self._over_stretch(over, body, node)
        elif isinstance(over, Enumerated):
            self._over_enumerated(over, body, node)
        else:
            self.refuse(NO_SUCH_CALL, name="for")

    def _round(self, body: Body, value: Value, after: Any, further: Any) -> None:
        """Lower one round of a loop: ``break`` leads to ``after``, its end and ``continue`` to ``further``."""
        self.loops.append((after, further))
        self.around += 1
        body(value)
        self.around -= 1
        self.loops.pop()
        if not self.b.block.is_terminated:
            self.b.branch(further)
        self.b.position_at_end(further)

    def _finish(self, done: Any, node: Any, after: Any) -> None:
        self.branch_of(done, node.orelse, after)
        self.b.position_at_end(after)

    def _over_parts(self, parts: list[Value], body: Body, node: Any) -> None:
        """Write the body once for each part of a tuple."""
        done, after = self.b.append_basic_block(), self.b.append_basic_block()
        slots = []
        for part in map(self.settled, parts):
            if isinstance(part, (int, float)) or not (is_number(part) or isinstance(part, (Record, Cells))):
                slots.append(KnownSlot(part))
            else:
                slots.append(self.new_slot(part))
                self.store(slots[-1], part)
        for slot in slots:
            self._round(body, self.read(slot), after, self.b.append_basic_block())
            if self.program.length() > MAX_BLOCKS:
                self.refuse(TOO_LONG)
        self.b.branch(done)
        self._finish(done, node, after)

    def _counted(
        self,
        first: Any,
        goes_on: Callable[[Any], Any],
        step: Any,
        body: Callable[[Any], Value],
        node: Any,
        do: Body,
        *,
        is_fixed: bool = False,
    ) -> None:
        """Lower a loop with a counter. ``body`` returns the value of the loop variable for a count. ``is_fixed`` says
        that the loop always runs the same number of times.
        """
        counter = self.slot(I64)
        self.b.store(first, counter)
        head, inside, further, done, after = (self.b.append_basic_block() for _each in range(5))
        self.b.branch(head)
        self.b.position_at_end(head)
        now = self.b.load(counter)
        self.b.cbranch(goes_on(now), inside, done)
        self.b.position_at_end(inside)
        self.fixed_loops += is_fixed
        self._round(do, body(now), after, further)
        self.fixed_loops -= is_fixed
        by = word_of(step) if isinstance(step, int) else self.b.load(step)
        if step in (1, -1):
            self.b.store(self.b.add(self.b.load(counter), by), counter)
            self.b.branch(head)
        else:  # the next number may not fit into a word: then the loop ends
            pair = self.b.sadd_with_overflow(self.b.load(counter), by)
            self.b.store(self.b.extract_value(pair, 0), counter)
            self.b.cbranch(self.b.extract_value(pair, 1), done, head)
        self._finish(done, node, after)

    def _over_range(self, over: Range, body: Body, node: Any) -> None:
        last, step = self.slot(I64), over.step
        first = self.index(over.first)
        self.b.store(self.index(over.last), last)
        if not isinstance(step, int):
            step = self.slot(I64)
            self.b.store(self.index(over.step), step)

        def goes_on(now: Any) -> Any:
            end = self.b.load(last)
            if isinstance(step, int):
                return self.b.icmp_signed("<" if step > 0 else ">", now, end)
            up = self.b.icmp_signed(">", self.b.load(step), word_of(0))
            below, above = (self.b.icmp_signed(sign, now, end) for sign in ("<", ">"))
            return self.b.select(up, below, above)

        ends = (natural_bits(over.first), natural_bits(over.last))
        count = None if None in ends else max(bits for bits in ends if bits is not None)

        def number(now: Any) -> Any:  # a named value that carries the bound of the number
            return with_bits(self.b.or_(now, word_of(0)), count)

        is_fixed = isinstance(over.first, int) and isinstance(over.last, int)
        self._counted(first, goes_on, step, number, node, body, is_fixed=is_fixed)

    def _over_list(self, over: Listed, body: Body, node: Any) -> None:
        self._counted(
            word_of(0),
            lambda now: self.b.icmp_signed("<", now, self.b.load(over.used)),
            1,
            lambda now: self.b.load(self.b.gep(over.pointer, [now])),
            node,
            body,
        )

    def _over_stretch(self, over: Stretch, body: Body, node: Any) -> None:
        slot = self.new_slot(over)
        self.store(slot, over)
        self._counted(
            word_of(0),
            lambda now: self.b.icmp_signed("<", now, self.b.load(slot.length)),
            1,
            lambda now: self.b.load(self.b.gep(self.b.load(slot.pointer), [now])),
            node,
            body,
        )

    def _over_cells(self, over: Cells, body: Body, node: Any) -> None:
        if over.origin != FIXED:
            name = over.origin[1] if isinstance(over.origin, tuple) else None
            if name is None or is_assigned_in(name, node):
                over = self.copied(over)
        base = self.slot(over.pointer.type)
        self.b.store(over.pointer, base)

        def value(now: Any) -> Value:
            at = self.b.gep(self.b.load(base), [self.b.mul(now, word_of(over.stride))], inbounds=True)
            return self.cell_at(over, at)

        end = word_of(over.dims[0])
        self._counted(word_of(0), lambda now: self.b.icmp_signed("<", now, end), 1, value, node, body, is_fixed=True)

    def _over_enumerated(self, over: Enumerated, body: Body, node: Any) -> None:
        parts = parts_of(over.over) if isinstance(over.over, (Record, tuple)) else None
        if parts is not None and isinstance(over.start, int):
            pairs = [Record(None, [over.start + place, part]) for place, part in enumerate(parts)]
            self._over_parts(list(pairs), body, node)
            return
        place = self.slot(I64)
        self.b.store(self.index(over.start), place)

        def numbered(value: Value) -> None:
            now = self.b.load(place)
            self.b.store(self.b.add(now, word_of(1)), place)
            body(Record(None, [now, value]))

        self.loop(over.over, numbered, node)

    # Generators

    def _over_generator(self, over: Bound, body: Body, node: Any) -> None:
        if sum(1 for each in node.body for _part in ast.walk(each)) <= SMALL_BODY:
            self._copied_to_yields(over, body, node)
            return
        inside, further, done, after = (self.b.append_basic_block() for _each in range(4))
        resume = self.slot(I64)
        slots: list[Any] = []
        behind: list[Any] = []
        around, fixed_loops = self.fixed_loops, []

        def on_yield(given: Value) -> None:
            fixed_loops.append(self.fixed_loops)
            given = self.number(given) if is_number(given) else given
            if not slots:
                slots.append(self.new_slot(given, "yield"))
            self.store(slots[0], given, "yield")
            self.b.store(word_of(len(behind)), resume)
            self.b.branch(inside)
            behind.append(self.b.append_basic_block())
            self.b.position_at_end(behind[-1])

        self.lay_out(over, on_yield, lambda _value: self.b.branch(done))
        if not self.b.block.is_terminated:
            self.b.branch(done)
        self.b.position_at_end(inside)
        if slots:
            self.fixed_loops = max(fixed_loops)
            self._round(body, self.read(slots[0]), after, further)
            self.fixed_loops = around
            self._back(resume, behind)
        else:  # the generator never yields
            self.b.unreachable()
            self.b.position_at_end(further)
            self.b.unreachable()
        self.b.position_at_end(done)
        self._finish(done, node, after)

    def _back(self, resume: Any, behind: list[Any]) -> None:
        """Jump back behind the ``yield`` from which the body was entered."""
        if len(behind) == 1:
            self.b.branch(behind[0])
            return
        nowhere = self.b.append_basic_block()
        choice = self.b.switch(self.b.load(resume), nowhere)
        for number, block in enumerate(behind):
            choice.add_case(word_of(number), block)
        self.b.position_at_end(nowhere)
        self.b.unreachable()

    def _copied_to_yields(self, over: Bound, body: Body, node: Any) -> None:
        """Copy a small body to each ``yield``, so that LLVM can optimise loops that only count."""
        done, after = self.b.append_basic_block(), self.b.append_basic_block()
        counter = self._counter(node)

        def on_count(number: Value) -> None:
            self.node = node.body[0]
            self.assign(counter, self.operate(ast.Add(), self.read_name(counter), number))

        def on_yield(given: Value) -> None:
            loops = self.loops
            self.loops = [*loops]
            self._round(body, given, after, self.b.append_basic_block())
            self.loops = loops

        self.lay_out(over, on_yield, lambda _value: self.b.branch(done), on_count if counter else None)
        if not self.b.block.is_terminated:
            self.b.branch(done)
        self.b.position_at_end(done)
        self._finish(done, node, after)

    def _counter(self, node: Any) -> str:
        """Return the name in which a loop counts its rounds, if it does nothing else; else an empty text.

        The name holds a whole number in any case: a float may be too great for one more to change it.
        """
        match node.target, node.body:
            case ast.Name(each), [ast.AugAssign(ast.Name(name), ast.Add(), ast.Constant(1 as one))]:
                slot = self.scope.slots.get(name)
                is_whole = isinstance(slot, NumberSlot) and slot.pointer.type.pointee != F64
                is_sure = is_whole and name not in self.scope.flags
                if is_sure and type(one) is int and name != each and not self.scope.ownership.is_read(each):
                    return name
        return ""

    @staticmethod
    def _is_countable(value: Value) -> bool:
        """Return True for a whole number in a register, unless only its lowest bits are known."""
        is_whole = isinstance(value, ir.Value) and isinstance(value.type, ir.IntType) and value.type != I1
        return is_whole and not is_residue(value)

    def _count_cells(self, name: str, node: Any, on_count: Body) -> None:
        """Lower a loop that yields a value for each cell of a set, where these values are only counted.

        The cells are counted by one instruction, without a jump, which is hard to foresee: perft of chess gains an
        eighth. What the loop yields is still computed, as this may raise an exception; LLVM leaves out what cannot. With
        a negative number, which is no set, the loop is lowered as it is written.
        """
        cells = self.exact(self.read_name(name))
        after = self.b.append_basic_block()
        if natural_bits(cells) is None:
            negative, natural = self.b.append_basic_block(), self.b.append_basic_block()
            self.b.cbranch(self.b.icmp_signed("<", cells, ir.Constant(cells.type, 0)), negative, natural)
            self.b.position_at_end(negative)
            super().do_While(node)
            if not self.b.block.is_terminated:
                self.b.branch(after)
            self.b.position_at_end(natural)
        count = self.index(self.bi_count(cells))
        on_count(count)

        def empty(_count: Value) -> None:
            self.node = node.body[0]
            self.value(self.node.value.value)
            left = self.read_name(name)
            rest = self.b.and_(left, self.b.sub(left, ir.Constant(left.type, 1)))
            self.assign(name, with_bits(rest, natural_bits(left), left.type))

        self._counted(
            word_of(0), lambda now: self.b.icmp_signed("<", now, count), 1, lambda now: now, _loop_of_nothing(), empty
        )
        self.assign(name, 0)
        self.b.branch(after)
        self.b.position_at_end(after)

    def lay_out(self, call: Bound, on_yield: Any, on_return: Any, on_count: Any = None) -> None:
        if call.function in self.laid_out:
            self.refuse(ITSELF)
        if not isinstance(call.function, type(lambda: 0)):
            self.refuse(NO_SUCH_CALL, name="for")
        outer, loops, node = self.scope, self.loops, self.node
        try:
            inner = self.open(call.function)
        except NoText:
            code = call.function.__code__
            raise Refusal(NO_TEXT, call.function, code.co_filename, code.co_firstlineno) from None
        self.laid_out.append(call.function)
        self.bind(inner, call.arguments)
        self.scope, self.loops = inner, []

        def in_outer(act: Body) -> Body:
            """Run ``act`` with the names and loops of the code around the loop. Afterwards restore the generator's own."""

            def run(value: Value) -> None:
                own_loops, own_node, own_scope = self.loops, self.node, self.scope
                laid_out, self.laid_out = self.laid_out, self.laid_out[:-1]
                self.scope, self.loops, self.node = outer, loops, node
                act(value)
                self.scope, self.loops, self.node = own_scope, own_loops, own_node
                self.laid_out = laid_out

            return run

        inner.on_yield, inner.on_return = in_outer(on_yield), in_outer(on_return)
        inner.on_count = on_count and in_outer(on_count)
        self.block(inner.source.tree.body)
        self.scope, self.loops, self.node = outer, loops, node
        self.laid_out.pop()


def _loop_of_nothing() -> Any:
    """Return the syntax tree of a loop without a body and an ``else``, which the compiler itself makes."""
    return ast.For(ast.Constant(0), ast.Constant(0), [], [], None)


def _emptied(node: Any) -> str:
    """Return the name of the set that a loop empties cell by cell, with one ``yield`` for each; else an empty text."""
    match node:
        case ast.While(
            ast.Name(tested),
            [
                ast.Expr(ast.Yield(ast.expr())),
                ast.AugAssign(
                    ast.Name(name), ast.BitAnd(), ast.BinOp(ast.Name(before), ast.Sub(), ast.Constant(1 as one))
                ),
            ],
            [],
        ):
            if type(one) is int and tested == name == before and not is_assigned_in(name, node.body[0]):
                return str(name)
    return ""
