"""Lists in the frame of a function: their memory and their elements.

The number of elements is known while compiling as long as nothing changes it: a board as a list costs no more than a
row. A list that is found to grow or shrink is compiled again with memory for more.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import FLOAT64, I1, I64, WORD64, Kind, kind_of
from plyground.native.lowering.numbers.conversions import fit, number_of, row_index, signed_word
from plyground.native.lowering.numbers.truth import bit_of, compare_numbers
from plyground.native.lowering.rows import (
    as_cells,
    for_places,
    from_start,
    load_cells,
    load_number,
    store_cell,
)
from plyground.native.lowering.values import (
    MIXED,
    Cells,
    ListBuffer,
    Number,
    RaggedRow,
    Record,
    Value,
    bit,
    class_of,
    is_number,
    kept_with,
    parts_of,
    word_of,
)
from plyground.native.refusals import LIST_KEPT, NO_SUCH_CALL, NUMBER_WANTED, TWO_KINDS, ListTooLong
from plyground.native.shapes import WORD, ElementShape


def new_list(
    frame: Frame, node: ast.expr | ast.stmt, length: int | None = None, cell: Kind | None = None, made_by: str = "list"
) -> ListBuffer:
    """Return a new empty list, made by ``node`` of the text, which gets ``length`` elements; it lies in the frame.

    ``cell`` is the kind of the row from which it is made, ``made_by`` the function if ``node`` makes several lists.
    """
    name = frame.scope.function, f"{made_by} {node.lineno}:{node.col_offset}"
    if name in frame.program.hints.growing or _grows(frame):
        length = None
    shape = frame.program.hints.names.get(name, WORD)
    element = shape if isinstance(shape, ElementShape) else None
    if shape != WORD or length is None or cell is None:
        cell = WORD64 if element is not None else kind_of(shape)
    width = 1 if element is None else element.count
    room = frame.program.options.list_room if length is None else max(1, length)
    made = ListBuffer(frame.slot(cell.type, room * width), frame.slot(I64), cell, name, length, element, is_new=True)
    made.is_repeated = frame.loop_depth > 0 or frame.scope.ownership.repeats(frame.node)
    frame.b.store(word_of(0), made.used)
    return made


def _grows(frame: Frame) -> bool:
    """Return True if the current statement gives a list to a name of which the text changes the length."""
    match frame.node:
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return name in frame.scope.source.growing
    return False


def grow(frame: Frame, owner: ListBuffer) -> None:
    """Compile a list again whose number of elements was believed to be known, because a statement changes it."""
    if owner.length is not None:
        frame.program.hints.growing.add(owner.name)
        frame.program.begin_again(owner.name[0])


def view_of(frame: Frame, owner: ListBuffer, at: ir.Value) -> Value:
    """Return the element at an address of a list. An element that is a list lies in the memory of the whole."""
    element = owner.element
    if element is None:
        return load_number(frame, at, owner.cell) if owner.cell.width < 64 else Number(frame.b.load(at), owner.cell)
    if element.is_list:
        used = frame.slot(I64)
        frame.b.store(word_of(element.count), used)
        name = owner.name[0], f"{owner.name[1]} element"
        repeated = owner.is_repeated
        return ListBuffer(at, used, owner.cell, name, element.count, is_in_frame=False, is_repeated=repeated)
    parts: list[Value] = [
        Number(frame.b.load(frame.b.gep(at, [word_of(place)])), owner.cell) for place in range(element.count)
    ]
    return Record(element.cls, parts)


def element_of_ragged_row(frame: Frame, row: RaggedRow, place: ir.Value) -> Value:
    """Return an element of a row of a ragged table: a word, or a tuple of words."""
    if row.width == 1:
        return Number(frame.b.load(frame.b.gep(row.pointer, [place])), WORD64)
    first = frame.b.mul(place, word_of(row.width))
    places = [frame.b.add(first, word_of(part)) for part in range(row.width)]
    return Record(None, [Number(frame.b.load(frame.b.gep(row.pointer, [at])), WORD64) for at in places])


def element_of(frame: Frame, owner: ListBuffer, place: ir.Value) -> Value:
    """Return the element of a list at a place that it has."""
    return view_of(frame, owner, place_in(frame, owner, place))


def place_in(frame: Frame, owner: ListBuffer, place: ir.Value) -> ir.Value:
    """Return the address of the element of a list at a place."""
    at = place if owner.width == 1 else frame.b.mul(place, word_of(owner.width))
    return frame.b.gep(owner.pointer, [at])


def store_element(frame: Frame, owner: ListBuffer, at: ir.Value, value: Value) -> None:
    """Write an element of a list. If the list has room for another kind of elements, it is compiled again."""
    known = frame.program.hints.names.get(owner.name)
    if not is_number(value):
        element = _shape_of_element(frame, value)
        if owner.element != element:
            if known is not None:
                frame.refuse(TWO_KINDS)
            frame.program.hint(owner.name, element)
        parts = [value] if owner.element is None else _words_in(frame, value)
        for place, part in enumerate(parts):
            frame.b.store(signed_word(frame, part), frame.b.gep(at, [word_of(place)]))
        return
    if owner.element is not None:
        frame.refuse(TWO_KINDS)
    number = number_of(frame, value)
    shape = kept_with(known or WORD, number)
    if shape is None:
        frame.refuse(TWO_KINDS)
    if shape != (known or WORD):
        frame.program.hint(owner.name, shape)
    if owner.cell.width < 64:
        store_cell(frame, Cells(at, (1,), owner.cell), 0, value)
    else:
        frame.b.store(fit(frame, number, owner.cell).llvm, at)


def _shape_of_element(frame: Frame, value: Value) -> ElementShape:
    if isinstance(value, ListBuffer):
        if value.length is None or value.element is not None:
            frame.refuse(NUMBER_WANTED)
        if not value.is_new:
            frame.refuse(LIST_KEPT)
        return ElementShape(None, value.length, is_list=True)
    words = _words_in(frame, value)
    cls = type(value) if isinstance(value, tuple) and hasattr(value, "_fields") else class_of(value)
    return ElementShape(cls, len(words))


def _words_in(frame: Frame, value: Value) -> list[Value]:
    """Return the numbers in an element of a list."""
    if isinstance(value, ListBuffer):
        return elements_of(frame, value) or []
    parts = load_cells(frame, value) if isinstance(value, Cells) else parts_of(value)
    if not parts or not all(map(is_number, parts)) or any(is_float(part) for part in parts):
        frame.refuse(NUMBER_WANTED)
    return parts


def is_float(value: Value) -> bool:
    """Return True for a float."""
    return isinstance(value, float) or (isinstance(value, Number) and value.kind == FLOAT64)


def elements_of(frame: Frame, owner: ListBuffer) -> list[Value] | None:
    """Return the elements of a list in registers; None if their number is not known."""
    if owner.length is None:
        return None
    return [element_of(frame, owner, word_of(place)) for place in range(owner.length)]


def tuple_of_list(frame: Frame, owner: ListBuffer) -> Value:
    """Return the elements of a list of known length as a tuple."""
    if owner.length and owner.element is None and owner.cell != FLOAT64:
        made = frame.buffer((owner.length,), owner.cell)
        frame.copy(made.pointer, _cells_of(owner))
        return made
    return Record(None, elements_of(frame, owner) or [])


def _cells_of(owner: ListBuffer) -> Cells:
    return Cells(owner.pointer, (owner.length or 0,), owner.cell, MIXED)


def push(frame: Frame, owner: ListBuffer, value: Value) -> None:
    """Write an element behind the last one of a list that is being made."""
    used = frame.b.load(owner.used)
    if owner.length is None:
        room = word_of(frame.program.options.list_room)
        frame.raise_if(frame.b.icmp_signed(">=", used, room), ListTooLong)
    store_element(frame, owner, place_in(frame, owner, used), value)
    frame.b.store(frame.b.add(used, word_of(1)), owner.used)


def list_of_row(frame: Frame, node: ast.expr | ast.stmt, row: Cells) -> ListBuffer:
    """Return a row of numbers as a new list."""
    cell = row.cell if row.cell.width >= frame.program.options.cell_bits else None
    made = new_list(frame, node, row.dims[0], cell, made_by="list()")
    if made.length is None:
        for_places(
            frame, row.dims[0], lambda now: push(frame, made, load_number(frame, _at(frame, row, now), row.cell))
        )
    elif made.cell == FLOAT64:
        for number in load_cells(frame, row):
            push(frame, made, number)
    else:
        frame.copy(made.pointer, as_cells(frame, row, row.dims, made.cell))
        frame.b.store(word_of(row.dims[0]), made.used)
    return made


def _at(frame: Frame, row: Cells, now: ir.Value) -> ir.Value:
    return frame.b.gep(row.pointer, [now])


def named_list(owner: ListBuffer) -> ListBuffer:
    """Return a list as the value of a name."""
    return replace(owner, is_new=False)


def lower_list_method(frame: Frame, name: str, owner: ListBuffer, arguments: list[Value]) -> Value:
    """Return the result of a method of a list."""
    if name == "append" and len(arguments) == 1:
        grow(frame, owner)
        push(frame, owner, arguments[0])
        return None
    if name == "pop" and not arguments:
        grow(frame, owner)
        used = frame.b.load(owner.used)
        frame.raise_if(frame.b.icmp_signed("==", used, word_of(0)), IndexError, "pop from empty list")
        last = frame.b.sub(used, word_of(1))
        frame.b.store(last, owner.used)
        return element_of(frame, owner, last)
    if name == "clear" and not arguments:
        grow(frame, owner)
        frame.b.store(word_of(0), owner.used)
        return None
    frame.refuse(NO_SUCH_CALL, name=name)


def list_length(frame: Frame, row: ListBuffer | RaggedRow) -> ir.Value:
    """Return the length of a list, or of a row of a ragged table."""
    return frame.b.load(row.used) if isinstance(row, ListBuffer) else row.length


def list_contains(frame: Frame, row: ListBuffer | RaggedRow, value: Value) -> Number:
    """Return the truth of ``value in row``, for a list of numbers."""
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
    at = frame.b.gep(row.pointer, [now])
    word = Number(frame.b.load(at), cell) if cell.width >= 64 else load_number(frame, at, cell)
    same = bit_of(compare_numbers(frame, ast.Eq(), word, value))
    frame.b.store(frame.b.or_(frame.b.load(found), same), found)
    frame.b.store(frame.b.add(now, word_of(1)), place)
    frame.b.branch(head)
    frame.b.position_at_end(after)
    return bit(frame.b.load(found))


def list_address(frame: Frame, owner: ListBuffer, place: Value) -> ir.Value:
    """Return the address of an element of a list."""
    used = frame.b.load(owner.used)
    at = from_start(frame, row_index(frame, place), used)
    frame.raise_if(frame.b.icmp_unsigned(">=", at, used), IndexError, "list index out of range")
    return place_in(frame, owner, at)
