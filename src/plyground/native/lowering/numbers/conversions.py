"""Conversions of numbers between words, sets of up to 64 cells, wide sets and floats.

A sum, product or shift of words may need more than a word. Its result has *overflow flags*: tests of one bit, computed
beside it. ``& mask`` and ``bits.word`` ask for the lowest bits only and drop them; LLVM then removes the tests. Every
other use checks them (:func:`checked`), and the program is compiled again with wider numbers.
"""

from __future__ import annotations

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.llvm_types import F64, I1, I64, SET64, WRAPPED64, SetType, WrappedType
from plyground.native.lowering.numbers.wide_numbers import wide_float
from plyground.native.lowering.values import (
    Value,
    holds,
    is_set,
    is_wide,
    is_wrapped,
    natural_bits,
    overflows_of,
    with_bits,
    word_of,
)
from plyground.native.refusals import NUMBER_WANTED, TWO_KINDS, WHOLE_NUMBER_WANTED, NumberTooLong
from plyground.native.shapes import SMALL_BITS, WORD_BITS

TOO_LARGE = "the number is too large here"
BOUNDED = (
    "plyground.core.",
    "plyground.searches.algorithms.",
    "plyground.searches.scores",
    "plyground.searches.tally",
    "plyground.solvers.perft",
)
"""Modules whose sums are known to stay words: they count visits and plies, and their values lie within ±INFINITY."""


def checked(frame: Frame, value: Value) -> Value:
    """Return a number that is known to have lost no bits; else compiled code asks for wider numbers."""
    overflows = overflows_of(value)
    if overflows:
        value.overflows = []
    if frame.scope.function.__module__.startswith(BOUNDED):
        return value
    for test in overflows:
        frame.raise_if(test, NumberTooLong, TOO_LARGE)
    return value


def with_overflows(made: ir.Value, overflows: list[ir.Value]) -> ir.Value:
    """Return a new number that may have lost bits."""
    made.overflows = [] if is_wrapped(made) else overflows  # the highest bits of a wrapped word are unknown in any case
    return made


def number_of(frame: Frame, value: Value, kind: ir.Type | None = None) -> ir.Value:
    """Return a value as an LLVM number: a word, a set, or a float if ``kind`` is one."""
    if isinstance(value, float):
        return ir.Constant(F64, value)
    if isinstance(value, int):
        if frame.program.is_long(value) and kind != F64:
            return frame.widened(value)
        return ir.Constant(F64, float(value)) if kind == F64 else word_of(value)
    if not isinstance(value, ir.Value) or isinstance(value.type, ir.PointerType):
        frame.refuse(NUMBER_WANTED)
    if value.type == I1:
        value = with_bits(frame.b.zext(value, I64), 1)
    elif isinstance(value.type, ir.IntType) and value.type.width < 64:
        value = with_bits(frame.b.sext(value, I64), None, span=value.type.width - 1)
    if kind == F64 and isinstance(value.type, ir.IntType):
        value = exact_number(frame, value)
        if is_wide(value):
            return wide_float(frame.b, value)
        value = frame.b.uitofp(value, F64) if is_set(value) else frame.b.sitofp(value, F64)
    return value


def exact_number(frame: Frame, value: Value) -> ir.Value:
    """Return a value as an LLVM number whose bits are all known; if some are unknown, compile the program again
    with wider sets.
    """
    number = checked(frame, number_of(frame, value))
    if is_wrapped(number):
        frame.program.widen()
    return number


def no_float(frame: Frame, number: ir.Value) -> ir.Value:
    """Return an LLVM number; a float is refused."""
    if number.type == F64:
        frame.refuse(WHOLE_NUMBER_WANTED)
    return number


def signed_word(
    frame: Frame, value: Value, error: type[Exception] = OverflowError, message: str = TOO_LARGE
) -> ir.Value:
    """Return a value as a signed word; refuse a float. Compiled code raises ``error`` for a number that does not
    fit.
    """
    word = no_float(frame, exact_number(frame, value))
    greater = is_wide(word) or (natural_bits(word) or 0) >= WORD_BITS
    return narrowed(frame, word, I64, error, message) if greater else word


def row_index(frame: Frame, value: Value) -> ir.Value:
    """Return a place in a row as a word. Compiled code raises IndexError for a number that does not fit, as Python
    does.
    """
    return signed_word(frame, value, IndexError, "cannot fit 'int' into an index-sized integer")


