"""The review of a game: the value of each move compared with the other legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.solvers.explore import MoveValue, equally_best, ranked
from plyground.solvers.forward import Value, Valued


class Judged(NamedTuple):
    """A move of a game with its values, all from the view of the side that made it."""

    ply: int  # moves played before it
    move: Move
    ranking: tuple[MoveValue, ...]  # values of all legal moves, the best first

    @property
    def before(self) -> Value:
        """The value of the position under best play."""
        return self.ranking[0].value

    @property
    def after(self) -> Value:
        """The value after the move under best play."""
        return dict(self.ranking)[self.move]

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that were equally best."""
        return equally_best(self.ranking)

    @property
    def lost(self) -> int:
        """The utility that the move lost: 1 for a win that becomes a draw or a draw that is lost, 2 for a win that is
        lost.

        In a game of points it is the number of points. It is never negative.
        """
        return self.before.utility - self.after.utility

    @property
    def plies_lost(self) -> int:
        """The plies by which the win comes later or the loss sooner, if the result stays; 0 if unknown."""
        before, after = self.before, self.after
        if self.lost or before.distance is None or after.distance is None:
            return 0
        return abs(before.distance - after.distance)


def history(match: Match, values: Valued) -> Iterator[Judged]:
    """Yield every move with its values, the last one first, because late positions are solved sooner."""
    for ply in reversed(range(match.ply)):
        yield Judged(ply, match.moves[ply], ranked(values, match.positions[ply]))
