"""Call a student's search on a tree, note the leaves that it visits, and read its result."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any, NamedTuple

from plyground.teaching.grading.answer import Path
from plyground.teaching.grading.student_forms import PLAYERS, Function, Role, Way, inner_arguments
from plyground.teaching.grading.student_objects import (
    ACTIONS,
    GIVEN_TO_NODES,
    BookGame,
    Branch,
    Examined,
    Number,
    PacmanState,
    TreeNode,
    Vector,
    branches,
    plain_value,
)

MAX_CURRIED = 5
"""Most functions that return functions, one after another."""


def height(tree: Any) -> int:
    """Return the largest number of moves to a leaf."""
    return 1 + max(map(height, tree)) if isinstance(tree, list) else 0


def row(tree: Any) -> list[Any]:
    """Return the leaves' values, left to right."""
    return [value for child in tree for value in row(child)] if isinstance(tree, list) else [tree]


class Call:
    """One run of a search on one tree.

    A leaf counts as visited when its value is used, or when a function is entered with it that is part of the search: a
    function that uses values of leaves, itself or in its calls. Helpers such as ``is_leaf(node)`` use none. The functions
    that do, ``using``, are learned from one call to the next.
    """

    def __init__(self, way: Way, task: str, tree: Any, file: str, using: set[CodeType]) -> None:
        self.way = way
        self.task = task
        self.tree = tree
        self.file = file
        self.examined = Examined()
        self._height = height(tree)
        self._events: list[tuple[CodeType | None, Path]] = []  # (entered function, or None for a use; leaf)
        self._using = using
        self._has_node = False

    def run(self) -> Any:
        """Run the search. Return its result unchanged."""
        function = self.way.function
        notes = self.way.kind in ("list", "node")
        if notes:
            self.examined.on_use = self._use
            sys.setprofile(self._hear)
        try:
            result = self._called(function)
            for _number in range(MAX_CURRIED):
                if isinstance(result, type) or not inspect.isroutine(result):
                    break
                inner = Function("", result)
                chosen = inner_arguments(inner, self.way.kind, self.task, self._has_node)
                result = self._call(result, inner.parameters, chosen)
            if inspect.isgenerator(result):
                result = tuple(result)
        finally:
            sys.setprofile(None)
        if notes:
            self._note_leaves(result)
        return result

    def _called(self, function: Function) -> Any:
        chosen = list(self.way.arguments)
        call = function.call
        if function.owner is not None:
            count = len(function.owner_parameters)
            agent = self._call(function.owner, function.owner_parameters, chosen[:count])
            chosen = chosen[count:]
            if self.way.kind == "pacman":
                agent.index = 0
                agent.depth = (self._height + 1) // 2
                agent.evaluationFunction = lambda state: state.getScore()
            call = getattr(agent, call.__name__)
        return self._call(call, function.parameters, chosen)

    def _call(self, call: Any, parameters: list[tuple[str, bool]], chosen: list[Any]) -> Any:
        values = list(map(self._value, chosen))
        pairs = list(zip(parameters, values, strict=True))
        return call(
            *(value for (_name, named), value in pairs if not named),
            **{name: value for (name, named), value in pairs if named},
        )

    def _value(self, chosen: Any) -> Any:
        if chosen is Role.HEIGHT:
            return self._height
        if chosen is Role.DICT:
            return {}
        if chosen is Role.LIST:
            return []
        if chosen not in (Role.NODE, Role.GAME):
            return chosen
        self._has_node = True
        players = PLAYERS.get(self.task, 2)
        if self.way.kind == "flat":
            return _Row(self.tree, self.examined)
        if self.way.kind == "node":
            return TreeNode(self.tree, self.examined, players=players)
        if self.way.kind == "pacman":
            return PacmanState(self.tree, self.examined)
        if self.way.kind == "list":
            return branches(self.tree, self.examined)
        game = BookGame(self.tree, self.examined, players)
        return game if chosen is Role.GAME else game.initial

    def _hear(self, frame: FrameType, event: str, _value: Any) -> None:
        """Note that a function of the file is entered with a leaf."""
        if event != "call" or frame.f_code.co_filename != self.file:
            return
        code = frame.f_code
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            path = _leaf_path(frame.f_locals.get(name))
            if path is not None:
                self._events.append((code, path))

    def _use(self, path: Path) -> None:
        """Note that the value of a leaf is used."""
        self._events.append((None, path))
        frame: FrameType | None = sys._getframe(2)
        while frame is not None:
            if frame.f_code.co_filename == self.file:
                self._using.add(frame.f_code)
            frame = frame.f_back

    def _note_leaves(self, result: Any) -> None:
        for code, path in self._events:
            if code is None or code in self._using or not self._using:
                self.examined.note(path)
        for part in result if type(result) is tuple else (result,):
            if type(part) in (Number, Vector):
                self.examined.note(part.path)

    @property
    def order(self) -> list[Path]:
        """The leaves with which the search was entered, in order; the visited leaves if it was entered with none."""
        entered = dict.fromkeys(path for code, path in self._events if code is not None and code in self._using)
        return list(entered or self.examined.leaves)


