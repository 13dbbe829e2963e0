"""Fields of named tuples in memory, elements by place, and slices."""

from __future__ import annotations

import ast
from itertools import accumulate

from llvmlite import ir

from plyground.native.lowering import texts
from plyground.native.lowering.choices import either
from plyground.native.lowering.dispatch import lower
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.inlining import call_text
from plyground.native.lowering.lists import element_of, element_of_ragged_row, list_address, new_list, push, view_of
from plyground.native.lowering.number_kinds import F64, FLOAT64, I1, WORD64, Kind, Reading, cell_kind, kind_of
from plyground.native.lowering.numbers.conversions import common_kind, fit, row_index, signed_word
from plyground.native.lowering.row_operations import pick_cells
from plyground.native.lowering.rows import INDEX_ERROR, from_start, load_cell, load_number
from plyground.native.lowering.values import (
    Array,
    ByReference,
    Cells,
    Constants,
    ListBuffer,
    Number,
    RaggedRow,
    Record,
    Value,
    is_number,
    known,
    parts_of,
    word_of,
)
from plyground.native.refusals import NUMBER_WANTED, SLICE_LENGTH, TEXT_CHOSEN
from plyground.native.shapes import (
    WORD_BITS,
    ArrayShape,
    FloatShape,
    RecordShape,
    ReferenceShape,
    RowShape,
    SetShape,
    Shape,
    WideShape,
    WordShape,
    leaves,
)


def item(frame: Frame, owner: Value, place: Value) -> Value:
    """Return ``owner[place]``."""
    if isinstance(place, float):
        frame.refuse(NUMBER_WANTED)
    if isinstance(owner, str):
        return (
            known(owner[place])
            if isinstance(place, int) and -len(owner) <= place < len(owner)
            else frame.refuse(TEXT_CHOSEN)
        )
    if isinstance(owner, Cells):
        return load_cell(frame, owner, place)
    parts = parts_of(owner)
    if parts is not None:
        if isinstance(place, int):
            if not -len(parts) <= place < len(parts):
                frame.raise_if(ir.Constant(I1, 1), IndexError, INDEX_ERROR)
                return parts[0] if parts else 0
            return parts[place]
        table = frame.program.table(owner) if isinstance(owner, tuple) else None
        if table is not None:
            return load_cell(frame, table, place)
        if isinstance(owner, tuple) and (width := _width_of(owner)):
            return _ragged_row(frame, owner, place, width)
        if isinstance(owner, tuple) and (columns := _columns_of(owner)):
            cls = type(owner[0]) if hasattr(owner[0], "_fields") else None
            return Record(cls, [item(frame, column, place) for column in columns])
        return _chosen(frame, parts, place)
    if isinstance(owner, Array):
        return load_element(frame, frame.b.gep(owner.pointer, [row_index(frame, place)]), owner.cell)
    if isinstance(owner, ListBuffer):
        return view_of(frame, owner, list_address(frame, owner, place))
    if isinstance(owner, RaggedRow):
        at = from_start(frame, row_index(frame, place), owner.length)
        frame.raise_if(frame.b.icmp_unsigned(">=", at, owner.length), IndexError, INDEX_ERROR)
        return element_of_ragged_row(frame, owner, at)
    frame.refuse(NUMBER_WANTED)


def load_element(frame: Frame, at: ir.Value, cell: Kind) -> Number:
    """Return the number at an address of an array."""
    if cell.reading is not Reading.FLOAT:
        return load_number(frame, at, cell)
    number = frame.b.load(at)
    return Number(number if cell == FLOAT64 else frame.b.fpext(number, F64), FLOAT64)


