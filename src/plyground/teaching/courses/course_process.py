"""The process in which a file of a course runs: it calls the functions that the grader names, with plain arguments."""

from __future__ import annotations

import json
import random
import sys
import time
from copy import deepcopy
from multiprocessing.connection import Connection
from typing import Any

from plyground.teaching.courses.maze_board import expectimax_action, first_state
from plyground.teaching.grading.student_guard import Clock, FormError, guarded, run_file, tell_ready
from plyground.teaching.grading.student_objects import Examined, PacmanState, pacman_modules

MARKS = ("X", "O", "EMPTY")
"""Constants of the file that stand for the marks ``X``, ``O`` and None of the grader's boards."""

OF_MARKS = ("initial_state", "player", "result", "winner")
"""Functions that return marks or boards."""


def serve_board_functions(connection: Connection, path: str, text: str, names: tuple[str, ...], seconds: float) -> None:
    """Load a file that has functions of boards, then answer calls until the connection closes."""
    tell_ready(connection)
    sys.setrecursionlimit(3000)
    module: dict[str, Any] = {}

    def load() -> dict[str, Any]:
        module.update(run_file(path, text, seconds))
        found = [name for name in names if callable(module.get(name))]
        if not found:
            raise FormError("no-known-function", ", ".join(names))
        return {"functions": found}

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        marks = [module.get(name, usual) for name, usual in zip(MARKS, ("X", "O", None), strict=True)]
        board = [[marks[("X", "O", None).index(cell)] for cell in row] for row in asked["board"] or ()]
        before = deepcopy(board)
        arguments = [*([board] if asked["board"] else []), *([tuple(asked["action"])] if asked["action"] else [])]
        with Clock(seconds, path):
            result = module[asked["function"]](*arguments)
            plain = _plain(result, marks if asked["function"] in OF_MARKS else [])
        return {"result": plain, "changed": board != before}

    json.loads(connection.recv_bytes())
    loaded = guarded(load, path)
    connection.send_bytes(json.dumps(loaded).encode())
    if "problem" in loaded:
        return
    while True:
        asked = json.loads(connection.recv_bytes())
        connection.send_bytes(json.dumps(guarded(lambda asked=asked: answer(asked), path)).encode())  # type: ignore[misc]


def _plain(thing: Any, marks: list[Any]) -> Any:
    """Return a result for JSON; the file's marks become ``X``, ``O`` and None."""
    if isinstance(thing, set | frozenset):
        return sorted((_plain(part, marks) for part in thing), key=repr)
    if isinstance(thing, list | tuple):
        return [_plain(part, marks) for part in thing]
    if isinstance(thing, bool):
        return thing
    for mark, usual in zip(marks, ("X", "O", None), strict=False):
        if type(thing) is type(mark) and thing == mark:
            return usual
    if thing is None or isinstance(thing, int | float | str):
        return thing
    if hasattr(thing, "tolist"):  # an array of numpy
        return _plain(thing.tolist(), marks)
    return int(thing) if hasattr(thing, "__index__") else repr(thing)


DIRECTIONS = ("North", "South", "East", "West", "Stop")
"""Actions of Pacman, by the index of the child."""


def serve_pacman(connection: Connection, path: str, text: str, class_name: str, seconds: float) -> None:
    """Load a file of CS188's project 2, then answer with the action and the evaluated states of each tree."""
    tell_ready(connection)
    sys.setrecursionlimit(3000)
    for name, stand_in in pacman_modules().items():
        sys.modules.setdefault(name, stand_in)
    module: dict[str, Any] = {}

    def load() -> dict[str, Any]:
        module.update(run_file(path, text, seconds))
        if not callable(getattr(module.get(class_name), "getAction", None)):
            raise FormError("no-known-function", f"{class_name}.getAction")
        return {"functions": [class_name]}

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        examined = Examined()
        agent = module[class_name]()
        agent.index, agent.depth = 0, asked["depth"]
        agent.evaluationFunction = lambda state, *_others: state.getScore()
        with Clock(seconds, path):
            action = agent.getAction(PacmanState(asked["tree"], examined, agents=asked["agents"], actions=DIRECTIONS))
        return {"action": action if isinstance(action, str) else repr(action)[:50], "leaves": list(examined.leaves)}

    json.loads(connection.recv_bytes())
    loaded = guarded(load, path)
    connection.send_bytes(json.dumps(loaded).encode())
    if "problem" in loaded:
        return
    while True:
        asked = json.loads(connection.recv_bytes())
        connection.send_bytes(json.dumps(guarded(lambda asked=asked: answer(asked), path)).encode())  # type: ignore[misc]


