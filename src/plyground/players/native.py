"""Plain or compiled: a player that thinks for long does it at native speed, one that need not makes nobody wait."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar

from plyground.errors import RulesError

Answer = TypeVar("Answer")


class Native:
    """One player's way to its searches, which answer alike plain and compiled."""

    def __init__(self) -> None:
        self.hard = False  # a little plain Python was not enough once
        self.compiles = find_spec("numba") is not None

    def run(self, little: Callable[[], Answer | None], search: Callable[[bool], Answer]) -> Answer:
        """What ``little`` finds in plain Python if that is enough (not ``None``), else what ``search(native)`` does.

        Rules that cannot be compiled, such as a board of more than 64 cells, are searched in plain Python.
        """
        if not self.hard:
            answer = little()
            if answer is not None:
                return answer
            self.hard = True
        if self.compiles:
            try:
                return search(True)
            except RulesError:
                self.compiles = False
        return search(False)