def _chosen(frame: Frame, parts: list[Value], place: Value) -> Value:
    """Return one of the parts of a tuple in registers or of a ragged tuple, by a branch for each."""
    if not parts:
        frame.raise_if(ir.Constant(I1, 1), IndexError, INDEX_ERROR)
        return 0
    at = from_start(frame, row_index(frame, place), len(parts))
    frame.raise_if(frame.b.icmp_unsigned(">=", at, word_of(len(parts))), IndexError, INDEX_ERROR)
    if all(is_number(part) for part in parts):
        kind = common_kind(frame, *parts)
        floats = [float(part) for part in parts if kind == FLOAT64 and isinstance(part, (int, float))]
        if len(floats) == len(parts):
            table = frame.program.table_of_floats(floats)
            return Number(frame.b.load(frame.b.gep(table, [word_of(0), at])), kind)
        row = frame.slot(ir.ArrayType(kind.type, len(parts)))
        for number, part in enumerate(parts):
            frame.b.store(fit(frame, part, kind).llvm, frame.b.gep(row, [word_of(0), word_of(number)]))
        return Number(frame.b.load(frame.b.gep(row, [word_of(0), at])), kind)
    return _one_of(frame, parts, at, 0)


def _columns_of(rows: Constants) -> list[Constants]:
    """Return the columns of a constant tuple of rows that have equal lengths; none for other tuples."""
    is_table = len({(type(row), len(row)) if isinstance(row, tuple) else None for row in rows}) == 1
    return list(zip(*rows, strict=True)) if is_table and isinstance(rows[0], tuple) else []


def _width_of(rows: Constants) -> int:
    """Return how many words each element of each row of a constant tuple has; 0 if they differ or are no words."""
    if not all(type(row) is tuple for row in rows):
        return 0
    if all(map(_is_flat, rows)):
        return 1
    widths = {len(part) if type(part) is tuple and _is_flat(part) else 0 for row in rows for part in row}
    return widths.pop() if len(widths) == 1 else 0


def _ragged_row(frame: Frame, rows: Constants, place: Value, width: int) -> RaggedRow:
    """Return one row of a constant tuple of rows with different lengths; each element has ``width`` words."""
    at = from_start(frame, row_index(frame, place), len(rows))
    frame.raise_if(frame.b.icmp_unsigned(">=", at, word_of(len(rows))), IndexError, INDEX_ERROR)
    firsts = tuple(accumulate(map(len, rows), initial=0))
    numbers = tuple(leaves(rows)) or (0,)
    tables = [frame.program.table(each, WORD64) for each in (firsts, numbers)]
    starts, cells = (each.pointer for each in tables if each is not None)
    first = frame.b.load(frame.b.gep(starts, [at]))
    from_first = first if width == 1 else frame.b.mul(first, word_of(width))
    end = frame.b.load(frame.b.gep(starts, [frame.b.add(at, word_of(1))]))
    return RaggedRow(frame.b.gep(cells, [from_first]), frame.b.sub(end, first), width)


def _one_of(frame: Frame, parts: list[Value], at: ir.Value, first: int) -> Value:
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    test = frame.b.icmp_signed("<", at, word_of(first + half))
    return either(
        frame,
        test,
        lambda: _one_of(frame, parts[:half], at, first),
        lambda: _one_of(frame, parts[half:], at, first + half),
    )


def _is_flat(row: Constants) -> bool:
    """Return True for a row of words."""
    return all(isinstance(each, int) and -(1 << 63) <= each < 1 << 63 for each in row)


def load_fields(frame: Frame, owner: Record | ByReference) -> list[Value]:
    """Return all fields of a named tuple."""
    if isinstance(owner, Record):
        return owner.parts
    return [load_field(frame, owner, place) for place in range(len(owner.shape.parts))]


def load_field(frame: Frame, owner: ByReference, place: int) -> Value:
    """Return a field of a named tuple that is passed by address."""
    parts = owner.shape.parts
    start = sum(part.words() for part in parts[:place])
    return load_shape(frame, parts[place], frame.b.gep(owner.pointer, [word_of(start)]))


