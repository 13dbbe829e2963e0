"""The check of the arguments of public functions, by their annotations.

:func:`checked` marks a function. Each call then compares every argument with the annotation of its parameter, before
the function runs. A wrong one raises :class:`ArgumentError`, which names the function, the argument, what it takes and
what it got. So no function needs checks of its own for wrong types, and no wrong type causes an error deep inside.

Whole numbers of other libraries become ``int``. A range in an annotation bounds a whole number, as in
``Annotated[int, range(1, 65)]``; a tuple lists the values. :class:`MoreThan` bounds any number.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from functools import cache, reduce, wraps
from inspect import signature
from math import isnan
from numbers import Real
from types import FunctionType, UnionType
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from plyground.core.spec import nearest
from plyground.errors import ArgumentError, ArgumentNameError
from plyground.i18n import Sentence, _

MOST = 1_000_000_000
"""The greatest number that an option of a spec text and an unbounded count can have."""
MAX_SHOWN_CHARS = 40
"""Characters of a value that an error shows."""
SHOWN = (int, float, str, bytes, type(None))
"""Types whose values an error shows as they are."""


class MoreThan(NamedTuple):
    """The bound of a number in an annotation: it must be greater than ``least``."""

    least: float


Count = Annotated[int, range(1, MOST + 1)]
"""A whole number from 1."""
CountFromZero = Annotated[int, range(MOST + 1)]
"""A whole number from 0."""
Seconds = Annotated[float, MoreThan(0)]
"""A number of seconds, greater than 0."""


class Kind(NamedTuple):
    """The values that an annotation allows."""

    words: tuple[Sentence | str, ...]  # alternatives, such as “a whole number” and “None”
    accept: Callable[[Any], Any]  # function that returns the value to use or raises Unfit

    @property
    def right(self) -> Sentence | str:
        """All alternatives in one phrase."""
        *others, last = dict.fromkeys(self.words)
        if not others:
            return last
        listed = reduce(lambda first, second: Sentence("{first}, {second}", {"first": first, "second": second}), others)
        return _("{others} or {last}", others=listed, last=last)


class Unfit(Exception):
    """A value that an annotation does not allow, or its element at ``place``."""

    def __init__(self, place: str = "", kind: Kind | None = None, value: Any = None) -> None:
        self.place = place
        self.kind = kind
        self.value = value


OTHER_WORDS = {
    "seconds": ("time", "time_limit", "timeout", "time_s", "movetime", "max_time", "duration"),
    "depth": ("max_depth", "plies", "ply", "horizon", "levels", "depth_limit"),
    "nodes": ("visits", "max_nodes", "node_limit", "positions"),
    "playouts": ("iterations", "simulations", "rollouts", "games"),
    "algorithm": ("method", "name", "search"),
    "setting=setting(evaluation=…)": ("evaluation", "evaluate", "eval_fn", "eval", "heuristic"),
    "games_per_pair": ("games", "matches"),
    "bots": ("players", "engines"),
    "place": ("on", "where"),
    "memory_mb": ("megabytes", "memory", "hash"),
    "on_progress": ("tell", "callback", "progress", "report_progress"),
    "subject": ("position", "game", "state", "board", "node"),
    "file": ("output", "record", "save", "path"),
    "moves_to_win": ("level", "levels"),
}
"""Words of other libraries and of earlier versions, by the argument that means the same."""

Function = TypeVar("Function", bound=Callable[..., Any])
_described: dict[Any, Kind] = {}
"""The kinds of annotations that :func:`describe` has explained."""


def describe(annotation: Any, right: Sentence | str, is_one: Callable[[Any], bool] | None = None) -> None:
    """Set the name that errors use for the values of an annotation: ``right``.

    ``is_one`` returns True for its values. Without it, instances of the class are accepted.
    """
    kind = kind_of(annotation) if is_one is None else Kind((), _if(is_one))
    assert kind is not None
    _described[annotation] = kind._replace(words=(right,))


def checked(function: Function) -> Function:
    """Check the arguments of each call of ``function`` by its annotations. Raise :class:`ArgumentError`."""
    parameters = signature(function).parameters
    places = [name for name, each in parameters.items() if each.kind is not each.KEYWORD_ONLY]
    takes_all = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    name = function.__qualname__.removesuffix(".__init__")

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        for unknown in () if takes_all else options.keys() - parameters.keys():
            raise ArgumentNameError(name, unknown, meant(unknown, parameters), ", ".join(parameters))
        kinds = _kinds(function)
        taken = [_taken(name, place, kinds, value) for place, value in zip(places, arguments, strict=False)]
        named = {place: _taken(name, place, kinds, value) for place, value in options.items()}
        return function(*taken, *arguments[len(taken) :], **named)

    return call  # type: ignore[return-value]


def meant(word: str, names: Iterable[str]) -> str:
    """Return the argument that an unknown ``word`` probably means, or an empty text."""
    known = [name for name in names if name != "self"]
    same = (name for name, others in OTHER_WORDS.items() if word in others and name.partition("=")[0] in known)
    return next(same, "") or nearest(word, known)


def check_fields(values: Any) -> None:
    """Check the fields of a named tuple or a dataclass by their annotations. Raise :class:`ArgumentError`."""
    cls: Any = type(values)
    for name, kind in _kinds(cls).items():
        _taken(cls.__name__, name, {name: kind}, getattr(values, name))


def _taken(function: str, argument: str, kinds: Mapping[str, Kind | None], value: Any) -> Any:
    """Return the value to use for an argument. Raise :class:`ArgumentError`."""
    kind = kinds.get(argument)
    if kind is None:
        return value
    try:
        return kind.accept(value)
    except Unfit as unfit:
        right, given = (unfit.kind or kind).right, unfit.value if unfit.kind else value
        raise ArgumentError(function, argument + unfit.place, right, shown(given)) from None


def shown(value: Any) -> Sentence | str:
    """Return a value as an error shows it: short, and without the contents of an object."""
    if isinstance(value, type):
        return _("the class {name}", name=value.__name__)
    if isinstance(value, FunctionType):
        return _("the function {name}", name=value.__name__)
    if not isinstance(value, SHOWN) and type(value) not in (list, tuple, dict, set):
        return f"{type(value).__name__}(…)"
    return short_repr(value)


def short_repr(value: Any) -> str:
    """Return the ``repr`` of a value, shortened to :data:`MAX_SHOWN_CHARS`."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN_CHARS else text[: MAX_SHOWN_CHARS - 1] + "…"


