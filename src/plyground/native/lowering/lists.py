"""Lists: numbers in the frame of a function, and their methods."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import I1, I64, WORD64, kind_of
from plyground.native.lowering.numbers.conversions import fit, number_of, row_index
from plyground.native.lowering.numbers.truth import bit_of, compare_numbers
from plyground.native.lowering.rows import from_start
from plyground.native.lowering.values import ListBuffer, Number, RaggedRow, Value, bit, is_number, kept_with, word_of
from plyground.native.refusals import NO_SUCH_CALL, NUMBER_WANTED, TWO_KINDS, ListTooLong
from plyground.native.shapes import WORD


def new_list(frame: Frame, node: ast.expr | ast.stmt) -> ListBuffer:
    """Return a new empty list, made by ``node`` of the text; it lies in the frame."""
    name = frame.scope.function, f"list {node.lineno}:{node.col_offset}"
    cell = kind_of(frame.program.hints.names.get(name, WORD))
    made = ListBuffer(frame.slot(cell.type, frame.program.options.list_room), frame.slot(I64), cell, name)
    frame.b.store(word_of(0), made.used)
    return made


def list_number(frame: Frame, owner: ListBuffer, value: Value) -> ir.Value:
    """Return a number of LLVM in the kind of a list's numbers. If that is too narrow, the list is compiled again."""
    if not is_number(value):
        frame.refuse(NUMBER_WANTED)
    number = number_of(frame, value)
    known = frame.program.hints.names.get(owner.name, WORD)
    shape = kept_with(known, number)
    if shape is None:
        frame.refuse(TWO_KINDS)
    if shape != known:
        frame.program.hint(owner.name, shape)
    return fit(frame, number, owner.cell).llvm


def lower_list_method(frame: Frame, name: str, owner: ListBuffer, arguments: list[Value]) -> Value:
    """Return the result of a method of a list."""
    used = frame.b.load(owner.used)
    if name == "append" and len(arguments) == 1:
        room = word_of(frame.program.options.list_room)
        word = list_number(frame, owner, arguments[0])
        frame.raise_if(frame.b.icmp_signed(">=", used, room), ListTooLong)
        frame.b.store(word, frame.b.gep(owner.pointer, [used]))
        frame.b.store(frame.b.add(used, word_of(1)), owner.used)
        return None
    if name == "pop" and not arguments:
        frame.raise_if(frame.b.icmp_signed("==", used, word_of(0)), IndexError, "pop from empty list")
        last = frame.b.sub(used, word_of(1))
        frame.b.store(last, owner.used)
        return Number(frame.b.load(frame.b.gep(owner.pointer, [last])), owner.cell)
    if name == "clear" and not arguments:
        frame.b.store(word_of(0), owner.used)
        return None
    if name == "reverse" and not arguments:
        _reverse(frame, owner, used)
        return None
    frame.refuse(NO_SUCH_CALL, name=name)


def _reverse(frame: Frame, owner: ListBuffer, used: ir.Value) -> None:
    low, high = frame.slot(I64), frame.slot(I64)
    frame.b.store(word_of(0), low)
    frame.b.store(frame.b.sub(used, word_of(1)), high)
    head, swap, after = (frame.b.append_basic_block() for _each in range(3))
    frame.b.branch(head)
    frame.b.position_at_end(head)
    first, last = frame.b.load(low), frame.b.load(high)
    frame.b.cbranch(frame.b.icmp_signed("<", first, last), swap, after)
    frame.b.position_at_end(swap)
    one, two = (frame.b.gep(owner.pointer, [at]) for at in (first, last))
    left, right = frame.b.load(one), frame.b.load(two)
    frame.b.store(right, one)
    frame.b.store(left, two)
    frame.b.store(frame.b.add(first, word_of(1)), low)
    frame.b.store(frame.b.sub(last, word_of(1)), high)
    frame.b.branch(head)
    frame.b.position_at_end(after)


def list_length(frame: Frame, row: ListBuffer | RaggedRow) -> ir.Value:
    """Return the length of a list, or of a row of a ragged table."""
    return frame.b.load(row.used) if isinstance(row, ListBuffer) else row.length


def list_contains(frame: Frame, row: ListBuffer | RaggedRow, value: Value) -> Number:
    """Return the truth of ``value in row``."""
    cell = row.cell if isinstance(row, ListBuffer) else WORD64
    found, place = frame.slot(I1), frame.slot(I64)
    frame.b.store(ir.Constant(I1, 0), found)
    frame.b.store(word_of(0), place)
    head, look, after = (frame.b.append_basic_block() for _each in range(3))
    frame.b.branch(head)
    frame.b.position_at_end(head)
    now = frame.b.load(place)
    frame.b.cbranch(frame.b.icmp_signed("<", now, list_length(frame, row)), look, after)
    frame.b.position_at_end(look)
    word = Number(frame.b.load(frame.b.gep(row.pointer, [now])), cell)
    same = bit_of(compare_numbers(frame, ast.Eq(), word, value))
    frame.b.store(frame.b.or_(frame.b.load(found), same), found)
    frame.b.store(frame.b.add(now, word_of(1)), place)
    frame.b.branch(head)
    frame.b.position_at_end(after)
    return bit(frame.b.load(found))


def list_address(frame: Frame, owner: ListBuffer, place: Value) -> ir.Value:
    """Return the address of a number in a list."""
    used = frame.b.load(owner.used)
    at = from_start(frame, row_index(frame, place), used)
    frame.raise_if(frame.b.icmp_unsigned(">=", at, used), IndexError, "list index out of range")
    return frame.b.gep(owner.pointer, [at])
