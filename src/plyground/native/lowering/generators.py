"""Generators, inlined into the loops that use them.

``yield`` jumps to the loop's body, and the end of the body jumps back behind that ``yield``. No register of the
generator survives such a jump; its values that are needed later are stored in memory, which LLVM turns into registers
again.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from types import FunctionType

from llvmlite import ir

from plyground.native.lowering.control_flow import (
    Body,
    finish_loop,
    loop_of_nothing,
    lower_counted_loop,
    lower_plain_while,
    lower_round,
)
from plyground.native.lowering.dispatch import lower, lower_block
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.names import assign_name, bind_arguments, load_name, load_slot, new_slot, store_slot
from plyground.native.lowering.number_functions import lower_count
from plyground.native.lowering.number_kinds import BIT, FLOAT64, I64, WORD64, WRAPPED64
from plyground.native.lowering.numbers.conversions import exact_number, number_of, signed_word
from plyground.native.lowering.operators import operate
from plyground.native.lowering.scope import NumberSlot, Slot
from plyground.native.lowering.values import Bound, Comprehension, ListBuffer, Number, Value, is_number, word_of
from plyground.native.refusals import ITSELF, LIST_KEPT, NOT_LOOPED
from plyground.native.text.ownership import is_assigned_in

SMALL_BODY = 12
"""Largest loop body, in syntax nodes, that is copied to each ``yield`` of its generator."""


def loop_over_generator(frame: Frame, over: Bound, body: Body, node: ast.For) -> None:
    """Lower a loop over the values of a generator."""
    if sum(1 for each in node.body for _part in ast.walk(each)) <= SMALL_BODY:
        _copied_to_yields(frame, over, body, node)
        return
    inside, further, done, after = (frame.b.append_basic_block() for _each in range(4))
    resume = frame.slot(I64)
    slots: list[Slot] = []
    behind: list[ir.Block] = []
    outer_loops, fixed_loops = frame.fixed_loops, []

    def on_yield(given: Value) -> None:
        fixed_loops.append(frame.fixed_loops)
        given = number_of(frame, given) if is_number(given) else given
        if not slots:
            slots.append(new_slot(frame, given, "yield"))
        store_slot(frame, slots[0], given, "yield")
        frame.b.store(word_of(len(behind)), resume)
        frame.b.branch(inside)
        behind.append(frame.b.append_basic_block())
        frame.b.position_at_end(behind[-1])

    inline_generator(frame, over, on_yield, lambda _value: frame.b.branch(done))
    if not frame.b.block.is_terminated:
        frame.b.branch(done)
    frame.b.position_at_end(inside)
    if slots:
        frame.fixed_loops = max(fixed_loops)
        lower_round(frame, body, load_slot(frame, slots[0]), after, further)
        frame.fixed_loops = outer_loops
        _jump_back(frame, resume, behind)
    else:  # the generator never yields
        frame.b.unreachable()
        frame.b.position_at_end(further)
        frame.b.unreachable()
    frame.b.position_at_end(done)
    finish_loop(frame, done, node, after)


def _jump_back(frame: Frame, resume: ir.Value, behind: list[ir.Block]) -> None:
    """Jump back behind the ``yield`` from which the body was entered."""
    if len(behind) == 1:
        frame.b.branch(behind[0])
        return
    nowhere = frame.b.append_basic_block()
    choice = frame.b.switch(frame.b.load(resume), nowhere)
    for number, block in enumerate(behind):
        choice.add_case(word_of(number), block)
    frame.b.position_at_end(nowhere)
    frame.b.unreachable()


def _copied_to_yields(frame: Frame, over: Bound, body: Body, node: ast.For) -> None:
    """Copy a small body to each ``yield``, so that LLVM can optimise loops that only count."""
    done, after = frame.b.append_basic_block(), frame.b.append_basic_block()
    counter = _counter(frame, node)

    def on_count(number: Value) -> None:
        frame.node = node.body[0]
        assign_name(frame, counter, operate(frame, ast.Add(), load_name(frame, counter), number))

    def on_yield(given: Value) -> None:
        loops = frame.loops
        frame.loops = [*loops]
        lower_round(frame, body, given, after, frame.b.append_basic_block())
        frame.loops = loops

    inline_generator(frame, over, on_yield, lambda _value: frame.b.branch(done), on_count if counter else None)
    if not frame.b.block.is_terminated:
        frame.b.branch(done)
    frame.b.position_at_end(done)
    finish_loop(frame, done, node, after)


def _counter(frame: Frame, node: ast.For) -> str:
    """Return the name in which a loop counts its rounds, if it does nothing else; else an empty text.

    The name holds a whole number in any case: a float may be too great for one more to change it.
    """
    match node.target, node.body:
        case ast.Name(each), [ast.AugAssign(ast.Name(name), ast.Add(), ast.Constant(one))]:
            slot = frame.scope.slots.get(name)
            is_whole = isinstance(slot, NumberSlot) and slot.kind != FLOAT64
            is_sure = is_whole and name not in frame.scope.flags
            if is_sure and type(one) is int and one == 1 and name != each and not frame.scope.ownership.is_read(each):
                return name
    return ""


def inline_generator(frame: Frame, call: Bound, on_yield: Body, on_return: Body, on_count: Body | None = None) -> None:
    """Inline the text of a generator at this place. ``on_count`` gets the number of values, if they are only counted."""
    if call.function in frame.inlining:
        frame.refuse(ITSELF)
    if not isinstance(call.function, FunctionType):
        frame.refuse(NOT_LOOPED)
    outer, loops, node = frame.scope, frame.loops, frame.node
    lists = [each for each in call.arguments if isinstance(each, ListBuffer)]
    if any(each.is_repeated and not each.is_in_frame for each in lists):  # the loop may make a new one in its memory
        frame.refuse(LIST_KEPT)
    inner = frame.open(call.function)
    frame.inlining.append(call.function)
    bind_arguments(frame, inner, call.arguments)
    frame.scope, frame.loops = inner, []

    def in_outer(act: Body) -> Body:
        """Run ``act`` with the names and loops of the code around the loop. Afterwards restore the generator's own."""

        def run(value: Value) -> None:
            own_loops, own_node, own_scope = frame.loops, frame.node, frame.scope
            inlined, frame.inlining = frame.inlining, frame.inlining[:-1]
            frame.scope, frame.loops, frame.node = outer, loops, node
            act(value)
            frame.scope, frame.loops, frame.node = own_scope, own_loops, own_node
            frame.inlining = inlined

        return run

    inner.on_yield, inner.on_return = in_outer(on_yield), in_outer(on_return)
    inner.on_count = on_count and in_outer(on_count)
    lower_block(frame, inner.source.tree.body)
    frame.scope, frame.loops, frame.node = outer, loops, node
    frame.inlining.pop()