@cache
def _kinds(function: Callable[..., Any]) -> Mapping[str, Kind | None]:
    """Return the kind of each parameter; None for one that takes anything."""
    hints = get_type_hints(function, include_extras=True)
    return {name: kind_of(hint) for name, hint in hints.items() if name != "return"}


def kind_of(hint: Any) -> Kind | None:
    """Return the values that an annotation allows; None for all."""
    if isinstance(hint, TypeVar):
        return kind_of(hint.__bound__) if hint.__bound__ else None
    if hint is Any:
        return None
    if hint in _described:
        return _described[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _bounded(parts[0], parts[1])
    if origin in (Union, UnionType):
        return _any_of([kind_of(part) for part in parts])
    if hint in (None, type(None)):
        return Kind(("None",), _if(lambda value: value is None))
    if hint in SIMPLE:
        return SIMPLE[hint]
    if origin is Callable or hint is Callable:
        return Kind((_("a function"),), _if(callable))
    if origin is type:
        return Kind((_("a class"),), _if(lambda value: isinstance(value, type)))
    if origin is MutableSequence:  # used in place, because it may lie in shared memory
        return Kind((_("an array of numbers"),), _if(_is_array))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(*map(kind_of, parts))
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return _elements(kind_of(parts[0]), one_by_one=not issubclass(origin, Sequence))
    cls = origin or hint
    return _of_class(cls) if isinstance(cls, type) and cls is not object else None


def _whole(value: Any) -> int:
    if isinstance(value, bool):
        raise Unfit
    try:
        return operator.index(value)
    except TypeError:
        raise Unfit from None


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise Unfit
    if isnan(value):
        raise Unfit("", FINITE, value)
    return value


def _truth(value: Any) -> bool:
    if isinstance(value, bool) or (type(value).__name__ in ("bool", "bool_") and value in (0, 1)):
        return bool(value)
    raise Unfit


def _if(is_one: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Return a function that accepts a value if ``is_one`` returns True for it."""

    def accept(value: Any) -> Any:
        if is_one(value):
            return value
        raise Unfit

    return accept


SIMPLE = {
    int: Kind((_("a whole number"),), _whole),
    float: Kind((_("a number"),), _number),
    bool: Kind(("True", "False"), _truth),
    str: Kind((_("a text"),), _if(lambda value: isinstance(value, str))),
}
"""The kinds of values that Python shares with other languages."""
FINITE = Kind((_("a finite number"),), _number)
"""The kind that an error names for nan, which Python counts among the numbers."""


def _bounded(base: Any, bound: Any) -> Kind | None:
    """Return a kind of numbers within a bound; other notes of an annotation mean nothing here."""
    kind = kind_of(base)
    if kind is None or not isinstance(bound, range | tuple):
        return kind
    if isinstance(bound, MoreThan):
        right: Sentence | str = _("a number greater than {least}", least=bound.least)
    elif isinstance(bound, tuple):
        return Kind(tuple(map(repr, bound)), _if(lambda value: type(value) is not bool and value in bound))
    else:
        right = _("a whole number from {least} to {most}", least=bound[0], most=bound[-1])

    def accept(value: Any) -> Any:
        value = kind.accept(value)
        if not (value > bound.least if isinstance(bound, MoreThan) else value in bound):
            raise Unfit
        return value

    return Kind((right,), accept)


def _is_array(value: Any) -> bool:
    return hasattr(value, "__setitem__") and hasattr(value, "__len__") and not isinstance(value, Mapping)


def _any_of(kinds: Sequence[Kind | None]) -> Kind | None:
    known = [kind for kind in kinds if kind is not None]
    if len(known) < len(kinds):
        return None

    def accept(value: Any) -> Any:
        inside = Unfit()
        for kind in known:
            try:
                return kind.accept(value)
            except Unfit as unfit:
                inside = unfit if unfit.kind else inside
        raise inside

    return Kind(tuple(word for kind in known for word in kind.words), accept)


def _elements(kind: Kind | None, *, one_by_one: bool) -> Kind:
    """Return the kind of lists with elements of one ``kind``; ``one_by_one`` accepts everything that a loop can run
    over.
    """
    outer: type[Any] = Iterable if one_by_one else Sequence

    def accept(values: Any) -> Any:
        if isinstance(values, str | bytes | type) or not isinstance(values, outer) or hasattr(values, "_fields"):
            raise Unfit
        if kind is None:
            return values
        found = list(values)
        for place, value in enumerate(found):
            try:
                found[place] = kind.accept(value)
            except Unfit as unfit:
                raise Unfit(f"[{place}]", unfit.kind or kind, value) from None
        return tuple(found) if isinstance(values, tuple) or one_by_one else found

    return Kind((_("a list"),), accept)


def _mapping(keys: Kind | None, values: Kind | None) -> Kind:
    def accept(given: Any) -> Any:
        if not isinstance(given, Mapping):
            raise Unfit
        for key, value in given.items():
            for kind, part in ((keys, key), (values, value)):
                try:
                    if kind is not None:
                        kind.accept(part)
                except Unfit as unfit:
                    raise Unfit(f"[{key!r}]", unfit.kind or kind, part) from None
        return given

    return Kind((_("a dictionary"),), accept)


def _of_class(cls: type[Any]) -> Kind:
    """Return the kind of the instances of a class, or of the objects with all members of a protocol."""
    if not getattr(cls, "_is_protocol", False):
        return Kind((f"{cls.__name__}(…)",), _if(lambda value: isinstance(value, cls)))
    members = [
        name
        for base in cls.__mro__
        if getattr(base, "_is_protocol", False) and base is not Protocol
        for name in (*vars(base), *vars(base).get("__annotations__", ()))
        if not name.startswith("_")
    ]

    def is_one(value: Any) -> bool:
        return not isinstance(value, type) and all(hasattr(value, name) for name in members)

    names = ", ".join(dict.fromkeys(members))
    return Kind((_("an object with {names}", names=names),), _if(is_one))
