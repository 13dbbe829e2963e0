"""Counting the lines of play of a game, by their result."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.contract import blaming_rules, checked_utility, demand_contract
from plyground.core.position import Demand
from plyground.searches.demands import refuse_demands
from plyground.solvers.walk import MAX_POSITIONS, children_first


class Lines(NamedTuple):
    """Numbers of complete lines of play from a position, by their result for the side to move in it."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def total(self) -> int:
        """The number of all lines of play."""
        return self.wins + self.draws + self.losses

    def __add__(self, other: Lines) -> Lines:  # type: ignore[override]
        return Lines(*(mine + more for mine, more in zip(self, other, strict=True)))

    def seen(self, turn: int) -> Lines:
        """Return the counts as the mover one ply earlier sees them; ``turn`` is −1 if the other side moved then."""
        return self if turn > 0 else Lines(self.losses, self.draws, self.wins)


def ended(utility: int) -> Lines:
    """Return the counts for a finished game: one line of play with this ``utility``."""
    return Lines(wins=int(utility > 0), draws=int(utility == 0), losses=int(utility < 0))


def count_games(start: Any, limit: int = MAX_POSITIONS) -> Lines:
    """Return the number of ways in which a game can go from ``start``, by its result for the side to move there.

    Each position is counted once, although several lines may lead to it: O(positions), while walking every line would
    be O(b^m). Raise :class:`SearchError` as :func:`plyground.solvers.walk.children_first` does, and for a game with
    chance or more than two players.
    """
    demand_contract(start)
    refuse_demands(start, Demand.TURNS, "count")
    lines: dict[Any, Lines] = {}
    with blaming_rules():
        for position in children_first(start, limit=limit):
            if position.is_over():
                lines[position] = ended(checked_utility(position))
            else:
                children = map(position.play, position.moves())
                lines[position] = sum((lines[child].seen(position.turn(child)) for child in children), Lines())
    return lines[start]
