"""The functions of Python and of :mod:`plyground.core.bits` that compiled code knows."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable

from llvmlite import ir

from plyground.core import bits
from plyground.core.authoring.marked_rules import ratio
from plyground.native.clocked_row import looked
from plyground.native.lowering import texts
from plyground.native.lowering.choices import either
from plyground.native.lowering.comparisons import compare
from plyground.native.lowering.dispatch import present_value
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.inlining import call_text
from plyground.native.lowering.lists import elements_of, list_length, list_of_row, new_list, push, tuple_of_list
from plyground.native.lowering.loops import for_each
from plyground.native.lowering.number_functions import (
    EMPTY_MAX,
    EMPTY_MIN,
    FLOAT_FUNCTIONS,
    least,
    lower_abs,
    lower_bool,
    lower_ceil,
    lower_count,
    lower_divmod,
    lower_float,
    lower_float_function,
    lower_floor,
    lower_gcd,
    lower_highest,
    lower_int,
    lower_isqrt,
    lower_lowest,
    lower_pow,
    lower_put,
    lower_ratio,
    lower_round,
    lower_shift_right,
    lower_word,
    range_length,
)
from plyground.native.lowering.number_kinds import I1, I32, I64, WORD64, WRAPPED64, Kind
from plyground.native.lowering.numbers.conversions import fit, in_common_kind, number_of, signed_word
from plyground.native.lowering.numbers.truth import Truth, truth_of
from plyground.native.lowering.operators import operate
from plyground.native.lowering.row_operations import fold_cells, pick_cells, sort_cells
from plyground.native.lowering.rows import load_cells, row_of
from plyground.native.lowering.values import (
    Array,
    ByReference,
    Cells,
    Enumerated,
    ListBuffer,
    Number,
    Optional,
    RaggedRow,
    Range,
    Record,
    Value,
    bit,
    class_of,
    is_number,
    known,
    parts_of,
    span_of,
    word_of,
)
from plyground.native.refusals import NO_LENGTH, NO_SUCH_CALL, NO_TYPES
from plyground.native.shapes import WORD_BITS, dims_of

NO_DEFAULT = known(object())
"""The value of a parameter without a default."""


def call_builtin(
    frame: Frame, function: object, arguments: list[Value], by_name: dict[str, Value]
) -> list[Value] | None:
    """Return (in a list) the result of one of Python's built-in functions; None for others."""
    if isinstance(function, (list, dict, set)):
        return None
    if function in FLOAT_FUNCTIONS:
        return [lower_float_function(frame, function, arguments, by_name)]
    if function not in FUNCTIONS:
        return None
    lower_function = FUNCTIONS[function]
    if function is not next:
        arguments = [present_value(frame, each) for each in arguments]
    try:
        inspect.signature(lower_function).bind(frame, *arguments, **by_name)
    except TypeError:
        frame.refuse(NO_SUCH_CALL, name=getattr(function, "__name__", ""))
    return [lower_function(frame, *arguments, **by_name)]


def lower_len(frame: Frame, value: Value) -> Value:
    """Lower ``len(value)``."""
    if isinstance(value, ListBuffer) and value.length is not None:
        return value.length
    if isinstance(value, (ListBuffer, RaggedRow)):
        return Number(list_length(frame, value), WORD64)
    if isinstance(value, Cells):
        return value.dims[0]
    if isinstance(value, ByReference):
        return len(value.shape.parts)
    if isinstance(value, Range) and isinstance(value.step, int):
        return range_length(frame, value, value.step)
    parts = parts_of(value)
    if parts is None:
        frame.refuse(NO_SUCH_CALL, name="len")
    return len(parts)


