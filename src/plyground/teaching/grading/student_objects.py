"""Trees as objects for students' code: nested lists, nodes, the book's game, or states of Pacman.

Each leaf is an object of its own, so that equal leaves are told apart. A leaf of nested lists or of nodes counts as
visited when a program computes or compares with its value (:class:`Number`, :class:`Vector`); a leaf of the book's game
or of Pacman, when its utility or score is asked for. Nodes answer to Portuguese and Romanian names of attributes, too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, ClassVar, Literal, SupportsIndex

from plyground.teaching.grading.answer import Path, inner_value
from plyground.teaching.grading.parameter_words import CHILDREN, VALUES

ACTIONS = "abcdefghijklmnopqrstuvwxyz"
"""Names of the moves, by the index of the child."""
COMPUTING = (
    "lt", "le", "gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv", "rfloordiv",
    "mod", "rmod", "divmod", "rdivmod", "pow", "rpow", "neg", "pos", "abs", "float", "int", "round", "floor", "ceil",
    "trunc",
)  # fmt: skip
"""Operators that use the value of a number. Tests for equality, ``bool`` and ``repr`` are questions of helpers."""


class Examined:
    """The leaves that one search visited, in the order of their first visit, and the leaves that it has only read."""

    def __init__(self) -> None:
        self.leaves: dict[Path, None] = {}
        self.read: set[Path] = set()
        self.on_use: Callable[[Path], None] = self.note

    def note(self, path: Path) -> None:
        """Note a leaf."""
        self.leaves.setdefault(path)


def _says(kind: type) -> Any:
    """Return a property ``__class__`` by which ``isinstance`` takes an object for one of this type."""
    return property(lambda thing: kind)


class Number(int):
    """The value of a leaf: a whole number that notes each use of its value. It calls itself an ``int``."""

    path: Path
    examined: Examined

    def __new__(cls, value: Any = 0, path: Path | None = None, examined: Examined | None = None) -> Any:
        if path is None or examined is None:  # as in statistics.mean, which makes a result of the numbers' type
            return int(value)
        made = super().__new__(cls, value)
        made.path = path
        made.examined = examined
        return made

    __class__ = _says(int)

    def used(self) -> Number:
        """Note this leaf."""
        self.examined.on_use(self.path)
        return self

    def as_integer_ratio(self) -> tuple[int, Literal[1]]:
        """Return the value as a fraction."""
        return int.as_integer_ratio(self.used())

    @property
    def numerator(self) -> int:
        """The value."""
        return int.__pos__(self.used())

    def __array_ufunc__(self, function: Any, method: str, *arguments: Any, **named: Any) -> Any:
        """Compute as numpy does with plain numbers."""
        values = [int.__pos__(each.used()) if type(each) is Number else each for each in arguments]
        return getattr(function, method)(*values, **named)

    def __copy__(self) -> Number:
        return self

    def __deepcopy__(self, _memo: Any) -> Number:
        return self


def _computing(name: str) -> Any:
    compute = getattr(int, name)

    def operator(number: Number, *others: Any) -> Any:
        for other in others:
            if type(other) is Number:
                other.used()
        return compute(number.used(), *others)

    return operator


for _word in COMPUTING:
    setattr(Number, f"__{_word}__", _computing(f"__{_word}__"))


class Vector(tuple[Any, ...]):
    """The values of a leaf for several players: a tuple that notes each use."""

    path: Path
    examined: Examined

    __class__ = _says(tuple)

    def used(self) -> Vector:
        """Note this leaf."""
        self.examined.on_use(self.path)
        return self

    def __iter__(self) -> Iterator[Any]:
        return tuple.__iter__(self.used())

    def __getitem__(self, place: Any) -> Any:
        return tuple.__getitem__(self.used(), place)

    def __copy__(self) -> Vector:
        return self

    def __deepcopy__(self, _memo: Any) -> Vector:
        return self


def leaf_value(value: Any, path: Path, examined: Examined) -> Any:
    """Return the value of a leaf as an object that notes its use."""
    if not isinstance(value, tuple):
        return Number(value, path, examined)
    made = Vector(value)
    made.path, made.examined = path, examined
    return made


def plain_value(value: Any) -> Any:
    """Return a value without notes."""
    if type(value) is Number:
        return int.__pos__(value)
    return tuple(tuple.__iter__(value)) if type(value) is Vector else value


class Branch(list[Any]):
    """A list of children that notes which leaves are read from it. It calls itself a ``list``."""

    def __init__(self, children: list[Any], path: Path, examined: Examined) -> None:
        super().__init__(children)
        self.path = path
        self.examined = examined

    __class__ = _says(list)

    def __iter__(self) -> Iterator[Any]:
        return map(self._handed, list.__iter__(self))

    def __reversed__(self) -> Iterator[Any]:
        return map(self._handed, list.__reversed__(self))

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        found = super().__getitem__(place)
        return list(map(self._handed, found)) if isinstance(place, slice) else self._handed(found)

    def __array__(self, *arguments: Any, **named: Any) -> Any:
        """Return an array of numpy, whose numbers are no leaves any more."""
        return sys.modules["numpy"].array(list(map(_arrayed, self)), *arguments, **named)

    def __copy__(self) -> Branch:
        return Branch(list(list.__iter__(self)), self.path, self.examined)

    def __deepcopy__(self, memo: Any) -> Branch:
        children = [each.__deepcopy__(memo) for each in list.__iter__(self)]
        return Branch(children, self.path, self.examined)

    def _handed(self, child: Any) -> Any:
        if type(child) in (Number, Vector):
            self.examined.read.add(child.path)
        return child


def _arrayed(node: Any) -> Any:
    return list(map(_arrayed, node)) if type(node) is Branch else plain_value(node)


def branches(tree: Any, examined: Examined, path: Path = ()) -> Any:
    """Return a tree with a :class:`Branch` in place of each list, and values that note their use."""
    if not isinstance(tree, list):
        return leaf_value(tree, path, examined)
    return Branch([branches(child, examined, (*path, number)) for number, child in enumerate(tree)], path, examined)


PLAIN_TYPES: dict[type, type] = {Number: int, Vector: tuple, Branch: list}
"""The types that leaves and lists of children say that they have."""


class _PlainTypes(type):
    """The type of :class:`Type`."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        if len(arguments) == 1 and not named:
            found = type(arguments[0])
            return PLAIN_TYPES.get(found, found)
        return type(*arguments, **named)

    def __instancecheck__(cls, thing: Any) -> bool:
        return isinstance(thing, type)

    def __getitem__(cls, wanted: Any) -> Any:
        return type[wanted]


