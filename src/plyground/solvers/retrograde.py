"""Retrograde analysis: solving backwards from the ends of the game, also for games with repetition.

T. Ströhlein 1970; K. Thompson 1986, Retrograde analysis of certain endgames, ICCA Journal 9. First come the positions
in which the game is over, at distance 0; then, level by level, the positions that their successors decide. A position
is won in d plies if its fastest lost successor is lost in d − 1. It is lost in d if all its successors are won, the
slowest in d − 1. Positions that no level decides are draws: neither side can force an end.

Each position has a byte, its *code*, for the side to move: d + 1 for a win in d plies, −(d + 1) for a loss, 0 for a
draw. The functions below run plain or compiled, and change ``codes`` in place. Several threads may run one of them on
one table, because within a level all writes to one place write the same value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.core.authoring.marked_rules import helper
from plyground.core.contract import blaming_rules, demand_contract
from plyground.core.position import Demand, MarkedPosition
from plyground.errors import SearchError
from plyground.i18n import Number, _, _n
from plyground.searches.demands import refuse_demands
from plyground.solvers.forward import Value
from plyground.solvers.sweep import Sweeper
from plyground.solvers.table_memory import Bytes, memory, table

UNDECIDED, DRAWN, INVALID = 0, 127, -128
"""Special codes: undecided (at the end a draw), finished and drawn, and a number without a position."""
MAX_WIN_PLIES = 125
"""Plies of the longest win that fits a code."""


def value_of(code: int) -> Value:
    """Return the value for a code of a finished table."""
    if code in (UNDECIDED, DRAWN):
        return Value(0, None)
    return Value(1 if code > 0 else -1, abs(code) - 1)


def code_of_end(position: MarkedPosition) -> int:
    """Return the code of a position in which the game is over."""
    utility = position.utility()
    if utility == 0:
        return DRAWN
    return 1 if utility > 0 else -1


helper(code_of_end)


@helper
def by_successors(position: Any, codes: Bytes, level: int) -> int:
    """Return the result that follows from successors decided in less than ``level`` plies: 1 won, −1 lost, 0 unknown."""
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
    """Set the codes of finished games from number ``first`` to ``last`` − 1 (level 0). Return their count."""
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
    """Find positions that are won or lost in ``level`` plies by looking at their successors. Return the number found.

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
    """Find positions that are won or lost in ``level`` plies by going back from the positions decided one level before.

    It needs ``predecessors``. Return the number found; two threads may count the same position. O(positions of the
    level before · moves²) at most.
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


@dataclass(repr=False)
class Retrograde:
    """A game that is being solved backwards: its table of codes, and the level that is complete."""

    start: Any
    codes: Bytes
    level: int = 0
    finished: bool = False

    @property
    def value(self) -> int:
        """The utility at the start, for the side to move there."""
        return self[self.start].utility

    def __repr__(self) -> str:
        return f"<{len(self.codes)} solved position numbers of {type(self.start).__name__}; start: {self[self.start]}>"

    def step(self, sweeper: Sweeper) -> None:
        """Decide the next level; solving ends at the first level without decisions. Raise :class:`SearchError` beyond
        :data:`MAX_WIN_PLIES`.
        """
        if self.level > MAX_WIN_PLIES:
            raise SearchError(_("This game has wins in more than {count} plies, which do not fit in a table.", count=MAX_WIN_PLIES))  # fmt: skip
        look = look_back if hasattr(self.start, "predecessors") else look_ahead
        title = _n("Wins and losses in {count} ply", "Wins and losses in {count} plies", self.level)
        self.finished = (
            sweeper.sweep(title, look if self.level else judge_ends, self.start, self.codes, self.level) == 0
        )
        self.level += 1

    def __getitem__(self, position: Any) -> Value:
        """Return the value of a position after the game is solved. Raise :class:`SearchError` for a position of another
        game.
        """
        if type(position) is not type(self.start):
            raise SearchError(
                _("The values are those of another game: {cls} is not a position of it.", cls=type(position).__name__)
            )
        return value_of(self.codes[position.rank() % position.period()])


def unsolved(start: Any, new_table: Callable[[int], Bytes] | None = None) -> Retrograde:
    """Return the unsolved game of a position, with an empty table: in memory, or made by ``new_table`` for its size.

    Raise :class:`SearchError` if the game cannot be solved backwards.
    """
    refuse_demands(start, Demand.TURNS, "solve")
    if not countable(start):
        raise SearchError(_("The positions of this game have no numbers (rank), which a table needs."))
    if new_table is not None:
        return Retrograde(start, new_table(start.period()))
    if start.size() + start.period() > memory():
        raise SearchError(
            _("This game has {count} position numbers with a byte for each: too many for the memory of this machine. Name a file with -o for a table on disk.", count=Number(start.size()))
        )  # fmt: skip
    return Retrograde(start, table(start.period()))


def countable(position: MarkedPosition) -> bool:
    """Return True if the positions of a game are numbered (``rank`` and ``unrank``), and if its results fit the codes
    of a table.
    """
    return hasattr(position, "rank") and position.utmost() == 1


def solve(start: Any, sweeper: Sweeper | None = None) -> Retrograde:
    """Return the exact value of every position of the game that begins at ``start``. O(period) bytes."""
    with blaming_rules():
        demand_contract(start)
        solving = unsolved(start)
        while not solving.finished:
            solving.step(sweeper or Sweeper())
    return solving
