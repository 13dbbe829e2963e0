"""Find the search in a student's file and the ways in which it may be called.

A name that is usual in courses is trusted. Everything that names do not tell is found by use: :func:`ways` lists the
possible calls, and the caller tries them on small trees and keeps the first one that gives right answers.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

from plyground.bots.board_functions import plain_name
from plyground.teaching.grading.parameter_words import (
    ALPHA,
    BETA,
    CHILDREN,
    DEPTH,
    GAME,
    INDEX,
    LATER_SEARCHES,
    MAX_DEPTH,
    MOVER,
    NODES,
    PLAYER_COUNT,
    SCORES,
    SEARCHES,
    SIGN,
    is_for_max,
    is_for_min,
    is_known,
)
from plyground.teaching.grading.student_guard import FormError

PLAYERS = {"max-n": 3}
"""Numbers of players, for tasks with more than two."""
BOOK = {"actions", "result", "is_terminal", "terminal_test", "utility", "to_move"}
UNKNOWN_RANK = 1000
"""The rank of a function whose name does not say that it is a search."""
MAX_CONSTANTS = 6
"""Most constants of a file that are tried as the player to move."""
KINDS = ("pacman", "book", "node", "flat", "list")
"""Forms of trees."""
MOVERS = (True, 0, "MAX", "max", "Max", "X", 1, False)
"""Values that may name MAX."""


class Role(Enum):
    """Arguments that depend on the tree or are made anew for each call."""

    NODE = "node"
    GAME = "game"
    HEIGHT = "height"
    DICT = "dict"
    LIST = "list"


class Function(NamedTuple):
    """A function or a method of a file."""

    name: str
    call: Callable[..., Any]
    owner: type | None = None  # class of the method; None: a function

    @property
    def last_name(self) -> str:
        """The name without that of the class."""
        return self.name.rpartition(".")[2]

    @property
    def parameters(self) -> list[tuple[str, bool]]:
        """The parameters that must be given, each with True if it must be given by name."""
        own = list(_required(self.call))
        return own[1:] if self.owner is not None else own

    @property
    def words(self) -> set[str]:
        """The plain names of all parameters, also of those with a default value."""
        try:
            return set(map(plain_name, inspect.signature(self.call).parameters))
        except (TypeError, ValueError):
            return set()

    @property
    def owner_parameters(self) -> list[tuple[str, bool]]:
        """The parameters that must be given to make an object of the class."""
        initial = None if self.owner is None else inspect.getattr_static(self.owner, "__init__", None)
        return list(_required(initial))[1:] if inspect.isfunction(initial) else []


class Way(NamedTuple):
    """A way to call a search: its function, the form of its trees and its arguments."""

    function: Function
    kind: str  # one of KINDS
    arguments: tuple[Any, ...]  # arguments of the class first, then those of the function


class SubmittedFile:
    """The names of an executed file, and the functions in it."""

    def __init__(self, text: str, names: dict[str, Any]) -> None:
        self.syntax = ast.parse(text)
        self.names = names

    @cached_property
    def functions(self) -> dict[str, Function]:
        """The functions of the file and the methods of its classes, by their names."""
        found = {}
        for name in self._bound_names():
            thing = self.names.get(name)
            if isinstance(thing, type):
                found.update({each.name: each for each in _methods(name, thing)})
            elif callable(thing) and not _is_imported(thing, self.names):
                found[name] = Function(name, thing)
        return found

    def _bound_names(self) -> Iterator[str]:
        """Yield the names that the file itself defines at its top level, without imports."""
        nodes = list(self.syntax.body)
        while nodes:
            node = nodes.pop(0)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield node.name
            elif isinstance(node, ast.Assign):
                yield from (
                    each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)
                )
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                yield node.target.id
            elif isinstance(node, ast.If | ast.Try | ast.With):
                nodes = [*ast.iter_child_nodes(node), *nodes]  # type: ignore[list-item]

    @property
    def kinds(self) -> list[str]:
        """The forms of trees, the likeliest first. The attributes that the file uses tell it."""
        attributes = {node.attr for node in ast.walk(self.syntax) if isinstance(node, ast.Attribute)}
        likely = []
        if attributes & {"getLegalActions", "generateSuccessor", "getNextState"}:
            likely.append("pacman")
        if len(attributes & BOOK) > 1:
            likely.append("book")
        if attributes & {*CHILDREN, "get_children", "getChildren"}:
            likely.append("node")
        return [*likely, *(kind for kind in ("list", "node") if kind not in likely)]

    @property
    def movers(self) -> tuple[Any, ...]:
        """The values that may name MAX: usual ones, and constants of the file."""
        own = [self.names[name] for name in dict.fromkeys(self._bound_names()) if name in self.names]
        members = [member for each in own if isinstance(each, type) and issubclass(each, Enum) for member in each]
        constants = [each for each in own if isinstance(each, str | Enum)]
        return (*MOVERS, *(members + constants)[:MAX_CONSTANTS])

    def searches(self, task: str, wanted: str) -> list[Function]:
        """Return the functions that may be the search, the likeliest first. Raise :class:`FormError`."""
        found = self.functions
        if wanted:
            for name in (wanted, *(each for each in found if each.endswith(f".{wanted}"))):
                if name in found:
                    return [found[name]]
            raise FormError("unknown-function", ", ".join(found))
        usable = [
            each for each in found.values() if not each.last_name.startswith("__") or each.last_name == "__call__"
        ]
        if not usable:
            raise FormError("no-function", "")
        ranked = [(_rank(each.name, task), each) for each in usable]
        rank, likely = min(ranked, key=lambda pair: pair[0])
        first = [each for each in usable if not self.is_called(each)]
        if rank[0] < UNKNOWN_RANK or len(usable) == 1:  # and those that prepare something and then call it
            return [likely, *(each for each in first if likely.last_name in self._reached(each.last_name))]
        return [*first, *(each for each in usable if each not in first)]

    def is_called(self, function: Function) -> bool:
        """Return True if another function of the file names this one."""
        name = function.last_name
        return any(name in names for other, names in self._called_names.items() if other != name)

    def word(self, function: Function, parameter: str) -> str:
        """Return the plain name of a parameter. One whose sign changes from each call to the next is a sign, however it
        is called, unless its name is known.
        """
        word = plain_name(parameter)
        return "sign" if (function.last_name, parameter) in self._signs and not is_known(word) else word

    @cached_property
    def _signs(self) -> set[tuple[str, str]]:
        """Names of functions that call themselves, each with a parameter that is then its own negative."""
        functions = [node for node in ast.walk(self.syntax) if isinstance(node, ast.FunctionDef)]
        return {
            (function.name, name)
            for function in functions
            for name, part in _given_again(function)
            if ast.unparse(part) == f"-{name}"
        }

    @cached_property
    def _called_names(self) -> dict[str, set[str]]:
        """The names and attributes in each function and lambda of the file, by its name."""
        found: dict[str, set[str]] = {}
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(node.name, set()).update(_names_in(node))
        for node in self.syntax.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found.setdefault(node.targets[0].id, set()).update(_names_in(node.value))
        return found

    def has_no_usual_name(self, task: str, wanted: str) -> bool:
        """Return True if no name of several functions tells which is the search."""
        found = self.functions
        return not wanted and len(found) > 1 and all(_rank(name, task)[0] == UNKNOWN_RANK for name in found)

    def _reached(self, name: str) -> set[str]:
        """Return the names that a function uses, directly or through others."""
        reached: set[str] = set()
        open_names = [name]
        while open_names:
            new = self._called_names.get(open_names.pop(), set()) - reached
            reached |= new
            open_names += new
        return reached


def _given_again(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Yield parameters of a function, each with what it is given where the function calls itself."""
    own = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and function.name in _names_in(call.func):
            is_method = isinstance(call.func, ast.Attribute) and own[:1] in (["self"], ["cls"])
            yield from zip(own[is_method:], call.args, strict=False)
            yield from ((each.arg, each.value) for each in call.keywords if each.arg)


