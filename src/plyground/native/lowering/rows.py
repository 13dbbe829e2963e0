"""Rows of cells: tuples of numbers in memory, read by index and changed by ``put``.

Nothing writes to a row that can still be read. ``put`` writes directly to its destination: the memory of the assigned
name, or the caller's. Indexes are checked as in Python, and a number that does not fit a cell raises an exception.
"""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from plyground.core.bits import word
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import (
    BIT,
    FLOAT64,
    I1,
    I64,
    SET64,
    WORD64,
    Kind,
    argument_types,
    cell_kind,
    kind_of,
)
from plyground.native.lowering.numbers.conversions import common_kind, exact_number, fit, narrowed, row_index
from plyground.native.lowering.values import (
    Cells,
    Constants,
    Number,
    Optional,
    Range,
    Record,
    Value,
    bit,
    from_words,
    holds,
    is_number,
    is_set,
    is_wide,
    is_wrapped,
    parts_of,
    row_shape,
    shape_of,
    table_cell,
    word_of,
)
from plyground.native.refusals import NUMBER_WANTED, ROW_WANTED, TWO_KINDS, CellTooNarrow
from plyground.native.shapes import (
    SET,
    WORD,
    WORD_BITS,
    NumberShape,
    OptionalShape,
    RecordShape,
    RowShape,
    Shape,
    dims_of,
    leaves,
)

MAX_COPIED_ONE_BY_ONE = 512
"""Most numbers of a row that are converted to another width one by one."""
WORD_BYTES = 8
INDEX_ERROR = "tuple index out of range"


def as_cells(frame: Frame, value: Value, dims: tuple[int, ...], cell: Kind) -> Cells:
    """Return a value as a row."""
    if isinstance(value, Cells) and value.dims == dims:
        if value.shape == row_shape(dims, cell):
            return value
        return _converted(frame, value, cell)
    if isinstance(value, tuple) and dims_of(value) == dims and holds(cell, leaves(value)):
        table = frame.program.table(tuple(value), cell)
        if table is not None:
            return table
    parts = parts_of(value)
    if parts is not None and len(parts) == dims[0]:
        made = frame.buffer(dims, cell)
        for place, part in enumerate(parts):
            store_cell(frame, made, place, part)
        return made
    frame.refuse(ROW_WANTED, dims=" × ".join(map(str, dims)))


def row_of(frame: Frame, parts: list[Value]) -> Cells:
    """Return numbers in registers as a row."""
    return as_cells(frame, Record(None, parts), (len(parts),), common_cell(frame, parts))


def common_cell(frame: Frame, values: list[Value]) -> Kind:
    """Return the kind that holds all these numbers, and the numbers in the rows among these values."""
    if has_wide_sets(frame, values):
        return frame.program.wide
    return SET64 if any(kind.is_set for value in values for kind in _kinds_in(value)) else WORD64


def has_wide_sets(frame: Frame, values: list[Value]) -> bool:
    """Return True if a value, or a part of one, is a set of more than 64 cells."""
    for value in values:
        if is_wide(value) or frame.program.is_long(value) or (isinstance(value, Cells) and value.cell.width > 64):
            return True
        if not isinstance(value, Range) and has_wide_sets(frame, parts_of(value) or []):
            return True
    return False


def _converted(frame: Frame, cells: Cells, cell: Kind) -> Cells:
    """Return a row in numbers of another width."""
    made = frame.buffer(cells.dims, cell)
    source, target = Cells(cells.pointer, (cells.size,), cells.cell), Cells(made.pointer, (cells.size,), cell)
    if cells.size <= MAX_COPIED_ONE_BY_ONE:
        for place in range(cells.size):
            store_cell(frame, target, place, load_cell(frame, source, place))
    else:
        for_places(
            frame,
            cells.size,
            lambda now: store_cell(frame, target, Number(now, WORD64), load_cell(frame, source, Number(now, WORD64))),
        )
    return made


def for_places(frame: Frame, count: int, body: Callable[[ir.Value], None]) -> None:
    """Run a body for each place from 0 to ``count`` − 1."""
    place = frame.slot(I64)
    frame.b.store(word_of(0), place)
    head, after = frame.b.append_basic_block(), frame.b.append_basic_block()
    frame.b.branch(head)
    frame.b.position_at_end(head)
    body(frame.b.load(place))
    further = frame.b.add(frame.b.load(place), word_of(1))
    frame.b.store(further, place)
    frame.b.cbranch(frame.b.icmp_signed("<", further, word_of(count)), head, after)
    frame.b.position_at_end(after)


