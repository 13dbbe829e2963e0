"""A digest of what code means, to know whether something made from it is still true to it.

It follows the names that functions and classes use, into whatever file defines them: an edit to a rule,
to a helper of it, or to a constant of that helper changes the digest; an edit to a comment does not.
"""

from __future__ import annotations

import hashlib
import inspect
from enum import Enum
from types import CodeType, ModuleType
from typing import Any

PLAIN = (int, float, str, bytes, bool, type(None), type(Ellipsis))


def fingerprint(*things: Any) -> str:
    """24 hexadecimal digits for functions, classes and constants, and all that they name. O(size of the code).

    Values that are no code and no plain data count by their content where they offer one (arrays), else
    by the name of their type.
    """
    digest = hashlib.blake2b(digest_size=12)
    seen: dict[int, int] = {}
    pending = list(things)
    while pending:
        thing = pending.pop()
        if not isinstance(thing, PLAIN):
            if id(thing) in seen:
                digest.update(b"again %d;" % seen[id(thing)])
                continue
            seen[id(thing)] = len(seen)
        own, parts = _content(inspect.unwrap(thing) if callable(thing) else thing)
        digest.update(f"{type(thing).__name__} {own} {len(parts)};".encode())
        pending += parts
    return digest.hexdigest()


def _content(thing: Any) -> tuple[str, list[Any]]:
    """What a thing says by itself, and the things that it is made of."""
    if isinstance(thing, Enum):
        return "", [type(thing), thing.name]
    if isinstance(thing, PLAIN):
        return repr(thing), []
    if inspect.isfunction(thing):
        cells = [cell.cell_contents for cell in thing.__closure__ or () if _filled(cell)]
        names = _names(thing.__code__)
        named = [thing.__globals__[name] for name in names if name in thing.__globals__]
        for module in [each for each in named if isinstance(each, ModuleType)]:
            named += [vars(module)[name] for name in names if name in vars(module)]
        return thing.__qualname__, [thing.__code__, *cells, *named, thing.__defaults__, thing.__kwdefaults__]
    if isinstance(thing, CodeType):
        looked_up = thing.co_names + thing.co_varnames + thing.co_freevars
        return thing.co_code.hex() + repr(looked_up), list(thing.co_consts)
    if isinstance(thing, type):
        if issubclass(thing, Enum):
            return thing.__qualname__, [(member.name, member.value) for member in thing]
        fields = getattr(thing, "_fields", None)
        if fields is None:
            return thing.__qualname__, []
        own = [vars(cls) for cls in thing.__mro__ if cls not in (tuple, object)]
        methods = [method for names in own for _name, method in sorted(names.items()) if inspect.isfunction(method)]
        return f"{thing.__qualname__} {fields}", methods
    if isinstance(thing, (tuple, list)):
        return "", list(thing)
    if isinstance(thing, (set, frozenset)):
        return "", sorted(thing, key=repr)
    if isinstance(thing, dict):
        return "", [part for pair in thing.items() for part in pair]
    if isinstance(thing, ModuleType):
        return f"{thing.__name__} {getattr(thing, '__version__', '')}", []
    try:
        return memoryview(thing).tobytes().hex(), []
    except TypeError:
        return str(getattr(thing, "__qualname__", "")), []


def _filled(cell: Any) -> bool:
    """Whether a name that a function closes over is defined yet."""
    try:
        cell.cell_contents  # noqa: B018 - asked for its ValueError
    except ValueError:
        return False
    return True


def _names(code: CodeType) -> list[str]:
    """The names that some code, and the code inside it, looks up."""
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in _names(part)]
    return [*code.co_names, *inner]
