"""Operations on whole rows: looking for numbers, cutting, joining, sorting."""

from __future__ import annotations

import ast
from collections.abc import Callable

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import F64, I1, I32, I64, SetType
from plyground.native.lowering.numbers.conversions import exact_number, fit, number_of
from plyground.native.lowering.numbers.truth import bit_of, compare_numbers
from plyground.native.lowering.rows import (
    alignment,
    as_cells,
    for_places,
    load_cell,
    load_number,
    store_cell,
    wide_table,
    with_room,
)
from plyground.native.lowering.values import Cells, Record, Value, is_set, word_of
from plyground.native.refusals import NOT_COMPARED, NUMBER_WANTED, REPEATED, ROW_WANTED

VECTOR_WIDTHS = (32, 16, 8, 4, 2, 1)
"""Numbers of cells that are compared at once."""


def vectors_of(frame: Frame, size: int) -> list[tuple[int, int]]:
    """Return the vectors into which a row of this size is divided, as (start, length)."""
    parts, start = [], 0
    for width in VECTOR_WIDTHS:
        while size - start >= width:
            parts.append((start, width))
            start += width
    return parts


def load_vector(frame: Frame, cells: Cells, start: int, width: int) -> ir.Value:
    """Return some cells of a row as a vector; a single cell as a number."""
    at = frame.b.gep(cells.pointer, [word_of(start)])
    if width == 1:
        return frame.b.load(at, align=alignment(cells.cell))
    load = frame.b.load(frame.b.bitcast(at, ir.VectorType(cells.cell, width).as_pointer()))
    load.align = alignment(cells.cell)
    return load


def _equal_places(frame: Frame, cells: Cells, value: Value) -> tuple[ir.Value, list[ir.Value]]:
    """Return (True if a cell can hold the value, the bits of the equal cells for each vector)."""
    word = exact_number(frame, value)
    if word.type == F64:
        frame.refuse(NUMBER_WANTED)
    can: ir.Value = ir.Constant(I1, 1)
    if is_set(word) != isinstance(cells.cell, SetType):  # a set and a number are equal only below bit 63
        can = frame.b.icmp_signed(">=", word, ir.Constant(word.type, 0))
    if word.type.width > cells.cell.width:
        small = frame.b.trunc(word, cells.cell)
        can = frame.b.and_(can, frame.b.icmp_signed("==", frame.b.sext(small, word.type), word))
    else:
        small = word if word.type.width == cells.cell.width else fit(frame, word, cells.cell)
    found = []
    for start, width in vectors_of(frame, cells.size):
        part = load_vector(frame, cells, start, width)
        if width == 1:
            found.append(frame.b.icmp_signed("==", part, small))
            continue
        kind = ir.VectorType(cells.cell, width)
        spread = frame.b.insert_element(ir.Constant(kind, ir.Undefined), small, ir.Constant(I32, 0))
        places = ir.Constant(ir.VectorType(I32, width), [0] * width)
        spread = frame.b.shuffle_vector(spread, ir.Constant(kind, ir.Undefined), places)
        found.append(frame.b.bitcast(frame.b.icmp_signed("==", part, spread), ir.IntType(width)))
    return can, found


def row_contains(frame: Frame, cells: Cells, value: Value) -> ir.Value:
    """Return the truth of ``value in cells``."""
    can, found = _equal_places(frame, cells, value)
    anywhere: ir.Value = ir.Constant(I1, 0)
    for each in found:
        anywhere = frame.b.or_(anywhere, frame.b.icmp_signed("!=", each, ir.Constant(each.type, 0)))
    return frame.b.and_(can, anywhere)


def count_in_row(frame: Frame, cells: Cells, value: Value) -> ir.Value:
    """Return the value of ``cells.count(value)``."""
    can, found = _equal_places(frame, cells, value)
    total = word_of(0)
    for each in found:
        if each.type.width == 1:
            more = frame.b.zext(each, I64)
        else:
            more = frame.b.ctpop(frame.b.zext(each, I64) if each.type.width < 64 else each)
        total = frame.b.add(total, more)
    return frame.b.select(can, total, word_of(0))


def index_in_row(frame: Frame, cells: Cells, value: Value) -> ir.Value:
    """Return the value of ``cells.index(value)``."""

    def step(found: ir.Value, word: ir.Value, now: ir.Value) -> ir.Value:
        same = bit_of(compare_numbers(frame, ast.Eq(), word, value))
        here = frame.b.and_(frame.b.icmp_signed("<", found, word_of(0)), same)
        return frame.b.select(here, now, found)

    found = fold_cells(frame, cells, -1, step)
    frame.raise_if(frame.b.icmp_signed("<", found, word_of(0)), ValueError, "tuple.index(x): x not in tuple")
    return found