def cell_address(frame: Frame, cells: Cells, place: Value) -> ir.Value:
    """Return the address of an element of the first level; negative indexes count from the end."""
    size = cells.dims[0]
    if isinstance(place, int):
        if not -size <= place < size:
            frame.raise_if(ir.Constant(I1, 1), IndexError, INDEX_ERROR)
            place = 0
        at: ir.Value = word_of(place % size)
    else:
        at = from_start(frame, row_index(frame, place), size)
        frame.raise_if(frame.b.icmp_unsigned(">=", at, word_of(size)), IndexError, INDEX_ERROR)
    if cells.stride != 1:
        at = frame.b.mul(at, word_of(cells.stride))
    return frame.b.gep(cells.pointer, [at], inbounds=True)


def from_start(frame: Frame, place: ir.Value, size: int | ir.Value) -> ir.Value:
    """Return an index that counts from the start, in a form that LLVM recognises as not negative."""
    negative = frame.b.icmp_signed("<", place, word_of(0))
    return frame.b.select(negative, frame.b.add(place, word_of(size) if isinstance(size, int) else size), place)


def load_cell(frame: Frame, cells: Cells, place: Value) -> Value:
    """Return an element of the first level: a number, or a row."""
    return load_cell_at(frame, cells, cell_address(frame, cells, place))


def load_cell_at(frame: Frame, cells: Cells, at: ir.Value) -> Value:
    """Return the element of the first level at an address."""
    if len(cells.dims) > 1:
        return Cells(at, cells.dims[1:], cells.cell, cells.lifetime, cells.natural_bits)
    return load_number(frame, at, cells.cell, cells.natural_bits)


def load_number(frame: Frame, at: ir.Value, cell: Kind, count: int | None = None) -> Number:
    """Return the number at an address, of at most ``count`` bits."""
    word = frame.b.load(at, align=alignment(cell))
    return Number(frame.b.sext(word, I64), WORD64, count) if cell.width < WORD_BITS else Number(word, cell, count)


def load_cells(frame: Frame, cells: Cells) -> list[Value]:
    """Return the numbers of a row in registers."""
    return [load_cell(frame, cells, place) for place in range(cells.dims[0])]


def store_cell(frame: Frame, cells: Cells, place: Value, value: Value) -> None:
    """Write an element of the first level, in memory that nothing else reads yet."""
    if len(cells.dims) > 1:
        frame.copy(cell_address(frame, cells, place), as_cells(frame, value, cells.dims[1:], cells.cell))
        return
    if not is_number(value):
        frame.refuse(NUMBER_WANTED)
    kind = cells.cell
    if isinstance(value, int) and holds(kind, [int(value)]):
        small: ir.Value = kind.constant(word(int(value)) if kind.is_one_word else int(value))
    elif isinstance(value, Number) and value.kind == BIT:
        small = frame.b.zext(value.llvm, kind.type)
    else:
        number = exact_number(frame, value)
        if number.kind == FLOAT64:
            frame.refuse(NUMBER_WANTED)
        differ = kind.width == WORD_BITS and number.kind.is_set != kind.is_set
        narrower = kind.width < number.kind.width or differ
        small = (narrowed(frame, number, kind, CellTooNarrow) if narrower else fit(frame, number, kind)).llvm
    frame.b.store(small, cell_address(frame, cells, place), align=alignment(cells.cell))


def put_cell(frame: Frame, cells: Value, place: Value, value: Value) -> Value:
    """Return a row with another number at a place."""
    if isinstance(cells, tuple):
        cells = wide_table(frame, cells) or Record(None, list(cells))
    if isinstance(cells, Record):  # a row in registers: choose each cell
        at = from_start(frame, row_index(frame, place), len(cells.parts))
        frame.raise_if(frame.b.icmp_unsigned(">=", at, word_of(len(cells.parts))), IndexError, INDEX_ERROR)
        chosen: list[Value] = []
        for number, part in enumerate(cells.parts):
            kind = common_kind(frame, value, part)
            new, old = fit(frame, value, kind).llvm, fit(frame, part, kind).llvm
            chosen.append(Number(frame.b.select(frame.b.icmp_signed("==", at, word_of(number)), new, old), kind))
        return Record(cells.cls, chosen)
    if not isinstance(cells, Cells):
        frame.refuse(ROW_WANTED, dims="…")
    cells = with_room(frame, cells)
    made = frame.buffer(cells.dims, cells.cell)
    frame.copy(made.pointer, cells)
    store_cell(frame, made, place, value)
    return made


