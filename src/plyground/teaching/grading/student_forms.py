"""Recognise how a student's search is written, and call it on a tree.

The form is recognised by names in the text of the file: ``getAction`` is CS188's, ``game.actions`` the book's,
``node.children`` a tree of nodes, ``scores`` with an index a row of leaves, and everything else nested lists. Arguments
are chosen by the names of parameters.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any, NamedTuple

from plyground.teaching.grading.answer import Path
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
    plain_name,
)
from plyground.teaching.grading.student_guard import FormError
from plyground.teaching.grading.student_objects import (
    ACTIONS,
    BookGame,
    Examined,
    PacmanState,
    TreeNode,
    branches,
)

PLAYERS = {"max-n": 3}
"""Numbers of players, for tasks with more than two."""
BOOK = {"actions", "result", "is_terminal", "terminal_test", "utility", "to_move"}
UNKNOWN_RANK = 1000
"""The rank of a function whose name does not say that it is a search."""
TYPE_TEST = re.compile(r"\btype\([^()]*\)\s*(?:==|!=|is|in)|\btype\([^()]*\)\s+(?:not\s+in|is\s+not)")


class Form(NamedTuple):
    """The search in a file, and the form in which it is called."""

    kind: str  # "list", "node", "book", "pacman" or "flat"
    call: Callable[..., Any]
    parameters: tuple[str, ...]  # required parameters in order
    owner: type | None = None  # class of the method; None: a function
    plain: bool = False  # True if its lists must be plain Python lists


def find_form(text: str, names: dict[str, Any], task: str, wanted: str) -> Form:
    """Return the form of the search in an executed file. Raise :class:`FormError`."""
    syntax = ast.parse(text)
    attributes = {node.attr for node in ast.walk(syntax) if isinstance(node, ast.Attribute)}
    owner, call = _search(syntax, names, task, wanted)
    parameters = tuple(_required(call))[owner is not None :]
    words = set(map(plain_name, parameters))
    if owner is not None and plain_name(call.__name__) == "getaction":
        kind = "pacman"
    elif len(attributes & BOOK) > 1:
        kind = "book"
    elif attributes & {*CHILDREN, "get_children", "getChildren"}:
        kind = "node"
    elif words & SCORES and words & INDEX:
        kind = "flat"
    else:
        kind = "list"
    return Form(kind, call, parameters, owner, bool(TYPE_TEST.search(text)))


def _search(
    syntax: ast.Module, names: dict[str, Any], task: str, wanted: str
) -> tuple[type | None, Callable[..., Any]]:
    """Return (class or None, function) of the search in a file. Raise :class:`FormError`."""
    found: dict[str, tuple[type | None, Callable[..., Any]]] = {}
    for node in syntax.body:
        if isinstance(node, ast.FunctionDef) and inspect.isfunction(names.get(node.name)):
            found[node.name] = None, names[node.name]
        elif isinstance(node, ast.ClassDef) and isinstance(names.get(node.name), type):
            found.update(_methods(node, names[node.name]))
    if wanted:
        for name in (wanted, *(each for each in found if each.endswith(f".{wanted}"))):
            if name in found:
                return found[name]
        raise FormError("unknown-function", ", ".join(found))
    usable = {name: entry for name, entry in found.items() if not name.rpartition(".")[2].startswith("__")}
    if not usable:
        raise FormError("no-function", "")
    likely = min(usable, key=lambda name: _rank(name, task))
    if _rank(likely, task)[0] == UNKNOWN_RANK and len(usable) > 1:
        first = _never_called(syntax, usable)
        if len(first) != 1:
            raise FormError("which-function", ", ".join(usable))
        (likely,) = first
    return usable[likely]


def _methods(syntax: ast.ClassDef, cls: type) -> Iterator[tuple[str, tuple[type | None, Callable[..., Any]]]]:
    """Yield the name of each method of a class, and (class, function); a static method has no class."""
    for node in syntax.body:
        thing = vars(cls).get(node.name) if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.FunctionDef) and inspect.isfunction(thing):
            yield f"{syntax.name}.{node.name}", (cls, thing)
        elif isinstance(node, ast.FunctionDef) and isinstance(thing, staticmethod | classmethod):
            yield f"{syntax.name}.{node.name}", (None, getattr(cls, node.name))


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


def _never_called(syntax: ast.Module, names: Iterable[str]) -> list[str]:
    """Return the functions that no function of the file calls."""
    called = {
        call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
        for node in ast.walk(syntax)
        if isinstance(node, ast.FunctionDef)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute | ast.Name)
    }
    return [name for name in names if name.rpartition(".")[2] not in called]


def _required(call: Callable[..., Any]) -> Iterator[str]:
    for parameter in inspect.signature(call).parameters.values():
        if parameter.default is parameter.empty and parameter.kind not in (
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        ):
            yield parameter.name


def height(tree: Any) -> int:
    """Return the largest number of moves to a leaf."""
    return 1 + max(map(height, tree)) if isinstance(tree, list) else 0


def row(tree: Any) -> list[Any]:
    """Return the leaves' values, left to right."""
    return [value for child in tree for value in row(child)] if isinstance(tree, list) else [tree]


