"""Fields that are declared as whole numbers and hold fractions, and the line that made the fraction."""

from __future__ import annotations

import collections
import re
from collections.abc import Callable
from numbers import Integral, Number
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from plyground.core.line_tracing import lines_traced
from plyground.core.position import Move
from plyground.i18n import Sentence, _

PACKAGE = str(Path(__file__).parent.parent)
MAX_DEPTH = 3
"""Levels of nested tuples that are looked into."""


class Fraction(NamedTuple):
    """A field with a value that is not a whole number."""

    field: str
    value: Any


class Origin(NamedTuple):
    """The line in which a value appeared first."""

    path: str
    line: int
    method: str  # name without the class
    qualified: str  # name with the class


def fraction_in(position: Any) -> Fraction | None:
    """Return the first field that is declared as whole numbers and holds another number; None if there is none."""
    for field, value in zip(getattr(position, "_fields", ()), position, strict=False):
        if type(value) is not int and (found := _not_whole(value)) is not None and _is_declared_whole(position, field):
            return Fraction(field, found)
    return None


def put_by(position: Any, move: Move, fraction: Fraction) -> tuple[str, int | None, Sentence]:
    """Return (path, line, sentence) for a move that puts a fraction into a field; the place may be unknown."""
    place = origin(position, move, fraction.value)
    said = _(
        "{method}() makes the field “{field}” {value}: divide with // instead of /, or round with int().",
        method=place.qualified if place else f"{type(position).__name__}.play", field=fraction.field, value=fraction.value,
    )  # fmt: skip
    return (place.path, place.line, said) if place else ("", None, said)


def origin(position: Any, move: Move, value: Any) -> Origin | None:
    """Return the line of users' code that makes ``value`` when the move is played; None if it is not found."""
    return _first_with(lambda: position.play(move), value)


def _not_whole(value: Any, depth: int = 0) -> Any:
    """Return a number that is not whole, from a value or the parts of a tuple; None if there is none."""
    if isinstance(value, tuple) and depth < MAX_DEPTH:
        for part in value:
            if type(part) is not int and (found := _not_whole(part, depth + 1)) is not None:
                return found
        return None
    return value if isinstance(value, Number) and not isinstance(value, Integral) else None


def _is_declared_whole(position: Any, field: str) -> bool:
    declared = str(type(position).__annotations__.get(field, ""))
    return bool(re.search(r"\b(int|bool)\b", declared)) and not re.search(
        r"(?i)float|fraction|decimal|complex|any", declared
    )


def _first_with(question: Callable[[], object], value: Any) -> Origin | None:
    """Return the first line of users' code after which a variable or a result holds ``value``."""
    found: list[Origin] = []
    lines: dict[FrameType, int] = {}

    def hear(frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        if found or code.co_filename.startswith(("<", PACKAGE, str(collections.__file__))):
            return None
        if any(_holds(each, value) for each in frame.f_locals.values()):
            _note(frame, lines.get(frame))
        elif event == "return" and _holds(argument, value):
            _note(frame, frame.f_lineno)
        lines[frame] = frame.f_lineno
        return hear

    def _note(frame: FrameType, line: int | None) -> None:
        if line is None and frame.f_back is not None:  # the number comes from an argument
            frame = frame.f_back
            line = frame.f_lineno
        code = frame.f_code
        found.append(Origin(code.co_filename, line or 0, code.co_name, code.co_qualname.rpartition("<locals>.")[2]))

    with lines_traced(hear):
        question()
    return found[0] if found else None


def _holds(thing: Any, value: Any, depth: int = 0) -> bool:
    if isinstance(thing, tuple | list) and depth < MAX_DEPTH:
        return any(_holds(part, value, depth + 1) for part in thing)
    return thing is value or (type(thing) is type(value) and bool(thing == value))
