"""Trees as objects for students' code: nested lists, nodes, the book's game, or states of Pacman.

A leaf counts as visited when its value is read. Nodes answer to Portuguese and Romanian names of attributes, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, SupportsIndex

from plyground.teaching.grading.answer import Path, inner_value
from plyground.teaching.grading.parameter_words import CHILDREN, VALUES

ACTIONS = "abcdefghijklmnopqrstuvwxyz"
"""Names of the moves, by the index of the child."""


class Examined:
    """The leaves that one search visited, in the order of their first visit."""

    def __init__(self) -> None:
        self.leaves: dict[Path, None] = {}

    def note(self, path: Path) -> None:
        """Note a leaf."""
        self.leaves.setdefault(path)


class Branch(list[Any]):
    """A list of children that notes the leaves that are read from it."""

    def __init__(self, children: list[Any], path: Path, examined: Examined) -> None:
        super().__init__(children)
        self.path = path
        self.examined = examined

    def __iter__(self) -> Iterator[Any]:
        for number, child in enumerate(list.__iter__(self)):
            self._note(number, child)
            yield child

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        child = super().__getitem__(place)
        if not isinstance(place, slice):
            self._note(range(len(self))[place], child)
        return child

    def _note(self, number: int, child: Any) -> None:
        if not isinstance(child, list):
            self.examined.note((*self.path, number))


def branches(tree: Any, examined: Examined, path: Path = ()) -> Any:
    """Return a tree with a :class:`Branch` in place of each list."""
    if not isinstance(tree, list):
        return tree
    return Branch([branches(child, examined, (*path, number)) for number, child in enumerate(tree)], path, examined)


class TreeNode:
    """A node with ``children``, ``value`` (None for inner nodes) and ``name``."""

    def __init__(self, tree: Any, examined: Examined, path: Path = (), players: int = 2) -> None:
        self._value = None if isinstance(tree, list) else tree
        self._examined = examined
        self._path = path
        inner = tree if isinstance(tree, list) else []
        self.children = [TreeNode(child, examined, (*path, place), players) for place, child in enumerate(inner)]
        self.name = "".join(ACTIONS[move] for move in path) or "root"
        self.player = len(path) % players
        self.depth = len(path)
        self.parent: TreeNode | None = None
        for child in self.children:
            child.parent = self

    @property
    def value(self) -> Any:
        """The value of a leaf."""
        if not self.children:
            self._examined.note(self._path)
        return self._value

    @value.setter
    def value(self, value: Any) -> None:
        self._value = value  # some programs keep results in the nodes

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


for _name in CHILDREN[1:]:
    setattr(TreeNode, _name, property(lambda node: node.children))
for _name in VALUES[1:]:
    setattr(TreeNode, _name, TreeNode.value)


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
    """A tree with the interface of ``GameState`` in Berkeley's course CS188: agent 0 moves first, then agent 1."""

    def __init__(self, tree: Any, examined: Examined, path: Path = ()) -> None:
        self._tree = tree
        self._examined = examined
        self._path = path

    def getNumAgents(self) -> int:
        """Return the number of agents."""
        return 2

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        """Return the legal moves of an agent."""
        return list(ACTIONS[: len(self._tree)]) if isinstance(self._tree, list) else []

    def generateSuccessor(self, agentIndex: int, action: str) -> PacmanState:
        """Return the state after a move of an agent."""
        number = ACTIONS.index(action)
        return PacmanState(self._tree[number], self._examined, (*self._path, number))

    getNextState = generateSuccessor

    def isWin(self) -> bool:
        """Return True at a leaf."""
        return not isinstance(self._tree, list)

    def isLose(self) -> bool:
        """Return False: every leaf counts as won, and only its score matters."""
        return False

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

    def score(state: PacmanState) -> Any:
        return state.getScore()

    def undefined() -> None:
        raise NotImplementedError("a method is not written yet")

    contents: dict[str, dict[str, Any]] = {
        "util": {"lookup": lambda name, space: space.get(name, score), "raiseNotDefined": undefined, "manhattanDistance": lambda one, two: abs(one[0] - two[0]) + abs(one[1] - two[1])},
        "game": {"Agent": Agent, "Directions": Directions, "Actions": object},
        "pacman": {"GameState": PacmanState},
        "multiAgents": {"MultiAgentSearchAgent": MultiAgentSearchAgent, "scoreEvaluationFunction": score},
    }  # fmt: skip
    modules = {}
    for name, things in contents.items():
        modules[name] = ModuleType(name)
        vars(modules[name]).update(things)
    return modules