def load_shape(frame: Frame, shape: Shape, at: ir.Value) -> Value:
    """Return the value at an address in the words of a named tuple. It never changes, so it is loaded once."""
    if isinstance(shape, RowShape):
        return Cells(frame.b.bitcast(at, cell_kind(shape).type.as_pointer()), shape.dims, cell_kind(shape))
    if isinstance(shape, RecordShape):
        if shape.cls is not None:
            return ByReference(shape, at)
        parts, start = [], 0
        for part in shape.parts:
            parts.append(load_shape(frame, part, frame.b.gep(at, [word_of(start)])))
            start += part.words()
        return Record(None, parts)
    if isinstance(shape, ReferenceShape):
        return ByReference(shape.record, at)
    if isinstance(shape, WideShape):
        loaded = frame.b.load(frame.b.bitcast(at, kind_of(shape).type.as_pointer()))
        loaded.align = WORD_BITS // 8
        return Number(_unchanging(frame, loaded), kind_of(shape))
    if isinstance(shape, FloatShape):
        return Number(_unchanging(frame, frame.b.load(frame.b.bitcast(at, F64.as_pointer()))), FLOAT64)
    word = _unchanging(frame, frame.b.load(at))
    if isinstance(shape, ArrayShape):
        return Array(frame.b.inttoptr(word, cell_kind(shape).type.as_pointer()), cell_kind(shape))
    assert isinstance(shape, (WordShape, SetShape))
    return Number(word, kind_of(shape))


def _unchanging(frame: Frame, load: ir.MemoryInstr) -> ir.Value:
    load.set_metadata("invariant.load", frame.module.add_metadata([]))
    return load


def lower_slice(frame: Frame, owner: Value, node: ast.Slice) -> Value:
    """Return a part of a tuple. Its length must be known."""
    low, high, step = (None if each is None else lower(frame, each) for each in (node.lower, node.upper, node.step))
    known = _known_slice(low, high, step)
    if isinstance(owner, ListBuffer):
        return _part_of_list(frame, owner, low, high, step)
    parts = parts_of(owner)
    if parts is not None and known is not None:
        cut = parts[known]
        return tuple(cut) if isinstance(owner, tuple) else Record(None, cut)
    if isinstance(owner, tuple):
        owner = frame.program.table(owner) or owner
    if not isinstance(owner, Cells):
        frame.refuse(SLICE_LENGTH)
    if known is not None:
        places = range(owner.dims[0])[known]
        if not places:
            return ()
        if places.step != 1:
            return pick_cells(frame, owner, list(places))
        at = frame.b.gep(owner.pointer, [word_of(places.start * owner.stride)], inbounds=True)
        return Cells(at, (len(places), *owner.dims[1:]), owner.cell, owner.lifetime)
    length = _known_length(frame, node)
    if step not in (None, 1) or length is None or not 0 < length <= owner.dims[0]:
        frame.refuse(SLICE_LENGTH)
    first = signed_word(frame, low)
    frame.raise_if(frame.b.icmp_unsigned(">", first, word_of(owner.dims[0] - length)), IndexError, INDEX_ERROR)
    at = frame.b.gep(owner.pointer, [frame.b.mul(first, word_of(owner.stride))], inbounds=True)
    return Cells(at, (length, *owner.dims[1:]), owner.cell, owner.lifetime)


def _part_of_list(frame: Frame, owner: ListBuffer, low: Value, high: Value, step: Value) -> Value:
    """Return a part of a list as a new list."""
    known = _known_slice(low, high, step)
    if owner.length is not None and known is not None:
        places = range(owner.length)[known]
        made = new_list(frame, frame.node, len(places), made_by="slice")
        for place in places:
            push(frame, made, element_of(frame, owner, word_of(place)))
        return made
    if (low, high, step) == (None, None, -1):
        return call_text(frame, texts.turned, owner)
    if step not in (None, 1):
        frame.refuse(SLICE_LENGTH)
    last = Number(frame.b.load(owner.used), WORD64)
    return call_text(frame, texts.sliced, owner, 0 if low is None else low, last if high is None else high)


def _known_slice(*ends: Value) -> slice[int | None, int | None, int | None] | None:
    """Return a slice whose ends and step are known; None for others."""
    known = [each for each in ends if each is None or isinstance(each, int)]
    return slice(*known) if len(known) == len(ends) else None


def _known_length(frame: Frame, node: ast.Slice) -> int | None:
    """Return the length of ``[first:first + length]``; None for other slices."""
    upper = node.upper
    if not isinstance(upper, ast.BinOp) or not isinstance(upper.op, ast.Add) or node.lower is None:
        return None
    if ast.dump(upper.left) != ast.dump(node.lower):
        return None
    length = lower(frame, upper.right)
    return length if isinstance(length, int) else None
