"""The choice of a command between plain and compiled searches: plain while compiling would take longer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from plyground.cli.terminal import tell
from plyground.searches import Tally
from plyground.searches.plain_or_native import MAX_PLAIN_VISITS, Pace, within
from plyground.searches.scores import INFINITY

Answer = TypeVar("Answer")


class CountedSearches:
    """The searches of one command, counted by one tally."""

    def __init__(self, tally: Tally, native: bool | None, plain: int = MAX_PLAIN_VISITS) -> None:
        """Set up the searches. ``native`` chooses compiled (True) or plain (False); None chooses the faster.

        ``plain`` replaces :data:`plyground.searches.plain_or_native.MAX_PLAIN_VISITS` for a search that needs more or
        less time for a position than most.
        """
        self.tally = tally
        self.plain = plain
        self.choice = Pace(native, tell)

    @property
    def native(self) -> bool:
        """True if the last search was compiled."""
        return self.choice.native

    def run(self, search: Callable[[bool], Answer], least: int = 0, most: int = INFINITY) -> Answer:
        """Return the answer of ``search(native)``, which visits about ``least`` to ``most`` positions."""

        def little() -> Answer | None:
            if most <= self.plain:
                return search(False)
            return None if least > self.plain else within(self.plain, self.tally, lambda: search(False))

        return self.choice.run(little, search)


def least_visits(branching: int, plies: int, *, windowed: bool) -> int:
    """Return the fewest positions at the horizon of a tree with ``branching`` moves everywhere.

    Minimax visits all of them; a search with a window at least those that prove the value: Knuth & Moore (1975), An
    analysis of alpha-beta pruning, section 6.
    """
    paths: int = branching**plies
    if windowed:
        paths = branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1
    return paths
