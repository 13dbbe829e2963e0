"""Frozen dataclasses as positions: ``rules`` makes the ``NamedTuple`` of the same fields and methods.

Everything else knows positions as tuples: searches, tables, files and compiled code. The author's text stays as it is, and so do
``dataclasses.replace`` and ``fields``.
"""

from __future__ import annotations

from collections import namedtuple
from types import FunctionType
from typing import Any

from plyground.errors import RulesError
from plyground.i18n import Sentence, _

FIELDS = "__dataclass_fields__"
"""Attribute of each dataclass, which ``dataclasses.replace`` reads."""
KEPT = (FIELDS, "__dataclass_params__")
"""Names that the tuple has from the dataclass."""
MADE = frozenset((
    "__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__match_args__", "__replace__",
    "__dict__", "__weakref__", "__slots__", "__getstate__", "__setstate__", "__lt__", "__le__", "__gt__", "__ge__",
))  # fmt: skip
"""Names that a dataclass makes or has, and that the tuple makes itself."""


def as_named_tuple(cls: type[Any]) -> type[Any]:
    """Return the ``NamedTuple`` that a frozen dataclass means. Raise :class:`RulesError` for a dataclass that means none."""
    from dataclasses import MISSING, fields  # imported here because it is slow to import

    problem = _problem(cls)
    if problem is not None:
        raise RulesError(problem)
    own = fields(cls)
    defaults = [field.default if field.default_factory is MISSING else field.default_factory() for field in own]
    given = [default for default in defaults if default is not MISSING]
    new_base: Any = namedtuple  # Any, because mypy wants names that it can read
    base = new_base(cls.__name__, [field.name for field in own], defaults=given)
    names = {field.name for field in own}
    kept = {name: value for name, value in vars(cls).items() if name not in MADE and name not in names}
    bases = [each for each in cls.__bases__ if each is not object]
    made = type(cls.__name__, (base, *bases), {**kept, "__slots__": ()})
    for method in vars(cls).values():
        if isinstance(method, FunctionType) and method.__closure__ and "__class__" in method.__code__.co_freevars:
            method.__closure__[method.__code__.co_freevars.index("__class__")].cell_contents = made  # super() asks it
    return made


def _problem(cls: type[Any]) -> Sentence | None:
    """Return the sentence about a dataclass whose objects are more than their fields; None if there is none."""
    from dataclasses import fields

    name = cls.__name__
    if not vars(cls)["__dataclass_params__"].frozen:
        return _("the objects of class {name} can change: write @dataclass(frozen=True)", name=name)
    if hasattr(cls, "__post_init__"):
        return _("class {name} has a method __post_init__, which rules do not call: give it all its fields", name=name)
    if any(hasattr(base, FIELDS) for base in cls.__bases__):
        return _("class {name} inherits fields: write all of them in the class itself", name=name)
    if not all(field.init for field in fields(cls)):
        return _(
            "class {name} has a field with init=False: every field of a position is given when it is made", name=name
        )
    return None
