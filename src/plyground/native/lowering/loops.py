"""Loops: ``for`` over ranges, rows, tuples, lists and generators, and ``while``."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.native.lowering.assignments import assign_to
from plyground.native.lowering.compilation import MAX_BLOCKS
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
from plyground.native.lowering.generators import (
    count_cells,
    emptied_set,
    is_countable,
    loop_over_comprehension,
    loop_over_generator,
)
from plyground.native.lowering.lists import element_of, element_of_ragged_row
from plyground.native.lowering.lookups import item
from plyground.native.lowering.names import load_name, load_slot, new_slot, store_slot
from plyground.native.lowering.number_kinds import I64, WORD64
from plyground.native.lowering.numbers.conversions import signed_word
from plyground.native.lowering.rows import load_cell_at
from plyground.native.lowering.scope import KnownSlot, RaggedRowSlot, Slot
from plyground.native.lowering.values import (
    FIXED,
    Bound,
    Cells,
    Comprehension,
    Constants,
    Enumerated,
    ListBuffer,
    Number,
    RaggedRow,
    Range,
    Record,
    Value,
    is_number,
    natural_bits,
    parts_of,
    word_of,
)
from plyground.native.refusals import NOT_LOOPED, TOO_LONG
from plyground.native.shapes import dims_of
from plyground.native.text.ownership import is_assigned_in

MAX_ROUNDS_WRITTEN_OUT = 32
"""Most values of a constant tuple of different kinds of values for which a large body is written out for each."""
MAX_UNROLLED = 400
"""Largest product of body nodes and values for which a loop over a constant tuple is unrolled."""
FEW_VALUES = 8
"""Most values of a constant tuple, such as the directions of a board, whose loop is unrolled with a larger body."""
MAX_UNROLLED_OF_FEW = 1600
"""Largest such product for a tuple of few values. Lines of Action gains three fifths."""


def lower_for(frame: Frame, node: ast.For) -> None:
    """Lower ``for``."""
    over = lower(frame, node.iter)

    def body(value: Value) -> None:
        assign_to(frame, node.target, value)
        lower_block(frame, node.body)

    lower_loop(frame, over, body, node)


def lower_while(frame: Frame, node: ast.While) -> None:
    """Lower ``while``; a loop that yields the cells of a set may only count them."""
    emptied = emptied_set(node)
    if emptied and frame.scope.on_count and is_countable(load_name(frame, emptied[0])):
        count_cells(frame, *emptied, node, frame.scope.on_count)
    else:
        lower_plain_while(frame, node)


def for_each(frame: Frame, over: Value, body: Body) -> None:
    """Lower a body for each value of an iterable."""
    lower_loop(frame, over, body, loop_of_nothing())


def lower_loop(frame: Frame, over: Value, body: Body, node: ast.For) -> None:
    """Lower a loop of a ``body`` over the values of an iterable; ``node`` is its statement."""
    parts = parts_of(over) if isinstance(over, (Record, tuple, dict, str, type)) else None
    if parts is not None:
        size = sum(1 for each in node.body for _part in ast.walk(each))
        is_long = isinstance(over, (tuple, dict)) and _is_long(len(parts), size)
        table = frame.program.table(over) if is_long and isinstance(over, tuple) and dims_of(over) else None
        if table is not None:
            _over_cells(frame, table, body, node)
        elif is_long and len(parts) > MAX_ROUNDS_WRITTEN_OUT:
            _over_places(frame, tuple(parts), body, node)
        else:
            _over_parts(frame, parts, body, node)
    elif isinstance(over, Cells):
        _over_cells(frame, over, body, node)
    elif isinstance(over, Range):
        _over_range(frame, over, body, node)
    elif isinstance(over, Bound):
        loop_over_generator(frame, over, body, node)
    elif isinstance(over, Comprehension):
        loop_over_comprehension(frame, over, body, node)
    elif isinstance(over, ListBuffer):
        _over_list(frame, over, body, node)
    elif isinstance(over, RaggedRow):
        _over_ragged_row(frame, over, body, node)
    elif isinstance(over, Enumerated):
        _over_enumerated(frame, over, body, node)
    else:
        frame.refuse(NOT_LOOPED)


def _is_long(count: int, size: int) -> bool:
    """Return True if a body of this many nodes is not written out for each of ``count`` values."""
    return count * size > (MAX_UNROLLED_OF_FEW if count <= FEW_VALUES else MAX_UNROLLED)


def _over_parts(frame: Frame, parts: list[Value], body: Body, node: ast.For) -> None:
    """Write the body once for each part of a tuple."""
    done, after = frame.b.append_basic_block(), frame.b.append_basic_block()
    slots: list[Slot] = []
    for part in map(frame.widened, parts):
        if isinstance(part, (int, float)) or not (is_number(part) or isinstance(part, (Record, Cells))):
            slots.append(KnownSlot(part))
        else:
            slots.append(new_slot(frame, part))
            store_slot(frame, slots[-1], part)
    for slot in slots:
        lower_round(frame, body, load_slot(frame, slot), after, frame.b.append_basic_block())
        if frame.program.length() > MAX_BLOCKS:
            frame.refuse(TOO_LONG)
    frame.b.branch(done)
    finish_loop(frame, done, node, after)


def _over_places(frame: Frame, parts: Constants, body: Body, node: ast.For) -> None:
    """Lower a loop over the places of a constant tuple, which takes the value at each place."""
    lower_counted_loop(
        frame,
        word_of(0),
        lambda now: frame.b.icmp_signed("<", now, word_of(len(parts))),
        1,
        lambda now: item(frame, parts, Number(now, WORD64)),
        node,
        body,
        is_fixed=True,
    )


def _over_range(frame: Frame, over: Range, body: Body, node: ast.For) -> None:
    last = frame.slot(I64)
    first = signed_word(frame, over.first)
    frame.b.store(signed_word(frame, over.last), last)
    step: int | ir.Value
    if isinstance(over.step, int):
        step = over.step
    else:
        step = frame.slot(I64)
        frame.b.store(signed_word(frame, over.step), step)

    def goes_on(now: ir.Value) -> ir.Value:
        end = frame.b.load(last)
        if isinstance(step, int):
            return frame.b.icmp_signed("<" if step > 0 else ">", now, end)
        up = frame.b.icmp_signed(">", frame.b.load(step), word_of(0))
        below, above = (frame.b.icmp_signed(sign, now, end) for sign in ("<", ">"))
        return frame.b.select(up, below, above)

    ends = (natural_bits(over.first), natural_bits(over.last))
    count = None if None in ends else max(bits for bits in ends if bits is not None)

    def number(now: ir.Value) -> Number:
        return Number(frame.b.or_(now, word_of(0)), WORD64, count)

    is_fixed = isinstance(over.first, int) and isinstance(over.last, int)
    lower_counted_loop(frame, first, goes_on, step, number, node, body, is_fixed=is_fixed)


def _over_list(frame: Frame, over: ListBuffer, body: Body, node: ast.For) -> None:
    slot: Slot = KnownSlot(over)
    if not over.is_in_frame:
        slot = new_slot(frame, over)
        store_slot(frame, slot, over)

    def row() -> ListBuffer:
        found = load_slot(frame, slot)
        assert isinstance(found, ListBuffer)
        return found

    lower_counted_loop(
        frame,
        word_of(0),
        lambda now: frame.b.icmp_signed("<", now, frame.b.load(row().used)),
        1,
        lambda now: element_of(frame, row(), now),
        node,
        body,
    )


def _over_ragged_row(frame: Frame, over: RaggedRow, body: Body, node: ast.For) -> None:
    slot = RaggedRowSlot(frame.slot(over.pointer.type), frame.slot(I64), over.width)
    store_slot(frame, slot, over)
    lower_counted_loop(
        frame,
        word_of(0),
        lambda now: frame.b.icmp_signed("<", now, frame.b.load(slot.length)),
        1,
        lambda now: element_of_ragged_row(frame, RaggedRow(frame.b.load(slot.pointer), over.length, over.width), now),
        node,
        body,
    )


def _over_cells(frame: Frame, over: Cells, body: Body, node: ast.For) -> None:
    if over.lifetime != FIXED:
        name = over.lifetime[1] if isinstance(over.lifetime, tuple) else None
        if name is None or is_assigned_in(name, node):
            over = frame.copied(over)
    base = frame.slot(over.pointer.type)
    frame.b.store(over.pointer, base)

    def value(now: ir.Value) -> Value:
        at = frame.b.gep(frame.b.load(base), [frame.b.mul(now, word_of(over.stride))], inbounds=True)
        return load_cell_at(frame, over, at)

    end = word_of(over.dims[0])
    lower_counted_loop(
        frame, word_of(0), lambda now: frame.b.icmp_signed("<", now, end), 1, value, node, body, is_fixed=True
    )


def _over_enumerated(frame: Frame, over: Enumerated, body: Body, node: ast.For) -> None:
    parts = parts_of(over.over) if isinstance(over.over, (Record, tuple)) else None
    size = sum(1 for each in node.body for _part in ast.walk(each))
    is_long = isinstance(over.over, tuple) and len(over.over) > MAX_ROUNDS_WRITTEN_OUT
    if parts is not None and isinstance(over.start, int) and not (is_long and len(parts) * size > MAX_UNROLLED):
        pairs: list[Value] = [Record(None, [place, part]) for place, part in enumerate(parts, over.start)]
        _over_parts(frame, pairs, body, node)
        return
    place = frame.slot(I64)
    frame.b.store(signed_word(frame, over.start), place)

    def numbered(value: Value) -> None:
        now = frame.b.load(place)
        frame.b.store(frame.b.add(now, word_of(1)), place)
        body(Record(None, [Number(now, WORD64), value]))

    lower_loop(frame, over.over, numbered, node)
