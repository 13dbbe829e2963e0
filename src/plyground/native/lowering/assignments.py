"""Assignments to names, tuples of names, and elements of arrays and lists."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.core.bits import put as put_text
from plyground.native.lowering import texts
from plyground.native.lowering.dispatch import lower, lower_optional, lower_unchecked, present_value
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.inlining import call_text
from plyground.native.lowering.lists import list_address, store_element, view_of
from plyground.native.lowering.lookups import load_element
from plyground.native.lowering.names import assign_name, bind_name, load_name, load_slot, new_slot
from plyground.native.lowering.number_kinds import FLOAT64, I1, WORD64, Reading
from plyground.native.lowering.numbers.conversions import float_of, narrowed, number_of, row_index, signed_word
from plyground.native.lowering.operators import operate
from plyground.native.lowering.rows import load_cells, store_cell, with_room
from plyground.native.lowering.scope import OwnSlot
from plyground.native.lowering.values import (
    FIXED,
    MIXED,
    Array,
    Cells,
    ListBuffer,
    Number,
    Record,
    Value,
    known,
    parts_of,
)
from plyground.native.refusals import NO_SUCH_CALL, NOT_COMPILED, SLICE_REPLACED, TWO_KINDS
from plyground.native.shapes import WORD_BITS
from plyground.native.text.ownership import is_put


def lower_assign(frame: Frame, node: ast.Assign) -> None:
    """Lower ``target = value``, also with several targets."""
    target = node.targets[0]
    is_only = len(node.targets) == 1
    if is_only and isinstance(target, ast.Name) and is_put(node.value) and put_in_place(frame, target.id, node.value):
        return
    value = lower_optional(frame, node.value)
    for target in node.targets:
        assign_to(frame, target, value)


def lower_ann_assign(frame: Frame, node: ast.AnnAssign) -> None:
    """Lower ``target: type = value``."""
    if node.value is not None:
        assign_to(frame, node.target, lower_optional(frame, node.value))


def lower_aug_assign(frame: Frame, node: ast.AugAssign) -> None:
    """Lower ``target += value`` and its like."""
    if isinstance(node.target, ast.Subscript):  # the parts before and within [] are computed only once
        row, at = _element(frame, node.target)
        before = view_of(frame, row, at) if isinstance(row, ListBuffer) else load_element(frame, at, row.cell)
        number = number_of(frame, before)
        _store_element(frame, row, at, operate(frame, node.op, number, lower_unchecked(frame, node.value)))
        return
    if not isinstance(node.target, ast.Name):
        frame.refuse_text(node)
    before = present_value(frame, load_name(frame, node.target.id))
    if isinstance(before, ListBuffer) and isinstance(node.op, ast.Add):
        call_text(frame, texts.extend, before, lower(frame, node.value))
        return
    assign_name(frame, node.target.id, operate(frame, node.op, before, lower_unchecked(frame, node.value)))


def assign_to(frame: Frame, target: ast.expr, value: Value) -> None:
    """Assign a value to a target."""
    if isinstance(target, ast.Name):
        bind_name(frame, target.id, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        value = present_value(frame, value)
        parts = load_cells(frame, value) if isinstance(value, Cells) else parts_of(value)
        if parts is None:
            frame.refuse(TWO_KINDS)
        _unpack(frame, target, parts)
    elif isinstance(target, ast.Subscript):
        _store_element(frame, *_element(frame, target), value)
    else:
        frame.refuse(NOT_COMPILED, text=ast.unparse(target) + " = …")


def _unpack(frame: Frame, target: ast.Tuple | ast.List, parts: list[Value]) -> None:
    kept = [frame.copied(part) if isinstance(part, Cells) and part.lifetime != FIXED else part for part in parts]
    starred = [(place, each) for place, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
    if starred:
        ((place, star),) = starred
        rest = len(target.elts) - place - 1
        if len(kept) < len(target.elts) - 1:
            frame.raise_if(ir.Constant(I1, 1), ValueError, "not enough values to unpack")
            return
        middle = Record(None, kept[place : len(kept) - rest])
        _unpack(frame, ast.Tuple(target.elts[:place]), kept[:place])
        assign_to(frame, star.value, middle)
        _unpack(frame, ast.Tuple(target.elts[place + 1 :]), kept[len(kept) - rest :])
        return
    if len(kept) != len(target.elts):
        frame.raise_if(ir.Constant(I1, 1), ValueError, f"expected {len(target.elts)} values to unpack")
        return
    for each, part in zip(target.elts, kept, strict=True):
        assign_to(frame, each, part)


BYTE_BITS = 8
"""Bits of the numbers in arrays of bytes, which only searches change: what they write always fits."""


def _element(frame: Frame, target: ast.Subscript) -> tuple[Array | ListBuffer, ir.Value]:
    """Return an array or a list, and the address of one of its numbers."""
    if isinstance(target.slice, ast.Slice):
        frame.refuse(SLICE_REPLACED)
    row, place = lower(frame, target.value), lower(frame, target.slice)
    if isinstance(row, ListBuffer):
        return row, list_address(frame, row, place)
    if isinstance(row, Array):
        return row, frame.b.gep(row.pointer, [row_index(frame, place)])
    frame.refuse(NO_SUCH_CALL, name="[…] = …")


def _store_element(frame: Frame, row: Array | ListBuffer, at: ir.Value, value: Value) -> None:
    if isinstance(row, ListBuffer):
        store_element(frame, row, at, value)
        return
    if row.cell.reading is Reading.FLOAT:
        word = float_of(frame, value).llvm
        word = word if row.cell == FLOAT64 else frame.b.fptrunc(word, row.cell.type)
    else:
        word = signed_word(frame, value)
        if row.cell.width == BYTE_BITS:
            word = frame.b.trunc(word, row.cell.type)
        elif row.cell.width < WORD_BITS:
            word = narrowed(frame, Number(word, WORD64), row.cell).llvm
    frame.b.store(word, at)


def put_in_place(frame: Frame, name: str, node: ast.Call) -> bool:
    """Lower ``name = put(...)`` in the name's own memory. Return False if that is impossible."""
    first, *rest = node.args
    slot = frame.scope.slots.get(name)
    if not frame.program.options.share or not frame.scope.ownership.owns(name):
        return False
    if lower(frame, node.func) is not known(put_text):
        return False
    if is_put(first):
        if any(isinstance(part, ast.Name) and part.id == name for each in rest for part in ast.walk(each)):
            return False
        if not put_in_place(frame, name, first):
            return False
        slot = frame.scope.slots[name]
        source = load_slot(frame, slot)
    else:
        source = lower(frame, first)
        if isinstance(source, Cells):
            source = with_room(frame, source)
    if not isinstance(source, Cells):
        return False
    place, value = (lower(frame, each) for each in rest)
    if slot is None:
        slot = frame.scope.slots[name] = new_slot(frame, source, name)
    if not isinstance(slot, OwnSlot):
        return False
    own = slot.cells
    if own.shape != source.shape:
        return False
    if isinstance(value, Cells) and value.lifetime != FIXED:
        value = frame.copied(value)
    if source.pointer is not own.pointer:
        if source.lifetime in (own.lifetime, MIXED):
            return False
        frame.copy(own.pointer, source)
    store_cell(frame, own, place, value)
    if name in frame.scope.flags:
        frame.b.store(ir.Constant(I1, 1), frame.scope.flags[name])
    return True


def lower_named_expr(frame: Frame, node: ast.NamedExpr) -> Value:
    """Lower ``name := value``."""
    value = lower_optional(frame, node.value)
    assign_name(frame, node.target.id, value)  # stored in memory, because this part of the expression may not run
    return load_name(frame, node.target.id)