def choices(form: Form, task: str, tree: Any) -> list[tuple[Any, ...]]:
    """Return the possible arguments for parameters whose meaning differs between courses, the most likely first."""
    options: list[tuple[Any, ...]] = []
    for name in form.parameters:
        word = plain_name(name)
        if word in DEPTH:
            options.append(("height", 0))
        elif word in MOVER:
            options.append(
                (0,) if task in PLAYERS else ("MAX",) if form.kind == "book" else (True, 0, "MAX", "max", "Max", "X")
            )
    return list(itertools.product(*options))


class Call:
    """One run of a search on one tree."""

    def __init__(self, form: Form, task: str, tree: Any, chosen: tuple[Any, ...]) -> None:
        self.form = form
        self.task = task
        self.tree = tree
        self.examined = Examined()
        self._chosen = iter(chosen)
        self._height = height(tree)
        self._lists: dict[int, tuple[Path, Any]] = {}
        self._called = Examined()

    @property
    def leaves(self) -> list[Path]:
        """The visited leaves: the leaves passed to the student's function, or else the leaves whose values were read."""
        return list(self._called.leaves or self.examined.leaves)

    def run(self) -> Any:
        """Run the search. Return its result unchanged."""
        call, form = self.form.call, self.form
        if form.owner is not None:
            call = getattr(self._agent(form.owner), form.call.__name__)
        arguments = self._arguments()
        if form.kind != "list":
            return call(*arguments)
        file = form.call.__code__.co_filename

        def hear(frame: FrameType, event: str, _value: Any) -> None:
            if event == "call" and frame.f_code.co_filename == file:
                self._hear(frame)

        sys.setprofile(hear)
        try:
            return call(*arguments)
        finally:
            sys.setprofile(None)

    def _agent(self, owner: type) -> Any:
        required = tuple(_required(vars(owner)["__init__"]))[1:] if "__init__" in vars(owner) else ()
        agent = owner(*(self._root() if plain_name(name) in GAME else 2 for name in required))
        if self.form.kind == "pacman":
            agent.index = 0
            agent.depth = (self._height + 1) // 2
            agent.evaluationFunction = lambda state: state.getScore()
        return agent

    def _root(self) -> Any:
        """Return the tree in this form; for the book's form, the game."""
        if self.form.kind == "list":
            made = self.tree if self.form.plain else branches(self.tree, self.examined)
            self._know(made, ())
            return made
        if self.form.kind == "node":
            return TreeNode(self.tree, self.examined, players=PLAYERS.get(self.task, 2))
        if self.form.kind == "book":
            return BookGame(self.tree, self.examined, PLAYERS.get(self.task, 2))
        return PacmanState(self.tree, self.examined)

    def _arguments(self) -> list[Any]:
        root: Any = _Row(self.tree, self.examined) if self.form.kind == "flat" else self._root()
        start: list[Any] = [root.initial if self.form.kind == "book" else root]
        filled: list[Any] = []
        words = set(map(plain_name, self.form.parameters))
        for name in self.form.parameters:
            word = plain_name(name)
            if word in GAME and self.form.kind == "book":
                filled.append(root)
            elif word in ALPHA and words & BETA:
                filled.append(-math.inf)
            elif word in BETA and words & ALPHA:
                filled.append(math.inf)
            elif word in DEPTH:
                chosen = next(self._chosen)
                filled.append(self._height if chosen == "height" else chosen)
            elif word in MOVER:
                filled.append(next(self._chosen))
            elif word in MAX_DEPTH:
                filled.append(self._height)
            elif is_for_min(word):
                filled.append(False)
            elif is_for_max(word):
                filled.append(True)
            elif word in SIGN:
                filled.append(1)
            elif word in INDEX:
                filled.append(0)
            elif word in PLAYER_COUNT and not (start and word == "n"):
                filled.append(PLAYERS.get(self.task, 2))
            elif start:
                filled.append(start.pop())
            else:
                raise FormError("parameter", name)
        return filled

    def _know(self, made: Any, path: Path) -> None:
        if isinstance(made, list):
            self._lists[id(made)] = path, made
            for number, child in enumerate(list.__iter__(made)):
                self._know(child, (*path, number))

    def _hear(self, frame: FrameType) -> None:
        """Record a leaf when a function of the file is called with it.

        Leaves are plain numbers, so the leaf is the next child of the caller's list that has this value.
        """
        code = frame.f_code
        first = code.co_varnames[: code.co_argcount]
        values = [frame.f_locals[name] for name in first if name in frame.f_locals]
        node = next(
            (value for name, value in zip(first, values, strict=False) if _is_node(name, value, self.form)), None
        )
        if node is None or isinstance(node, list):
            return
        above: FrameType | None = frame.f_back
        while above is not None:
            for value in above.f_locals.values():
                path, made = self._lists.get(id(value), ((), None))
                if made is value and isinstance(value, list):
                    for number, child in enumerate(list.__iter__(value)):
                        if not isinstance(child, list) and child == node and (*path, number) not in self._called.leaves:
                            self._called.note((*path, number))
                            return
            above = above.f_back


