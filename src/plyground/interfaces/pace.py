"""The pace of a command: plain as long as a compiled search would take to begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from plyground.interfaces.terminal import tell
from plyground.search import Tally
from plyground.search.pace import PLAIN, Pace, within
from plyground.search.scores import INFINITY

Answer = TypeVar("Answer")


class Counted:
    """The searches of one command, counted by one tally."""

    def __init__(self, tally: Tally, native: bool | None, plain: int = PLAIN) -> None:
        """``native`` says how they run; ``None``: however is quicker.

        ``plain`` is :data:`plyground.search.pace.PLAIN` for a search that takes longer or shorter at a position than most.
        """
        self.tally = tally
        self.plain = plain
        self._pace = Pace(native, tell)

    def run(self, search: Callable[[bool], Answer], least: int = 0, most: int = INFINITY) -> Answer:
        """What ``search(native)`` answers, which visits from ``least`` to ``most`` positions as far as one can tell."""

        def little() -> Answer | None:
            if most <= self.plain:
                return search(False)
            return None if least > self.plain else within(self.plain, self.tally, lambda: search(False))

        return self._pace.run(little, search)


def least_visits(branching: int, plies: int, *, windowed: bool) -> int:
    """The fewest positions at the horizon of a tree with so many moves everywhere.

    Minimax visits all of them; a search with a window at least those that prove the value: Knuth & Moore
    (1975), An analysis of alpha-beta pruning, section 6.
    """
    paths: int = branching**plies
    if windowed:
        paths = branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1
    return paths