GAME_FACTOR = 15
"""Processor time of a file for one game, as a multiple of the time for one move."""
SEARCH_DEPTH = 2
"""Depth of the expectimax that asks an evaluation of CS188."""


class MazePlayer:
    """The moves that a file of CS188 chooses on a small board, by its ReflexAgent or by its evaluation of states."""

    def __init__(self, module: dict[str, Any], name: str, path: str, seconds: float) -> None:
        self.thing = module[name]
        self.path = path
        self.seconds = seconds

    def move(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the action of Pacman after ``moves``: pairs of agent and action. ``rows`` begin a new game."""
        if "rows" in asked:
            self.state = first_state(asked["rows"], asked["ghosts"])
            self.used_s = 0.0
            random.seed(asked["seed"])
        for agent, action in asked["moves"]:
            self.state = self.state.generateSuccessor(agent, action)
        begun = time.process_time()
        with Clock(self.seconds, self.path):
            if "rows" in asked and isinstance(self.thing, type):
                self.agent = self.thing()
                self.agent.index = 0
            action = self._action()
        self.used_s += time.process_time() - begun
        if self.used_s > GAME_FACTOR * self.seconds:
            raise FormError("slow", "")
        return {"action": action if isinstance(action, str) else repr(action)[:50]}

    def _action(self) -> Any:
        if not isinstance(self.thing, type):
            return expectimax_action(self.state, _numbered(self.thing), SEARCH_DEPTH)
        if hasattr(self.agent, "getAction"):
            return self.agent.getAction(self.state)
        evaluate = _numbered(self.agent.evaluationFunction)
        return max(self.state.getLegalActions(), key=lambda action: evaluate(self.state, action))


def _numbered(evaluate: Any) -> Any:
    """Return the evaluation, which raises :class:`FormError` if it returns nothing."""

    def checked(*arguments: Any) -> Any:
        found = evaluate(*arguments)
        if found is None:
            raise FormError("none", "")
        return found

    return checked


def serve_maze(connection: Connection, path: str, text: str, name: str, seconds: float) -> None:
    """Load a file of CS188's project 2, then answer with Pacman's moves of games on a small board."""
    tell_ready(connection)
    sys.setrecursionlimit(3000)
    for module_name, stand_in in pacman_modules().items():
        sys.modules.setdefault(module_name, stand_in)
    players: list[MazePlayer] = []

    def load() -> dict[str, Any]:
        players.append(maze_player(run_file(path, text, seconds), name, path, seconds))
        return {"functions": [name]}

    json.loads(connection.recv_bytes())
    loaded = guarded(load, path)
    connection.send_bytes(json.dumps(loaded).encode())
    if "problem" in loaded:
        return
    while True:
        asked = json.loads(connection.recv_bytes())
        connection.send_bytes(json.dumps(guarded(lambda asked=asked: players[0].move(asked), path)).encode())  # type: ignore[misc]


def maze_player(module: dict[str, Any], name: str, path: str, seconds: float) -> MazePlayer:
    """Return the player of a file. Raise :class:`FormError` if the file has no such class or function."""
    thing = module.get(name)
    if not callable(thing) or (isinstance(thing, type) and not hasattr(thing, "evaluationFunction")):
        raise FormError("no-known-function", f"{name}.evaluationFunction" if name[0].isupper() else name)
    return MazePlayer(module, name, path, seconds)
