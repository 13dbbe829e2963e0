"""Lowering of numbers: words, floats and wide sets, with Python's results and exceptions.

Words wrap at 64 bits, as hashes need it; all else follows Python: division rounds down, a shift may be longer than a
word, and a quotient by zero is an exception.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plyground.core import bits
from plyground.native.division import long_division
from plyground.native.names import Names
from plyground.native.refusals import NOT_COMPARED, NOT_COMPILED, NUMBER_WANTED, TWO_KINDS, SetTooWide
from plyground.native.shapes import F64, I1, I64, RESIDUE64, SET64, SMALL_BITS, WORD_BITS, ResidueType, SetType
from plyground.native.values import (
    BoundName,
    Cells,
    Listed,
    Record,
    Value,
    holds,
    is_residue,
    is_set,
    is_wide,
    natural_bits,
    with_bits,
    word_of,
)
from plyground.native.wide_floats import wide_float

PLAIN: dict[type[Any], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
"""The operators of two numbers that are known."""
INSTRUCTIONS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor",
}  # fmt: skip
"""The instructions of words and sets that need no more."""
FLOAT_INSTRUCTIONS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
COMPARISONS: dict[type[Any], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq), ast.NotEq: ("!=", operator.ne), ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le), ast.Gt: (">", operator.gt), ast.GtE: (">=", operator.ge),
}  # fmt: skip
TOO_LARGE = "the number is too large here"
MAX_POWER = 16
"""The greatest constant exponent."""
MAX_KNOWN_BITS = 4096
"""Most bits of a number that is computed at compile time."""


class Arithmetic(Names):
    """Lowers operations on numbers."""

    def number(self, value: Value, kind: Any = None) -> Any:
        """Return a value as an LLVM number: a word, a set, or a float if ``kind`` is one."""
        if isinstance(value, float):
            return ir.Constant(F64, value)
        if isinstance(value, int):
            if self.program.is_long(value) and kind != F64:
                return self.settled(value)
            return ir.Constant(F64, float(value)) if kind == F64 else word_of(value)
        if not isinstance(value, ir.Value) or isinstance(value.type, ir.PointerType):
            self.refuse(NUMBER_WANTED)
        if value.type == I1:
            value = with_bits(self.b.zext(value, I64), 1)
        elif isinstance(value.type, ir.IntType) and value.type.width < 64:
            value = self.b.sext(value, I64)
        if kind == F64 and isinstance(value.type, ir.IntType):
            value = self.exact(value)
            if is_wide(value):
                return wide_float(self.b, value)
            value = self.b.uitofp(value, F64) if is_set(value) else self.b.sitofp(value, F64)
        return value

    def exact(self, value: Value) -> Any:
        """Return a value as an LLVM number of which all bits are known; else the program is compiled with wider sets."""
        number = self.number(value)
        if is_residue(number):
            self.program.widen()
        return number

    def index(self, value: Value, error: type[Exception] = OverflowError, message: str = TOO_LARGE) -> Any:
        """Return a value as a signed word; a float is refused. Compiled code raises ``error`` for a greater number."""
        word = self.exact(value)
        if word.type == F64:
            self.refuse(NUMBER_WANTED)
        greater = is_wide(word) or (natural_bits(word) or 0) >= WORD_BITS
        return self.narrowed(word, I64, error, message) if greater else word

    def place(self, value: Value) -> Any:
        """Return a place in a row as a word. Compiled code raises IndexError for one that needs more bits, as Python does."""
        return self.index(value, IndexError, "cannot fit 'int' into an index-sized integer")

    def narrowed(
        self,
        value: Any,
        kind: Any,
        error: type[Exception] = OverflowError,
        message: str = TOO_LARGE,
    ) -> Any:
        """Return a number in another LLVM type. Compiled code raises ``error`` if that does not hold the number."""
        small = self.b.trunc(value, kind) if kind.width < value.type.width else value
        if isinstance(kind, SetType):
            loses = self.b.icmp_signed("<", value, ir.Constant(value.type, 0))
        elif is_set(value):
            loses = self.b.icmp_unsigned(">", value, ir.Constant(value.type, (1 << kind.width - 1) - 1))
        else:
            loses = self.b.icmp_signed("!=", self.b.sext(small, value.type), value)
        self.fail_if(loses, error, message)
        return with_bits(self.b.or_(small, ir.Constant(kind, 0)), None, kind) if small is value else small

    def fit(self, value: Value, kind: Any) -> Any:
        """Return a value as a number of an LLVM type."""
        if isinstance(value, int) and isinstance(kind, ir.IntType):
            if (
                kind.width == WORD_BITS
                and self.program.wide == I64
                and not (isinstance(kind, ResidueType) or holds(kind, [value]))
            ):
                self.program.widen()
            return ir.Constant(kind, bits.word(value) if kind == I64 else value)
        if isinstance(getattr(value, "type", None), ir.PointerType):
            return value
        value = self.number(value, kind if kind == F64 else None)
        if isinstance(kind, ir.IntType) and value.type != kind:
            if value.type == F64:
                self.refuse(TWO_KINDS)
            if value.type.width < kind.width:
                return self.b.sext(value, kind)
            return self.narrowed(value, kind) if is_wide(value) else self.b.trunc(value, kind)
        if kind == I64 and not isinstance(kind, ResidueType):
            count = natural_bits(value)
            unfit = count is None if isinstance(kind, SetType) else is_residue(value) or (count or 0) >= WORD_BITS
            if unfit:
                self.program.widen()
        return value

    def common(self, *values: Value) -> Any:
        """Return the LLVM type that holds each of these numbers; that of addresses is their own."""
        kinds = [getattr(value, "type", None) for value in values]
        if isinstance(kinds[0], ir.PointerType):
            return kinds[0]
        if F64 in kinds or any(isinstance(value, float) for value in values):
            return F64
        if any(map(is_wide, values)) or any(map(self.program.is_long, values)):
            self.program.check_width(*values)
            return self.program.wide
        if any(map(is_residue, values)):
            return RESIDUE64
        if any(map(is_set, values)):
            return RESIDUE64 if None in map(natural_bits, values) else SET64
        return I1 if all(kind == I1 for kind in kinds) else I64

    def both(self, left: Value, right: Value) -> tuple[Any, Any]:
        """Return two numbers as numbers of one type, the wider of both."""
        kind = self.common(left, right)
        one, two = (self.fit(each, I64 if kind == I1 else kind) for each in (left, right))
        return (self.typed(one, kind), self.typed(two, kind)) if kind == I64 else (one, two)

    def typed(self, word: Any, kind: Any) -> Any:
        """Return a word as one of this type, of which it is a number."""
        if type(word.type) is type(kind):
            return word
        return with_bits(self.b.or_(word, ir.Constant(I64, 0)), natural_bits(word), kind)

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
        if kind is ast.LShift and self.program.wide != I64 and self._leaves_words(left, right):
            left = self.fit(left, self.program.wide)
        if kind is ast.Pow:
            return self._power(left, right)
        if kind is ast.Div:
            return self._quotient(self.fit(left, F64), self.fit(right, F64), right)
        if kind in (ast.LShift, ast.RShift):
            return self._shift(kind, left, right)
        one, two = self.both(left, right)
        if one.type == F64:
            if kind in FLOAT_INSTRUCTIONS:
                return getattr(self.b, FLOAT_INSTRUCTIONS[kind])(one, two)
            self.refuse(NOT_COMPILED, text=kind.__name__)
        if kind is ast.BitOr and one.type == I64 and self._beside_sets(left, right):
            one, two = self._natural(left), self._natural(right)
            return self.marked(self.b.or_(one, two), max(natural_bits(one) or 0, natural_bits(two) or 0), sets=True)
        if kind in INSTRUCTIONS:
            made = getattr(self.b, INSTRUCTIONS[kind])(one, two)
            return made if is_wide(made) else self._of_words(kind, made, self.number(left), self.number(right))
        if kind in (ast.FloorDiv, ast.Mod):
            if one.type == I64 and self._beside_sets(left, right):
                return self._divide_words(kind, self.exact(left), self.exact(right), right)
            if is_residue(one):
                self.program.widen()
            return self._divide(kind, one, two, right)
        self.refuse(NOT_COMPILED, text=kind.__name__)

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

    @staticmethod
    def signed_kind(*words: Any) -> Any:
        """Return the LLVM type of a difference of words, or of a word with the opposite sign."""
        if is_wide(words[0]) or not any(is_set(word) or is_residue(word) for word in words):
            return words[0].type
        counts = [natural_bits(word) for word in words]
        return I64 if all(count is not None and count < WORD_BITS for count in counts) else RESIDUE64

    @staticmethod
    def marked(made: Any, count: int | None, *, sets: bool) -> Any:
        """Return a new word, marked with its bits and its type: a set if it comes from sets and is no small number."""
        if count is None or (count == WORD_BITS and not sets):
            return with_bits(made, None, RESIDUE64 if sets else I64)
        return with_bits(made, count, SET64 if sets and count > SMALL_BITS else I64)

    def _known(self, kind: Any, left: Any, right: Any) -> Value:
        """Compute a constant expression at compile time; if it fails, the compiled code raises the same exception."""
        if kind in (ast.LShift, ast.Pow) and (abs(right) > MAX_KNOWN_BITS or (kind is ast.Pow and abs(left) > 1 << 64)):
            self.refuse(NUMBER_WANTED)
        try:
            return PLAIN[kind](left, right)
        except (ZeroDivisionError, ValueError, OverflowError) as error:
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

    @staticmethod
    def _leaves_words(left: Value, places: Value) -> bool:
        """Return True if a shift to the left gives a cell of a wide set, or a number that is known to need bit 63."""
        if isinstance(left, int) or is_wide(left):
            return True
        count = natural_bits(left) if isinstance(left, ir.Value) and isinstance(left.type, ir.IntType) else None
        return count is not None and isinstance(places, int) and count + places >= WORD_BITS

    def _shift(self, kind: Any, left: Value, places: Value) -> Any:
        """Shift by any number of places; bits beyond the end of a word or of a wide set are lost."""
        word = self.number(left) if kind is ast.LShift else self.exact(left)
        if not isinstance(word.type, ir.IntType):
            self.refuse(NUMBER_WANTED)
        width = word.type.width
        if isinstance(places, int):
            if places < 0:
                self.fail_if(ir.Constant(I1, 1), ValueError, "negative shift count")
                return word
            return self._shifted(kind, word, ir.Constant(word.type, min(places, width - 1)), places)
        by = self.index(places)
        cell = kind is ast.LShift and width == WORD_BITS and isinstance(left, int) and left > 0
        last = width - 1
        if cell:  # such as 1 << cell
            last = width - left.bit_length() - (not self._makes_sets(word))
        rare, usual, after = (self.b.append_basic_block() for _each in range(3))
        self.b.cbranch(self.b.icmp_unsigned(">", by, word_of(max(last, 0))), rare, usual)
        self.b.position_at_end(usual)
        moved = self._shifted(kind, word, self.fit(by, word.type) if is_wide(word) else by, None)
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
        rare = self.b.block
        self.b.branch(after)
        self.b.position_at_end(after)
        result = with_bits(self.b.phi(moved.type), natural_bits(moved), moved.type)
        result.add_incoming(moved, usual)
        result.add_incoming(nothing, rare)
        return result

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
        """Return a number beside a set as a word that is not negative; if it is, the program gets wider sets."""
        word = self.number(value)
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
            least = ir.Constant(one.type, -(1 << one.type.width - 1))
            wraps = self.b.and_(
                self.b.icmp_signed("==", two, ir.Constant(one.type, -1)), self.b.icmp_signed("==", one, least)
            )
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


def _is_bit(value: Value) -> bool:
    return isinstance(value, bool) or getattr(value, "type", None) == I1