class Type(type, metaclass=_PlainTypes):
    """The name ``type`` of students' files, for which leaves and lists of children have the types of plain Python."""


class TreeNode:
    """A node with ``children``, ``value`` (None for inner nodes) and ``name``."""

    def __init__(self, tree: Any, examined: Examined, path: Path = (), players: int = 2) -> None:
        self.value = None if isinstance(tree, list) else leaf_value(tree, path, examined)
        self.path = path
        inner = tree if isinstance(tree, list) else []
        self.children = [TreeNode(child, examined, (*path, place), players) for place, child in enumerate(inner)]
        self.name = "".join(ACTIONS[move] for move in path) or "root"
        self.player = len(path) % players
        self.depth = len(path)
        self.parent: TreeNode | None = None
        for child in self.children:
            child.parent = self

    def is_leaf(self) -> bool:
        """Return True for a leaf."""
        return not self.children

    is_terminal = isLeaf = isTerminal = is_leaf

    def get_children(self) -> list[TreeNode]:
        """Return the children."""
        return self.children

    getChildren = get_children

    def evaluate(self) -> Any:
        """Return the value of a leaf."""
        return self.value

    get_value = getValue = evaluate


GIVEN_TO_NODES = ("path", "children", "name", "player", "depth", "parent")
"""Attributes of nodes that no search answers with; the value may be one that it kept there."""


def _other_name(name: str) -> property:
    """Return a property that is another name of an attribute."""

    def change(node: TreeNode, value: Any) -> None:  # some programs keep results in the nodes
        setattr(node, name, value)

    return property(lambda node: getattr(node, name), change)


for _name in CHILDREN[1:]:
    setattr(TreeNode, _name, _other_name("children"))
for _name in VALUES[1:]:
    setattr(TreeNode, _name, _other_name("value"))


class BookState:
    """A state of :class:`BookGame`."""

    def __init__(self, tree: Any, path: Path, players: int) -> None:
        self.tree = tree
        self.path = path
        self.to_move: Any = len(path) % players if players > 2 else ("MAX", "MIN")[len(path) % 2]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BookState) and self.path == other.path

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"<state {''.join(ACTIONS[move] for move in self.path) or 'root'}>"


