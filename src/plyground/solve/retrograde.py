"""Solving backwards from the ends of the game: the exact value of every position, in games that may go round in circles.

Retrograde analysis (T. Ströhlein 1970; K. Thompson 1986, Retrograde analysis of certain endgames, ICCA
Journal 9): first the positions in which the game is over, at distance 0; then, level by level, those whose
successors decide them. A position is won in d plies when its fastest lost successor is lost in d − 1, and lost
in d when all its successors are won, the slowest in d − 1. What no level decides is a draw: neither side can
force an end.

One byte a position, its *code*, holds the value for the side to move: d + 1 for a win in d plies, −(d + 1) for
a loss, 0 for a draw. The texts below run as they stand or compiled; they change ``codes`` in place, and several
threads may run one text on one table: within a level every write to a place writes the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.errors import SearchError
from plyground.language import Number, _, _n
from plyground.position import Demand, helper
from plyground.search.demands import refuse_demands
from plyground.solve.forward import Value
from plyground.solve.sweep import Bytes, Sweeper, memory, table

UNDECIDED, DRAWN, INVALID = 0, 127, -128
"""The codes that are no win and no loss: open, in the end a draw; over, and drawn; the number of no position."""
MOST_PLIES = 125
"""The longest win that a code can tell."""


def value_of(code: int) -> Value:
    """What a code of a finished table says."""
    if code in (UNDECIDED, DRAWN):
        return Value(0, None)
    return Value(1 if code > 0 else -1, abs(code) - 1)


def code_of_end(position: Any) -> int:
    """The code of a position in which the game is over."""
    utility = position.utility()
    if utility == 0:
        return DRAWN
    return 1 if utility > 0 else -1


helper(code_of_end)


@helper
def by_successors(position: Any, codes: Bytes, level: int) -> int:
    """What successors decided in less than ``level`` plies make of a position: 1 won, −1 lost, 0 nothing yet."""
    judged = -1
    for move in position.moves():
        child = position.play(move)
        code = position.turn(child) * codes[child.rank() % child.period()]
        if 0 < code <= level:
            return 1
        if not -level <= code < 0:
            judged = 0
    return judged


def judge_ends(position: Any, codes: Bytes, level: int, first: int, last: int) -> int:
    """Level 0: the positions numbered from ``first`` to ``last`` − 1 in which the game is over. Returns their count."""
    over = 0
    for number in range(first, last):
        here = position.unrank(number)
        if not here.valid():
            codes[number] = INVALID
        elif here.is_over():
            codes[number] = code_of_end(here)
            over += 1
    return over


def look_ahead(position: Any, codes: Bytes, level: int, first: int, last: int) -> int:
    """The undecided positions that are won or lost in ``level`` plies, by their successors. Returns their count.

    O(undecided positions · moves).
    """
    decided = 0
    for number in range(first, last):
        if codes[number] == UNDECIDED:
            judged = by_successors(position.unrank(number), codes, level)
            if judged:
                codes[number] = judged * (level + 1)
                decided += 1
    return decided


def look_back(position: Any, codes: Bytes, level: int, first: int, last: int) -> int:
    """The same, found as ``predecessors`` of the positions decided in one ply less: O(those · moves²) at most.

    What is counted are decisions, where two threads may make the same.
    """
    decided = 0
    for number in range(first, last):
        code = codes[number]
        if code == level or code == -level:
            here = position.unrank(number)
            for before in here.predecessors():
                place = before.rank() % before.period()
                if codes[place] == UNDECIDED:
                    judged = 1 if before.turn(here) * code > 0 else by_successors(before, codes, level)
                    if judged:
                        codes[place] = judged * (level + 1)
                        decided += 1
    return decided


@dataclass
class Retrograde:
    """A game being solved backwards: the codes, and how far they are right.

    After ``level`` steps every position decided in less than ``level`` plies has its code.
    """

    start: Any
    codes: Bytes
    level: int = 0
    finished: bool = False

    def step(self, sweeper: Sweeper) -> None:
        """Decide the next level; a level without decisions is the last. Raises :class:`SearchError` beyond :data:`MOST_PLIES`."""
        if self.level > MOST_PLIES:
            raise SearchError(_("This game has wins in more than {count} plies, for which a table has no room.", count=MOST_PLIES))  # fmt: skip
        look = look_back if hasattr(self.start, "predecessors") else look_ahead
        title = _n("Wins and losses in {count} ply", "Wins and losses in {count} plies", self.level)
        self.finished = (
            sweeper.sweep(title, look if self.level else judge_ends, self.start, self.codes, self.level) == 0
        )
        self.level += 1

    def __getitem__(self, position: Any) -> Value:
        """What best play makes of a position, when finished."""
        return value_of(self.codes[position.rank() % position.period()])


def unsolved(start: Any) -> Retrograde:
    """The game of a position before the first step; raises :class:`SearchError` for one that cannot be counted or solved so."""
    refuse_demands(start, Demand.TURNS, "solve")
    if not countable(start):
        raise SearchError(_("The positions of this game have no numbers (rank), which a table needs."))
    if start.size() + start.period() > memory():
        raise SearchError(
            _("This game has {count} positions by their numbers, a byte for each: more than this machine has memory for.", count=Number(start.size()))
        )  # fmt: skip
    return Retrograde(start, table(start.period()))


def countable(position: Any) -> bool:
    """Whether the positions of a game have numbers."""
    return hasattr(position, "rank")


def solve(start: Any, sweeper: Sweeper | None = None) -> Retrograde:
    """The exact value of every position of the game that ``start`` belongs to. Time as the texts above; O(period) bytes."""
    solving = unsolved(start)
    while not solving.finished:
        solving.step(sweeper or Sweeper())
    return solving
