"""Counting the lines of play of a game, by their result."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.position import Demand
from plyground.search.demands import refuse_demands
from plyground.solve.walk import LIMIT, children_first


class Lines(NamedTuple):
    """Lines of play, each to the end of the game, by the result for the side to move where they begin."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    def __add__(self, other: Lines) -> Lines:  # type: ignore[override]
        return Lines(*(mine + more for mine, more in zip(self, other, strict=True)))

    def seen(self, turn: int) -> Lines:
        """The same lines as the mover before sees them; ``turn`` is −1 when that is the other side."""
        return self if turn > 0 else Lines(self.losses, self.draws, self.wins)


def ended(utility: int) -> Lines:
    """The single line of a game that is over."""
    return Lines(wins=int(utility > 0), draws=int(utility == 0), losses=int(utility < 0))


def count_games(start: Any, limit: int = LIMIT) -> Lines:
    """How many ways a game can go from ``start``, by its result for the side to move there.

    Each position is counted once, whichever moves led to it: O(positions) where walking every line would
    be O(b^m). Raises :class:`SearchError` as :func:`plyground.solve.walk.children_first` does, and for a game with
    chance or more players.
    """
    refuse_demands(start, Demand.TURNS, "count")
    lines: dict[Any, Lines] = {}
    for position in children_first(start, limit=limit):
        if position.is_over():
            lines[position] = ended(position.utility())
        else:
            children = map(position.play, position.moves())
            lines[position] = sum((lines[child].seen(position.turn(child)) for child in children), Lines())
    return lines[start]
