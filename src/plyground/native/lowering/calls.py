"""Calls: of methods, functions and classes of positions, and of functions that pass an iterator or a list on."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable, Iterator
from enum import IntEnum
from types import FunctionType

from llvmlite import ir

from plyground.core.bits import word
from plyground.native.lowering import texts
from plyground.native.lowering.builtins import call_builtin
from plyground.native.lowering.comprehensions import call_of_comprehension
from plyground.native.lowering.dictionaries import characters_of, dictionary_method, place_of_key
from plyground.native.lowering.dispatch import lower, lower_optional, lower_unchecked, present_value, refuse_node
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.functions import can_be_called, llvm_function, signature_of
from plyground.native.lowering.inlining import call_text, inline_function
from plyground.native.lowering.lists import lower_list_method
from plyground.native.lowering.lookups import load_fields
from plyground.native.lowering.number_functions import lower_bit_method
from plyground.native.lowering.number_kinds import I1, I32, argument_types, cell_kind, result_types
from plyground.native.lowering.numbers.conversions import number_of
from plyground.native.lowering.row_operations import count_in_row, index_in_row
from plyground.native.lowering.rows import conform, has_wide_sets, load_cells, nothing_of, outgrows, row_of
from plyground.native.lowering.values import (
    ITERABLES,
    Bound,
    BoundName,
    ByReference,
    Cells,
    Comprehension,
    ListBuffer,
    Number,
    Optional,
    Passed,
    Record,
    Value,
    bit,
    class_of,
    constant_number,
    flat,
    from_words,
    is_number,
    known,
    parts_of,
    shape_of,
    word_of,
)
from plyground.native.refusals import (
    NEITHER,
    NEXT_OF_NAME,
    NO_CLASS,
    NO_KEY,
    NO_MAP,
    NO_SETS,
    NO_SUCH_CALL,
    NO_SUCH_FUNCTION,
    NOT_KNOWN,
    NUMBER_WANTED,
    WRONG_COUNT,
    Refusal,
)
from plyground.native.shapes import ROW_LENGTH, Class, IteratorShape, OptionalShape, RecordShape, RowShape, Shape

LIST_TEXTS: dict[tuple[str, int], Callable[..., object]] = {
    ("count", 1): texts.count,
    ("extend", 1): texts.extend,
    ("index", 1): texts.index,
    ("insert", 2): texts.insert,
    ("pop", 1): texts.pop_at,
    ("remove", 1): texts.remove,
    ("reverse", 0): texts.reverse,
}
"""Methods of lists with a number of arguments, and their texts."""


def lower_call(frame: Frame, node: ast.Call) -> Value:
    """Lower a call."""
    function = lower(frame, node.func)
    comprehension = call_of_comprehension(frame, function, node)
    if comprehension is not None:
        return comprehension[0]
    arguments: list[Value] = []
    lower_argument = lower_unchecked if function is known(word) else lower_optional
    for each in node.args:
        if isinstance(each, ast.Starred):
            more = lower(frame, each.value)
            inner = load_cells(frame, more) if isinstance(more, Cells) else parts_of(more)
            arguments += refuse_node(frame, node) if inner is None else inner
        else:
            arguments.append(lower_argument(frame, each))
    if function is next and _is_name(node.args[0]) and isinstance(arguments[0], (Bound, Comprehension)):
        frame.refuse(NEXT_OF_NAME)
    by_name = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            refuse_node(frame, node)
        if keyword.arg == "key" and function in (max, min, sorted):
            frame.refuse(NO_KEY)
        by_name[keyword.arg] = lower_optional(frame, keyword.value)
    return call_value(frame, function, arguments, by_name)


def _is_name(node: ast.expr) -> bool:
    """Return True for an iterator that has a name, also within ``iter()``."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "iter" and node.args:
        node = node.args[0]
    return isinstance(node, ast.Name)


def call_value(frame: Frame, function: Value, arguments: list[Value], by_name: dict[str, Value] | None = None) -> Value:
    """Return the result of a call of a function, a class or a method."""
    by_name = by_name or {}
    if isinstance(function, BoundName):
        arguments = [present_value(frame, each) for each in arguments]
        return call_method(frame, function, arguments, by_name)
    if isinstance(function, Bound):
        arguments, function = function.arguments + arguments, known(function.function)
    found = call_builtin(frame, function, arguments, by_name)
    if found is not None:
        return found[0]
    if isinstance(function, type) and hasattr(function, "_fields"):
        return construct(frame, function, arguments, by_name)
    if function is dataclasses.replace and len(arguments) == 1:
        return call_method(frame, BoundName("_replace", arguments[0]), [], by_name)
    if isinstance(function, type) and issubclass(function, IntEnum) and len(arguments) == 1 and not by_name:
        return _member(frame, function, arguments[0])
    if not inspect.isfunction(function):
        cause = NO_SETS if function in (set, frozenset) else NO_MAP if function in (map, filter) else NO_SUCH_FUNCTION
        if cause is NO_SUCH_FUNCTION and isinstance(function, type) and function.__module__ != "builtins":
            cause = NO_CLASS
        frame.refuse(cause, name=getattr(function, "__name__", type(function).__name__))
    if inspect.isgeneratorfunction(function):
        return Bound(function, _by_place(frame, function, arguments, by_name))
    if by_name:
        arguments = _by_place(frame, function, arguments, by_name)
    if any(isinstance(each, ITERABLES) for each in arguments):
        return inline_function(frame, function, arguments)
    return _call_function(frame, function, arguments)


