"""Simple expressions: constants, names, tuples, attributes."""

from __future__ import annotations

import ast
import enum
import inspect
import types

from plyground.native.lowering.calls import call_value
from plyground.native.lowering.dictionaries import dictionary_item
from plyground.native.lowering.dispatch import lower, lower_optional, present_value, refuse_node
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.lookups import item, load_field, lower_slice
from plyground.native.lowering.names import as_constant, load_name
from plyground.native.lowering.rows import load_cells
from plyground.native.lowering.values import (
    TUPLES,
    Bound,
    BoundName,
    ByReference,
    Cells,
    ListBuffer,
    Record,
    Value,
    class_of,
    is_number,
    known,
    parts_of,
)
from plyground.native.refusals import NEITHER, NO_SETS, STATEMENTS
from plyground.native.shapes import Class


def lower_constant(frame: Frame, node: ast.Constant) -> Value:
    """Lower a number, None or a text."""
    if isinstance(node.value, (int, float)) or node.value is None:
        return node.value
    if isinstance(node.value, str) or callable(node.value):  # functions are put there by the compiler itself
        return known(node.value)
    frame.refuse_text(node)


def lower_name(frame: Frame, node: ast.Name) -> Value:
    """Lower the reading of a name."""
    return load_name(frame, node.id)


def lower_subscript(frame: Frame, node: ast.Subscript) -> Value:
    """Lower ``owner[place]`` and slices."""
    owner = lower(frame, node.value)
    if isinstance(node.slice, ast.Slice):
        return lower_slice(frame, owner, node.slice)
    place = lower(frame, node.slice)
    return dictionary_item(frame, owner, place) if isinstance(owner, dict) else item(frame, owner, place)


def lower_dict(frame: Frame, node: ast.Dict) -> Value:
    """Lower a dictionary of constants."""
    made: dict[object, object] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        pair = [_constant_in(None if each is None else lower(frame, each)) for each in (key, value)]
        if None in pair:
            frame.refuse(STATEMENTS["Dict"])
        made[pair[0]] = pair[1]
    return made


def _constant_in(value: Value) -> object:
    """Return a value as an object of Python if it is known while compiling; else None."""
    if isinstance(value, Record):
        parts = [_constant_in(part) for part in value.parts]
        return None if None in parts else tuple(parts)
    return value if isinstance(value, (int, float, str, tuple)) else None


def lower_set(frame: Frame, node: ast.Set) -> Value:
    """Lower a set as a tuple if the code only asks whether values are in it. Duplicates and order do not matter then."""
    return lower_tuple(frame, node) if _is_only_searched(frame, node) else frame.refuse(NO_SETS)


def _is_only_searched(frame: Frame, node: ast.Set) -> bool:
    """Return True if a set, or the name that is assigned to it, only stands on the right of ``in``.

    Nodes are told by their places, because generators are lowered as copies of their text.
    """
    found = [*ast.walk(frame.scope.source.tree)]
    searched = {
        _place(right)
        for test in found
        if isinstance(test, ast.Compare)
        for sign, right in zip(test.ops, test.comparators, strict=True)
        if isinstance(sign, (ast.In, ast.NotIn))
    }
    if _place(node) in searched:
        return True
    assigned = [each for each in found if isinstance(each, ast.Assign) and _place(each.value) == _place(node)]
    names = {target.id for each in assigned for target in each.targets if isinstance(target, ast.Name)}
    read = [
        each for each in found if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and each.id in names
    ]
    return bool(names) and all(_place(each) in searched for each in read)


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def lower_tuple(frame: Frame, node: ast.Tuple | ast.Set) -> Value:
    """Lower a tuple."""
    parts: list[Value] = []
    for each in node.elts:
        if isinstance(each, ast.Starred):
            more = lower(frame, each.value)
            inner = load_cells(frame, more) if isinstance(more, Cells) else parts_of(more)
            parts += refuse_node(frame, node) if inner is None else inner
        else:
            parts.append(lower_optional(frame, each))
    return Record(None, parts)


TUPLE_METHODS = ("count", "index")
DICTIONARY_METHODS = ("get", "items", "keys", "values")
SET_METHODS = ("add", "discard", "remove", "update", "union", "intersection", "difference")
NUMBER_METHODS = ("bit_count", "bit_length")
LIST_METHODS = ("append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort")


def lower_attribute(frame: Frame, node: ast.Attribute) -> Value:
    """Lower ``owner.name``."""
    owner = present_value(
        frame, lower_optional(frame, node.value), AttributeError, f"None has no attribute {node.attr}"
    )
    return attribute_of(frame, owner, node.attr)


def attribute_of(frame: Frame, owner: Value, name: str) -> Value:
    """Return ``owner.name``."""
    cls = class_of(owner)
    if isinstance(owner, (Record, ByReference)) and cls is not None:
        if name in cls._fields:
            place = cls._fields.index(name)
            return owner.parts[place] if isinstance(owner, Record) else load_field(frame, owner, place)
        return _of_class(frame, cls, name, owner)
    if isinstance(owner, tuple) and hasattr(owner, "_fields"):  # a named tuple that is known while compiling
        if name in owner._fields:
            return known(as_constant(getattr(owner, name)))
        return _of_class(frame, type(owner), name, Record(type(owner), list(map(as_constant, owner))))
    if isinstance(owner, ListBuffer) and name in LIST_METHODS:
        return BoundName(name, owner)
    if isinstance(owner, dict) and name in DICTIONARY_METHODS:
        return BoundName(name, owner)
    if isinstance(owner, (*TUPLES, str)) and name in TUPLE_METHODS:
        return BoundName(name, owner)
    if is_number(owner) and name in NUMBER_METHODS:
        return BoundName(name, owner)
    if isinstance(owner, (types.ModuleType, type)):
        try:
            return known(as_constant(getattr(owner, name)))
        except AttributeError:
            pass
    if isinstance(owner, enum.Enum) and name in ("value", "name"):
        return known(as_constant(getattr(owner, name)))
    frame.refuse(NO_SETS if isinstance(owner, TUPLES) and name in SET_METHODS else NEITHER, name=name)


def _of_class(frame: Frame, cls: Class, name: str, owner: Value) -> Value:
    """Return a method, property or constant of a class."""
    found = inspect.getattr_static(cls, name, None)
    if name == "_replace":
        return BoundName("_replace", owner)
    if isinstance(found, property):
        return call_value(frame, known(found.fget), [owner])
    if isinstance(found, staticmethod):
        return known(found.__func__)
    if isinstance(found, classmethod):
        return Bound(found.__func__, [known(cls)])
    if inspect.isfunction(found):
        return Bound(found, [owner])
    if found is not None and isinstance(as_constant(found), (int, float, tuple, enum.Enum)):
        return known(as_constant(found))
    frame.refuse(NEITHER, name=name)
