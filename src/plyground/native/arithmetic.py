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
from plyground.native.frame import Frame
from plyground.native.refusals import NOT_COMPARED, NOT_COMPILED, NUMBER_WANTED, TWO_KINDS
from plyground.native.shapes import F64, I1, I64
from plyground.native.values import BoundName, Cells, Listed, Record, Value, is_wide, word_of

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
MAX_POWER = 16
"""The greatest constant exponent."""
MAX_KNOWN_BITS = 4096
"""Most bits of a number that is computed at compile time."""


class Arithmetic(Frame):
    """Lowers operations on numbers."""

    def number(self, value: Value, kind: Any = None) -> Any:
        """Return a value as an LLVM number: a word, or a float if ``kind`` is one."""
        if isinstance(value, float):
            return ir.Constant(F64, value)
        if isinstance(value, int):
            if self.program.is_long(value) and kind != F64:
                return self.settled(value)
            return ir.Constant(F64, float(value)) if kind == F64 else word_of(value)
        if not isinstance(value, ir.Value) or isinstance(value.type, ir.PointerType):
            self.refuse(NUMBER_WANTED)
        if value.type == I1:
            value = self.b.zext(value, I64)
        elif isinstance(value.type, ir.IntType) and value.type.width < 64:
            value = self.b.sext(value, I64)
        if kind == F64 and isinstance(value.type, ir.IntType):
            value = self.b.sitofp(value, F64)
        return value

    def index(self, value: Value) -> Any:
        """Return a value as a word; a float is refused. Compiled code raises OverflowError for a set that needs more bits."""
        word = self.number(value)
        if word.type == F64:
            self.refuse(NUMBER_WANTED)
        return word if word.type == I64 else self.narrowed(word, I64)

    def place(self, value: Value) -> Any:
        """Return a place in a row as a word. Compiled code raises IndexError for one that needs more bits, as Python does."""
        if is_wide(value):
            return self.narrowed(value, I64, IndexError, "cannot fit 'int' into an index-sized integer")
        return self.index(value)

    def narrowed(
        self,
        value: Any,
        kind: Any,
        error: type[Exception] = OverflowError,
        message: str = "the number is too large here",
    ) -> Any:
        """Return a wide set as a number of a narrower LLVM type. Compiled code raises ``error`` where bits would be lost."""
        small = self.b.trunc(value, kind)
        loses = self.b.icmp_signed("!=", self.b.sext(small, value.type), value)
        self.fail_if(loses, error, message)
        return small

    def fit(self, value: Value, kind: Any) -> Any:
        """Return a value as a number of an LLVM type."""
        if isinstance(value, int) and isinstance(kind, ir.IntType):
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
        return value

    def both(self, left: Value, right: Value) -> tuple[Any, Any]:
        """Return two numbers as numbers of one type, the wider of both."""
        kinds = [getattr(each, "type", None) for each in (left, right)]
        if float in (type(left), type(right)) or F64 in kinds:
            kind = F64
        elif is_wide(left) or is_wide(right) or any(self.program.is_long(each) for each in (left, right)):
            kind = self.program.wide
            self.program.check_width(left, right)
        else:
            kind = I64
        return self.fit(left, kind), self.fit(right, kind)

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
        one, two = self.both(left, right)
        if one.type != F64:
            return self.b.icmp_signed(text, one, two)
        return self.b.fcmp_unordered(text, one, two) if text == "!=" else self.b.fcmp_ordered(text, one, two)

    def operate_numbers(self, node: Any, left: Value, right: Value) -> Value:
        """Return the result of an operator of two numbers."""
        kind = type(node)
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return self._known(kind, left, right)
        if kind in (ast.BitAnd, ast.BitOr, ast.BitXor) and all(_is_bit(each) for each in (left, right)):
            return getattr(self.b, INSTRUCTIONS[kind])(self.bit(left), self.bit(right))
        if kind is ast.LShift and self.program.wide != I64 and (isinstance(left, int) or is_wide(left)):
            left = self.fit(left, self.program.wide)  # a cell of a set
        if kind is ast.Pow:
            return self._power(left, right)
        if kind is ast.Div:
            return self._quotient(self.fit(left, F64), self.fit(right, F64), right)
        if kind in (ast.LShift, ast.RShift):
            return self._shift(kind, self.number(left), right)
        one, two = self.both(left, right)
        if one.type == F64:
            if kind in FLOAT_INSTRUCTIONS:
                return getattr(self.b, FLOAT_INSTRUCTIONS[kind])(one, two)
            self.refuse(NOT_COMPILED, text=kind.__name__)
        if kind in INSTRUCTIONS:
            return getattr(self.b, INSTRUCTIONS[kind])(one, two)
        if kind in (ast.FloorDiv, ast.Mod):
            return self._divide(kind, one, two, right)
        self.refuse(NOT_COMPILED, text=kind.__name__)

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

    def _shift(self, kind: Any, word: Any, places: Value) -> Any:
        """Shift by any number of places; bits beyond the end are lost."""
        if not isinstance(word.type, ir.IntType):
            self.refuse(NUMBER_WANTED)
        width = word.type.width
        if isinstance(places, int):
            if places < 0:
                self.fail_if(ir.Constant(I1, 1), ValueError, "negative shift count")
                return word
            if kind is ast.LShift:
                return self.b.shl(word, ir.Constant(word.type, places)) if places < width else ir.Constant(word.type, 0)
            return self.b.ashr(word, ir.Constant(word.type, min(places, width - 1)))
        by = self.index(places)
        rare, usual, after = (self.b.append_basic_block() for _each in range(3))
        self.b.cbranch(self.b.icmp_unsigned(">", by, word_of(width - 1)), rare, usual)
        self.b.position_at_end(usual)
        shift = self.b.shl if kind is ast.LShift else self.b.ashr
        moved = shift(word, self.fit(by, word.type))
        self.b.branch(after)
        self.b.position_at_end(rare)
        self.fail_if(self.b.icmp_signed("<", by, word_of(0)), ValueError, "negative shift count")
        if kind is ast.LShift:
            nothing: Any = ir.Constant(word.type, 0)
        else:
            nothing = self.b.ashr(word, ir.Constant(word.type, width - 1))
        rare = self.b.block
        self.b.branch(after)
        self.b.position_at_end(after)
        result = self.b.phi(word.type)
        result.add_incoming(moved, usual)
        result.add_incoming(nothing, rare)
        return result

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
