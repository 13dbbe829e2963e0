"""The stored form of a compiled program: a line of JSON, and the object code. Nothing in it is unpickled."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from plyground.native.options import Options, Site
from plyground.native.shapes import FLOAT, SET, WORD, RecordShape, RowShape, Shape, WideShape

NUMBERS: dict[str, Shape] = {"word": WORD, "set": SET, "float": FLOAT}
"""The names of the results that are one number."""


@dataclass(frozen=True)
class Code:
    """A program as machine code, and the facts that are needed to call it."""

    options: Options
    layout: str  # layout of the arguments in memory
    sites: tuple[Site, ...]
    result: Shape
    binary: bytes


def packed(code: Code, classes: tuple[type[Any], ...]) -> bytes:
    """Return a program in its stored form: a line of JSON, and the object code."""
    sites = [[site.kind.__module__, site.kind.__qualname__, *list(vars(site).values())[1:]] for site in code.sites]
    wide_fields = sorted((classes.index(cls), name) for cls, name in code.options.wide_fields if cls in classes)
    head = {
        "options": {**vars(code.options), "wide_fields": wide_fields}, "layout": code.layout, "sites": sites,
        "result": _described(code.result, classes),
    }  # fmt: skip
    return json.dumps(head).encode() + b"\n" + code.binary


def unpacked(stored: bytes, classes: tuple[type[Any], ...]) -> Code | None:
    """Return the program of a stored form; None if it cannot be used."""
    line, _end, binary = stored.partition(b"\n")
    try:
        head = json.loads(line)
        wide_fields = frozenset((classes[place], name) for place, name in head["options"].pop("wide_fields"))
        options, layout = Options(**head["options"], wide_fields=wide_fields), head["layout"]
        sites = tuple(Site(_exception(module, kind), *rest) for module, kind, *rest in head["sites"])
        result = _shape(head["result"], classes)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None
    return Code(options, str(layout), sites, result, binary)


def _exception(module: str, name: str) -> type[BaseException]:
    """Return an exception class by module and name, without importing the module."""
    found: Any = sys.modules[module]
    for part in name.split("."):
        found = getattr(found, part)
    if not isinstance(found, type) or not issubclass(found, BaseException):
        raise TypeError
    return found


def _described(shape: Shape, classes: tuple[type[Any], ...]) -> Any:
    """Return the shape of a result as plain data."""
    if isinstance(shape, RecordShape):
        place = classes.index(shape.cls) if shape.cls in classes else -1
        return ["tuple", place, [_described(part, classes) for part in shape.parts]]
    if isinstance(shape, RowShape):
        return ["row", list(shape.dims), shape.bits, shape.sets]
    if isinstance(shape, WideShape):
        return ["wide", shape.bits]
    return next(name for name, number in NUMBERS.items() if number == shape)


def _shape(told: Any, classes: tuple[type[Any], ...]) -> Shape:
    """Return the shape that plain data describe."""
    if isinstance(told, str):
        return NUMBERS[told]
    kind, *rest = told
    if kind == "tuple":
        place, parts = rest
        return RecordShape(classes[place] if place >= 0 else None, tuple(_shape(part, classes) for part in parts))
    if kind == "row":
        dims, bits, sets = rest
        return RowShape(tuple(dims), bits, sets)
    return WideShape(rest[0])