def narrowed(
    frame: Frame,
    value: ir.Value,
    kind: ir.Type,
    error: type[Exception] = OverflowError,
    message: str = TOO_LARGE,
) -> ir.Value:
    """Return a number in another LLVM type. Compiled code raises ``error`` if the number does not fit that type."""
    small = frame.b.trunc(value, kind) if kind.width < value.type.width else value
    if isinstance(kind, SetType):
        unfit = frame.b.icmp_signed("<", value, ir.Constant(value.type, 0))
    elif is_set(value):
        unfit = frame.b.icmp_unsigned(">", value, ir.Constant(value.type, (1 << kind.width - 1) - 1))
    else:
        unfit = frame.b.icmp_signed("!=", frame.b.sext(small, value.type), value)
    frame.raise_if(unfit, error, message)
    return with_bits(frame.b.or_(small, ir.Constant(kind, 0)), None, kind) if small is value else small


def fit(frame: Frame, value: Value, kind: ir.Type) -> ir.Value:
    """Return a value as a number of an LLVM type."""
    if isinstance(value, int) and isinstance(kind, ir.IntType):
        if (
            kind.width == WORD_BITS
            and frame.program.wide == I64
            and not (isinstance(kind, WrappedType) or holds(kind, [value]))
        ):
            frame.program.widen()
        return ir.Constant(kind, bits.word(value) if kind == I64 else value)
    if isinstance(getattr(value, "type", None), ir.PointerType):
        return value
    value = number_of(frame, value, kind if kind == F64 else None)
    if isinstance(kind, ir.IntType) and value.type != kind:
        if value.type == F64:
            frame.refuse(TWO_KINDS)
        if value.type.width < kind.width:
            return frame.b.sext(value, kind)
        return narrowed(frame, value, kind) if is_wide(value) else frame.b.trunc(value, kind)
    if kind == I64 and not isinstance(kind, WrappedType):
        count = natural_bits(value)
        unfit = count is None if isinstance(kind, SetType) else is_wrapped(value) or (count or 0) >= WORD_BITS
        if unfit:
            frame.program.widen()
    return value


def common_type(frame: Frame, *values: Value) -> ir.Type:
    """Return the LLVM type that holds each of these numbers; addresses keep their own type."""
    kinds = [getattr(value, "type", None) for value in values]
    if isinstance(kinds[0], ir.PointerType):
        return kinds[0]
    if F64 in kinds or any(isinstance(value, float) for value in values):
        return F64
    if any(map(is_wide, values)) or any(map(frame.program.is_long, values)):
        frame.program.check_width(*values)
        return frame.program.wide
    if any(map(is_wrapped, values)):
        return WRAPPED64
    if any(map(is_set, values)):
        return WRAPPED64 if None in map(natural_bits, values) else SET64
    return I1 if all(kind == I1 for kind in kinds) else I64


def in_common_type(frame: Frame, left: Value, right: Value) -> tuple[ir.Value, ir.Value]:
    """Return two numbers as numbers of one type, the wider of both."""
    kind = common_type(frame, left, right)
    one, two = (fit(frame, each, I64 if kind == I1 else kind) for each in (left, right))
    return (retyped(frame, one, kind), retyped(frame, two, kind)) if kind == I64 else (one, two)


def retyped(frame: Frame, word: ir.Value, kind: ir.Type) -> ir.Value:
    """Return a word marked with the type ``kind``. Its value must fit that type."""
    if type(word.type) is type(kind):
        return word
    return with_bits(frame.b.or_(word, ir.Constant(I64, 0)), natural_bits(word), kind)


def signed_type(*words: ir.Value) -> ir.Type:
    """Return the LLVM type of a difference of words, or of a word with the opposite sign."""
    if is_wide(words[0]) or not any(is_set(word) or is_wrapped(word) for word in words):
        return words[0].type
    counts = [natural_bits(word) for word in words]
    return I64 if all(count is not None and count < WORD_BITS for count in counts) else WRAPPED64


def marked(made: ir.Value, count: int | None, *, sets: bool) -> ir.Value:
    """Return a new word, marked with its bits and its type: a set if it comes from sets and is no small number."""
    if count is None or (count == WORD_BITS and not sets):
        return with_bits(made, None, WRAPPED64 if sets else I64)
    return with_bits(made, count, SET64 if sets and count > SMALL_BITS else I64)
