"""Signatures of public names as ``help()`` shows them: with annotations as they are written."""

from __future__ import annotations

from inspect import Signature
from types import FunctionType
from typing import Any, ForwardRef


class Written(str):
    """An annotation that is shown without quotes."""

    def __repr__(self) -> str:
        return str(self)


def make_readable(thing: Any) -> None:
    """Let ``help()`` show the annotations of a function or of a class's constructor as they are written.

    A protocol class, which has no instances of its own, gets an empty signature. Classes that are compiled keep their
    attributes: only functions change.
    """
    if isinstance(thing, type) and getattr(thing, "_is_protocol", False):
        protocol: Any = thing
        protocol.__signature__ = Signature()
    elif isinstance(thing, type):
        make = thing.__new__ if hasattr(thing, "_fields") else thing.__init__  # type: ignore[misc]
        if isinstance(make, FunctionType):
            _write(make)
    elif isinstance(thing, FunctionType):
        _write(thing)


def _write(function: FunctionType) -> None:
    """Replace the annotations of a function, and of the function that it wraps, by their texts."""
    while True:
        function.__annotations__ = {name: _text(hint) for name, hint in function.__annotations__.items()}
        if not hasattr(function, "__wrapped__"):
            return
        function = function.__wrapped__


def _text(hint: Any) -> Any:
    if isinstance(hint, ForwardRef):
        return Written(hint.__forward_arg__)
    return Written(hint) if isinstance(hint, str) else hint