class BookGame:
    """A tree with the interface of a game in Russell & Norvig's book."""

    def __init__(self, tree: Any, examined: Examined, players: int = 2) -> None:
        self._examined = examined
        self._players = players
        self.initial = BookState(tree, (), players)

    def actions(self, state: BookState) -> list[str]:
        """Return the moves, left to right."""
        return list(ACTIONS[: len(state.tree)]) if isinstance(state.tree, list) else []

    def result(self, state: BookState, action: str) -> BookState:
        """Return the state after a move."""
        number = ACTIONS.index(action)
        return BookState(state.tree[number], (*state.path, number), self._players)

    def is_terminal(self, state: BookState) -> bool:
        """Return True if the game is over."""
        return not isinstance(state.tree, list)

    terminal_test = is_terminal

    def to_move(self, state: BookState) -> Any:
        """Return the player to move: ``"MAX"``, ``"MIN"``, or a number if there are more players."""
        return state.to_move

    player = to_move

    def utility(self, state: BookState, player: Any = None) -> Any:
        """Return the value of a finished game for a player. With more than two players, return the vector if no player
        is given.
        """
        self._examined.note(state.path)
        if isinstance(state.tree, tuple):
            return state.tree if player is None else state.tree[player]
        return -state.tree if player == "MIN" else state.tree


class PacmanState:
    """A tree with the interface of ``GameState`` in Berkeley's course CS188: agent 0 moves first, then each ghost."""

    def __init__(
        self, tree: Any, examined: Examined, path: Path = (), agents: int = 2, actions: Sequence[str] = ACTIONS
    ) -> None:
        self._tree = tree
        self._examined = examined
        self._path = path
        self._agents = agents
        self._actions = actions

    def getNumAgents(self) -> int:
        """Return the number of agents."""
        return self._agents

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        """Return the legal moves of an agent."""
        return list(self._actions[: len(self._tree)]) if isinstance(self._tree, list) else []

    def generateSuccessor(self, agentIndex: int, action: str) -> PacmanState:
        """Return the state after a move of an agent."""
        number = self._actions.index(action)
        return PacmanState(self._tree[number], self._examined, (*self._path, number), self._agents, self._actions)

    def generatePacmanSuccessor(self, action: str) -> PacmanState:
        """Return the state after a move of agent 0."""
        return self.generateSuccessor(0, action)

    getNextState = generateSuccessor
    getPacmanNextState = generatePacmanSuccessor

    def getLegalPacmanActions(self) -> list[str]:
        """Return the legal moves of agent 0."""
        return self.getLegalActions(0)

    def isWin(self) -> bool:
        """Return True at a leaf that is not lost."""
        return not isinstance(self._tree, list) and not self.isLose()

    def isLose(self) -> bool:
        """Return True at a leaf with an odd negative score, so that programs must test both ends."""
        return not isinstance(self._tree, list) and self._tree < 0 and self._tree % 2 == 1

    def getScore(self) -> Any:
        """Return the value of a leaf, or the static value of an inner node."""
        self._examined.note(self._path)
        return inner_value(self._path) if isinstance(self._tree, list) else self._tree


def pacman_modules() -> dict[str, ModuleType]:
    """Return stand-ins for the modules that files of CS188 import."""

    class Agent:
        def __init__(self, index: int = 0) -> None:
            self.index = index

    class MultiAgentSearchAgent(Agent):
        def __init__(self, evalFn: str = "scoreEvaluationFunction", depth: str = "2") -> None:
            self.index = 0
            self.evaluationFunction = score
            self.depth = int(depth)

    class Directions:
        NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"
        REVERSE: ClassVar = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST, STOP: STOP}

    class Items(list[Any]):
        def push(self, item: Any) -> None:
            self.append(item)

        def isEmpty(self) -> bool:
            return not self

    class Stack(Items):
        pass

    class Queue(Items):
        def pop(self, _place: SupportsIndex = 0) -> Any:
            return super().pop(0)

    class PriorityQueue(Items):
        def push(self, item: Any, priority: float = 0) -> None:
            self.append((priority, item))

        def pop(self, _place: SupportsIndex = 0) -> Any:
            return super().pop(min(range(len(self)), key=lambda place: self[place][0]))[1]

    def score(state: PacmanState) -> Any:
        return state.getScore()

    def undefined() -> None:
        raise NotImplementedError("a method is not written yet")

    contents: dict[str, dict[str, Any]] = {
        "util": {"lookup": lambda name, space: space.get(name, score), "raiseNotDefined": undefined, "manhattanDistance": lambda one, two: abs(one[0] - two[0]) + abs(one[1] - two[1]), "Stack": Stack, "Queue": Queue, "PriorityQueue": PriorityQueue, "Counter": Counter},
        "game": {"Agent": Agent, "Directions": Directions, "Actions": object},
        "pacman": {"GameState": PacmanState},
        "multiAgents": {"MultiAgentSearchAgent": MultiAgentSearchAgent, "scoreEvaluationFunction": score},
    }  # fmt: skip
    modules = {}
    for name, things in contents.items():
        modules[name] = ModuleType(name)
        vars(modules[name]).update(things)
    return modules
