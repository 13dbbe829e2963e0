"""The marks of an author: :func:`rules` above a class, and :func:`helper` above a function that its methods call.

A position gets here the methods of its protocols that it does not have (:mod:`plyground.core.position`).
"""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable, Iterator, MutableSequence
from typing import Any, TypeVar, cast

from plyground.core.authoring.frozen_dataclass import FIELDS, as_named_tuple
from plyground.core.authoring.move_parts import name_moves
from plyground.core.bits import mix, mix_all
from plyground.core.checked_arguments import checked, shown
from plyground.core.position import CHANCE, MAX_CHOICES, MAX_PLIES, PROTOCOLS, CountedPosition, Demand, Move
from plyground.errors import ArgumentError, NoMoves, RulesError
from plyground.i18n import Sentence, _

Class = TypeVar("Class", bound=type[Any])
Function = TypeVar("Function", bound=Callable[..., Any])

marked_classes: list[type[Any]] = []
"""Every class marked :func:`rules`, in the order of definition. The compiler accepts these classes."""
HIDDEN = "_is_hidden"
"""Attribute of a class of positions with hidden information (``Facts.observable``)."""
marked_helpers: list[Callable[..., Any]] = []
"""Every function marked :func:`helper`."""
titles: dict[Any, Sentence] = {}
"""Names for people of classes of positions and of searches, if they differ from the author's name."""


def title(thing: Any) -> Sentence | str:
    """Return the name for people of a class of positions or a search."""
    return titles.get(thing) or str(thing.__name__)


@checked
def rules(cls: Class) -> Class:
    """Mark a ``NamedTuple`` whose methods a search calls: a position, an evaluation, a convention, ...

    A position gets a default for each of these methods that it does not have:

    - ``turn``: the turn passes with every move; with ``to_move()``, it follows the player
    - ``demands``: as its methods show
    - ``root_side``: MAX
    - ``is_chance``: as ``to_move()`` says
    - ``utmost``: 1; ``bounds``: from ``utmost``
    - ``is_stuck``: False; ``layer``: 0
    - ``utility``: the mover's part of ``utilities``; ``total``: the utmost of all players
    - ``period``: the ``size``
    - ``key``: a hash of its fields
    - ``mobility``: the number of moves
    - ``promise``: the same for every move; ``is_noisy``: no move
    - for the exact solver ``score``: the utility, ``prospects``: known only at the end, ``candidates``: all moves, and
      ``is_memorable``: True
    - if the moves have parts, ``move_number``, ``move_parts`` and ``actions`` (:mod:`plyground.core.authoring.move_parts`)
    - for random games ``sketch``: the position itself, ``pick``: each move with equal probability; ``prior``: 0

    A frozen dataclass becomes the ``NamedTuple`` of the same fields (:mod:`plyground.core.authoring.frozen_dataclass`).

    Raise :class:`plyground.errors.RulesError` for a class with ``play`` that is neither, or that has something else than a
    method under the name of a method above.
    """
    if FIELDS in vars(cls):
        cls = cast(Class, as_named_tuple(cls))
    if hasattr(cls, "play"):
        _demand_position(cls)
        name_moves(cls)  # before the supplied methods, which take numbers
        supplied = {
            "turn": _turn_by_player if hasattr(cls, "to_move") else _turn_passes,
            "demands": _demands,
            "root_side": _one,
            "is_chance": _is_chance if hasattr(cls, "to_move") and hasattr(cls, "probability") else _no,
            "utmost": _one,
            "bounds": _bounds,
            "is_stuck": _no,
            "layer": _nothing,
            "key": _hash_of_fields(cls),
            "mobility": _count_moves,
            "promise": _the_same,
            "is_noisy": _never,
            "score": _utility,
            "prospects": _prospects,
            "candidates": _all_moves,
            "is_memorable": _yes,
            "recurring": _itself,
            "reversible_plies": _any_number,
            "sketch": _itself,
            "pick": _any_move,
            "prior": _no_prior,
        }
        if hasattr(cls, "utilities"):
            supplied |= {"utility": _own_utility, "total": _total}
        if callable(getattr(cls, "size", None)):
            supplied["period"] = cls.size
        for name, method in supplied.items():
            if not hasattr(cls, name):
                setattr(cls, name, method)
    marked_classes.append(cls)
    return cls


def _demand_position(cls: type[Any]) -> None:
    """Raise :class:`RulesError` unless a class is a ``NamedTuple`` whose fields hide no method of the protocols."""
    name = cls.__name__
    demand_named_tuple(cls)
    for protocol in PROTOCOLS:
        if CountedPosition in protocol.__mro__ and not hasattr(cls, "rank"):
            continue  # only numbered positions need these methods; "size" is a common name of a field
        for method in vars(protocol):
            if method.startswith("_") or callable(getattr(cls, method, _demands)):
                continue
            if method in cls._fields:
                raise RulesError(
                    _("the field {field} of class {name} hides the method {field}() of the protocol: rename it", field=method, name=name)
                )  # fmt: skip
            raise RulesError(
                _("{method} of class {name} is not a method, but the protocol has a method {method}(): make it a method, or rename it", method=method, name=name)
            )  # fmt: skip


