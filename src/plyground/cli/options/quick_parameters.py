"""Command line parameters that read simple values without Pydantic.

Typer lets Pydantic read each value, and Pydantic takes longer to import than many commands take to run. A missing
value, a default, a text and a whole number within its bounds are read here. Typer reads all other values, so all errors
are Typer's.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperOption

MAX_DIGITS = 12
"""Most digits of a whole number that is read here."""


class QuickCommand(TyperCommand):
    """A command whose parameters read simple values without Pydantic."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, ``--help`` last."""
        return quick(super().get_params(ctx))


def quick(parameters: list[Any]) -> list[Any]:
    """Return Typer's parameters after a change: their values are read by :func:`_read`."""
    for each in parameters:
        each.process_value = partial(_read, each)
    return parameters


def _read(parameter: TyperOption | TyperArgument, context: Any, value: Any) -> Any:
    """Return a parameter's value for the command."""
    if not _is_simple(parameter, value):
        return type(parameter).process_value(parameter, context, value)
    read = int(value) if value is not None and parameter.type_descriptor.annotation is int else value
    return read if parameter.callback is None else parameter.callback(context, parameter, read)


def _is_simple(parameter: TyperOption | TyperArgument, value: Any) -> bool:
    described = getattr(parameter, "type_descriptor", None)  # Typer 0.28 has none and no Pydantic
    if described is None or parameter.nargs != 1 or parameter.multiple:
        return False
    if value is None:
        return not parameter.required
    kind, known = described.annotation, described.parameter_info
    if known.parser is not None:
        return False
    if kind is str:
        return isinstance(value, str) and value.isprintable()  # Typer refuses bytes that are not text
    if kind is int and isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= MAX_DIGITS:
        number: float = int(value)
    elif kind in (int, float) and type(value) is kind:  # the default
        number = value
    else:
        return False
    return (known.min is None or number >= known.min) and (known.max is None or number <= known.max)
