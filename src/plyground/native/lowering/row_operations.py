"""Operations on whole rows: looking for numbers, cutting, joining, sorting."""

from __future__ import annotations

import ast
from collections.abc import Callable

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import FLOAT64, I1, I32, I64, WORD64, Kind
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
from plyground.native.lowering.values import Cells, Constants, Number, Record, Value, bit, word_of
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
    load = frame.b.load(frame.b.bitcast(at, ir.VectorType(cells.cell.type, width).as_pointer()))
    load.align = alignment(cells.cell)
    return load


def _equal_places(frame: Frame, cells: Cells, value: Value) -> tuple[ir.Value, list[tuple[ir.Value, int]]]:
    """Return (True if a cell can hold the value, the bits of the equal cells with their number for each vector)."""
    number = exact_number(frame, value)
    if number.kind == FLOAT64:
        frame.refuse(NUMBER_WANTED)
    word, cell = number.llvm, cells.cell
    can: ir.Value = ir.Constant(I1, 1)
    if number.kind.is_set != cell.is_set:  # a set and a number are equal only below bit 63
        can = frame.b.icmp_signed(">=", word, number.kind.constant(0))
    if number.kind.width > cell.width:
        small = frame.b.trunc(word, cell.type)
        can = frame.b.and_(can, frame.b.icmp_signed("==", frame.b.sext(small, word.type), word))
    else:
        small = word if number.kind.width == cell.width else fit(frame, number, cell).llvm
    found = []
    for start, width in vectors_of(frame, cells.size):
        part = load_vector(frame, cells, start, width)
        if width == 1:
            found.append((frame.b.icmp_signed("==", part, small), 1))
            continue
        kind = ir.VectorType(cell.type, width)
        spread = frame.b.insert_element(ir.Constant(kind, ir.Undefined), small, ir.Constant(I32, 0))
        places = ir.Constant(ir.VectorType(I32, width), [0] * width)
        spread = frame.b.shuffle_vector(spread, ir.Constant(kind, ir.Undefined), places)
        equal = frame.b.bitcast(frame.b.icmp_signed("==", part, spread), ir.IntType(width))
        found.append((equal, width))
    return can, found


def row_contains(frame: Frame, cells: Cells, value: Value) -> Number:
    """Return the truth of ``value in cells``."""
    can, found = _equal_places(frame, cells, value)
    anywhere: ir.Value = ir.Constant(I1, 0)
    for equal, _width in found:
        anywhere = frame.b.or_(anywhere, frame.b.icmp_signed("!=", equal, ir.Constant(equal.type, 0)))
    return bit(frame.b.and_(can, anywhere))


def count_in_row(frame: Frame, cells: Cells, value: Value) -> Number:
    """Return the value of ``cells.count(value)``."""
    can, found = _equal_places(frame, cells, value)
    total: ir.Value = word_of(0)
    for equal, width in found:
        more = frame.b.zext(equal, I64)
        total = frame.b.add(total, more if width == 1 else frame.b.ctpop(more))
    return Number(frame.b.select(can, total, word_of(0)), WORD64)


def index_in_row(frame: Frame, cells: Cells, value: Value) -> Number:
    """Return the value of ``cells.index(value)``."""

    def step(found: Number, word: Number, now: ir.Value) -> Number:
        same = bit_of(compare_numbers(frame, ast.Eq(), word, value))
        here = frame.b.and_(frame.b.icmp_signed("<", found.llvm, word_of(0)), same)
        return Number(frame.b.select(here, now, found.llvm), WORD64)

    found = fold_cells(frame, cells, -1, step)
    missing = frame.b.icmp_signed("<", found.llvm, word_of(0))
    frame.raise_if(missing, ValueError, "tuple.index(x): x not in tuple")
    return found


def fold_cells(frame: Frame, cells: Cells, start: Value, step: Callable[[Number, Number, ir.Value], Number]) -> Number:
    """Return the result of a loop over the cells, which applies ``step(total, cell, place)`` to each.

    It has the kind of ``start``.
    """
    first = number_of(frame, start)
    total = frame.slot(first.kind.type)
    frame.b.store(first.llvm, total)

    def body(now: ir.Value) -> None:
        word = load_number(frame, frame.b.gep(cells.pointer, [now]), cells.cell, cells.natural_bits)
        frame.b.store(step(Number(frame.b.load(total), first.kind), word, now).llvm, total)

    for_places(frame, cells.size, body)
    return Number(frame.b.load(total), first.kind)


def least_cell(frame: Frame, cells: Cells, sign: str) -> Number:
    """Return the least cell (``<``) or the greatest one (``>``)."""
    first = load_number(frame, cells.pointer, cells.cell)
    compare = frame.b.icmp_unsigned if first.kind.is_set else frame.b.icmp_signed

    def step(best: Number, word: Number, _now: ir.Value) -> Number:
        is_better = compare(sign, word.llvm, best.llvm)
        return Number(frame.b.select(is_better, word.llvm, best.llvm), first.kind)

    return fold_cells(frame, cells, first, step)


def wider_cell(one: Cells, two: Cells) -> Kind:
    """Return the wider of the kinds of the numbers in two rows."""
    return max(one.cell, two.cell, key=lambda kind: (kind.width, kind.is_set))


def pick_cells(frame: Frame, cells: Cells, places: list[int]) -> Cells:
    """Return the cells at some places as a new row."""
    made = frame.buffer((len(places), *cells.dims[1:]), cells.cell)
    for at, place in enumerate(places):
        store_cell(frame, made, at, load_cell(frame, cells, place))
    return made


def join_rows(frame: Frame, left: Cells | Record | Constants, right: Cells | Record | Constants) -> Value:
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


def repeat_row(frame: Frame, row: Cells | Record | Constants, count: Value) -> Value:
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
    compare = frame.b.icmp_unsigned if cells.cell.is_set else frame.b.icmp_signed

    def insert(now: ir.Value) -> None:
        word = load_number(frame, frame.b.gep(cells.pointer, [now]), cells.cell).llvm
        frame.b.store(now, place)
        head, test, move, after = (frame.b.append_basic_block() for _each in range(4))
        frame.b.branch(head)
        frame.b.position_at_end(head)
        at = frame.b.load(place)
        frame.b.cbranch(frame.b.icmp_signed(">", at, word_of(0)), test, after)
        frame.b.position_at_end(test)
        before = frame.b.gep(made.pointer, [frame.b.sub(at, word_of(1))])
        other = load_number(frame, before, made.cell).llvm
        frame.b.cbranch(compare("<" if reverse else ">", other, word), move, after)
        frame.b.position_at_end(move)
        moved = frame.b.load(before, align=alignment(made.cell))
        frame.b.store(moved, frame.b.gep(made.pointer, [at]), align=alignment(made.cell))
        frame.b.store(frame.b.sub(at, word_of(1)), place)
        frame.b.branch(head)
        frame.b.position_at_end(after)
        small = frame.b.trunc(word, made.cell.type) if made.cell.width < 64 else word
        target = frame.b.gep(made.pointer, [frame.b.load(place)])
        frame.b.store(small, target, align=alignment(made.cell))

    for_places(frame, cells.size, insert)
    return made