def _names_in(syntax: ast.AST) -> set[str]:
    nodes = list(ast.walk(syntax))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def _is_imported(thing: Any, names: dict[str, Any]) -> bool:
    """Return True for a function of another module that the file gives a name of its own."""
    return inspect.isroutine(thing) and getattr(thing, "__module__", None) not in (names.get("__name__"), None)


def _methods(class_name: str, cls: type) -> Iterator[Function]:
    """Yield the methods of a class. A static method has no owner."""
    for name, thing in vars(cls).items():
        if isinstance(thing, staticmethod | classmethod):
            yield Function(f"{class_name}.{name}", getattr(cls, name))
        elif callable(thing) and not isinstance(thing, type):
            yield Function(f"{class_name}.{name}", thing, cls)


def _rank(name: str, task: str) -> tuple[int, int]:
    """Return a sort key for a function's name: the smaller, the more likely it is the search."""
    owner, _dot, last = name.rpartition(".")
    word, class_word = plain_name(last), plain_name(owner).removesuffix("agent").removesuffix("player")
    fits = 0 if not owner or any(class_word == usual for usual in SEARCHES[task][:4]) else 1
    if word == "getaction":
        return 0, fits
    usual_names = SEARCHES[task]
    for place, usual in enumerate((*usual_names, *LATER_SEARCHES)):
        if word == usual:
            return place + 1, fits
    for place, usual in enumerate(usual_names):  # such as busca_minimax
        if len(usual) > 2 and usual in word:
            return UNKNOWN_RANK - len(usual_names) + place, fits
    return UNKNOWN_RANK, fits


def _required(call: Any) -> Iterator[tuple[str, bool]]:
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        return
    for parameter in parameters:
        if parameter.default is parameter.empty and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):  # fmt: skip
            yield parameter.name, parameter.kind == parameter.KEYWORD_ONLY


