"""Which way a search runs when nobody has said: plain Python where it is quick, else compiled for this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from plyground.errors import RulesError, SearchStopped
from plyground.interfaces.terminal import tell
from plyground.search import Tally
from plyground.search.scores import INFINITY
from plyground.search.tally import STOP, VISITS

PLAIN = 30_000
"""Positions, about, that plain Python visits in the time in which a compiled twin is loaded."""

Answer = TypeVar("Answer")


class Pace:
    """Plain or compiled, for one search after another of one game."""

    def __init__(self, tally: Tally, native: bool | None, plain: int = PLAIN) -> None:
        """``native`` says which; ``None``: whichever is quicker. ``tally`` counts the searches.

        ``plain`` is :data:`PLAIN` for a search that takes longer or shorter at a position than most.
        """
        self.tally = tally
        self.native = native
        self.plain = plain

    def run(self, search: Callable[[bool], Answer], least: int = 0, most: int = INFINITY) -> Answer:
        """What ``search(native)`` answers, which visits from ``least`` to ``most`` positions as far as one can tell.

        A plain search that turns out to be long is given up for a compiled one, and so are all that follow.
        Rules that cannot be compiled are searched plainly, after a sentence that says why.
        """
        if self.native is not None or most <= self.plain:
            return search(bool(self.native))
        if least <= self.plain:
            counts = self.tally.counts
            before = list(counts)
            limit = counts[STOP] = before[VISITS] + self.plain
            try:
                answer = search(False)
            except SearchStopped:
                if counts[STOP] != limit:  # someone who watches has stopped it
                    raise
                for place, count in enumerate(before):
                    counts[place] = count
            else:
                counts[STOP] = before[STOP]
                return answer
        self.native = True
        try:
            return search(True)
        except RulesError as error:
            tell(error.sentence)
            self.native = False
            return search(False)


def least_visits(branching: int, plies: int, *, windowed: bool) -> int:
    """The fewest positions at the horizon of a tree with so many moves everywhere.

    Minimax visits all of them; a search with a window at least those that prove the value: Knuth & Moore
    (1975), An analysis of alpha-beta pruning, section 6.
    """
    paths: int = branching**plies
    if windowed:
        paths = branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1
    return paths