def lower_sum(frame: Frame, row: Value, start: Value = 0) -> Value:
    """Lower ``sum(row, start)``."""
    if isinstance(row, Cells) and len(row.dims) == 1:
        kind = frame.program.wide if row.cell.is_wide else WRAPPED64 if row.cell.is_set else WORD64
        if kind.is_one_word and max(span_of(start), row.cell.width + row.size.bit_length()) < WORD_BITS - 1:
            return fold_cells(
                frame, row, start, lambda total, word, _now: Number(frame.b.add(total.llvm, word.llvm), total.kind)
            )
        first = _start_of_sum(frame, start, kind)
        return fold_cells(
            frame, row, first, lambda total, word, _now: number_of(frame, operate(frame, ast.Add(), total, word))
        )
    if isinstance(row, (ListBuffer, RaggedRow)):
        cell = row.cell if isinstance(row, ListBuffer) else WORD64
        kind = _start_of_sum(frame, start, WRAPPED64 if cell.is_set else cell).kind
        sum_ = frame.slot(kind.type)
        frame.b.store(fit(frame, start, kind).llvm, sum_)

        def add(word: Value) -> None:
            before = Number(frame.b.load(sum_), kind)
            frame.b.store(fit(frame, operate(frame, ast.Add(), before, word), kind).llvm, sum_)

        for_each(frame, row, add)
        return Number(frame.b.load(sum_), kind)
    parts = known_parts(frame, row)
    if parts is None:
        return call_text(frame, texts.sum_of, row, start)
    whole = start
    for part in parts:
        whole = operate(frame, ast.Add(), whole, part)
    return whole


def _start_of_sum(frame: Frame, start: Value, kind: Kind) -> Number:
    """Return the first number of a sum, in the kind that a sum of many numbers of a kind needs."""
    kind = frame.program.wide if kind.is_one_word and frame.program.options.long_numbers else kind
    return in_common_kind(frame, start, Number(kind.constant(0), kind))[0]


def lower_any(frame: Frame, row: Value) -> Value:
    """Lower ``any(row)``."""
    return _joined(frame, row, "any", True)


def lower_all(frame: Frame, row: Value) -> Value:
    """Lower ``all(row)``."""
    return _joined(frame, row, "all", False)


def _joined(frame: Frame, row: Value, name: str, deciding: bool) -> Value:
    """Return the joined truth of all parts; one part with the truth ``deciding`` decides."""
    if known_length(frame, row) is None:
        return truth_of(frame, call_text(frame, texts.any_of if deciding else texts.all_of, row))
    join = frame.b.or_ if deciding else frame.b.and_
    found: Truth = not deciding
    for part in _all_parts(frame, row, name):
        test = truth_of(frame, part)
        if test is deciding:
            return deciding
        if not isinstance(test, bool):
            found = test if isinstance(found, bool) else bit(join(found.llvm, test.llvm))
    return found


def _all_parts(frame: Frame, row: Value, name: str) -> list[Value]:
    parts = known_parts(frame, row)
    if parts is None:
        frame.refuse(NO_SUCH_CALL, name=name)
    return parts


def known_length(frame: Frame, row: Value) -> int | None:
    """Return the number of values of an iterable, if it is known."""
    if isinstance(row, ListBuffer):
        return row.length
    if isinstance(row, Enumerated):
        return known_length(frame, row.over)
    if isinstance(row, Cells):
        return row.dims[0]
    parts = parts_of(row)
    return None if parts is None else len(parts)


def known_parts(frame: Frame, row: Value) -> list[Value] | None:
    """Return the values of an iterable of known length; None for any other."""
    if isinstance(row, Cells):
        return load_cells(frame, row)
    if isinstance(row, ListBuffer):
        return elements_of(frame, row)
    if isinstance(row, Enumerated):
        parts = known_parts(frame, row.over)
        if parts is None:
            return None
        places = (operate(frame, ast.Add(), place, row.start) for place in range(len(parts)))
        return [Record(None, list(pair)) for pair in zip(places, parts, strict=True)]
    return parts_of(row)


def lower_tuple_call(frame: Frame, value: Value = ()) -> Value:
    """Lower ``tuple(value)``."""
    if isinstance(value, (Cells, tuple)):
        return value
    if isinstance(value, ListBuffer) and value.length is not None:
        return tuple_of_list(frame, value)
    parts = known_parts(frame, value)
    if parts is None:
        frame.refuse(NO_LENGTH)
    return tuple(parts) if dims_of(tuple(parts)) else Record(None, parts)


