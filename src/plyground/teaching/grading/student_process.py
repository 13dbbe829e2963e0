"""The process in which a student's file runs. It reads trees and writes answers, both as JSON."""

from __future__ import annotations

import json
import math
import sys
import time
from multiprocessing.connection import Connection
from types import CodeType
from typing import Any, NamedTuple

from plyground.bots.board_functions import plain_name
from plyground.teaching.grading.answer import Answer, Path, leaves_agree, move_agrees, value_agrees
from plyground.teaching.grading.parameter_words import is_known
from plyground.teaching.grading.student_call import Call, Reading, height, read, readings, row
from plyground.teaching.grading.student_forms import SubmittedFile, Way, modules_of, ways
from plyground.teaching.grading.student_guard import MAX_TEXT_CHARS, Clock, FormError, guarded, run_file, tell_ready
from plyground.teaching.grading.student_objects import Type, pacman_modules

MAX_TRIALS = 2000
"""Most ways of calling a search that are tried."""
TRIALS_S = 3.0
"""Seconds of processor time after which no further way is tried."""


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


class _Probe(NamedTuple):
    """A tree with its right answer."""

    tree: Any
    expected: Answer


class _Trial(NamedTuple):
    """A way of calling the search, the best reading of its results, and how right it is."""

    way: Way
    reading: Reading
    merit: tuple[float, ...]
    is_right: bool
    ended: bool  # False: a search did not end

    @property
    def answers_leaves(self) -> bool:
        """True if an answer was a leaf's value, as those of most wrong searches are."""
        return len(self.merit) > 2 and self.merit[2] > 0


