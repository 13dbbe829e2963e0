"""Names in users' code that do not exist, and the nearest name that does."""

from __future__ import annotations

import builtins
import re
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import Any

from plyground.core.authoring.marked_rules import marked_classes
from plyground.core.authoring.move_parts import named_parts
from plyground.core.position import WiderPosition
from plyground.core.spec import nearest
from plyground.i18n import Sentence, _

MAX_NAMES = 8
"""Most names that are listed if none is near."""
ALIKE = 0.75
"""Least similarity, from 0 to 1, of a method that counts as misspelt."""
NO_KEYWORD = re.compile(r"(?:(\w+)\.__new__\(\) got an unexpected keyword argument |unexpected field names: \[)'(\w+)'")
"""The message of Python for a named tuple that is made with a field that it does not have."""


def misspelt(error: BaseException) -> Sentence | None:
    """Return a sentence for an attribute, a variable or a field that does not exist, with the nearest name.

    Return None for any other error, and if nothing useful can be said.
    """
    if isinstance(error, AttributeError) and error.name and error.obj is not None:
        return _no_attribute(error.obj, error.name)
    frame = _innermost(error)
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError) and error.name and frame:
        return _no_variable(frame, error.name)
    if isinstance(error, TypeError | ValueError) and frame and (found := NO_KEYWORD.search(str(error))):
        return _no_keyword(frame, found[1], found[2])
    return None


def written_as(method: str, cls: type[Any]) -> str:
    """Return the method of a class of positions whose name looks like a misspelt ``method``; an empty text if none."""
    others = [name for name in own_names(cls) if name not in dir(WiderPosition)]
    return nearest(method, others, ALIKE)


def lacking(cls: type[Any], missing: Sequence[str]) -> Sentence:
    """Return the sentence for methods that a class of positions does not have, or has under a misspelt name."""
    for method in missing:
        if written := written_as(method, cls):
            return _("class {name} lacks {methods}: is “{written}” a misspelling?", name=cls.__name__, methods=f"{method}()", written=written)  # fmt: skip
    return _("class {name} lacks {methods}", name=cls.__name__, methods=", ".join(f"{method}()" for method in missing))


def own_names(cls: type[Any]) -> list[str]:
    """Return the fields of a class, and the methods that its author wrote."""
    methods = [name for name, value in vars(cls).items() if getattr(value, "__module__", "") == cls.__module__]
    return [*getattr(cls, "_fields", ()), *(name for name in methods if not name.startswith("_"))]


def _no_attribute(thing: Any, name: str) -> Sentence | None:
    cls = thing if isinstance(thing, type) else type(thing)
    if cls is int and any(name == part.name for each in marked_classes for part in named_parts(each)):
        return _("a move is a number here, so it has no “{name}”: write move_parts(move).{name}", name=name)
    own = own_names(cls)
    near = nearest(name, own) or nearest(name, (each for each in dir(thing) if not each.startswith("_")))
    if hasattr(cls, "_fields"):
        return _no_part(cls, name, near)
    if not near:
        return None
    known = {"thing": getattr(thing, "__name__", cls.__name__), "name": name, "near": near}
    return _("{thing} has no “{name}”: did you mean “{near}”?", **known)


def _no_part(cls: type[Any], name: str, near: str) -> Sentence:
    if near:
        return _(
            "{cls} has no field or method “{name}”: did you mean “{near}”?", cls=cls.__name__, name=name, near=near
        )
    names = ", ".join(own_names(cls)[:MAX_NAMES])
    return _("{cls} has no field or method “{name}”, but {names}", cls=cls.__name__, name=name, names=names)


def _no_variable(frame: FrameType, name: str) -> Sentence | None:
    if hasattr(frame.f_locals.get("self"), name):
        return _("there is no variable “{name}”: did you mean “{near}”?", name=name, near=f"self.{name}")
    near = nearest(name, [*frame.f_locals, *frame.f_globals]) or nearest(name, vars(builtins))
    return _("there is no variable “{name}”: did you mean “{near}”?", name=name, near=near) if near else None


def _no_keyword(frame: FrameType, cls_name: str | None, name: str) -> Sentence | None:
    cls = frame.f_globals.get(cls_name) if cls_name else type(frame.f_locals.get("self"))
    if not isinstance(cls, type) or not hasattr(cls, "_fields"):
        return None
    return _no_part(cls, name, nearest(name, cls._fields))


def _innermost(error: BaseException) -> FrameType | None:
    frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
    return frames[-1] if frames else None