def _member(frame: Frame, cls: type[IntEnum], number: Value) -> Value:
    """Return a member of an IntEnum by its number."""
    if not is_number(number):
        frame.refuse(NUMBER_WANTED)
    place = place_of_key(frame, {int(each): int(each) for each in cls}, number)
    if isinstance(place, int):
        if place < 0:
            frame.raise_if(ir.Constant(I1, 1), ValueError, "not a valid member")
    else:
        frame.raise_if(frame.b.icmp_signed("<", place.llvm, word_of(0)), ValueError, "not a valid member")
    return number


def _by_place(frame: Frame, function: FunctionType, arguments: list[Value], by_name: dict[str, Value]) -> list[Value]:
    """Return all arguments by position."""
    if not by_name:
        return arguments
    parameters = list(inspect.signature(function, follow_wrapped=False).parameters.values())
    values = list(arguments)
    rest = dict(by_name)
    for parameter in parameters[len(arguments) :]:
        if parameter.name in rest:
            values.append(rest.pop(parameter.name))
        elif parameter.default is not inspect.Parameter.empty:
            values.append(parameter.default)
        else:
            frame.refuse(WRONG_COUNT, name=function.__name__, wanted=len(parameters), count=len(values) + len(rest))
    if rest:
        frame.refuse(NOT_KNOWN, name=next(iter(rest)))
    return values


def construct(frame: Frame, cls: Class, arguments: list[Value], by_name: dict[str, Value]) -> Value:
    """Return a named tuple."""
    given = dict(zip(cls._fields, arguments, strict=False))
    for name, value in by_name.items():
        if name not in cls._fields or name in given:
            frame.refuse(NEITHER, name=name)
        given[name] = value
    values = {**cls._field_defaults, **given}
    if len(arguments) > len(cls._fields) or len(values) < len(cls._fields):
        frame.refuse(WRONG_COUNT, name=cls.__name__, wanted=len(cls._fields), count=len(given))
    parts = [values[name] for name in cls._fields]
    shapes = frame.program.fields.get(cls)
    if shapes is not None:
        fields = zip(cls._fields, parts, shapes, strict=True)
        wider = {name: part for name, part, shape in fields if outgrows(frame, part, shape)}
        if wider:
            frame.program.note_wider(cls, list(wider), wide=has_wide_sets(frame, list(wider.values())))
        parts = [
            nothing_of(frame, shape) if name in wider else conform(frame, part, shape)
            for name, part, shape in zip(cls._fields, parts, shapes, strict=True)
        ]
    if any(isinstance(part, (*ITERABLES, BoundName)) for part in parts):
        frame.refuse_text(frame.node)
    return Record(cls, parts)


def _constant_of(frame: Frame, function: FunctionType) -> int | None:
    """Return the constant number that a function always returns; None for other functions."""
    try:
        scope = frame.open(function)
        constant = scope.source.constant
        found = scope.look_up(constant.id) if isinstance(constant, ast.Name) else getattr(constant, "value", None)
    except (Refusal, KeyError):  # the error is reported when the function is lowered
        return None
    return found if isinstance(found, int) else None


