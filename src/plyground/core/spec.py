"""Spec texts: ``name:option=value,option=value``, the names of games and bots with their options.

``mnk:width=4,height=3,k=3`` and ``depth-limited:depth=2`` are spec texts; ``-`` and ``_`` are the same in names. A
:class:`Registry` makes the thing that such a text names. It checks every option, and an error names in one sentence the
mistake and its correction. A comma in round brackets belongs to the value around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from plyground.errors import SpecError
from plyground.i18n import Sentence, _

CLOSE = 0.6
"""Least similarity, from 0 to 1, of a name that is suggested for a misspelt one."""
Made = TypeVar("Made")
OptionValue = float | str | None


class Option(NamedTuple):
    """One option of a spec text; ``kind`` has the type of its values."""

    name: str
    kind: type[int] | type[float] | type[str]
    default: OptionValue
    meaning: Sentence
    choices: tuple[str, ...] = ()  # allowed texts; empty: any text
    least: float = 0  # bounds of a number
    most: float = 1_000_000_000
    words: tuple[Sentence, ...] = ()  # labels of the choices on a page; empty: their texts
    earlier: str = ""  # name of the option in texts of an earlier version, which are still read

    @property
    def worded(self) -> list[tuple[str, Sentence | str]]:
        """The choices, each with its name on the page."""
        return list(zip(self.choices, self.words or self.choices, strict=True))

    def read(self, text: str, owner: str) -> OptionValue:
        """Return the value that is written as ``text``. Raise :class:`SpecError`."""
        if self.choices:
            known = {canonical(choice): choice for choice in self.choices}
            if canonical(text) not in known:
                raise SpecError(
                    _(
                        "{owner}: the option {option} cannot be “{text}”; choose one of: {choices}.",
                        owner=owner, option=self.name, text=text, choices=", ".join(self.choices),
                    )
                )  # fmt: skip
            return self.kind(known[canonical(text)])
        if self.kind is str:
            return text
        try:
            number = (int if self.kind is int else float)(text) if len(text) <= 12 else None
        except ValueError:
            number = None
        if number is None or not self.least <= number <= self.most:
            raise SpecError(self._bounds(text, owner))
        return number

    def _bounds(self, text: str, owner: str) -> Sentence:
        values = {"owner": owner, "option": self.name, "least": self.least, "most": self.most, "text": text}
        if self.kind is float:
            return _("{owner}: the option {option} must be a number from {least} to {most}, not “{text}”.", **values)
        return _("{owner}: the option {option} must be a whole number from {least} to {most}, not “{text}”.", **values)


class Spec(NamedTuple):
    """The parts of a spec text: the name, and the options as text."""

    name: str
    options: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Parse ``name:option=value,...`` into its parts. Raise :class:`SpecError`."""
        name, colon, rest = text.strip().partition(":")
        options: dict[str, str] = {}
        for part in re.split(r",(?![^()]*\))", rest) if colon else ():
            option, equals, value = (piece.strip() for piece in part.partition("="))
            if not (option and equals and value):
                raise SpecError(
                    _("“{text}”: after the colon write option=value, separated by commas, not “{part}”.", text=text, part=part)
                )  # fmt: skip
            if canonical(option) in options:
                raise SpecError(_("“{text}” gives the option {option} twice.", text=text, option=option))
            options[canonical(option)] = value
        return cls(canonical(name), options)


def canonical(name: str) -> str:
    """Return a name in the form in which names are compared: lower case, with ``-`` for ``_``."""
    return name.strip().lower().replace("_", "-")


def nearest(name: str, names: Iterable[str], least: float = CLOSE) -> str:
    """Return the name that is most similar to ``name``; an empty text if none is as similar as ``least``."""
    from difflib import get_close_matches  # imported here because it is seldom needed

    return next(iter(get_close_matches(name, list(names), 1, least)), "")


def is_name(text: str) -> bool:
    """Return True if a spec text can begin with this text: letters, digits, ``_`` and ``-``, a letter or ``_``
    first.
    """
    return text.replace("-", "_").isidentifier()


def write(name: str, options: Mapping[str, object]) -> str:
    """Return the spec text of a name and the options that differ from their defaults."""
    return name + ":" * bool(options) + ",".join(f"{option}={value}" for option, value in options.items())