def with_room(frame: Frame, cells: Cells) -> Cells:
    """Return a row whose cells are at least as wide as in the rows of positions. Only parts of constant tuples have
    narrower cells. If a number does not fit a cell, the program is compiled again with wider cells for all other
    rows.
    """
    bits = frame.program.options.cell_bits
    return cells if cells.cell.width >= bits else as_cells(frame, cells, cells.dims, Kind(bits))


def wide_table(frame: Frame, cells: Constants) -> Cells | None:
    """Return a constant tuple as a row whose cells are at least as wide as those of other rows; None if it is
    ragged.
    """
    if dims_of(cells) is None:
        return None
    small = table_cell(leaves(cells))
    cell = small if small.width >= frame.program.options.cell_bits else Kind(frame.program.options.cell_bits)
    long = any(map(frame.program.is_long, leaves(cells)))
    return frame.program.table(cells, frame.program.wide if long else cell)


def _kinds_in(value: Value) -> list[Kind]:
    """Return the kinds of the numbers in a value."""
    if isinstance(value, Cells):
        return [value.cell]
    if is_number(value):
        return [kind_of(shape_of(value))]
    return [kind for part in parts_of(value) or [] for kind in _kinds_in(part)]


def alignment(cell: Kind) -> int:
    """Return the alignment of the numbers of a row in bytes. A set is aligned as a word, as Python stores it among
    words.
    """
    return min(cell.width // 8, WORD_BYTES)


def conform(frame: Frame, value: Value, shape: Shape) -> Value:
    """Return a value in this shape: a tuple becomes a row if the shape is a row."""
    if isinstance(shape, RowShape):
        return as_cells(frame, value, shape.dims, cell_kind(shape))
    if isinstance(shape, OptionalShape):
        if value is None:
            return Optional(bit(ir.Constant(I1, 0)), nothing_of(frame, shape.part))
        if isinstance(value, Optional):
            return Optional(value.present, conform(frame, value.value, shape.part))
        return Optional(bit(ir.Constant(I1, 1)), conform(frame, value, shape.part))
    if isinstance(shape, RecordShape):
        if isinstance(value, tuple):
            value = Record(shape.cls, list(value))
        if isinstance(value, Cells) and len(value.dims) == 1:
            value = Record(None, load_cells(frame, value))
        if not isinstance(value, Record) or len(value.parts) != len(shape.parts):
            frame.refuse(TWO_KINDS)
        parts = [conform(frame, part, each) for part, each in zip(value.parts, shape.parts, strict=True)]
        return Record(shape.cls, parts)
    if is_number(value) and isinstance(shape, NumberShape):
        return fit(frame, value, kind_of(shape))
    return value


def nothing_of(frame: Frame, shape: Shape) -> Value:
    """Return a value of a shape that nothing reads."""
    if isinstance(shape, RecordShape):
        return Record(shape.cls, [nothing_of(frame, part) for part in shape.parts])
    if isinstance(shape, RowShape):
        return frame.buffer(shape.dims, cell_kind(shape), for_result=False)
    return from_words(shape, iter([ir.Constant(kind, None) for kind in argument_types(shape)]))


def outgrows(frame: Frame, value: Value, shape: Shape) -> bool:
    """Return True for a set, or a tuple with one, if the shape has narrower numbers."""
    if isinstance(shape, RecordShape):
        parts = parts_of(value) if isinstance(value, (Record, tuple)) else None
        return parts is not None and any(outgrows(frame, *pair) for pair in zip(parts, shape.parts, strict=False))
    if isinstance(shape, RowShape) and isinstance(value, Cells):
        return bool(value.cell.width > 64 >= shape.bits) or (value.shape.sets and shape.bits == 64 and not shape.sets)
    if frame.program.is_long(value) or is_wide(value):
        return shape in (WORD, SET)
    return shape == WORD and is_number(value) and (is_set(value) or is_wrapped(value))
