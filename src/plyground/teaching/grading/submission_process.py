"""The process of a submission, seen from outside: questions, answers and the sentence for each problem."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from plyground.core.authoring.syntax_words import syntax_words
from plyground.i18n import Number, Sentence, _
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.isolation.limits import Limits
from plyground.teaching.grading.answer import Problem

MEGABYTES = 512
"""Memory of a submission's process."""
LIBRARIES = ("numpy",)
"""Libraries that submissions often import."""
START_PATIENCE_S = 120.0
"""Seconds that a process may take to start, on a busy machine."""
BASE_PATIENCE_S, PATIENCE_FACTOR = 10.0, 10
"""Seconds that an answer may take on a busy machine: a base, and a multiple of its processor time."""


class SubmissionProcess:
    """A process that answers questions in JSON; every question gets an answer, even if the process fails.

    A submission that has switched off the clock in its process (:class:`Clock`) is ended by the time that has passed
    here.
    """

    def __init__(
        self,
        target: Callable[..., None],
        *arguments: Any,
        text: str,
        seconds: float,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        """Start the process of a file with this text, which has so many seconds of processor time for each answer."""
        libraries = tuple(name for name in LIBRARIES if name in text)
        limits = Limits(MEGABYTES, fenced=True, libraries=libraries)
        self._process = IsolatedProcess(target, *arguments, limits=limits, prepare=prepare)
        self._patience_s = BASE_PATIENCE_S + PATIENCE_FACTOR * seconds

    def end(self) -> None:
        """End the process."""
        self._process.end()

    def load(self, message: Any) -> dict[str, Any]:
        """Wait until the process has started. Let it load the file with this first message, and return its answer."""
        started = self._answer(START_PATIENCE_S)
        return started if "problem" in started else self.ask(message)

    def ask(self, message: Any) -> dict[str, Any]:
        """Return the answer to a question. An entry ``problem`` means that there is no answer, and gives the reason."""
        try:
            self._process.send(json.dumps(message).encode())
        except ProcessEnded as error:
            return {"problem": ["ended", str(error.code), 0]}
        return self._answer(self._patience_s)

    def _answer(self, patience_s: float) -> dict[str, Any]:
        try:
            answer = json.loads(self._process.receive(patience_s))
        except NoAnswer:
            return {"problem": ["endless", "", 0]}
        except ProcessEnded as error:
            return {"problem": ["ended", str(error.code), 0]}
        except (ValueError, RecursionError):
            return {"problem": ["ended", "", 0]}
        return answer if isinstance(answer, dict) else {"problem": ["ended", "", 0]}


def problem_sentence(problem: Problem, seconds: float) -> Sentence:
    """Return the sentence that describes a problem."""
    text, line = problem.text, problem.line
    if problem.kind == "endless":
        if line:
            return _("Line {line}: it has not returned after {seconds} s. Look for a loop that never ends.", line=Number(line), seconds=f"{seconds:g}")  # fmt: skip
        return _("It has not returned after {seconds} s. Look for a loop that never ends.", seconds=f"{seconds:g}")
    if problem.kind == "recursion":
        return _("It calls itself without end: look where it should stop.")
    if problem.kind == "memory":
        return _("It used up its memory.")
    if problem.kind == "input":
        return _("Line {line}: it waits for input(), but nobody types here. Leave it out, or put it under if __name__ == \"__main__\".", line=Number(line))  # fmt: skip
    if problem.kind == "raises" and line:
        return _("Line {line}: it fails with {error}.", line=Number(line), error=text)
    if problem.kind == "raises":
        return _("It fails with {error}.", error=text)
    if problem.kind == "syntax":
        return _("Line {line}: this is not Python: {reason}.", line=Number(line), reason=syntax_words(text))
    if problem.kind == "none":
        return _("It returns nothing: look for a path without “return”.")
    if problem.kind == "no-value":
        return _("It returns {thing}, which is not a value.", thing=text)
    if problem.kind == "no-function":
        return _("There is no function in the file.")
    if problem.kind == "no-known-function":
        return _("The file has no function for this task. Write one of: {names}.", names=text)
    if problem.kind == "illegal":
        return _("It chooses {move}, which is not legal.", move=text)
    if problem.kind == "which-function":
        return _("The file has several functions: name the search with --function. They are: {names}.", names=text)
    if problem.kind == "unknown-function":
        return _("The file has no such function. Its functions are: {names}.", names=text)
    if problem.kind == "parameter":
        return _("It has a parameter “{name}” whose meaning is not known: docs/grading.md lists the names.", name=text)
    return _("Its process ended. The code must not end the program.")