@dataclass(frozen=True)
class Entry(Generic[Made]):
    """One kind of thing that a spec text can name."""

    name: str
    make: Callable[..., Made]
    options: tuple[Option, ...] = ()
    origin: str = ""  # file or package that defines it; "" = plyground

    def values(self, spec: Spec, text: str) -> dict[str, Any]:
        """Return every option's value, defaults included, by its Python name. Raise :class:`SpecError`."""
        written = self.written(spec)
        known = {option.name: option for option in self.options}
        for name in written:
            if name not in known:
                raise SpecError(self._unknown_option(name, text))
        return {
            option.name.replace("-", "_"): option.read(written[option.name], text)
            if option.name in written
            else option.default
            for option in self.options
        }

    def written(self, spec: Spec) -> dict[str, str]:
        """Return the options of a spec text under their present names."""
        now = {option.earlier: option.name for option in self.options if option.earlier}
        return {now.get(name, name): value for name, value in spec.options.items()}

    def _unknown_option(self, option: str, text: str) -> Sentence:
        if not self.options:
            return _("“{text}”: {name} has no options.", text=text, name=self.name)
        return _(
            "“{text}”: {name} has no option {option}; it has: {options}.",
            text=text, name=self.name, option=option, options=", ".join(option.name for option in self.options),
        )  # fmt: skip


class Registry(Generic[Made]):
    """Things of one kind by name. Built-in ones and plug-ins are both added by :meth:`add`."""

    def __init__(
        self,
        unknown: Callable[[str, str], Sentence],
        misspelt: Callable[[str, str], Sentence],
    ) -> None:
        """Make a registry. ``unknown(name, names)`` returns the sentence for an unknown name, ``misspelt(name, near)``
        the sentence for a name similar to ``near``.
        """
        self._unknown = unknown
        self._misspelt = misspelt
        self._more: Callable[[], None] | None = None
        self._entries: dict[str, Entry[Made]] = {}

    def complete_with(self, more: Callable[[], None]) -> None:
        """Let ``more`` add things that are slow to find. It is called once, for the first unknown name or to list all
        names.
        """
        self._more = more

    def add(self, name: str, make: Callable[..., Made], *options: Option, origin: str = "") -> None:
        """Register ``make(**options)`` under ``name``."""
        self._entries[canonical(name)] = Entry(name, make, options, origin)

    def remove(self, name: str) -> None:
        """Remove the entry called ``name``."""
        del self._entries[canonical(name)]

    def __contains__(self, name: str) -> bool:
        if canonical(name) not in self._entries:
            self._complete()
        return canonical(name) in self._entries

    def __iter__(self) -> Iterator[Entry[Made]]:
        self._complete()
        return iter(list(self._entries.values()))

    def __getitem__(self, name: str) -> Entry[Made]:
        if name in self:
            return self._entries[canonical(name)]
        names = [entry.name for entry in self]
        near = nearest(canonical(name), names)
        raise SpecError(self._misspelt(name, near) if near else self._unknown(name, ", ".join(names)))

    def _complete(self) -> None:
        more, self._more = self._more, None
        if more:
            more()

    def make(self, text: str, *arguments: object) -> Made:
        """Make the thing that the spec text names, with ``arguments`` before its options. Raise :class:`SpecError`."""
        spec = Spec.parse(text)
        entry = self[text.partition(":")[0].strip()]  # the name as typed, for the error about an unknown name
        return entry.make(*arguments, **entry.values(spec, text))


def options_of(make: Callable[..., Any], besides: int = 0) -> tuple[Option, ...]:
    """Return the options that a function's parameters define, all but the first ``besides``. Raise :class:`SpecError`.

    An example is ``size: Annotated[int, range(3, 9), "columns and rows"] = 4``: type, bounds, meaning, default. The
    type is int, float, str or a Literal of the choices.
    """
    written = vars(make).get("__init__", make) if isinstance(make, type) else make
    hints = get_type_hints(written, include_extras=True)
    return tuple(_option(each, hints.get(each.name)) for each in [*signature(make).parameters.values()][besides:])


def _option(parameter: Parameter, hint: Any) -> Option:
    kind, *more = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    choices = tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()
    kind = type(get_args(kind)[0]) if choices else kind
    if kind not in (int, float, str) or parameter.default is Parameter.empty:
        raise SpecError(_("{name} cannot be an option: it needs a default, and int, float, str or Literal as its type", name=parameter.name))  # fmt: skip
    numbers = next((each for each in more if isinstance(each, range)), None)
    bounds: dict[str, Any] = {} if numbers is None else {"least": numbers[0], "most": numbers[-1]}
    meaning = Sentence(next((each for each in more if isinstance(each, str)), ""), {})
    return Option(parameter.name.replace("_", "-"), kind, parameter.default, meaning, choices, **bounds)
