"""Options that belong together, written once as a named tuple."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, get_type_hints


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command in which named tuples of parameters become single parameters, as Typer needs them.

    Each field of a tuple becomes a parameter with the field's name, type and default.
    """
    hints = get_type_hints(command, include_extras=True)
    parameters = signature(command).parameters
    groups = {name: hints[name] for name in parameters if hasattr(hints[name], "_fields")}
    single: dict[str, tuple[Any, Any]] = {}  # type and default of each parameter, by name
    for name, parameter in parameters.items():
        if name in groups:
            fields = get_type_hints(groups[name], include_extras=True)
            single |= {field: (fields[field], groups[name]._field_defaults[field]) for field in groups[name]._fields}
        else:
            single[name] = hints[name], parameter.default

    @wraps(command)
    def run(**given: Any) -> None:
        tuples = {
            name: group(**{field: given.pop(field) for field in group._fields if field in given})
            for name, group in groups.items()
        }
        command(**given, **tuples)

    run.__annotations__ = {name: hint for name, (hint, _default) in single.items()}
    run.__signature__ = signature(command).replace(  # type: ignore[attr-defined]
        parameters=[
            Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint, default=default)
            for name, (hint, default) in single.items()
        ],
        return_annotation=None,
    )
    return run
