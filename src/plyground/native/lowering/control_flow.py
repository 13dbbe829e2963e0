"""Blocks and jumps: branches, rounds of loops, loops with a counter."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from llvmlite import ir

from plyground.native.lowering.dispatch import lower_block, lower_optional
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import I64
from plyground.native.lowering.numbers.truth import bit_of, truth_of
from plyground.native.lowering.values import Value, word_of

Body = Callable[[Value], object]
"""A function that lowers what is done with one value of an iterable."""


def lower_if(frame: Frame, node: ast.If) -> None:
    """Lower ``if``."""
    frame.is_seldom = isinstance(node.body[0], ast.Raise)
    frame.test = node.test
    test = truth_of(frame, lower_optional(frame, node.test))
    frame.is_seldom = False  # the branches may contain further tests
    if isinstance(test, bool):
        lower_block(frame, node.body if test else node.orelse)
        return
    yes, no, after = (frame.b.append_basic_block() for _each in range(3))
    frame.b.cbranch(test.llvm, yes, no if node.orelse else after)
    lower_branch(frame, yes, node.body, after)
    if node.orelse:
        lower_branch(frame, no, node.orelse, after)
    else:
        frame.llvm_function.blocks.remove(no)
    _go_on_at(frame, after)


def lower_plain_while(frame: Frame, node: ast.While) -> None:
    """Lower ``while`` as it is written."""
    head, body, after = (frame.b.append_basic_block() for _each in range(3))
    frame.b.branch(head)
    frame.b.position_at_end(head)
    frame.loop_depth += 1
    frame.test = node.test
    test, done = truth_of(frame, lower_optional(frame, node.test)), None
    if test is True:
        frame.b.branch(body)
    else:
        done = frame.b.append_basic_block()
        frame.b.cbranch(bit_of(test), body, done)
    frame.loops.append((after, head))
    lower_branch(frame, body, node.body, head)
    frame.loops.pop()
    frame.loop_depth -= 1
    if done is not None:
        lower_branch(frame, done, node.orelse, after)
    _go_on_at(frame, after)


def lower_break(frame: Frame, node: ast.Break) -> None:
    """Lower ``break``."""
    frame.b.branch(frame.loops[-1][0])


def lower_continue(frame: Frame, node: ast.Continue) -> None:
    """Lower ``continue``."""
    frame.b.branch(frame.loops[-1][1])


def lower_branch(frame: Frame, block: ir.Block, statements: Sequence[ast.stmt], after: ir.Block) -> None:
    """Lower statements in a block, which then leads to ``after``."""
    frame.b.position_at_end(block)
    lower_block(frame, statements)
    if not frame.b.block.is_terminated:
        frame.b.branch(after)


def _go_on_at(frame: Frame, after: ir.Block) -> None:
    """Continue at a block, even if no code leads to it."""
    frame.b.position_at_end(after)
    jumps = [block.terminator for block in frame.llvm_function.blocks if block.terminator is not None]
    if not any(after in jump.operands for jump in jumps):
        frame.b.unreachable()


def lower_round(frame: Frame, body: Body, value: Value, after: ir.Block, further: ir.Block) -> None:
    """Lower one round of a loop: ``break`` leads to ``after``, its end and ``continue`` to ``further``."""
    frame.loops.append((after, further))
    frame.loop_depth += 1
    body(value)
    frame.loop_depth -= 1
    frame.loops.pop()
    if not frame.b.block.is_terminated:
        frame.b.branch(further)
    frame.b.position_at_end(further)


def finish_loop(frame: Frame, done: ir.Block, node: ast.For, after: ir.Block) -> None:
    """Lower the ``else`` of a loop, in the block ``done``. Continue behind the loop."""
    lower_branch(frame, done, node.orelse, after)
    frame.b.position_at_end(after)


def lower_counted_loop(
    frame: Frame,
    first: ir.Value,
    goes_on: Callable[[ir.Value], ir.Value],
    step: int | ir.Value,
    variable: Callable[[ir.Value], Value],
    node: ast.For,
    body: Body,
    *,
    is_fixed: bool = False,
) -> None:
    """Lower a loop with a counter. ``variable`` returns the value of the loop variable for a count. ``is_fixed`` says
    that the loop always runs the same number of times.
    """
    counter = frame.slot(I64)
    frame.b.store(first, counter)
    head, inside, further, done, after = (frame.b.append_basic_block() for _each in range(5))
    frame.b.branch(head)
    frame.b.position_at_end(head)
    now = frame.b.load(counter)
    frame.b.cbranch(goes_on(now), inside, done)
    frame.b.position_at_end(inside)
    frame.fixed_loops += is_fixed
    lower_round(frame, body, variable(now), after, further)
    frame.fixed_loops -= is_fixed
    by = word_of(step) if isinstance(step, int) else frame.b.load(step)
    if step in (1, -1):
        frame.b.store(frame.b.add(frame.b.load(counter), by), counter)
        frame.b.branch(head)
    else:  # the next number may not fit into a word: then the loop ends
        pair = frame.b.sadd_with_overflow(frame.b.load(counter), by)
        frame.b.store(frame.b.extract_value(pair, 0), counter)
        frame.b.cbranch(frame.b.extract_value(pair, 1), done, head)
    finish_loop(frame, done, node, after)


def loop_of_nothing() -> ast.For:
    """Return the syntax tree of a loop without a body and an ``else``, which the compiler itself makes."""
    return ast.For(ast.Constant(0), ast.Constant(0), [], [], None)
