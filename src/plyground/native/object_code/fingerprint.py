"""A digest of the meaning of code, to detect that stored results are out of date.

It follows the names that functions and classes use into the files that define them. An edit to a rule, to its helper,
or to a constant of that helper changes the digest; an edit to a comment does not.

A *portable* digest is the same in each version of Python, whose bytecode differs. It knows a function by the text of its file
and its line there, so an edit to a comment changes it, too. A syntax tree would be known better, but takes a browser as long as
a whole move.
"""

from __future__ import annotations

import hashlib
import inspect
import linecache
import sys
from collections import namedtuple
from collections.abc import Callable
from enum import Enum
from types import CodeType, ModuleType
from typing import Any, TypeAlias

from plyground.native.text.source import is_seldom

PLAIN = (int, float, str, bytes, bool, type(None), type(Ellipsis))

NAMES_OF_TUPLES = frozenset(vars(namedtuple("NoFields", ())))
"""Names that each class of named tuples has besides its fields, whatever they are in this version of Python."""
ABSENT = object()
Place: TypeAlias = tuple[Callable[[Any, str, Any], Any], Any, str, Any]
"""Record of one lookup: the function that looks, its object, the name, and the value found or :data:`ABSENT`."""
UNSTEADY: Place = (getattr, None, "", None)
"""A lookup that always counts as changed."""


def fingerprint(*things: Any, portable: bool = False) -> str:
    """Return 24 hexadecimal digits for functions, classes and constants, and everything that they name. O(size of the
    code).

    Values that are neither code nor plain data count by their content if they offer it (arrays), else by the name of
    their type.
    """
    return _read(things, portable=portable)[0]


class Text:
    """The meaning of some functions, classes and values at one moment, to detect later changes.

    ``digest`` is their fingerprint, ``code`` are the functions and classes of which it is made.
    """

    def __init__(self, *things: Any) -> None:
        self._things = things
        self.digest, self._places, self.code = _read(things)

    def has_changed(self) -> bool:
        """Return True if the fingerprint has changed. The test is fast while every name still has the same value."""
        if all(look(owner, name, ABSENT) is value for look, owner, name, value in self._places):
            return False
        digest, places, code = _read(self._things)
        if digest != self.digest:
            return True
        self._places, self.code = places, code
        return False


def _read(things: tuple[Any, ...], *, portable: bool = False) -> tuple[str, list[Place], set[Any]]:
    """Return the fingerprint of these things, every place where a part was found, and the functions and classes among
    the parts.
    """
    digest = hashlib.blake2b(digest_size=12)
    places: list[Place] = []
    found: set[Any] = set()
    seen: dict[int, int] = {}
    pending = list(things)
    while pending:
        thing = pending.pop()
        if not isinstance(thing, PLAIN):
            if id(thing) in seen:
                digest.update(b"again %d;" % seen[id(thing)])
                continue
            seen[id(thing)] = len(seen)
        if inspect.isfunction(thing) or isinstance(thing, type):
            found.add(thing)
        own, parts = (_portable_content if portable else _content)(thing, places)
        digest.update(f"{type(thing).__name__} {own} {len(parts)};".encode())
        pending += parts
    return digest.hexdigest(), places, found


