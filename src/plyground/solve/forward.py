"""Solving a small game forwards, with memory: the exact value of every position that play can lead to."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from plyground.position import Demand, Move
from plyground.search.demands import refuse_demands
from plyground.search.tally import Tally
from plyground.solve.walk import LIMIT, children_first


class Value(NamedTuple):
    """What best play makes of a position, for its side to move."""

    utility: int
    distance: int | None  # plies to the end of the game; None for a draw, whose length is all the same

    @property
    def preference(self) -> tuple[int, int]:
        """Greater is better: the greater utility, then the faster win or the slower loss."""
        if self.distance is None:
            return self.utility, 0
        return self.utility, -self.distance if self.utility > 0 else self.distance

    def before(self, turn: int) -> Value:
        """The same value one ply earlier, as the mover sees it; ``turn`` is −1 when the turn then passes."""
        return Value(turn * self.utility, None if self.distance is None else self.distance + 1)


class Valued(Protocol):
    """What holds the value of every position of a game: a dictionary, a table in memory or in a file."""

    def __getitem__(self, position: Any, /) -> Value:
        """What best play makes of ``position``."""


def solve(start: Any, limit: int = LIMIT, tally: Tally | None = None) -> dict[Any, Value]:
    """The value of every position reachable from ``start``, for its side to move.

    Best play prefers faster wins and slower losses, as ``level`` and ``distance`` scores do. Each position
    is valued once, after those that follow it: time and memory O(positions). ``tally`` counts them and may
    stop it. Raises :class:`SearchError`
    for a game in which positions can come again, or with more than ``limit`` of them, or with chance or more players.
    """
    refuse_demands(start, Demand.TURNS, "solve")
    values: dict[Any, Value] = {}
    for position in children_first(start, limit=limit, tally=tally):
        if position.is_over():
            utility = position.utility()
            values[position] = Value(utility, 0 if utility else None)
        else:
            values[position] = max(after_each(values, position).values(), key=lambda value: value.preference)
    return values


def best_moves(values: Valued, position: Any) -> list[Move]:
    """The moves of an unfinished ``position`` that are equally best, in the order of the rules."""
    best = values[position].preference
    return [move for move, value in after_each(values, position).items() if value.preference == best]


def after_each(values: Valued, position: Any) -> dict[Move, Value]:
    """What each move makes of ``position``."""
    after = {}
    for move in position.moves():
        child = position.play(move)
        after[move] = values[child].before(position.turn(child))
    return after
