"""The process in which a student's functions about a game run. It gets lines of moves and sends answers, as JSON."""

from __future__ import annotations

import json
import sys
from functools import reduce
from multiprocessing.connection import Connection
from typing import Any

from plyground.games import game as game_named
from plyground.teaching.grading.game_functions import FunctionArguments, Rules, describe_own, find_functions, plain
from plyground.teaching.grading.student_guard import Clock, guarded, run_file, tell_ready

MAX_FRAMES = 3000


def serve(
    connection: Connection,
    game_text: str,
    path: str,
    text: str,
    task: str,
    function: str,
    seconds: float,
) -> None:
    """Load the file and send the names of its functions. Then send an answer for each received line of moves."""
    sys.setrecursionlimit(MAX_FRAMES)
    game: Any = game_named(game_text)
    sys.modules["llvmlite"] = None  # type: ignore[assignment]  # the fence hides the files of llvmlite
    functions: dict[str, Any] = {}

    def load() -> dict[str, Any]:
        functions.update(find_functions(run_file(path, text, seconds), task, function))
        return {"functions": {role: found.call.__qualname__ for role, found in functions.items()}}

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        position = reduce(lambda at, move: at.play(move), request["line"], game.start)
        with Clock(seconds, path):
            if "class" in functions:
                return describe_own(functions["class"].call, request["line"])
            if task == "moves":
                return Rules(game, functions).describe(position, request["candidates"])
            (found,) = functions.values()
            return {"answer": plain(found(FunctionArguments(game, position)))}

    tell_ready(connection)
    json.loads(connection.recv_bytes())
    loaded = guarded(load, path)
    connection.send_bytes(json.dumps(loaded).encode())
    if "problem" in loaded:
        return
    while True:
        request = json.loads(connection.recv_bytes())
        connection.send_bytes(json.dumps(guarded(lambda request=request: answer(request), path)).encode())  # type: ignore[misc]
