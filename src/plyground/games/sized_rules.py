"""Rules of one size: a class of positions with constants, such as the width of its board."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

from plyground.core.authoring.marked_rules import Class, rules


def sized(cls: Class, name: str, start: tuple[Any, ...] = (), **constants: Any) -> Class:
    """Return the class of positions ``cls`` with these constants, as the class ``name`` of the same module.

    ``start`` has the default of each field, if the start of the game depends on the size.

    Its methods read a constant as ``self.width``, which costs nothing when compiled. ``self.new(...)`` makes a position
    of the same class. Asked again for the same class, return it: pickled positions name it.
    """
    there: Any = getattr(sys.modules[cls.__module__], name, None)
    # a dict could change, so a compiled text would be read at every search; two static methods of one function differ
    of = (start, *((key, getattr(value, "__func__", value)) for key, value in constants.items()))
    if there is not None and there.__base__ is cls and getattr(there, "of", None) == of:
        return there  # type: ignore[no-any-return]
    kind: Any = type(name, (cls,), {"__slots__": (), "__module__": cls.__module__, "__doc__": cls.__doc__, **constants})
    kind.new, kind.of = staticmethod(kind), of
    if start:
        kind._field_defaults = dict(zip(kind._fields, start, strict=True))
        kind.__new__ = FunctionType(kind.__new__.__code__, kind.__new__.__globals__, "__new__", start)
    setattr(sys.modules[cls.__module__], name, kind)  # where pickle and the cache of compiled code look for it
    marked: Class = rules(kind)
    return marked
