"""A small board with food and ghosts, for the questions of Berkeley's course CS188 that are graded by games.

Its states answer to the names in the public description of the course's project 2. Rules, boards and code are plyground's
own. A move of Pacman costs one point, food gives 10, a scared ghost 200, the last food 500; a ghost takes 500.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

Cell = tuple[int, int]
"""Column and row, from the bottom left."""
STEPS: dict[str, Cell] = {"North": (0, 1), "South": (0, -1), "East": (1, 0), "West": (-1, 0), "Stop": (0, 0)}
"""The change of column and row by action."""
REVERSE = {"North": "South", "South": "North", "East": "West", "West": "East", "Stop": "Stop"}
"""The opposite of each action."""
SCARED_MOVES = 20
"""Moves of a ghost for which a capsule scares it."""
OPEN_BOARD = (
    "###############",
    "#G....   ....G#",
    "#.  #  .  #  .#",
    "#.    .#.    .#",
    "#.  #  .  #  .#",
    "#o....   ....o#",
    "#      P      #",
    "###############",
)
"""A board with few walls: # wall, . food, o capsule, P Pacman, G ghost."""
WALLED_BOARD = (
    "###############",
    "#....  G  ....#",
    "#.##. .#. .##.#",
    "#. o.# G #.o .#",
    "#.##. .#. .##.#",
    "#....  P  ....#",
    "###############",
)
"""A board with short walls."""