def lower_list_call(frame: Frame, over: Value = ()) -> Value:
    """Lower ``list(over)``."""
    if isinstance(over, Cells) and len(over.dims) == 1:
        return list_of_row(frame, frame.node, over)
    made = new_list(frame, frame.node, known_length(frame, over), made_by="list()")
    for_each(frame, over, lambda value: push(frame, made, value))
    return made


def lower_sorted(frame: Frame, row: Value, reverse: Value = False) -> Value:
    """Lower ``sorted(row)``."""
    if not isinstance(reverse, bool):
        frame.refuse(NO_SUCH_CALL, name="sorted")
    if isinstance(row, tuple) and all(isinstance(each, int) for each in row):
        return tuple(sorted(row, reverse=reverse))
    if isinstance(row, Record) and all(map(is_number, row.parts)):
        row = row_of(frame, row.parts)
    if not isinstance(row, Cells) or len(row.dims) > 1:
        return call_text(frame, texts.sorted_down if reverse else texts.sorted_up, row)
    return sort_cells(frame, row, reverse=reverse)


def lower_reversed(frame: Frame, row: Value) -> Value:
    """Lower ``reversed(row)``."""
    if isinstance(row, tuple):
        return tuple(reversed(row))
    if isinstance(row, Record):
        return Record(None, row.parts[::-1])
    if isinstance(row, Cells):
        return pick_cells(frame, row, list(range(row.dims[0]))[::-1])
    if isinstance(row, Range) and row.step in (1, -1):
        last, first = (operate(frame, ast.Sub(), each, row.step) for each in (row.first, row.last))
        return Range(first, last, -row.step)
    if not isinstance(row, ListBuffer):
        frame.refuse(NO_SUCH_CALL, name="reversed")
    return call_text(frame, texts.reversed_list, row)


def lower_range(frame: Frame, *arguments: Value) -> Value:
    """Lower ``range(...)``."""
    if not 1 <= len(arguments) <= 3 or not all(map(is_number, arguments)):
        frame.refuse(NO_SUCH_CALL, name="range")
    first, last, step = (0, *arguments, 1) if len(arguments) == 1 else (*arguments, 1)[:3]
    if isinstance(step, int) and step == 0:
        frame.raise_if(ir.Constant(I1, 1), ValueError, "range() arg 3 must not be zero")
        step = 1
    if not isinstance(step, int):
        frame.raise_if(
            frame.b.icmp_signed("==", signed_word(frame, step), word_of(0)),
            ValueError,
            "range() arg 3 must not be zero",
        )
    return Range(first, last, step)


def lower_zip(frame: Frame, *rows: Value, strict: Value = False) -> Value:
    """Lower ``zip(...)``."""
    every = [_all_parts(frame, row, "zip") for row in rows]
    if strict and len({len(parts) for parts in every}) > 1:
        frame.raise_if(ir.Constant(I1, 1), ValueError, "zip() arguments have unequal lengths")
    return Record(None, [Record(None, list(pair)) for pair in zip(*every, strict=False)])


def lower_enumerate(frame: Frame, row: Value, start: Value = 0) -> Value:
    """Lower ``enumerate(row, start)``."""
    return Enumerated(row, start)


def lower_min(frame: Frame, *values: Value, default: Value = NO_DEFAULT) -> Value:
    """Lower ``min``."""
    return _extreme(frame, values, default, ast.Lt())


def lower_max(frame: Frame, *values: Value, default: Value = NO_DEFAULT) -> Value:
    """Lower ``max``."""
    return _extreme(frame, values, default, ast.Gt())


def _extreme(frame: Frame, values: tuple[Value, ...], default: Value, sign: ast.cmpop) -> Value:
    """Return the first of the least or the greatest values."""
    is_min = isinstance(sign, ast.Lt)
    if len(values) > 1:
        return _extreme_of_parts(frame, list(values), sign)
    (row,) = values
    if isinstance(row, ListBuffer) and row.length and row.element is None:
        row = Record(None, elements_of(frame, row) or [])
    is_of_numbers = isinstance(row, Range) or (isinstance(row, Cells) and len(row.dims) == 1)
    if default is NO_DEFAULT and is_of_numbers:
        return least(frame, (row,), "<" if is_min else ">")
    parts = known_parts(frame, row)
    if parts:
        return _extreme_of_parts(frame, parts, sign)
    found = None if parts is not None else call_text(frame, texts.least if is_min else texts.largest, row)
    if default is NO_DEFAULT:
        error = EMPTY_MIN if is_min else EMPTY_MAX
        if not isinstance(found, Optional):  # there is no value in any case
            frame.raise_if(ir.Constant(I1, 1), ValueError, error)
            return 0
        return present_value(frame, found, ValueError, error)
    if not isinstance(found, Optional):
        return default
    return either(frame, found.present.llvm, lambda: found.value, lambda: default)


