"""The process in which a student's file runs. It reads trees and writes answers, both as JSON."""

from __future__ import annotations

import json
import math
import sys
from multiprocessing.connection import Connection
from typing import Any

from plyground.teaching.grading.student_forms import Call, Form, choices, find_form, read_result
from plyground.teaching.grading.student_guard import MAX_TEXT_CHARS, Clock, guarded, run_file, tell_ready
from plyground.teaching.grading.student_objects import pacman_modules

RIGHT_MERIT = 100
"""Score for a right value when arguments are chosen: more than for all wrong values together."""


def serve(connection: Connection, path: str, text: str, task: str, function: str, seconds: float) -> None:
    """Load the file, then answer for each tree until the connection closes.

    The first message has the trees on which arguments are chosen. The first answer describes the recognised form.
    """
    sys.setrecursionlimit(3000)
    student = _Student(path, text, task, seconds)
    tell_ready(connection)
    probes = json.loads(connection.recv_bytes())
    answer = guarded(lambda: student.load(function, probes), path)
    connection.send_bytes(json.dumps(answer).encode())
    if "problem" in answer:
        return
    while True:
        asked = json.loads(connection.recv_bytes())
        connection.send_bytes(json.dumps(guarded(lambda asked=asked: student.reply(asked), path)).encode())  # type: ignore[misc]


def decoded(tree: Any) -> Any:
    """Return a tree whose vectors, ``{"v": [1, 2, 3]}`` in JSON, are tuples."""
    if isinstance(tree, dict):
        return tuple(tree["v"])
    return [decoded(child) for child in tree] if isinstance(tree, list) else tree


class _Student:
    """A loaded file of a student."""

    def __init__(self, path: str, text: str, task: str, seconds: float) -> None:
        self.path = path
        self.text = text
        self.task = task
        self.seconds = seconds
        self.form: Form | None = None
        self.function = ""
        self.chosen: tuple[Any, ...] = ()

    def load(self, function: str, probes: list[list[Any]]) -> dict[str, Any]:
        """Run the file, find its search and choose the arguments that give the most right values. Return a description."""
        for name, stand_in in pacman_modules().items():
            sys.modules.setdefault(name, stand_in)
        self.function = function
        self.form = self._run()
        ways = choices(self.form, self.task, [])
        self.chosen = ways[0]
        if len(ways) > 1:
            trees = [(decoded(tree), value) for tree, value in probes]
            self.chosen = max(ways, key=lambda way: sum(self._merit(tree, value, way) for tree, value in trees))
        return {"form": self.form.kind, "function": self.form.call.__qualname__}

    def _run(self) -> Form:
        return find_form(self.text, run_file(self.path, self.text, self.seconds), self.task, self.function)

    def _merit(self, tree: Any, value: Any, way: tuple[Any, ...]) -> int:
        """Return the score of an answer: greatest for the right value, 1 for a wrong value and 0 for an error."""
        self.chosen = way
        answer = guarded(lambda: self.answer(tree), self.path)
        if "problem" in answer:
            return 0
        return RIGHT_MERIT if answer["value"] is None or answer["value"] == value else 1

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question, which has a tree and says whether to run the file anew first."""
        if asked["anew"]:
            self.form = self._run()
        return self.answer(decoded(asked["tree"]))

    def answer(self, tree: Any) -> dict[str, Any]:
        """Return the answer for one tree."""
        assert self.form is not None  # set when the file is loaded
        call = Call(self.form, self.task, tree, self.chosen)
        with Clock(self.seconds, self.path):
            result = call.run()
        if result is None and self.form.kind in ("pacman", "book"):
            return {"value": None, "move": None, "moved": True, "leaves": call.leaves}
        try:
            value, move, moved = read_result(result, self.task, self.form.kind)
        except ValueError:
            kind = "none" if result is None else "no-value"
            return {"problem": [kind, repr(result)[:MAX_TEXT_CHARS], 0]}
        return {"value": _json(value), "move": move, "moved": moved, "leaves": call.leaves}


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_json(part) for part in value]
    return str(value) if isinstance(value, float) and math.isinf(value) else value