def _content(thing: Any, places: list[Place]) -> tuple[str, list[Any]]:
    """Return the text of one thing and the things inside it. Add the places of these things to ``places``."""
    if isinstance(thing, Enum):
        return "", [type(thing), thing.name]
    if isinstance(thing, PLAIN):
        return repr(thing), []
    if inspect.isfunction(thing):
        cells = [cell for cell in thing.__closure__ or () if _filled(cell)]
        names = _names(thing.__code__)
        found: list[Place] = [
            (dict.get, thing.__globals__, name, thing.__globals__.get(name, ABSENT)) for name in names
        ]
        for module in [value for _look, _owner, _name, value in found if isinstance(value, ModuleType)]:
            found += [(dict.get, vars(module), name, vars(module).get(name, ABSENT)) for name in names]
        found += [(getattr, cell, "cell_contents", cell.cell_contents) for cell in cells]
        found += [(getattr, thing, name, getattr(thing, name)) for name in ("__code__", "__defaults__")]
        places += found
        by_name = tuple((thing.__kwdefaults__ or {}).items())
        return thing.__qualname__ + " seldom" * is_seldom(thing), [
            by_name,
            *(value for *_where, value in found if value is not ABSENT),
        ]
    if isinstance(thing, CodeType):
        looked_up = thing.co_names + thing.co_varnames + thing.co_freevars
        return thing.co_code.hex() + repr(looked_up), list(thing.co_consts)
    if isinstance(thing, type):
        if issubclass(thing, Enum):
            return thing.__qualname__, [(member.name, member.value) for member in thing]
        own = [cls for cls in thing.__mro__ if cls.__module__.partition(".")[0] not in sys.stdlib_module_names]
        named = [(cls, *each) for cls in own for each in sorted(vars(cls).items()) if _is_meant(*each)]
        places += [(_of_class, cls, name, value) for cls, name, value in named]
        places += [(_size, cls, "", len(vars(cls))) for cls in own]
        defaults = getattr(thing, "_field_defaults", {})
        places.append((getattr, thing, "_field_defaults", defaults if hasattr(thing, "_fields") else ABSENT))
        return f"{thing.__qualname__} {getattr(thing, '_fields', None)} {list(defaults)}", [
            *defaults.values(),
            *(part for _cls, name, value in named for part in (name, *_functions(value))),
        ]
    if isinstance(thing, (list, set, dict)):  # the contents may change while the object stays the same
        places.append(UNSTEADY)
    if isinstance(thing, (tuple, list)):
        return "", [*thing, type(thing)] if hasattr(thing, "_fields") else list(thing)
    if isinstance(thing, (set, frozenset)):
        return "", sorted(thing, key=repr)
    if isinstance(thing, dict):
        return "", [part for pair in thing.items() for part in pair]
    if isinstance(thing, ModuleType):
        return f"{thing.__name__} {vars(thing).get('__version__', '')}", []
    try:
        content = memoryview(thing).tobytes().hex()
    except TypeError:
        inner = getattr(thing, "__wrapped__", None)  # the function behind a cache of results
        return str(getattr(thing, "__qualname__", "")), [] if inner is None else [inner]
    places.append(UNSTEADY)
    return content, []


def _portable_content(thing: Any, places: list[Place]) -> tuple[str, list[Any]]:
    """Return text and parts as :func:`_content` does, without parts that differ between versions of Python.

    A code object is its file and line, a part of the standard library its name.
    """
    if isinstance(thing, CodeType):
        return f"{_file_digest(thing.co_filename)} {thing.co_firstlineno}", []
    if inspect.isfunction(thing) or isinstance(thing, type):
        if (thing.__module__ or "").partition(".")[0] in sys.stdlib_module_names:
            return f"{thing.__module__}.{thing.__qualname__}", []
        if inspect.isfunction(thing):
            linecache.lazycache(thing.__code__.co_filename, thing.__globals__)  # a module may lie in an archive
    return _content(thing, places)


def _file_digest(path: str) -> str:
    """Return a digest of a text of Python, which may also be one that a program made. Its name does not count."""
    lines = linecache.getlines(path)
    known = _file_digests.get(path)
    if known is None or known[0] is not lines:
        known = _file_digests[path] = lines, hashlib.blake2b("".join(lines).encode(), digest_size=12).hexdigest()
    return known[1]


_file_digests: dict[str, tuple[list[str], str]] = {}  # (lines, digest) by path


def _is_meant(name: str, value: object) -> bool:
    """Return True for a class attribute that a text can use: a method, a property or a constant."""
    if name.startswith("__") or name in NAMES_OF_TUPLES:
        return False
    return isinstance(value, (*PLAIN, tuple, list, dict, set, frozenset, staticmethod, classmethod, property)) or (
        inspect.isfunction(value)
    )


def _functions(value: Any) -> tuple[Any, ...]:
    """Return the functions of an attribute of a class; a constant itself."""
    if isinstance(value, property):
        return tuple(each for each in (value.fget, value.fset, value.fdel) if each is not None)
    return (value.__func__,) if isinstance(value, (staticmethod, classmethod)) else (value,)


def _of_class(cls: type[Any], name: str, default: Any) -> Any:
    """Return what a class itself has under a name."""
    return vars(cls).get(name, default)


def _size(cls: type[Any], _name: str, _default: object) -> int:
    """Return the number of names in a class; a new name changes it."""
    return len(vars(cls))


def _filled(cell: Any) -> bool:
    """Return True if a variable of a closure is already defined."""
    try:
        cell.cell_contents  # noqa: B018 - asked for its ValueError
    except ValueError:
        return False
    return True


def _names(code: CodeType) -> list[str]:
    """Return the names that a code object looks up, with those of the code objects nested in it, in alphabetical order."""
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in _names(part)]
    return sorted({*code.co_names, *inner})