class Grid:
    """A table of True and False by column and row."""

    def __init__(self, width: int, height: int, cells: Iterable[Cell]) -> None:
        self.width = width
        self.height = height
        self.data = [[False] * height for _column in range(width)]
        for column, row in cells:
            self.data[column][row] = True

    def __getitem__(self, column: int) -> list[bool]:
        return self.data[column]

    def __iter__(self) -> Iterator[list[bool]]:
        return iter(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self.data == other.data

    def __hash__(self) -> int:
        return hash(tuple(map(tuple, self.data)))

    def asList(self, key: bool = True) -> list[Cell]:
        """Return the cells that are ``key``."""
        return [(x, y) for x in range(self.width) for y in range(self.height) if self.data[x][y] == key]

    def count(self, item: bool = True) -> int:
        """Return the number of cells that are ``item``."""
        return sum(column.count(item) for column in self.data)

    def copy(self) -> Grid:
        """Return a copy."""
        return Grid(self.width, self.height, self.asList())

    deepCopy = shallowCopy = copy


class AgentState(NamedTuple):
    """The place of Pacman or of a ghost."""

    position: Cell
    direction: str = "Stop"
    scaredTimer: int = 0  # moves for which a ghost is still scared
    isPacman: bool = False

    def getPosition(self) -> Cell:
        """Return column and row."""
        return self.position

    def getDirection(self) -> str:
        """Return the last action."""
        return self.direction

    @property
    def configuration(self) -> AgentState:
        """The place again, as the course's object for it."""
        return self

    @property
    def pos(self) -> Cell:
        """Column and row."""
        return self.position


class Board:
    """The parts of a board that never change: its size, walls, exits of each cell, and first cells of the ghosts."""

    def __init__(self, rows: tuple[str, ...], ghosts: int) -> None:
        marked: dict[str, list[Cell]] = {mark: [] for mark in "#.oPG "}
        for row, line in enumerate(reversed(rows)):
            for column, mark in enumerate(line):
                marked[mark].append((column, row))
        self.width, self.height = len(rows[0]), len(rows)
        self.marked = marked
        self.starts = tuple(marked["G"][:ghosts])
        self.walls = Grid(self.width, self.height, marked["#"])
        self.exits = {
            (column, row): [name for name, (x, y) in STEPS.items() if not self.walls[column + x][row + y]]
            for mark, cells in marked.items()
            for column, row in cells
            if mark != "#"
        }


class MazeState(NamedTuple):
    """A state of the game, with the interface of the course's ``GameState``. Agent 0 is Pacman."""

    board: Board
    pacman: AgentState
    ghosts: tuple[AgentState, ...]
    food: frozenset[Cell]
    capsules: frozenset[Cell]
    score: int = 0
    is_lost: bool = False

    def __str__(self) -> str:
        cells = {**dict.fromkeys(self.food, "."), **dict.fromkeys(self.capsules, "o"), self.pacman.position: "P"}
        cells |= dict.fromkeys(self.board.marked["#"], "#")
        cells |= {ghost.position: "s" if ghost.scaredTimer else "G" for ghost in self.ghosts}
        rows = reversed(range(self.board.height))
        return "/".join("".join(cells.get((column, row), " ") for column in range(self.board.width)) for row in rows)

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        """Return the legal actions of an agent; none after the end. A ghost does not stop, and turns only at dead ends."""
        if not self.food or self.is_lost:
            return []
        place = self._agent(agentIndex)
        exits = self.board.exits[place.position]
        if not agentIndex:
            return exits.copy()
        back = REVERSE[place.direction]
        return [name for name in exits if name not in ("Stop", back)] or [back]

    def getLegalPacmanActions(self) -> list[str]:
        """Return the legal actions of Pacman."""
        return self.getLegalActions(0)

    def generateSuccessor(self, agentIndex: int, action: str) -> MazeState:
        """Return the state after an action of an agent. Raise an Exception for an illegal one."""
        if action not in self.getLegalActions(agentIndex):
            raise Exception(f"Illegal action {action} of agent {agentIndex}")
        place = self._agent(agentIndex)
        step = STEPS[action]
        cell = place.position[0] + step[0], place.position[1] + step[1]
        if agentIndex:
            moved = AgentState(cell, action, max(0, place.scaredTimer - 1))
            return self._replace(ghosts=self._with_ghost(agentIndex, moved))._met([agentIndex])
        after = self._replace(pacman=AgentState(cell, action, isPacman=True), score=self.score - 1)
        if cell in self.food:
            food = self.food - {cell}
            after = after._replace(food=food, score=after.score + (10 if food else 510))
        if cell in self.capsules:
            scared = tuple(ghost._replace(scaredTimer=SCARED_MOVES) for ghost in self.ghosts)
            after = after._replace(capsules=self.capsules - {cell}, ghosts=scared)
        return after._met(range(1, len(self.ghosts) + 1))

    def generatePacmanSuccessor(self, action: str) -> MazeState:
        """Return the state after an action of Pacman."""
        return self.generateSuccessor(0, action)

    def getNextState(self, agentIndex: int, action: str) -> MazeState:
        """Return the state after an action of an agent, by the method's newer name."""
        return self.generateSuccessor(agentIndex, action)

    def getPacmanNextState(self, action: str) -> MazeState:
        """Return the state after an action of Pacman, by the method's newer name."""
        return self.generateSuccessor(0, action)

    def _agent(self, number: int) -> AgentState:
        return self.ghosts[number - 1] if number else self.pacman

    def _with_ghost(self, number: int, ghost: AgentState) -> tuple[AgentState, ...]:
        return (*self.ghosts[: number - 1], ghost, *self.ghosts[number:])

    def _met(self, numbers: Iterable[int]) -> MazeState:
        """Return the state after Pacman has met these ghosts, if they stand on its cell."""
        after = self
        for number in numbers:
            ghost = after.ghosts[number - 1]
            if ghost.position != self.pacman.position or not self.food:
                continue
            if not ghost.scaredTimer:
                return after._replace(score=after.score - 500, is_lost=True)
            home = AgentState(self.board.starts[number - 1])
            after = after._replace(score=after.score + 200, ghosts=after._with_ghost(number, home))
        return after

    def getPacmanState(self) -> AgentState:
        """Return the place of Pacman."""
        return self.pacman

    def getPacmanPosition(self) -> Cell:
        """Return the column and row of Pacman."""
        return self.pacman.position

    def getGhostStates(self) -> list[AgentState]:
        """Return the places of the ghosts."""
        return list(self.ghosts)

    def getGhostState(self, agentIndex: int) -> AgentState:
        """Return the place of a ghost, from 1."""
        return self.ghosts[agentIndex - 1]

    def getGhostPosition(self, agentIndex: int) -> Cell:
        """Return the column and row of a ghost, from 1."""
        return self.ghosts[agentIndex - 1].position

    def getGhostPositions(self) -> list[Cell]:
        """Return the column and row of each ghost."""
        return [ghost.position for ghost in self.ghosts]

    def getNumAgents(self) -> int:
        """Return the number of agents."""
        return 1 + len(self.ghosts)

    def getScore(self) -> float:
        """Return the score."""
        return float(self.score)

    def getCapsules(self) -> list[Cell]:
        """Return the capsules that are left."""
        return sorted(self.capsules)

    def getNumFood(self) -> int:
        """Return the number of food cells that are left."""
        return len(self.food)

    def getFood(self) -> Grid:
        """Return the food as a table."""
        return Grid(self.board.width, self.board.height, self.food)

    def getWalls(self) -> Grid:
        """Return the walls as a table."""
        return self.board.walls

    def hasFood(self, x: int, y: int) -> bool:
        """Return True if there is food on a cell."""
        return (x, y) in self.food

    def hasWall(self, x: int, y: int) -> bool:
        """Return True if a cell is a wall."""
        return self.board.walls[x][y]

    def isWin(self) -> bool:
        """Return True if all food is eaten."""
        return not self.food

    def isLose(self) -> bool:
        """Return True if a ghost has caught Pacman."""
        return self.is_lost


def first_state(rows: tuple[str, ...], ghosts: int) -> MazeState:
    """Return the first state on a board with so many of its ghosts."""
    board = Board(rows, ghosts)
    (pacman,) = board.marked["P"]
    places = tuple(map(AgentState, board.starts))
    food, capsules = (frozenset(board.marked[mark]) for mark in ".o")
    return MazeState(board, AgentState(pacman, isPacman=True), places, food, capsules)


def expectimax_action(state: MazeState, evaluate: Any, depth: int) -> str:
    """Return the first best action of Pacman by an expectimax of this depth; each action of a ghost is equally likely."""

    def value(state: MazeState, agent: int, left: int) -> Any:
        if not left or state.isWin() or state.isLose():
            return evaluate(state)
        following = (agent + 1) % state.getNumAgents()
        values = [
            value(state.generateSuccessor(agent, action), following, left - (following == 0))
            for action in state.getLegalActions(agent)
        ]
        return sum(values) / len(values) if agent else max(values)

    return max(state.getLegalActions(), key=lambda action: value(state.generateSuccessor(0, action), 1, depth))
