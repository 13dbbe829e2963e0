"""Why rules cannot be compiled, in a sentence, from what the compiler says in up to 250 lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyground.errors import RulesError
from plyground.language import Sentence, _

COLOUR = re.compile(r"\x1b\[\d*m")

CAUSES = (
    (r"YIELD_FROM", _("write yield from as a for loop that yields")),
    (r"value is too large", _("a number in it has more than 64 bits; search without native speed")),
    (r"Unknown attribute '_replace'", _("build the new position with every field instead of _replace")),
    (r"use of yield in a closure", _("write any, all, sum or tuple over a generator as an ordinary for loop; put() changes one cell of a row")),
    (r"IMPORT_NAME", _("an import belongs at the head of the file")),
    (r"STORE_GLOBAL", _("rules change no global names")),
    (r"context manager", _("rules have no with statement")),
    (r"exception_match", _("rules catch no exceptions: test for the case beforehand")),
    (r"Enum class", _("an Enum is no number: use IntEnum")),
    (r"f-strings", _("rules write no text")),
    (r"(?i)dict", _("a dictionary cannot be compiled: use a tuple indexed by a small number")),
    (r"NameError: name '(?P<name>\w+)'", _("the name {name} in it is not defined")),
    (r"Untyped global name '(?P<name>\w+)'.*\n?.*<(class 'type'|built-in)", _("there is no {name} in compiled rules: write a for loop")),
    (r"Untyped global name '(?P<name>\w+)'", _("the name {name} in it cannot be compiled: mark a function @helper, keep constants numbers or tuples")),
    (r"Unknown attribute '(?P<name>\w+)'", _("compiled rules see only fields and methods of a position, and {name} is neither")),
    (r"reflected list", _("a position may not hold a list: use a tuple")),
    (r"(?i)can(not|'t) unify", _("its branches give values of different types")),
    (r"slice", _("a slice needs constant bounds")),
    (r"NumbaRuntimeError|re-entrant", _("a method that calls itself cannot be compiled: write a loop")),
    (r"Function\(<class 'tuple'>\)", _("a tuple made of a list has no fixed length: begin with the tuple that there is, and put() changes one cell of it")),
    (r"No implementation of function Function\(<[a-z -]* '?(?P<name>\w+)", _("there is no {name} of such values in compiled rules: write a for loop")),
)  # fmt: skip
"""What the compiler says, and what an author can do about it; the first that fits."""


def rules_error(method: Callable[..., Any], cls: type[Any], error: Exception) -> RulesError:
    """The error that names the class, the method, the line and the cause."""
    text = COLOUR.sub("", str(error))
    file = Path(method.__code__.co_filename)
    lines = re.findall(rf'File "[^"]*{re.escape(file.name)}", line (\d+)', text)
    return rules_error_at(method, cls, cause_of(error), int(lines[-1]) if lines else None)


def rules_error_at(
    method: Callable[..., Any], cls: type[Any], cause: Sentence | str, line: int | None = None
) -> RulesError:
    """The same for a cause that is known, in a ``line`` of the method, or in all of it."""
    return RulesError(
        _(
            "{cls}.{method} ({file}, line {line}) cannot be compiled: {cause}.",
            cls=cls.__name__, method=method.__name__, file=Path(method.__code__.co_filename).name,
            line=line or method.__code__.co_firstlineno, cause=cause,
        )
    )  # fmt: skip


def cause_of(error: Exception) -> Sentence | str:
    """What an author can do about an error of the compiler; its own first line where nothing is known."""
    text = COLOUR.sub("", str(error))
    for pattern, cause in CAUSES:
        if found := re.search(pattern, text):
            return Sentence(cause.text, found.groupdict())
    lines = [line.strip() for line in text.splitlines()]
    first = next((line for line in lines if line and "nopython" not in line), "")
    return first.partition(" Raised from")[0].rstrip(".") or _(
        "the compiler gives up ({error})", error=type(error).__name__
    )
