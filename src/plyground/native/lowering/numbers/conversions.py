"""Conversions of numbers between words, sets of up to 64 cells, wide sets and floats.

A sum, product or shift of words may need more than a word. Its result has *overflow flags*: tests of one bit, computed
beside it. ``& mask`` and ``bits.word`` ask for the lowest bits only and drop them; LLVM then removes the tests. Every
other use checks them (:func:`checked`), and the program is compiled again with wider numbers.
"""

from __future__ import annotations

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.number_kinds import BIT, F64, FLOAT64, I64, SET64, WORD64, WRAPPED64, Kind
from plyground.native.lowering.numbers.wide_numbers import wide_float
from plyground.native.lowering.values import (
    Number,
    Passed,
    Value,
    constant_number,
    holds,
    is_set,
    is_wide,
    is_wrapped,
    natural_bits,
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
    """Emit the check that a number lost no bits, and return it. If it lost some, the code asks for wider numbers."""
    if isinstance(value, Number):
        checked_number(frame, value)
    return value


def checked_number(frame: Frame, number: Number) -> Number:
    """Emit the check of :func:`checked` for a number, and return the number."""
    overflows, number.overflows = number.overflows, []
    if not frame.scope.function.__module__.startswith(BOUNDED):
        for test in overflows:
            frame.raise_if(test, NumberTooLong, TOO_LARGE)
    return number


def with_overflows(number: Number, overflows: list[ir.Value]) -> Number:
    """Return a new number that may have lost bits."""
    if number.kind != WRAPPED64:  # the highest bits of a wrapped word are unknown in any case
        number.overflows = overflows
    return number


def number_of(frame: Frame, value: Value) -> Number:
    """Return a value as a number in a register: a word, a set or a float."""
    if isinstance(value, int) and frame.program.is_long(value):
        value = frame.widened(value)
    if isinstance(value, (int, float)):
        return constant_number(value)
    if not isinstance(value, Number):
        frame.refuse(NUMBER_WANTED)
    if value.kind == BIT:
        return Number(frame.b.zext(value.llvm, I64), WORD64, 1)
    if value.kind.width < WORD_BITS:
        return Number(frame.b.sext(value.llvm, I64), WORD64, span=value.kind.width - 1)
    return value


def float_of(frame: Frame, value: Value) -> Number:
    """Return a value as a float in a register."""
    if isinstance(value, (int, float)):
        return constant_number(float(value))
    number = number_of(frame, value)
    if number.kind == FLOAT64:
        return number
    number = exact_number(frame, number)
    if number.kind.is_wide:
        return Number(wide_float(frame.b, number.llvm, number.kind), FLOAT64)
    convert = frame.b.uitofp if number.kind.is_set else frame.b.sitofp
    return Number(convert(number.llvm, F64), FLOAT64)


def exact_number(frame: Frame, value: Value) -> Number:
    """Return a value as a number in a register whose bits are all known; if some are unknown, compile the program
    again with wider sets.
    """
    number = checked_number(frame, number_of(frame, value))
    if number.kind == WRAPPED64:
        frame.program.widen()
    return number


def no_float(frame: Frame, number: Number) -> Number:
    """Return a number; a float is refused."""
    if number.kind == FLOAT64:
        frame.refuse(WHOLE_NUMBER_WANTED)
    return number


def signed_word(
    frame: Frame, value: Value, error: type[Exception] = OverflowError, message: str = TOO_LARGE
) -> ir.Value:
    """Return a value as a signed word of LLVM; refuse a float. Compiled code raises ``error`` for a number that does
    not fit.
    """
    word = no_float(frame, exact_number(frame, value))
    if word.kind.is_wide or (word.bits or 0) >= WORD_BITS:
        word = narrowed(frame, word, WORD64, error, message)
    return word.llvm


def row_index(frame: Frame, value: Value) -> ir.Value:
    """Return a place in a row as a word of LLVM. Compiled code raises IndexError for a number that does not fit, as
    Python does.
    """
    return signed_word(frame, value, IndexError, "cannot fit 'int' into an index-sized integer")


def narrowed(
    frame: Frame,
    number: Number,
    kind: Kind,
    error: type[Exception] = OverflowError,
    message: str = TOO_LARGE,
) -> Number:
    """Return a number in another kind. Compiled code raises ``error`` if the number does not fit that kind."""
    whole = number.llvm
    small = frame.b.trunc(whole, kind.type) if kind.width < number.kind.width else whole
    if kind.is_set:
        unfit = frame.b.icmp_signed("<", whole, number.kind.constant(0))
    elif number.kind.is_set:
        unfit = frame.b.icmp_unsigned(">", whole, number.kind.constant((1 << kind.width - 1) - 1))
    else:
        unfit = frame.b.icmp_signed("!=", frame.b.sext(small, whole.type), whole)
    frame.raise_if(unfit, error, message)
    return Number(frame.b.or_(small, kind.constant(0)) if small is whole else small, kind)


def fit(frame: Frame, value: Value, kind: Kind) -> Number:
    """Return a value as a number of a kind."""
    if kind == FLOAT64:
        return float_of(frame, value)
    if isinstance(value, int):
        if kind.width == WORD_BITS and frame.program.wide == WORD64 and not (kind == WRAPPED64 or holds(kind, [value])):
            frame.program.widen()
        return Number(kind.constant(bits.word(value) if kind.is_one_word else value), kind)
    number = number_of(frame, value)
    if number.kind == FLOAT64:
        frame.refuse(TWO_KINDS)
    if number.kind.width < kind.width:
        return Number(frame.b.sext(number.llvm, kind.type), kind)
    if number.kind.width > kind.width:
        return (
            narrowed(frame, number, kind)
            if number.kind.is_wide
            else Number(frame.b.trunc(number.llvm, kind.type), kind)
        )
    if kind.is_set and number.bits is None:
        frame.program.widen()
    if kind == WORD64 and (number.kind == WRAPPED64 or (number.bits or 0) >= WORD_BITS):
        frame.program.widen()
    return number


def fit_word(frame: Frame, word: Passed, kind: Kind | ir.Type) -> ir.Value:
    """Return one of the words of a value for LLVM: a number as one of a kind, or an address."""
    if isinstance(word, Number):
        return fit(frame, word, kind).llvm if isinstance(kind, Kind) else word.llvm
    return word


def common_kind(frame: Frame, *values: Value) -> Kind:
    """Return the kind that holds each of these numbers."""
    kinds = [value.kind for value in values if isinstance(value, Number)]
    if FLOAT64 in kinds or any(isinstance(value, float) for value in values):
        return FLOAT64
    if any(map(is_wide, values)) or any(map(frame.program.is_long, values)):
        frame.program.check_width(*values)
        return frame.program.wide
    if any(map(is_wrapped, values)):
        return WRAPPED64
    if any(map(is_set, values)):
        return WRAPPED64 if None in map(natural_bits, values) else SET64
    return BIT if len(kinds) == len(values) and all(kind == BIT for kind in kinds) else WORD64


def in_common_kind(frame: Frame, left: Value, right: Value) -> tuple[Number, Number]:
    """Return two numbers as numbers of one kind, the wider of both."""
    kind = common_kind(frame, left, right)
    one, two = (fit(frame, each, WORD64 if kind == BIT else kind) for each in (left, right))
    return (read_as(frame, one, kind), read_as(frame, two, kind)) if kind.is_one_word else (one, two)


def read_as(frame: Frame, word: Number, kind: Kind) -> Number:
    """Return a word as a word of another kind, which must hold its value."""
    if word.kind == kind:
        return word
    return Number(frame.b.or_(word.llvm, ir.Constant(I64, 0)), kind, word.bits)


def signed_kind(*words: Number) -> Kind:
    """Return the kind of a difference of words, or of a word with the opposite sign."""
    if words[0].kind.is_wide or not any(word.kind in (SET64, WRAPPED64) for word in words):
        return words[0].kind
    return WORD64 if all(word.bits is not None and word.bits < WORD_BITS for word in words) else WRAPPED64


def sized(made: ir.Value, count: int | None, *, sets: bool) -> Number:
    """Return a number of at most ``count`` bits that lies in a word.

    With ``sets`` it is a set of bits, unless it is small.
    """
    if count is None or (count == WORD_BITS and not sets):
        return Number(made, WRAPPED64 if sets else WORD64)
    return Number(made, SET64 if sets and count > SMALL_BITS else WORD64, count)
