"""Lowering of operators on numbers: words, floats and wide sets, with Python's results and exceptions.

Division rounds down, a quotient by zero is an exception, and a number that outgrows its word is noticed.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plyground.native.lowering.conversions import TOO_LARGE
from plyground.native.lowering.llvm_types import F64, I1, I64
from plyground.native.lowering.shifts import Shifts
from plyground.native.lowering.values import (
    BoundName,
    Cells,
    Listed,
    Record,
    Value,
    is_residue,
    is_set,
    is_wide,
    is_word,
    losses_of,
    natural_bits,
    span_of,
    with_bits,
)
from plyground.native.lowering.wide_numbers import long_division
from plyground.native.refusals import NOT_COMPARED, NOT_COMPILED, NUMBER_WANTED, NumberTooLong, SetTooWide
from plyground.native.shapes import WORD_BITS

PLAIN: dict[type[Any], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
"""Operators of Python for two numbers that are known at compile time."""
INSTRUCTIONS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor",
}  # fmt: skip
"""The instructions of words and sets that are complete with one instruction."""
OVERFLOWS = {ast.Add: "sadd_with_overflow", ast.Sub: "ssub_with_overflow", ast.Mult: "smul_with_overflow"}
"""The instructions whose result may need more bits than a word has."""
LOW_BITS = (*INSTRUCTIONS, ast.LShift)
"""Operators whose lowest result bits depend only on the lowest bits of the operands."""
FLOAT_INSTRUCTIONS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
COMPARISONS: dict[type[Any], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq), ast.NotEq: ("!=", operator.ne), ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le), ast.Gt: (">", operator.gt), ast.GtE: (">=", operator.ge),
}  # fmt: skip
MAX_POWER = 16
"""The greatest constant exponent."""
MAX_KNOWN_BITS = 4096
"""Most bits of a number that is computed at compile time."""


class Arithmetic(Shifts):
    """Lowers operations on numbers."""

    def truth(self, value: Value) -> Any:
        """Return the truth of a value: a bool if it is known at compile time, else one bit."""
        if isinstance(value, (int, float, tuple)) or value is None:
            return bool(value)
        if isinstance(value, Record):
            return bool(value.parts)
        if isinstance(value, Cells):
            return value.dims[0] > 0
        if isinstance(value, Listed):
            value = self.b.load(value.used)
        if isinstance(value, BoundName) or not isinstance(value, ir.Value):
            self.refuse(NUMBER_WANTED)
        if is_residue(value):
            self.program.widen()
        if value.type == I1:
            return value
        if value.type == F64:
            return self.b.fcmp_unordered("!=", value, ir.Constant(F64, 0.0))
        return self.b.icmp_signed("!=", value, ir.Constant(value.type, 0))

    @staticmethod
    def bit(test: Any) -> Any:
        """Return a truth as one bit of LLVM."""
        return ir.Constant(I1, int(test)) if isinstance(test, bool) else test

    def negated(self, test: Any) -> Any:
        """Return the opposite of a truth."""
        return not test if isinstance(test, bool) else self.b.not_(test)

    def compare_numbers(self, sign: Any, left: Value, right: Value) -> Any:
        """Return the truth of a comparison of two numbers."""
        text, plain = COMPARISONS[type(sign)]
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return bool(plain(left, right))
        if not all(isinstance(each, (int, float, ir.Value)) for each in (left, right)):
            self.refuse(NOT_COMPARED)
        if self._beside_sets(left, right) and self.common(left, right) == I64:
            return self._compare_sets(text, self.exact(left), self.exact(right))
        one, two = self.both(left, right)
        if is_residue(one):
            self.program.widen()
        if one.type != F64:
            return self.b.icmp_signed(text, one, two)
        return self.b.fcmp_unordered(text, one, two) if text == "!=" else self.b.fcmp_ordered(text, one, two)

    def _compare_sets(self, text: str, one: Any, two: Any) -> Any:
        """Return the truth of a comparison of a set with a set or a word."""
        if None not in (natural_bits(one), natural_bits(two)):
            return self.b.icmp_unsigned(text, one, two)
        wide = ir.IntType(2 * WORD_BITS)
        return self.b.icmp_signed(
            text, *(self.b.zext(each, wide) if is_set(each) else self.b.sext(each, wide) for each in (one, two))
        )

    def operate_numbers(self, node: Any, left: Value, right: Value) -> Value:
        """Return the result of an operator of two numbers."""
        kind = type(node)
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return self._known(kind, left, right)
        if kind in (ast.BitAnd, ast.BitOr, ast.BitXor) and all(_is_bit(each) for each in (left, right)):
            return getattr(self.b, INSTRUCTIONS[kind])(self.bit(left), self.bit(right))
        if kind not in LOW_BITS:
            left, right = self.whole(left), self.whole(right)
        if kind is ast.LShift and self.program.wide != I64 and self.leaves_words(left, right):
            left = self.fit(self.whole(left), self.program.wide)
        if kind is ast.Pow:
            return self._power(left, right)
        if kind is ast.Div:
            return self._quotient(self.fit(left, F64), self.fit(right, F64), right)
        if kind in (ast.LShift, ast.RShift):
            return self.shift(kind, left, right)
        if is_wide(left) or is_wide(right) or self.program.is_long(left) or self.program.is_long(right):
            left, right = self._widened(kind, left, right), self._widened(kind, right, left)
        one, two = self.both(left, right)
        if one.type == F64:
            if kind in FLOAT_INSTRUCTIONS:
                return getattr(self.b, FLOAT_INSTRUCTIONS[kind])(one, two)
            self.refuse_text(self.node)
        if kind is ast.BitOr and one.type == I64 and self._beside_sets(left, right):
            one, two = self._natural(left), self._natural(right)
            return self.marked(self.b.or_(one, two), max(natural_bits(one) or 0, natural_bits(two) or 0), sets=True)
        if kind in INSTRUCTIONS:
            return self._instruction(kind, (left, right), one, two)
        if kind in (ast.FloorDiv, ast.Mod):
            if one.type == I64 and self._beside_sets(left, right):
                return self._divide_words(kind, self.exact(left), self.exact(right), right)
            if is_residue(one):
                self.program.widen()
            if self.program.options.long_numbers and is_word(one) and not _divides_words(kind, right):
                one, two = self.fit(one, self.program.wide), self.fit(two, self.program.wide)
            return self._divide(kind, one, two, right)
        self.refuse(NOT_COMPILED, text=kind.__name__)

    def _widened(self, kind: Any, value: Value, other: Value) -> Value:
        """Return an operand of a wide instruction. Bits that its word lost are bits of the result, unless a mask of a
        word removes them.
        """
        if is_wide(value) or (kind is ast.BitAnd and span_of(other) <= WORD_BITS and not _is_negative(other)):
            return value
        return self.whole(value)

    def _instruction(self, kind: Any, operands: tuple[Value, Value], one: Any, two: Any) -> Any:
        """Return the result of an instruction, with the test for lost bits. ``one`` and ``two`` have one type."""
        losses, span = self._losses_before(kind, *operands), _span(kind, *operands)
        if kind in OVERFLOWS and span >= one.type.width and (is_word(one) or is_wide(one)):
            if is_word(one) and self.program.options.long_numbers:
                one, two = self.fit(one, self.program.wide), self.fit(two, self.program.wide)
            made, overflows = self._overflowing(kind, one, two)
            losses.append(overflows)
            if (
                kind is ast.Sub
                and is_word(one)
                and isinstance(operands[1], int)
                and operands[1] > 0
                and len(losses) == 1
            ):
                made.below = self._loses_below(one, operands[1])
        else:
            made = getattr(self.b, INSTRUCTIONS[kind])(one, two)
        if not is_wide(made):
            made = self._of_words(kind, made, *map(self.number, operands))
            made.span = min(span, WORD_BITS - 1)
        return self.losing(made, losses)

    def _losses_before(self, kind: Any, left: Value, right: Value) -> list[Any]:
        """Return the losses of operands that matter to the result. A mask takes lost bits away unless it is negative."""
        if kind is not ast.BitAnd or (losses_of(left) and losses_of(right)):
            return losses_of(left) + losses_of(right)
        losses = []
        for value, mask in ((left, right), (right, left)):
            for test in losses_of(value):
                if _is_negative(mask) or span_of(mask) > value.type.width:
                    losses.append(test)
                elif natural_bits(mask) is None:
                    negative = self.b.icmp_signed("<", mask, ir.Constant(mask.type, 0))
                    losses.append(self.b.and_(getattr(value, "below", test), negative))
        return losses

    def _loses_below(self, word: Any, number: int) -> Any:
        """Return the test that ``word - number`` loses bits, as a comparison of the word; the number is more than 0.

        LLVM joins this test and ``word < 0`` into one, which it cannot do with the flag of the difference. So ``cells &
        cells - 1`` takes three instructions, not eight.
        """
        return self.b.icmp_signed("<", word, ir.Constant(I64, number - (1 << WORD_BITS - 1)))

    def _overflowing(self, kind: Any, one: Any, two: Any) -> tuple[Any, Any]:
        """Return (lowest bits of a sum, difference or product, test for further bits)."""
        if kind is ast.Mult and is_wide(one):  # LLVM would call a library function that is missing here
            return self.b.mul(one, two), self._is_long_product(one, two)
        pair = getattr(self.b, OVERFLOWS[kind])(one, two)
        return self.b.extract_value(pair, 0), self.b.extract_value(pair, 1)

    def _is_long_product(self, one: Any, two: Any) -> Any:
        """Return the test that a product may need more bits than its factors have."""
        kind = one.type
        spare = ir.Constant(kind, 0)
        for factor in (one, two):
            size = self.b.xor(factor, self.b.ashr(factor, ir.Constant(kind, kind.width - 1)))
            spare = self.b.add(spare, self.b.ctlz(size, ir.Constant(I1, 0)))
        return self.b.icmp_unsigned("<", spare, ir.Constant(kind, kind.width + 2))

    @staticmethod
    def _beside_sets(*values: Value) -> bool:
        """Return True if one of two numbers is a set and both are known in all bits."""
        return any(map(is_set, values)) and not any(map(is_residue, values))

    def _of_words(self, kind: Any, made: Any, one: Any, two: Any) -> Any:
        """Return the result of an instruction of two words, marked with its type."""
        counts = [natural_bits(each) for each in (one, two)]
        known = [count for count in counts if count is not None]
        if kind is ast.Sub:
            return with_bits(made, None, self.signed_kind(one, two))
        count: int | None = None
        if kind is ast.BitAnd:
            count = min(known, default=None)
        elif len(known) == 2:
            count = {ast.Add: max(known) + 1, ast.Mult: sum(known)}.get(kind, max(known))
        if kind in (ast.Add, ast.Mult) and count is not None and count >= WORD_BITS:
            count = None
        return self.marked(made, count, sets=any(is_set(each) or is_residue(each) for each in (one, two)))

    def _known(self, kind: Any, left: Any, right: Any) -> Value:
        """Compute a constant expression at compile time; if it fails, the compiled code raises the same exception."""
        if kind in (ast.LShift, ast.Pow) and (abs(right) > MAX_KNOWN_BITS or (kind is ast.Pow and abs(left) > 1 << 64)):
            self.refuse(NUMBER_WANTED)
        try:
            return PLAIN[kind](left, right)
        except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
            self.fail_if(ir.Constant(I1, 1), type(error), str(error))
            return 0

    def _power(self, left: Value, right: Value) -> Value:
        if not isinstance(right, int) or not 0 <= right <= MAX_POWER:
            self.refuse(NOT_COMPILED, text="**")
        power: Value = 1
        for _each in range(right):
            power = left if power == 1 else self.operate_numbers(ast.Mult(), power, left)
        return power

    def _quotient(self, one: Any, two: Any, divisor: Value) -> Any:
        if not (isinstance(divisor, (int, float)) and divisor):
            self.fail_if(self.b.fcmp_ordered("==", two, ir.Constant(F64, 0.0)), ZeroDivisionError, "division by zero")
        return self.b.fdiv(one, two)

    def _divide_words(self, kind: Any, one: Any, two: Any, divisor: Value) -> Any:
        """Divide a set by a set or a word, as unsigned numbers."""
        one, two = self._natural(one), self._natural(two)
        if not (isinstance(divisor, int) and divisor):
            zero = self.b.icmp_signed("==", two, ir.Constant(I64, 0))
            self.fail_if(zero, ZeroDivisionError, "integer division or modulo by zero")
        count = natural_bits(one) or 0
        if kind is ast.Mod:
            return self.marked(self.b.urem(one, two), min(count, natural_bits(two) or 0), sets=True)
        return self.marked(self.b.udiv(one, two), count, sets=True)

    def _natural(self, value: Value) -> Any:
        """Return a number beside a set as a word that is not negative. For a negative number, compile the program again
        with wider sets.
        """
        word = self.whole(self.number(value))
        if natural_bits(word) is not None:
            return word
        self.fail_if(self.b.icmp_signed("<", word, ir.Constant(I64, 0)), SetTooWide)
        return with_bits(self.b.or_(word, ir.Constant(I64, 0)), WORD_BITS - 1)

    def _divide(self, kind: Any, one: Any, two: Any, divisor: Value) -> Any:
        """Divide as Python does: rounded down."""
        if isinstance(divisor, int) and divisor > 0 and divisor & (divisor - 1) == 0:
            if kind is ast.FloorDiv:
                return self.b.ashr(one, ir.Constant(one.type, divisor.bit_length() - 1))
            return self.b.and_(one, ir.Constant(one.type, divisor - 1))
        zero = ir.Constant(one.type, 0)
        if not (isinstance(divisor, int) and divisor):
            self.fail_if(self.b.icmp_signed("==", two, zero), ZeroDivisionError, "integer division or modulo by zero")
        if not _divides_words(ast.FloorDiv, divisor):
            least = ir.Constant(one.type, -(1 << one.type.width - 1))
            wraps = self.b.and_(
                self.b.icmp_signed("==", two, ir.Constant(one.type, -1)), self.b.icmp_signed("==", one, least)
            )
            if kind is ast.FloorDiv:
                self.fail_if(wraps, NumberTooLong, TOO_LARGE)
            two = self.b.select(wraps, ir.Constant(one.type, 1), two)
        if one.type != I64:
            return self._divide_sets(kind, one, two)
        rest = self.b.srem(one, two)
        odd = self.b.and_(self.b.icmp_signed("!=", rest, zero), self.b.icmp_signed("<", self.b.xor(rest, two), zero))
        if kind is ast.Mod:
            return self.b.select(odd, self.b.add(rest, two), rest)
        return self.b.sub(self.b.sdiv(one, two), self.b.zext(odd, one.type))

    def _divide_sets(self, kind: Any, one: Any, two: Any) -> Any:
        """Divide numbers of more than 64 bits by their absolute values."""
        zero = ir.Constant(one.type, 0)
        sizes, negative = [], []
        for each in (one, two):
            negative.append(self.b.icmp_signed("<", each, zero))
            sizes.append(self.b.select(negative[-1], self.b.neg(each), each))
        given = self.b.call(long_division(self.module, one.type), sizes)
        quotient, rest = (self.b.extract_value(given, place) for place in range(2))
        differ, exact = self.b.xor(*negative), self.b.icmp_signed("==", rest, zero)
        if kind is ast.FloorDiv:  # -(q + 1) is ~q
            return self.b.select(differ, self.b.select(exact, self.b.neg(quotient), self.b.not_(quotient)), quotient)
        size = self.b.select(self.b.and_(differ, self.b.not_(exact)), self.b.sub(sizes[1], rest), rest)
        return self.b.select(negative[1], self.b.neg(size), size)


def _span(kind: Any, left: Value, right: Value) -> int:
    """Return a number of bits such that the result of an instruction lies between −2**bits and 2**bits − 1."""
    one, two = span_of(left), span_of(right)
    natural = natural_bits(left) is not None and natural_bits(right) is not None
    if kind is ast.Mult:
        return one + two + (not natural)
    return max(one, two) + (kind is ast.Add or (kind is ast.Sub and not natural))


def _divides_words(kind: Any, divisor: Value) -> bool:
    """Return False if the quotient may not fit into a word, such as the least word divided by −1."""
    return kind is ast.Mod or (isinstance(divisor, int) and divisor != -1)


def _is_negative(value: Value) -> bool:
    return isinstance(value, int) and value < 0


def _is_bit(value: Value) -> bool:
    return isinstance(value, bool) or getattr(value, "type", None) == I1