def ways(file: SubmittedFile, function: Function, task: str) -> Iterator[Way]:
    """Yield the ways to call a function, the likeliest first: as the names of its parameters tell, then all others."""
    words = [plain_name(name) for name, _named in function.owner_parameters]
    words += [file.word(function, name) for name, _named in function.parameters]
    if plain_name(function.last_name) == "getaction" and function.owner is not None:
        kinds: Sequence[str] = ("pacman",)
    elif set(words) & SCORES and set(words) & INDEX:
        kinds = ("flat",)
    else:
        kinds = [kind for kind in file.kinds if kind != "pacman"]
    given = set()
    for kind in kinds:
        for arguments in itertools.product(*_named(words, function.words, kind, task, file.movers)):
            if kind in ("pacman", "flat") or arguments.count(Role.NODE) <= 1:
                given.add((kind, arguments))
                yield Way(function, kind, arguments)
    for kind in kinds:
        if kind in ("list", "node"):
            for arguments in _all_arguments(words, function.words, task, file.movers):
                if (kind, arguments) not in given:
                    yield Way(function, kind, arguments)


def _named(words: list[str], known: set[str], kind: str, task: str, movers: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the values that the name of each parameter allows; ``known`` are all names of the function. An unknown name
    stands for the node.
    """
    options: list[tuple[Any, ...]] = []
    for word in words:
        if word in GAME and kind == "book":
            options.append((Role.GAME,))
        elif word in ALPHA and known & BETA:
            options.append((-math.inf,))
        elif word in BETA and known & ALPHA:
            options.append((math.inf,))
        elif word in DEPTH:
            options.append((Role.HEIGHT, 0))
        elif word in MOVER:
            options.append((0,) if task in PLAYERS else ("MAX",) if kind == "book" else movers)
        elif word in MAX_DEPTH:
            options.append((Role.HEIGHT,))
        elif is_for_min(word):
            options.append((False,))
        elif is_for_max(word):
            options.append((True,))
        elif word in SIGN:
            options.append((1,))
        elif word in INDEX and kind == "flat":
            options.append((0,))
        elif word in PLAYER_COUNT and (word != "n" or (len(words) > 1 and known & (NODES - {"n"}))):
            options.append((PLAYERS.get(task, 2),))
        else:
            options.append((Role.NODE,))
    return options


LONG_NAME = 3
"""Characters of a name that is trusted if it is known; shorter ones have many meanings."""


def _all_arguments(words: list[str], known: set[str], task: str, movers: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the other arguments: known long names keep their values, and every other parameter may be anything."""
    fixed: list[tuple[Any, ...] | None] = []
    for word, named in zip(words, _named(words, known, "list", task, movers), strict=True):
        is_trusted = len(word) >= LONG_NAME and (named != (Role.NODE,) or word in NODES)
        if word in ALPHA | BETA and not (len(word) >= LONG_NAME and len(known & (ALPHA | BETA)) == 2):
            is_trusted = False
        fixed.append(named if is_trusted else None)
    free = [place for place, values in enumerate(fixed) if values is None]
    has_node = (Role.NODE,) in fixed
    taken = [values for values in fixed if values is not None]
    optional: list[tuple[Any, ...]] = []
    if (0,) not in taken and not any(Role.HEIGHT in values for values in taken):
        optional += [(Role.HEIGHT, 0)]
    if (-math.inf,) not in taken:
        optional += [(-math.inf,), (math.inf,)]
    if task in PLAYERS:
        optional += [(0,), (PLAYERS[task],)]
    else:
        optional += [movers]
    optional += [(Role.DICT, Role.LIST, None, 0), (Role.HEIGHT,)]
    orders: list[tuple[tuple[Any, ...], ...]] = []
    for with_node in (True, False):  # a function without the node returns one that takes it
        need = len(free) - (with_node and not has_node)
        if need < 0 or (has_node and not with_node):
            continue
        several = list(itertools.combinations(optional, need))
        if task == "alphabeta":  # a search that cuts mostly takes a window
            several.sort(key=lambda chosen: not {(-math.inf,), (math.inf,)} <= set(chosen))
        for chosen in several:
            is_half_window = ((-math.inf,) in chosen) != ((math.inf,) in chosen)
            if is_half_window and len(known) == len(words):  # the other bound has no default value either
                continue
            orders += itertools.permutations([*([(Role.NODE,)] if len(free) > need else []), *chosen])
    for take in (slice(0, 1), slice(1, None)):  # the usual value of each parameter first
        for order in orders:
            filled = [values or () for values in fixed]
            for place, values in zip(free, order, strict=True):
                filled[place] = values if len(values) == 1 else values[take]
            if take.start == 0 or any(len(values) > 1 for values in order):
                yield from itertools.product(*filled)


def inner_arguments(function: Function, kind: str, task: str, has_node: bool) -> list[Any]:
    """Return the arguments of a function that another one returned; the node is given once."""
    words = [plain_name(name) for name, _named_only in function.parameters]
    chosen = [values[0] for values in _named(words, function.words, kind, task, MOVERS)]
    return [None if value is Role.NODE and has_node else value for value in chosen]


def modules_of(names: dict[str, Any]) -> set[str]:
    """Return the modules that a file has imported."""
    return {each.__name__.partition(".")[0] for each in names.values() if isinstance(each, ModuleType)}