class _Student:
    """A loaded file of a student."""

    def __init__(self, path: str, text: str, task: str, seconds: float) -> None:
        self.path = path
        self.text = text
        self.task = task
        self.seconds = seconds
        self.uses_numpy = False
        self.using: set[CodeType] = set()
        self.way: Way | None = None
        self.reading = Reading()

    def load(self, function: str, probes: list[dict[str, Any]]) -> dict[str, Any]:
        """Run the file and choose its search and the way to call it: the first that answers all probes rightly, or
        else the one with the most right values. Return a description.
        """
        for name, stand_in in pacman_modules().items():
            sys.modules.setdefault(name, stand_in)
        file = self._run()
        self.uses_numpy = "numpy" in modules_of(file.names)
        chosen = self._chosen(file, function, [_probe(each) for each in probes])
        self.way, self.reading = chosen.way, chosen.reading
        return {"form": self.way.kind, "function": self.way.function.name}

    def _run(self) -> SubmittedFile:
        return SubmittedFile(self.text, run_file(self.path, self.text, self.seconds, {"type": Type}))

    def _chosen(self, file: SubmittedFile, function: str, probes: list[_Probe]) -> _Trial:
        best: _Trial | None = None
        begun, count = time.process_time(), 0
        functions = file.searches(self.task, function)
        for each in functions:
            for way in ways(file, each, self.task):
                count += 1
                if count > MAX_TRIALS or time.process_time() - begun > TRIALS_S:
                    break
                other = best if best is not None and best.way.function is not each else None
                trial = self._tried(way, probes, best if other is None else None)
                if trial.is_right or not trial.ended:
                    return trial
                # A part of a wrong search may by chance be right more often than the whole.
                if other is not None and other.answers_leaves and file.is_called(each):
                    continue
                if best is None or trial.merit > best.merit:
                    best = trial
        if file.has_no_usual_name(self.task, function) and (best is None or not best.merit[0]):
            raise FormError("which-function", ", ".join(file.functions))
        unknown = [] if best is not None and best.merit[0] else _unknown_names(functions[0].parameters)
        if best is None or unknown:
            raise FormError("parameter", unknown[0] if unknown else functions[0].parameters[-1][0])
        return best

    def _tried(self, way: Way, probes: list[_Probe], best: _Trial | None) -> _Trial:
        """Try a way on the probes. Give it up if the first value is wrong and ``best``, another way to call the same
        function, is as good there.
        """
        if way.kind == "flat":
            probes = [probe for probe in probes if _is_complete(probe.tree)]
        results: list[tuple[Any, Any] | None] = []
        for number, probe in enumerate(probes):
            call = Call(way, self.task, probe.tree, self.path, self.using)
            told: dict[str, Any] = guarded(lambda call=call: {"result": self._timed(call)}, self.path)  # type: ignore[misc]
            if "problem" in told and told["problem"][0] == "endless":
                return _Trial(way, Reading(), (0,), False, ended=False)
            results.append(None if "problem" in told else (told["result"], call))
            if number == 0 and best is not None:
                values, _answered, of_leaf, _moves = self._best_reading(way, results, probes[:1])[1]
                if not values and not (of_leaf and not best.answers_leaves):
                    break
        reading, merit, is_right = self._best_reading(way, results, probes)
        return _Trial(way, reading, merit, is_right and len(results) == len(probes), ended=True)

    def _best_reading(
        self, way: Way, results: list[tuple[Any, Any] | None], probes: list[_Probe]
    ) -> tuple[Reading, tuple[float, ...], bool]:
        first = next((found[0] for found in results if found is not None), None)
        best: tuple[Reading, tuple[float, ...], bool] | None = None
        for reading in readings(first, self.task, way.kind):
            values = right_moves = legal_moves = leaves = answered = of_leaf = 0
            moved = False
            for found, probe in zip(results, probes, strict=False):
                answer = None if found is None else self._answer_of(found[0], found[1], reading)
                if answer is None:
                    continue
                answered += 1
                values += value_agrees(answer, probe.expected)
                of_leaf += answer.value in row(probe.tree)  # a wrong search, too, mostly returns the value of a leaf
                leaves += leaves_agree(answer, probe.expected, self.task == "alphabeta")
                moved = moved or answer.moves is not None
                legal_moves += answer.moves is None or all(0 <= move < len(probe.tree) for move in answer.moves or {-1})
                right_moves += move_agrees(answer, probe.expected)
            count = len(probes)
            moves = 1.0 if not moved else 2.0 if right_moves == count else 1.5 if legal_moves == answered else 0.0
            merit = (values, answered, of_leaf, moves)
            if best is None or merit > best[1]:
                best = reading, merit, values == right_moves == leaves == count
        assert best is not None  # there is at least one reading
        return best

    def _timed(self, call: Call) -> Any:
        with Clock(self.seconds, self.path):
            return call.run()

    def _answer_of(self, result: Any, call: Call, reading: Reading) -> Answer | None:
        """Return the answer in a result; None if there is none."""
        try:
            told = read(result, reading, self.task, call.way.kind)
        except ValueError:
            return None
        moves = frozenset(() if told.move is None else (told.move,)) if told.moved else None
        return Answer(told.value, moves, tuple(call.examined.leaves) or None, read=self._only_read(call))

    def _only_read(self, call: Call) -> frozenset[Path]:
        """Return the leaves that may have been visited: numpy reads numbers without a note."""
        return frozenset(call.examined.read) if self.uses_numpy else frozenset()

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question, which has a tree and says whether to run the file anew first."""
        assert self.way is not None  # set when the file is loaded
        if asked["anew"]:
            found = self._run().functions[self.way.function.name]
            self.way = self.way._replace(function=found)
        call = Call(self.way, self.task, decoded(asked["tree"]), self.path, self.using)
        result = self._timed(call)
        try:
            told = read(result, self.reading, self.task, self.way.kind)
        except ValueError:
            kind = "none" if result is None else "no-value"
            return {"problem": [kind, repr(result)[:MAX_TEXT_CHARS], 0]}
        return {
            "value": _json(told.value),
            "move": told.move,
            "moved": told.moved,
            "leaves": list(call.examined.leaves),
            "order": call.order,
            "read": list(self._only_read(call)),
        }


def _probe(told: dict[str, Any]) -> _Probe:
    value = told["value"]
    expected = Answer(
        tuple(value) if isinstance(value, list) else value, frozenset(told["moves"]), tuple(map(tuple, told["leaves"]))
    )
    return _Probe(decoded(told["tree"]), expected)


def _is_complete(tree: Any) -> bool:
    """Return True for a complete binary tree of three levels."""
    return height(tree) == 3 and len(row(tree)) == 8


def _unknown_names(parameters: list[tuple[str, bool]]) -> list[str]:
    """Return the names of parameters that have no known meaning."""
    return [name for name, _named in parameters if not is_known(plain_name(name))]


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_json(part) for part in value]
    return str(value) if isinstance(value, float) and math.isinf(value) else value