def _call_function(frame: Frame, function: FunctionType, arguments: list[Value]) -> Value:
    constant = _constant_of(frame, function)
    if constant is not None:
        return constant
    given, arguments = arguments, [_argument(frame, each) for each in arguments]
    shapes = tuple(map(shape_of, arguments))
    signature = signature_of(frame.program, function, shapes)
    if isinstance(signature.shape, IteratorShape):
        return inline_function(frame, function, given)
    is_ready = not frame.infers_signature or can_be_called(frame.program, function, shapes, signature)
    made = llvm_function(frame.program, function, shapes) if is_ready else None
    outs = [frame.buffer(row.dims, cell_kind(row)) for row in signature.shape.rows()]
    if made is None:
        frame.is_complete = False
        frame.can_raise = frame.can_raise or signature.can_raise
        unknown = (ir.Constant(each, ir.Undefined) for each in result_types(signature.shape))
        return _result_of(frame, signature.shape, unknown, iter(outs))
    types = [each for shape in shapes for each in argument_types(shape)]
    given_words = [word for each in arguments for word in flat(each)]
    words = [_passed(frame, word, type_) for word, type_ in zip(given_words, types, strict=True)]
    words += [each.pointer for each in outs]
    if (function, shapes) in frame.program.recursive:
        words.append(word_of(frame.program.options.limit) if frame.depth is None else frame.depth)
    if frame.loop_depth:
        frame.program.repeated.add(made)
    if made is frame.llvm_function and frame.fixed_loops:
        frame.program.unrolled.add(made)
    answer = frame.b.call(made, words)
    kinds = signature.outputs()
    outputs: list[ir.Value] = (
        [answer] if len(kinds) == 1 else [frame.b.extract_value(answer, place) for place in range(len(kinds))]
    )
    if signature.can_raise:
        status = outputs.pop()
        fails, goes_on = frame.b.append_basic_block(), frame.b.append_basic_block()
        frame.b.cbranch(frame.b.icmp_signed("!=", status, ir.Constant(I32, 0)), fails, goes_on)
        frame.b.position_at_end(fails)
        frame.raise_status(status)
        frame.b.position_at_end(goes_on)
    return _result_of(frame, signature.shape, iter(outputs), iter(outs))


def _passed(frame: Frame, word: Passed, type_: ir.Type) -> ir.Value:
    """Return a word of an argument for LLVM. Truths are passed as words, but not the truth that a value is not None."""
    if not isinstance(word, Number):
        return word
    return word.llvm if type_ == I1 else number_of(frame, word).llvm


def _argument(frame: Frame, value: Value) -> Value:
    """Return an argument in the form for calls: a known number as a word, a short known tuple in registers."""
    value = frame.widened(value)
    if isinstance(value, int):
        return constant_number(value)
    if type(value) is tuple and len(value) < ROW_LENGTH and all(isinstance(each, (int, float)) for each in value):
        return Record(None, list(value))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return Record(type(value), list(value))
    return value


def _result_of(frame: Frame, shape: Shape, words: Iterator[ir.Value], outs: Iterator[Cells]) -> Value:
    """Return the result of a call from its words, and from the rows in the memory that it was given."""
    if isinstance(shape, RowShape):
        return next(outs)
    if isinstance(shape, OptionalShape):
        return Optional(bit(next(words)), _result_of(frame, shape.part, words, outs))
    if isinstance(shape, RecordShape):
        return Record(shape.cls, [_result_of(frame, part, words, outs) for part in shape.parts])
    return from_words(shape, words)


def call_method(frame: Frame, method: BoundName, arguments: list[Value], by_name: dict[str, Value]) -> Value:
    """Return the result of a method of a row, a list or a number."""
    owner, name = method.owner, method.name
    cls = class_of(owner)
    if name == "_replace" and isinstance(owner, (Record, ByReference)) and cls is not None:
        old = load_fields(frame, owner)
        wrong = [field for field in by_name if field not in cls._fields]
        if wrong:
            frame.refuse(NEITHER, name=wrong[0])
        return construct(frame, cls, [by_name.get(f, part) for f, part in zip(cls._fields, old, strict=True)], {})
    if isinstance(owner, ListBuffer) and name == "sort" and not arguments:
        if not {"reverse"}.issuperset(by_name) or not isinstance(down := by_name.get("reverse", False), (bool, int)):
            frame.refuse(NO_SUCH_CALL, name=name)
        return call_text(frame, texts.sort_down if down else texts.sort, owner)
    if by_name:
        frame.refuse(NO_SUCH_CALL, name=name)
    if isinstance(owner, dict):
        return dictionary_method(frame, name, owner, arguments)
    if isinstance(owner, str):
        owner = characters_of(owner)
    if isinstance(owner, ListBuffer):
        if (name, len(arguments)) in LIST_TEXTS:
            return call_text(frame, LIST_TEXTS[name, len(arguments)], owner, *arguments)
        return lower_list_method(frame, name, owner, arguments)
    if is_number(owner):
        return lower_bit_method(frame, name, owner)
    (value,) = arguments
    if isinstance(owner, tuple):
        if isinstance(value, (int, str)):
            return getattr(owner, name)(value) if name == "count" or value in owner else _not_in(frame)
        owner = frame.program.table(owner) or Record(None, list(owner))
    if isinstance(owner, Record):
        owner = row_of(frame, owner.parts)
    if not isinstance(owner, Cells):
        frame.refuse(NO_SUCH_CALL, name=name)
    return count_in_row(frame, owner, value) if name == "count" else index_in_row(frame, owner, value)


def _not_in(frame: Frame) -> int:
    frame.raise_if(ir.Constant(I1, 1), ValueError, "tuple.index(x): x not in tuple")
    return 0