def is_countable(value: Value) -> bool:
    """Return True for a whole number in a register, unless only its lowest bits are known."""
    return isinstance(value, Number) and value.kind not in (BIT, FLOAT64, WRAPPED64)


def count_cells(frame: Frame, name: str, given: ast.expr, node: ast.While, on_count: Body) -> None:
    """Lower a loop that yields ``given`` for each cell of a set, where these values are only counted.

    The cells are counted by one instruction, without a jump, which is hard to foresee: perft of chess gains an
    eighth. What the loop yields is still computed, as this may raise an exception; LLVM leaves out what cannot. With
    a negative number, which is no set, the loop is lowered as it is written.
    """
    cells = exact_number(frame, load_name(frame, name))
    after = frame.b.append_basic_block()
    if cells.bits is None:
        negative, natural = frame.b.append_basic_block(), frame.b.append_basic_block()
        frame.b.cbranch(frame.b.icmp_signed("<", cells.llvm, cells.kind.constant(0)), negative, natural)
        frame.b.position_at_end(negative)
        lower_plain_while(frame, node)
        if not frame.b.block.is_terminated:
            frame.b.branch(after)
        frame.b.position_at_end(natural)
    number = lower_count(frame, cells)
    count = signed_word(frame, number)
    on_count(number)

    def empty(_count: Value) -> None:
        frame.node = node.body[0]
        lower(frame, given)
        left = number_of(frame, load_name(frame, name))
        rest = frame.b.and_(left.llvm, frame.b.sub(left.llvm, left.kind.constant(1)))
        assign_name(frame, name, Number(rest, left.kind, left.bits))

    lower_counted_loop(
        frame,
        word_of(0),
        lambda now: frame.b.icmp_signed("<", now, count),
        1,
        lambda now: Number(now, WORD64),
        loop_of_nothing(),
        empty,
    )
    assign_name(frame, name, 0)
    frame.b.branch(after)
    frame.b.position_at_end(after)


