"""Lowering of shifts: by any number of places, with Python's results and exceptions."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import FLOAT64, I1, I64, SET64, WORD64, WRAPPED64
from plyground.native.lowering.numbers.conversions import (
    exact_number,
    no_float,
    number_of,
    signed_word,
    sized,
    with_overflows,
)
from plyground.native.lowering.values import (
    Number,
    Value,
    overflows_of,
    span_of,
    word_of,
)
from plyground.native.refusals import SetTooWide
from plyground.native.shapes import WORD_BITS


def leaves_words(frame: Frame, left: Value, places: Value) -> bool:
    """Return True if a shift to the left gives a cell of a wide set, or a number that surely needs bit 63."""
    if isinstance(left, int):
        return True
    if not isinstance(left, Number) or left.kind == FLOAT64:
        return False
    if left.kind.is_wide:
        return True
    if frame.program.options.long_numbers:
        return span_of(left) + (places if isinstance(places, int) else WORD_BITS) >= WORD_BITS
    return left.bits is not None and isinstance(places, int) and left.bits + places >= WORD_BITS


def lower_shift(frame: Frame, kind: type[ast.operator], left: Value, places: Value) -> Number:
    """Shift by any number of places. The result knows whether bits beyond its end were lost."""
    word = no_float(frame, number_of(frame, left) if kind is ast.LShift else exact_number(frame, left))
    width, constant = word.kind.width, word.kind.constant
    if isinstance(places, int):
        if places < 0:
            frame.raise_if(ir.Constant(I1, 1), ValueError, "negative shift count")
            return word
        last_place = constant(min(places, width - 1))
        moved = _shifted(frame, kind, word, last_place, places)
        if kind is ast.RShift:
            return moved
        is_lossy = span_of(left) + places >= width
        overflows = _overflows_of(frame, word, moved, last_place, places) if is_lossy else []
        return with_overflows(moved, overflows_of(left) + overflows)
    by = signed_word(frame, places)
    known = kind is ast.LShift and isinstance(left, int) and left > 0  # such as 1 << cell
    cell = known and width == WORD_BITS
    last = width - 1
    if isinstance(left, int) and known:
        last = width - left.bit_length() - (word.kind.is_wide or not _makes_sets(frame, word))
    rare, usual, after = (frame.b.append_basic_block() for _each in range(3))
    frame.b.cbranch(frame.b.icmp_unsigned(">", by, word_of(max(last, 0))), rare, usual)
    frame.b.position_at_end(usual)
    many = frame.b.sext(by, word.kind.type) if word.kind.is_wide else by
    moved = _shifted(frame, kind, word, many, None)
    overflows = [] if known or kind is ast.RShift else _overflows_of(frame, word, moved, many)
    if cell:
        makes_set = _makes_sets(frame, word)
        moved = Number(moved.llvm, SET64, WORD_BITS) if makes_set else Number(moved.llvm, WORD64, WORD_BITS - 1)
    frame.b.branch(after)
    frame.b.position_at_end(rare)
    frame.raise_if(frame.b.icmp_signed("<", by, word_of(0)), ValueError, "negative shift count")
    if cell:
        frame.raise_error(SetTooWide)
        frame.b.position_at_end(after)
        return moved
    nothing: ir.Value = constant(0)
    if kind is ast.RShift:
        nothing = _shifted(frame, kind, word, constant(width - 1), width).llvm
    lost = ir.Constant(I1, 1) if known else frame.b.icmp_signed("!=", word.llvm, constant(0))
    rare = frame.b.block
    frame.b.branch(after)
    frame.b.position_at_end(after)
    phi = frame.b.phi(moved.kind.type)
    phi.add_incoming(moved.llvm, usual)
    phi.add_incoming(nothing, rare)
    result = Number(phi, moved.kind, moved.bits)
    if kind is ast.RShift:
        return result
    test = frame.b.phi(I1)
    test.add_incoming(overflows[0] if overflows else ir.Constant(I1, 0), usual)
    test.add_incoming(lost, rare)
    return with_overflows(result, [*overflows_of(left), test])


def _overflows_of(frame: Frame, word: Number, moved: Number, by: ir.Value, places: int = 0) -> list[ir.Value]:
    """Return the tests for bits that a shift to the left has lost; none for a wrapped word, whose higher bits are
    unknown in any case.
    """
    if not (moved.kind == WORD64 or moved.kind.is_wide):
        return []
    if places >= word.kind.width:
        return [frame.b.icmp_signed("!=", word.llvm, word.kind.constant(0))]
    return [frame.b.icmp_signed("!=", frame.b.ashr(moved.llvm, by), word.llvm)]


def _makes_sets(frame: Frame, word: Number) -> bool:
    """Return True if a shift to the left gives a set of up to 64 cells: bit 63 is one."""
    return frame.program.options.sets or word.kind in (SET64, WRAPPED64)


def _shifted(frame: Frame, kind: type[ast.operator], word: Number, by: ir.Value, places: int | None) -> Number:
    """Return a word or a set shifted by less than its width; ``places`` is the number of them, if it is known."""
    count, sets = word.bits, word.kind in (SET64, WRAPPED64)
    if kind is ast.RShift:
        left = max((count or 0) - (places or 0), 0)
        if word.kind.is_set:
            return sized(frame.b.lshr(word.llvm, by) if left else ir.Constant(I64, 0), left, sets=True)
        return Number(frame.b.ashr(word.llvm, by), word.kind, None if count is None else left)
    if word.kind.is_wide:
        fits_in = places is None or places < word.kind.width
        return Number(frame.b.shl(word.llvm, by) if fits_in else word.kind.constant(0), word.kind)
    made = frame.b.shl(word.llvm, by) if places is None or places < WORD_BITS else ir.Constant(I64, 0)
    if places is not None and count is not None and count + places <= WORD_BITS:
        return sized(made, count + places, sets=sets or count + places == WORD_BITS)
    return Number(made, WRAPPED64 if _makes_sets(frame, word) else WORD64)
