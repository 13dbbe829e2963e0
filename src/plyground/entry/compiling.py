"""The public function that compiles a user's function."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction
from typing import Any

from plyground.core.checked_arguments import checked, shown
from plyground.errors import ArgumentError
from plyground.i18n import _
from plyground.searches.twin import twin


@checked
def compiled(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """Return the native twin of ``function``: it takes the same arguments and returns the same results, much faster.

    ``examples`` are values for its parameters, a position first; only their types matter: numbers, arrays, and named
    tuples of them. The text of the function and of all that it calls must keep to the language of compiled rules
    (docs/compiler.md, "The supported language"). Compiling takes a second or two, once for each text and machine.
    Without llvmlite the plain function is returned, after a warning. Raise :class:`ArgumentError`, and
    :class:`RulesError` for a text that cannot be compiled, with the place and the cause.
    """
    if not isfunction(function):
        raise ArgumentError("compiled", "function", _("a plain function"), shown(function))
    return twin(function, *examples)