def demand_named_tuple(cls: type[Any]) -> None:
    """Raise :class:`RulesError` for a class that is not a ``NamedTuple``, such as a dataclass without ``rules``."""
    if not issubclass(cls, tuple) or not hasattr(cls, "_fields"):
        raise RulesError(
            _(
                "class {name} is not a NamedTuple: write class {name}(NamedTuple), or @rules above @dataclass(frozen=True)",
                name=cls.__name__,
            )
        )


@checked
def helper(function: Function) -> Function:
    """Mark a plain function that rules call, so that it is compiled with them."""
    if not inspect.isfunction(function):
        raise ArgumentError("helper", "function", _("a plain function"), shown(function))
    marked_helpers.append(function)
    return function


helper(mix)  # marked here, because bits.py does not import this module
helper(mix_all)


def ratio(part: Any, whole: Any) -> Any:
    """Return a probability, exactly."""
    from fractions import Fraction  # imported here because it is slow to import

    return Fraction(part, whole)


def _demands(self: Any) -> Demand:
    demand = Demand.NOTHING
    if type(self).turn is not _turn_passes:
        demand |= Demand.TURNS
    if hasattr(self, "probability"):
        demand |= Demand.CHANCE
    if hasattr(self, "utilities"):
        demand |= Demand.PLAYERS
    if hasattr(self, HIDDEN):
        demand |= Demand.HIDDEN
    return demand


def _is_chance(self: Any) -> bool:
    by_chance: bool = self.to_move() == CHANCE
    return by_chance


def _one(self: Any) -> int:
    return 1


def _the_same(self: Any, move: Move) -> int:
    return 0


def _no_prior(self: Any, move: Move, last: Move) -> int:
    return 0


def _never(self: Any, move: Move) -> bool:
    return False


def _nothing(self: Any) -> int:
    return 0


def _no(self: Any) -> bool:
    return False


def _yes(self: Any) -> bool:
    return True


def _itself(self: Any) -> Any:
    return self


def _any_number(self: Any) -> int:
    return MAX_PLIES


def _any_move(self: Any, choices: MutableSequence[int], chance: Any) -> Move:
    count = 0
    for move in self.moves():
        if count < MAX_CHOICES:
            choices[count] = move
            count += 1
    if count == 0:
        raise NoMoves
    chosen: Move = choices[chance.below(count)]
    return chosen


def _utility(self: Any) -> int:
    utility: int = self.utility()
    return utility


def _bounds(self: Any) -> tuple[int, int]:
    most: int = self.utmost()
    return -most, most


def _own_utility(self: Any) -> Any:
    return self.utilities()[max(self.to_move(), 0)]


def _total(self: Any) -> Any:
    return self.players() * self.utmost()


def _prospects(self: Any, alpha: int, beta: int) -> tuple[int, int]:
    if self.is_over():
        score: int = self.score()
        return score, score
    most: int = self.utmost()
    return -most, most


def _all_moves(self: Any) -> Iterator[Move]:
    moves: Iterator[Move] = self.moves()
    return moves


def _turn_passes(self: Any, child: Any) -> int:
    return -1


def _turn_by_player(self: Any, child: Any) -> int:
    return 1 if max(child.to_move(), 0) == max(self.to_move(), 0) else -1  # chance nodes are seen by the first player


def _count_moves(self: Any) -> int:
    moves = 0
    for _move in self.moves():
        moves += 1
    return moves


def _hash_of_fields(cls: type[Any]) -> Callable[[Any], int]:
    """Return the method ``key`` of a class.

    It names each field, as compiled code needs for fields of different types.
    """
    lines = ["def key(self):", "    key = 0"]
    kinds: dict[str, Any] = {}
    for base in reversed(cls.__mro__):  # a class without fields of its own has those of its bases
        kinds |= getattr(base, "__annotations__", {})
    for place, field in enumerate(cls._fields):
        value = f"self.{field}"
        depth = _nesting(str(kinds[field]), getattr(cls, "_field_defaults", {}).get(field))
        for level in range(depth):
            lines.append("    " * (level + 1) + f"for value{place}_{level} in {value}:")
            value = f"value{place}_{level}"  # a name has values of one kind
        lines.append("    " * (depth + 1) + f"key = mix_all(key, {value})")
    text = "\n".join([*lines, "    return key", ""])
    file = f"<key of {cls.__qualname__} {len(marked_classes)}>"
    linecache.cache[file] = (
        len(text),
        None,
        text.splitlines(keepends=True),
        file,
    )  # read by the compiler and by tracebacks
    scope: dict[str, Any] = {"mix_all": mix_all, "__name__": __name__}
    exec(compile(text, file, "exec"), scope)
    return scope["key"]  # type: ignore[no-any-return]


def _nesting(kind: str, example: Any) -> int:
    """Return the depth of nested tuples in a field, from its default or else from its type."""
    depth = 0
    while isinstance(example, tuple):
        depth, example = depth + 1, example[0] if example else None
    return depth or len(re.match(r"(tuple\[)*", kind)[0]) // len("tuple[") or int("tuple" in kind)  # type: ignore[index]