def _extreme_of_parts(frame: Frame, parts: list[Value], sign: ast.cmpop) -> Value:
    if all(map(is_number, parts)):
        return least(frame, tuple(parts), "<" if isinstance(sign, ast.Lt) else ">")
    best = parts[0]
    for part in parts[1:]:
        best = _better(frame, part, best, sign)
    return best


def _better(frame: Frame, one: Value, best: Value, sign: ast.cmpop) -> Value:
    test = compare(frame, sign, one, best)
    if isinstance(test, bool):
        return one if test else best
    return either(frame, test.llvm, lambda: one, lambda: best)


def lower_next(frame: Frame, values: Value, default: Value = NO_DEFAULT) -> Value:
    """Lower ``next``, of an iterator that the text makes at this place."""
    if default is NO_DEFAULT:
        return call_text(frame, texts.first, values)
    return call_text(frame, texts.first_or, values, default)


def lower_iter(frame: Frame, row: Value) -> Value:
    """Lower ``iter(row)``."""
    return row


def lower_hasattr(frame: Frame, value: Value, name: Value) -> Value:
    """Lower ``hasattr(value, "name")``, of a position, another named tuple or a number: it is known while compiling."""
    cls = int if isinstance(value, (int, Number)) else class_of(value)
    if not isinstance(name, str) or cls is None:
        frame.refuse(NO_SUCH_CALL, name="hasattr")
    return hasattr(cls, name)


def lower_isinstance(frame: Frame, _value: Value, _kind: Value) -> Value:
    """Refuse ``isinstance(...)``."""
    frame.refuse(NO_TYPES)


def lower_looked(frame: Frame, counts: Value) -> Value:
    """Lower ``looked``: a function of the target, True for a target with threads."""
    if not frame.program.options.looks:
        return True
    if not isinstance(counts, Array):
        frame.refuse(NO_SUCH_CALL, name=looked.__name__)
    known = frame.module.globals.get(looked.__name__)
    if not isinstance(known, ir.Function):
        known = ir.Function(frame.module, ir.FunctionType(I32, [I64.as_pointer()]), looked.__name__)
        known.attributes.add("cold")
    answer = frame.b.call(known, [counts.pointer])
    return bit(frame.b.icmp_unsigned("!=", answer, ir.Constant(I32, 0)))


FUNCTIONS: dict[object, Callable[..., Value]] = {
    bits.count: lower_count,
    bits.lowest: lower_lowest,
    bits.highest: lower_highest,
    bits.shift_right: lower_shift_right,
    bits.word: lower_word,
    bits.put: lower_put,
    min: lower_min,
    max: lower_max,
    abs: lower_abs,
    int: lower_int,
    float: lower_float,
    ratio: lower_ratio,
    bool: lower_bool,
    divmod: lower_divmod,
    pow: lower_pow,
    round: lower_round,
    math.floor: lower_floor,
    math.ceil: lower_ceil,
    math.trunc: lower_int,
    math.gcd: lower_gcd,
    math.isqrt: lower_isqrt,
    len: lower_len,
    sum: lower_sum,
    any: lower_any,
    all: lower_all,
    tuple: lower_tuple_call,
    list: lower_list_call,
    sorted: lower_sorted,
    reversed: lower_reversed,
    range: lower_range,
    zip: lower_zip,
    enumerate: lower_enumerate,
    iter: lower_iter,
    next: lower_next,
    hasattr: lower_hasattr,
    isinstance: lower_isinstance,
    looked: lower_looked,
}
"""The function that lowers each of them."""
