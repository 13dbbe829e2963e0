"""Lowering of shifts: by any number of places, with Python's results and exceptions."""

from __future__ import annotations

import ast

from llvmlite import ir

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import I1, I64, SET64, WRAPPED64
from plyground.native.lowering.numbers.conversions import (
    exact_number,
    fit,
    marked,
    no_float,
    number_of,
    signed_word,
    with_overflows,
)
from plyground.native.lowering.values import (
    Value,
    is_set,
    is_wide,
    is_word,
    is_wrapped,
    natural_bits,
    overflows_of,
    span_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import SetTooWide
from plyground.native.shapes import WORD_BITS


def leaves_words(frame: Frame, left: Value, places: Value) -> bool:
    """Return True if a shift to the left gives a cell of a wide set, or a number that surely needs bit 63."""
    if isinstance(left, int) or is_wide(left):
        return True
    if not isinstance(left, ir.Value) or not isinstance(left.type, ir.IntType):
        return False
    if frame.program.options.long_numbers:
        return span_of(left) + (places if isinstance(places, int) else WORD_BITS) >= WORD_BITS
    count = natural_bits(left)
    return count is not None and isinstance(places, int) and count + places >= WORD_BITS


def lower_shift(frame: Frame, kind: type[ast.operator], left: Value, places: Value) -> ir.Value:
    """Shift by any number of places. The result knows whether bits beyond its end were lost."""
    word = no_float(frame, number_of(frame, left) if kind is ast.LShift else exact_number(frame, left))
    width = word.type.width
    if isinstance(places, int):
        if places < 0:
            frame.raise_if(ir.Constant(I1, 1), ValueError, "negative shift count")
            return word
        by = ir.Constant(word.type, min(places, width - 1))
        moved = _shifted(frame, kind, word, by, places)
        if kind is ast.RShift:
            return moved
        overflows = _overflows_of(frame, word, moved, by, places) if span_of(left) + places >= width else []
        return with_overflows(moved, overflows_of(left) + overflows)
    by = signed_word(frame, places)
    known = kind is ast.LShift and isinstance(left, int) and left > 0  # such as 1 << cell
    cell = known and width == WORD_BITS
    last = width - 1
    if known:
        last = width - left.bit_length() - (is_wide(word) or not _makes_sets(frame, word))
    rare, usual, after = (frame.b.append_basic_block() for _each in range(3))
    frame.b.cbranch(frame.b.icmp_unsigned(">", by, word_of(max(last, 0))), rare, usual)
    frame.b.position_at_end(usual)
    many = fit(frame, by, word.type) if is_wide(word) else by
    moved = _shifted(frame, kind, word, many, None)
    overflows = [] if known or kind is ast.RShift else _overflows_of(frame, word, moved, many)
    if cell:
        kind_of = SET64 if _makes_sets(frame, word) else I64
        moved = with_bits(moved, WORD_BITS if kind_of is SET64 else WORD_BITS - 1, kind_of)
    frame.b.branch(after)
    frame.b.position_at_end(rare)
    frame.raise_if(frame.b.icmp_signed("<", by, word_of(0)), ValueError, "negative shift count")
    if cell:
        frame.raise_error(SetTooWide)
        frame.b.position_at_end(after)
        return moved
    if kind is ast.LShift:
        nothing: ir.Value = ir.Constant(word.type, 0)
    else:
        nothing = _shifted(frame, kind, word, ir.Constant(word.type, width - 1), width)
    lost = ir.Constant(I1, 1) if known else frame.b.icmp_signed("!=", word, ir.Constant(word.type, 0))
    rare = frame.b.block
    frame.b.branch(after)
    frame.b.position_at_end(after)
    result = with_bits(frame.b.phi(moved.type), natural_bits(moved), moved.type)
    result.add_incoming(moved, usual)
    result.add_incoming(nothing, rare)
    if kind is ast.RShift:
        return result
    test = frame.b.phi(I1)
    test.add_incoming(overflows[0] if overflows else ir.Constant(I1, 0), usual)
    test.add_incoming(lost, rare)
    return with_overflows(result, [*overflows_of(left), test])


def _overflows_of(frame: Frame, word: ir.Value, moved: ir.Value, by: ir.Value, places: int = 0) -> list[ir.Value]:
    """Return the tests for bits that a shift to the left has lost; none for a wrapped word, whose higher bits are
    unknown in any case.
    """
    if not (is_word(moved) or is_wide(moved)):
        return []
    if places >= word.type.width:
        return [frame.b.icmp_signed("!=", word, ir.Constant(word.type, 0))]
    return [frame.b.icmp_signed("!=", frame.b.ashr(moved, by), word)]


def _makes_sets(frame: Frame, word: ir.Value) -> bool:
    """Return True if a shift to the left gives a set of up to 64 cells: bit 63 is one."""
    return frame.program.options.sets or is_set(word) or is_wrapped(word)


def _shifted(frame: Frame, kind: type[ast.operator], word: ir.Value, by: ir.Value, places: int | None) -> ir.Value:
    """Return a word or a set shifted by less than its width; ``places`` is the number of them, if it is known."""
    count, sets = natural_bits(word), is_set(word) or is_wrapped(word)
    if kind is ast.RShift:
        if is_set(word):
            left = max((count or 0) - (places or 0), 0)
            made = frame.b.lshr(word, by) if left else ir.Constant(SET64, 0)
            return marked(made, left, sets=True)
        made = frame.b.ashr(word, by)
        return with_bits(made, None if count is None else max(count - (places or 0), 0), made.type)
    if is_wide(word):
        return frame.b.shl(word, by) if places is None or places < word.type.width else ir.Constant(word.type, 0)
    made = frame.b.shl(word, by) if places is None or places < WORD_BITS else ir.Constant(I64, 0)
    if places is not None and count is not None and count + places <= WORD_BITS:
        return marked(made, count + places, sets=sets or count + places == WORD_BITS)
    return with_bits(made, None, WRAPPED64 if _makes_sets(frame, word) else I64)
