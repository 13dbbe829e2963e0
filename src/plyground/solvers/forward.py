"""Solving a small game forwards, with memory: the exact value of every position that play can lead to."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from plyground.core.contract import blaming_rules, checked_utility, demand_contract
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.errors import UnsolvedPosition
from plyground.i18n import _
from plyground.searches.demands import refuse_demands
from plyground.searches.tally import Tally
from plyground.solvers.walk import MAX_POSITIONS, children_first

NO_VALUE = _("The values do not hold this position: play cannot lead to it from the position that was solved.")


class Value(NamedTuple):
    """The value of a position under best play, for its side to move."""

    utility: int
    distance: int | None  # plies to the end of the game; None for a draw

    @property
    def sign(self) -> int:
        """1 for a win, −1 for a loss, else 0."""
        return (self.utility > 0) - (self.utility < 0)

    @property
    def preference(self) -> tuple[int, int]:
        """The sort key of a value: the greater utility, then the faster win or the slower loss."""
        if self.distance is None:
            return self.utility, 0
        return self.utility, -self.distance if self.utility > 0 else self.distance

    def before(self, turn: int) -> Value:
        """Return the value of the position one ply earlier, for its mover; ``turn`` is −1 if the side to move changes."""
        return Value(turn * self.utility, None if self.distance is None else self.distance + 1)


class Valued(Protocol):
    """The values of all positions of a game: a dictionary, a table in memory or in a file."""

    def __getitem__(self, position: MarkedPosition, /) -> Value:
        """Return the value of ``position`` under best play."""


class Solved(dict[Any, Value]):
    """The values of all positions that play can lead to from ``start``, as a dictionary."""

    def __init__(self, start: MarkedPosition) -> None:
        super().__init__()
        self.start = start

    def __missing__(self, position: MarkedPosition) -> Value:
        raise UnsolvedPosition(NO_VALUE)

    @property
    def value(self) -> int:
        """The utility at the start, for the side to move there."""
        return self[self.start].utility

    def __repr__(self) -> str:
        return f"<{len(self)} solved positions of {type(self.start).__name__}; start: {self.get(self.start)}>"


def solve(start: Any, limit: int = MAX_POSITIONS, tally: Tally | None = None) -> Solved:
    """Return the value of every position reachable from ``start``, for its side to move.

    Best play prefers faster wins and slower losses, as ``level`` and ``distance`` scores do. Each position is valued
    once, after its successors: time and memory O(positions). ``tally`` counts them and may stop it. Raise
    :class:`SearchError` for a game with repetition, with more than ``limit`` positions, or with chance or more than two
    players.
    """
    demand_contract(start)
    refuse_demands(start, Demand.TURNS, "solve")
    values = Solved(start)
    with blaming_rules():
        for position in children_first(start, limit=limit, tally=tally):
            if position.is_over():
                utility = checked_utility(position)
                values[position] = Value(utility, 0 if utility else None)
            else:
                values[position] = max(after_each(values, position).values(), key=lambda value: value.preference)
    return values


def best_moves(values: Valued, position: MarkedPosition) -> list[Move]:
    """Return the moves of an unfinished ``position`` that are equally best, in the order of the rules."""
    best = values[position].preference
    return [move for move, value in after_each(values, position).items() if value.preference == best]


def after_each(values: Valued, position: Any) -> dict[Move, Value]:
    """Return the value of ``position`` for its side to move after each move."""
    after = {}
    for move in position.moves():
        child = position.play(move)
        after[move] = values[child].before(position.turn(child))
    return after