def _is_node(name: str, value: Any, form: Form) -> bool:
    word = plain_name(name)
    if isinstance(value, list):
        return True
    return word in NODES or (word == plain_name(form.parameters[0]) if form.parameters else False)


class _Row(list[Any]):
    """A list of leaf values that notes each value that is read."""

    def __init__(self, tree: Any, examined: Examined) -> None:
        super().__init__(row(tree))
        self._examined = examined
        self._paths = list(_paths(tree))

    def __getitem__(self, place: Any) -> Any:
        value = super().__getitem__(place)
        if not isinstance(place, slice):
            self._examined.note(self._paths[place])
        return value


def _paths(tree: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(tree, list):
        for number, child in enumerate(tree):
            yield from _paths(child, (*path, number))
    else:
        yield path


def read_result(result: Any, task: str, kind: str) -> tuple[Any, int | None, bool]:
    """Return (value, move, True if a move was returned). Raise :class:`ValueError` if there is neither."""
    parts = [result]
    if task in PLAYERS:
        vector = _vector(result) or next((_vector(part) for part in _parts(result) if _vector(part)), None)
        if vector is not None:
            return vector, *_move(_parts(result) if _vector(result) is None else [])
    elif isinstance(result, tuple | list):
        parts = list(result)
    numbers = [part for part in parts if _number(part) is not None]
    moves = [part for part in parts if isinstance(part, str)]
    if kind not in ("pacman", "book") and len(numbers) > 1:
        moves = numbers[1:2]
    if task in PLAYERS:
        numbers = []
    if not numbers and not (moves and kind in ("pacman", "book")):
        raise ValueError
    return (_number(numbers[0]) if numbers else None), *_move(moves, always=bool(moves))


def _parts(result: Any) -> list[Any]:
    return list(result) if isinstance(result, tuple | list) else []


def _move(parts: list[Any], *, always: bool = False) -> tuple[int | None, bool]:
    for part in parts:
        if isinstance(part, str) and len(part) == 1 and part in ACTIONS:
            return ACTIONS.index(part), True
        if isinstance(part, int) and not isinstance(part, bool):
            return part, True
    return None, always


def _vector(part: Any) -> tuple[Any, ...] | None:
    if not isinstance(part, tuple | list) or len(part) != PLAYERS["max-n"]:
        return None
    numbers = tuple(map(_number, part))
    return None if None in numbers else numbers


def _number(part: Any) -> int | float | None:
    if part is None or isinstance(part, bool | str | bytes | list | tuple):
        return None
    if isinstance(part, int):
        return part
    try:
        number = float(part)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isnan(number) else 0.0 if abs(number) < 1e-200 else number