def fold_cells(
    frame: Frame, cells: Cells, start: Value, step: Callable[[ir.Value, ir.Value, ir.Value], ir.Value]
) -> ir.Value:
    """Return the result of a loop over the cells, which applies ``step(word, cell, place)`` to each.

    It is a set if ``start`` is one.
    """
    first = number_of(frame, start)
    total = frame.slot(first.type)
    frame.b.store(first, total)

    def body(now: ir.Value) -> None:
        word = load_number(frame, frame.b.gep(cells.pointer, [now]), cells.cell, cells.natural_bits)
        frame.b.store(step(frame.b.load(total), word, now), total)

    for_places(frame, cells.size, body)
    return frame.b.load(total)


def least_cell(frame: Frame, cells: Cells, sign: str) -> ir.Value:
    """Return the least cell (``<``) or the greatest one (``>``)."""
    first = load_number(frame, cells.pointer, cells.cell)
    less = frame.b.icmp_unsigned if is_set(first) else frame.b.icmp_signed
    return fold_cells(frame, cells, first, lambda best, word, _now: frame.b.select(less(sign, word, best), word, best))


def wider_cell(one: Cells, two: Cells) -> ir.Type:
    """Return the wider of the LLVM types of two rows."""
    return max(one.cell, two.cell, key=lambda kind: (kind.width, isinstance(kind, SetType)))


def pick_cells(frame: Frame, cells: Cells, places: list[int]) -> Cells:
    """Return the cells at some places as a new row."""
    made = frame.buffer((len(places), *cells.dims[1:]), cells.cell)
    for at, place in enumerate(places):
        store_cell(frame, made, at, load_cell(frame, cells, place))
    return made


def join_rows(frame: Frame, left: Value, right: Value) -> Value:
    """Return two tuples as one."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return left + right
    left, right = (
        (wide_table(frame, each) or Record(None, list(each))) if isinstance(each, tuple) else each
        for each in (left, right)
    )
    if isinstance(left, Record) and isinstance(right, Record):
        return Record(None, left.parts + right.parts)
    if isinstance(left, Cells) and isinstance(right, Record):
        if not right.parts:
            return left
        left = with_room(frame, left)
        right = as_cells(frame, right, (len(right.parts), *left.dims[1:]), left.cell)
    if isinstance(right, Cells) and isinstance(left, Record):
        if not left.parts:
            return right
        right = with_room(frame, right)
        left = as_cells(frame, left, (len(left.parts), *right.dims[1:]), right.cell)
    if not isinstance(left, Cells) or not isinstance(right, Cells) or left.dims[1:] != right.dims[1:]:
        frame.refuse(ROW_WANTED, dims="…")
    cell = wider_cell(left, right)
    left, right = as_cells(frame, left, left.dims, cell), as_cells(frame, right, right.dims, cell)
    made = frame.buffer((left.dims[0] + right.dims[0], *left.dims[1:]), cell)
    frame.copy(made.pointer, left)
    frame.copy(frame.b.gep(made.pointer, [word_of(left.size)]), right)
    return made


def repeat_row(frame: Frame, row: Value, count: Value) -> Value:
    """Return ``row * count``."""
    if not isinstance(count, int):
        frame.refuse(REPEATED)
    if isinstance(row, tuple):
        return row * count
    if isinstance(row, Record):
        parts = row.parts * count
        return tuple(parts) if all(isinstance(each, int) for each in parts) else Record(None, parts)
    if count < 1:
        return ()
    made = frame.buffer((row.dims[0] * count, *row.dims[1:]), row.cell)
    for place in range(count):
        frame.copy(frame.b.gep(made.pointer, [word_of(place * row.size)]), row)
    return made


def sort_cells(frame: Frame, cells: Cells, *, reverse: bool) -> Cells:
    """Return the numbers of a row in order, by insertion. O(n^2)."""
    if len(cells.dims) > 1:
        frame.refuse(NOT_COMPARED)
    made = frame.copied(cells)
    place = frame.slot(I64)
    compare = frame.b.icmp_unsigned if isinstance(cells.cell, SetType) else frame.b.icmp_signed

    def insert(now: ir.Value) -> None:
        word = load_number(frame, frame.b.gep(cells.pointer, [now]), cells.cell)
        frame.b.store(now, place)
        head, test, move, after = (frame.b.append_basic_block() for _each in range(4))
        frame.b.branch(head)
        frame.b.position_at_end(head)
        at = frame.b.load(place)
        frame.b.cbranch(frame.b.icmp_signed(">", at, word_of(0)), test, after)
        frame.b.position_at_end(test)
        before = frame.b.gep(made.pointer, [frame.b.sub(at, word_of(1))])
        other = load_number(frame, before, made.cell)
        frame.b.cbranch(compare("<" if reverse else ">", other, word), move, after)
        frame.b.position_at_end(move)
        moved = frame.b.load(before, align=alignment(made.cell))
        frame.b.store(moved, frame.b.gep(made.pointer, [at]), align=alignment(made.cell))
        frame.b.store(frame.b.sub(at, word_of(1)), place)
        frame.b.branch(head)
        frame.b.position_at_end(after)
        small = frame.b.trunc(word, made.cell) if made.cell.width < 64 else word
        target = frame.b.gep(made.pointer, [frame.b.load(place)])
        frame.b.store(small, target, align=alignment(made.cell))

    for_places(frame, cells.size, insert)
    return made