def emptied_set(node: ast.While) -> tuple[str, ast.expr] | None:
    """Return the name of the set that a loop empties cell by cell, and what it yields for each cell; None for any other
    loop.
    """
    match node:
        case ast.While(
            ast.Name(tested),
            [
                ast.Expr(ast.Yield(ast.expr() as given)),
                ast.AugAssign(ast.Name(name), ast.BitAnd(), ast.BinOp(ast.Name(before), ast.Sub(), ast.Constant(one))),
            ],
            [],
        ):
            if type(one) is int and one == 1 and tested == name == before and not is_assigned_in(name, node.body[0]):
                return str(name), given
    return None


def loop_over_comprehension(frame: Frame, over: Comprehension, body: Body, node: ast.For) -> None:
    """Lower a loop over the values of a generator expression."""
    done, after = frame.b.append_basic_block(), frame.b.append_basic_block()
    scope, loops, statement = frame.scope, frame.loops, frame.node

    def on_value(given: Value) -> None:
        inner_loops, inner_scope, inner_statement = frame.loops, frame.scope, frame.node
        frame.loops, frame.scope, frame.node = [*loops], scope, statement
        lower_round(frame, body, given, after, frame.b.append_basic_block())
        frame.loops, frame.scope, frame.node = inner_loops, inner_scope, inner_statement

    frame.scope, frame.loops = over.scope, []
    for_elements(frame, over.node, on_value)
    frame.scope, frame.loops, frame.node = scope, loops, statement
    frame.b.branch(done)
    frame.b.position_at_end(done)
    finish_loop(frame, done, node, after)


def for_elements(frame: Frame, node: ast.GeneratorExp | ast.ListComp, body: Body) -> None:
    """Lower the loops of a comprehension, with a body for each element."""
    scope, outer = frame.scope, frame.scope.on_yield

    def on_yield(value: Value) -> None:
        scope.on_yield = outer
        body(value)
        scope.on_yield = on_yield

    scope.on_yield = on_yield
    lower_comprehension_loops(frame, node, lambda element: [ast.Expr(ast.Yield(element))])
    scope.on_yield = outer


def lower_comprehension_loops(
    frame: Frame,
    made: ast.GeneratorExp | ast.ListComp,
    body_of: Callable[[ast.expr], list[ast.stmt]],
    stop: ast.expr | None = None,
) -> None:
    """Lower the loops of a comprehension; the innermost loop runs ``body_of(element)``."""
    number = frame.next_hidden()
    own = {
        part.id: f"{part.id} {number}"
        for each in made.generators
        for part in ast.walk(each.target)
        if isinstance(part, ast.Name)
    }
    frame.scope.of_comprehensions.update(own.values())
    rename = Renamed(own)
    body = body_of(rename.visit(copy.deepcopy(made.elt)))
    for place, each in reversed(list(enumerate(made.generators))):
        for test in reversed(each.ifs):
            body = [ast.If(rename.visit(copy.deepcopy(test)), body, [])]
        over = copy.deepcopy(each.iter) if place == 0 else rename.visit(copy.deepcopy(each.iter))
        if stop is not None and place < len(made.generators) - 1:
            body = [*body, ast.If(stop, [ast.Break()], [])]
        body = [ast.For(rename.visit(copy.deepcopy(each.target)), over, body, [])]
    for statement in body:
        for part in ast.walk(statement):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, made)
    node = frame.node
    lower_block(frame, body)
    frame.node = node


class Renamed(ast.NodeTransformer):
    """Renames the variables of a comprehension, because it has its own scope."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)