def _leaf_path(thing: Any) -> Path | None:
    if type(thing) in (Number, Vector):
        path: Path = thing.path
        return path
    if type(thing) is TreeNode and not thing.children:
        return thing.path
    return None


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


class Reading(NamedTuple):
    """The parts of a result that are the value and the move; None: none."""

    value: Any = None  # index, key or attribute of the value; None: the whole result
    move: Any = None


class Read(NamedTuple):
    """The value and the move of a result."""

    value: Any
    move: int | None = None
    moved: bool = False  # True if a move was returned, legal or not


def readings(result: Any, task: str, kind: str) -> list[Reading]:
    """Return the ways to read a result like this one, the likeliest first."""
    if kind == "pacman":
        return [Reading(None, None)]
    parts = _parts(result)
    if task in PLAYERS and _vector(result) is not None:
        return [Reading()]
    names = list(parts)
    found = [Reading(value, move) for value in names for move in (*names, None) if value != move]
    return found or [Reading()]


def read(result: Any, reading: Reading, task: str, kind: str) -> Read:
    """Return the value and the move of a result. Raise :class:`ValueError` if there is neither."""
    if kind in ("pacman", "book") and (result is None or isinstance(result, str)):
        return Read(None, _index(result), moved=True)
    if kind == "pacman":  # an action is asked for
        return Read(None, None, moved=True)
    parts = _parts(result)
    if reading.value is None or reading.value not in parts:
        return Read(_number_or_vector(result, task))
    value = _number_or_vector(parts[reading.value], task)
    if reading.move is None or reading.move not in parts:
        return Read(value)
    move = parts[reading.move]
    return Read(value, _index(move), moved=move is not None or kind == "book")


def _number_or_vector(part: Any, task: str) -> Any:
    found = _vector(part) if task in PLAYERS else _number(part)
    if found is None:
        raise ValueError(part)
    return found


def _parts(result: Any) -> dict[Any, Any]:
    """Return the parts of a tuple, a list, a dictionary or an object by their index, key or attribute."""
    if type(result) in (Number, Vector, Branch):
        return {}
    if isinstance(result, tuple | list):
        return dict(enumerate(result))
    if isinstance(result, dict):
        return dict(result)
    if isinstance(getattr(result, "__dict__", None), dict) and not callable(result):
        given = GIVEN_TO_NODES if isinstance(result, TreeNode) else ()
        return {name: part for name, part in vars(result).items() if name not in given}
    return {}


def _index(move: Any) -> int | None:
    """Return the index of the child that a move leads to."""
    if isinstance(move, str) and len(move) == 1 and move in ACTIONS:
        return ACTIONS.index(move)
    if type(move) in (Branch, Number, Vector, TreeNode):
        return move.path[0] if move.path else None
    if isinstance(move, list | tuple) and move:  # the line of best play
        return _index(move[0])
    if isinstance(move, bool) or not hasattr(move, "__index__"):
        return None
    return int(move)


def _vector(part: Any) -> tuple[Any, ...] | None:
    if not isinstance(part, tuple | list) or len(part) != PLAYERS["max-n"]:
        return None
    numbers = tuple(map(_number, plain_value(part)))
    return None if None in numbers else numbers


def _number(part: Any) -> int | float | None:
    part = plain_value(part)
    if part is None or isinstance(part, bool | str | bytes | list | tuple):
        return None
    if isinstance(part, int):
        return part
    try:
        number = float(part)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isnan(number) else 0.0 if abs(number) < 1e-200 else number
