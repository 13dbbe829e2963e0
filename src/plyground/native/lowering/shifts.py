"""Lowering of shifts: by any number of places, with Python's results and exceptions."""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from plyground.native.lowering.conversions import Conversions
from plyground.native.lowering.llvm_types import I1, I64, RESIDUE64, SET64
from plyground.native.lowering.values import (
    Value,
    is_residue,
    is_set,
    is_wide,
    is_word,
    losses_of,
    natural_bits,
    span_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import SetTooWide
from plyground.native.shapes import WORD_BITS


class Shifts(Conversions):
    """Lowers shifts."""

    def leaves_words(self, left: Value, places: Value) -> bool:
        """Return True if a shift to the left gives a cell of a wide set, or a number that surely needs bit 63."""
        if isinstance(left, int) or is_wide(left):
            return True
        if not isinstance(left, ir.Value) or not isinstance(left.type, ir.IntType):
            return False
        if self.program.options.long_numbers:
            return span_of(left) + (places if isinstance(places, int) else WORD_BITS) >= WORD_BITS
        count = natural_bits(left)
        return count is not None and isinstance(places, int) and count + places >= WORD_BITS

    def shift(self, kind: Any, left: Value, places: Value) -> Any:
        """Shift by any number of places. The result knows whether bits beyond its end were lost."""
        word = self.no_float(self.number(left) if kind is ast.LShift else self.exact(left))
        width = word.type.width
        if isinstance(places, int):
            if places < 0:
                self.fail_if(ir.Constant(I1, 1), ValueError, "negative shift count")
                return word
            by = ir.Constant(word.type, min(places, width - 1))
            moved = self._shifted(kind, word, by, places)
            if kind is ast.RShift:
                return moved
            losses = self._lost_by(word, moved, by, places) if span_of(left) + places >= width else []
            return self.losing(moved, losses_of(left) + losses)
        by = self.index(places)
        known = kind is ast.LShift and isinstance(left, int) and left > 0  # such as 1 << cell
        cell = known and width == WORD_BITS
        last = width - 1
        if known:
            last = width - left.bit_length() - (is_wide(word) or not self._makes_sets(word))
        rare, usual, after = (self.b.append_basic_block() for _each in range(3))
        self.b.cbranch(self.b.icmp_unsigned(">", by, word_of(max(last, 0))), rare, usual)
        self.b.position_at_end(usual)
        many = self.fit(by, word.type) if is_wide(word) else by
        moved = self._shifted(kind, word, many, None)
        losses = [] if known or kind is ast.RShift else self._lost_by(word, moved, many)
        if cell:
            kind_of = SET64 if self._makes_sets(word) else I64
            moved = with_bits(moved, WORD_BITS if kind_of is SET64 else WORD_BITS - 1, kind_of)
        self.b.branch(after)
        self.b.position_at_end(rare)
        self.fail_if(self.b.icmp_signed("<", by, word_of(0)), ValueError, "negative shift count")
        if cell:
            self.fail(SetTooWide)
            self.b.position_at_end(after)
            return moved
        if kind is ast.LShift:
            nothing: Any = ir.Constant(word.type, 0)
        else:
            nothing = self._shifted(kind, word, ir.Constant(word.type, width - 1), width)
        lost = ir.Constant(I1, 1) if known else self.b.icmp_signed("!=", word, ir.Constant(word.type, 0))
        rare = self.b.block
        self.b.branch(after)
        self.b.position_at_end(after)
        result = with_bits(self.b.phi(moved.type), natural_bits(moved), moved.type)
        result.add_incoming(moved, usual)
        result.add_incoming(nothing, rare)
        if kind is ast.RShift:
            return result
        test = self.b.phi(I1)
        test.add_incoming(losses[0] if losses else ir.Constant(I1, 0), usual)
        test.add_incoming(lost, rare)
        return self.losing(result, [*losses_of(left), test])

    def _lost_by(self, word: Any, moved: Any, by: Any, places: int = 0) -> list[Any]:
        """Return the tests for bits that a shift to the left has lost; none for a residue, whose higher bits are
        unknown in any case.
        """
        if not (is_word(moved) or is_wide(moved)):
            return []
        if places >= word.type.width:
            return [self.b.icmp_signed("!=", word, ir.Constant(word.type, 0))]
        return [self.b.icmp_signed("!=", self.b.ashr(moved, by), word)]

    def _makes_sets(self, word: Any) -> bool:
        """Return True if a shift to the left gives a set of up to 64 cells: bit 63 is one."""
        return self.program.options.sets or is_set(word) or is_residue(word)

    def _shifted(self, kind: Any, word: Any, by: Any, places: int | None) -> Any:
        """Return a word or a set shifted by less than its width; ``places`` is the number of them, if it is known."""
        count, sets = natural_bits(word), is_set(word) or is_residue(word)
        if kind is ast.RShift:
            if is_set(word):
                left = max((count or 0) - (places or 0), 0)
                made = self.b.lshr(word, by) if left else ir.Constant(SET64, 0)
                return self.marked(made, left, sets=True)
            made = self.b.ashr(word, by)
            return with_bits(made, None if count is None else max(count - (places or 0), 0), made.type)
        if is_wide(word):
            return self.b.shl(word, by) if places is None or places < word.type.width else ir.Constant(word.type, 0)
        made = self.b.shl(word, by) if places is None or places < WORD_BITS else ir.Constant(I64, 0)
        if places is not None and count is not None and count + places <= WORD_BITS:
            return self.marked(made, count + places, sets=sets or count + places == WORD_BITS)
        return with_bits(made, None, RESIDUE64 if self._makes_sets(word) else I64)
