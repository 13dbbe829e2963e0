"""The history of a game: what each of its moves was worth beside those that could have been made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.errors import RulesError
from plyground.game import Game
from plyground.language import Sentence
from plyground.players.player import unheard
from plyground.players.table import solution
from plyground.position import Demand, Move
from plyground.search.demands import refuse_demands
from plyground.search.tally import Tally
from plyground.solve.explore import MoveValue, equally_best, ranked
from plyground.solve.forward import Value, Valued
from plyground.solve.proven import Proven
from plyground.solve.retrograde import countable

QUICKLY = 1 << 20
"""Positions, by their numbers, that are quickly solved; where a proof tells distances (``plies_to``), it is quicker."""

PLAIN_MEGABYTES = 4
"""Of the memory of a solver that is not compiled: it does not come far."""


class Judged(NamedTuple):
    """A move of a game, judged; all values are those of the side that made it."""

    ply: int  # moves made before it
    move: Move
    ranking: tuple[MoveValue, ...]  # what could have been made, the best first

    @property
    def before(self) -> Value:
        """What best play would have made of the position."""
        return self.ranking[0].value

    @property
    def after(self) -> Value:
        """What best play makes of it after the move."""
        return dict(self.ranking)[self.move]

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that were equally best."""
        return equally_best(self.ranking)

    @property
    def lost(self) -> int:
        """Utility given away: 1 for a win that becomes a draw or a draw that is lost, 2 for a win that is lost.

        In a game that counts points it is points. Never negative.
        """
        return self.before.utility - self.after.utility

    @property
    def plies_lost(self) -> int:
        """How much later the win or sooner the loss comes, where the result stays; 0 where nothing is known of that."""
        before, after = self.before, self.after
        if self.lost or before.distance is None or after.distance is None:
            return 0
        return abs(before.distance - after.distance)


def history(match: Match, values: Valued) -> Iterator[Judged]:
    """Every move that stands, judged by ``values``, the last one first: the later a position, the sooner it is solved."""
    for ply in reversed(range(match.ply)):
        yield Judged(ply, match.moves[ply], ranked(values, match.positions[ply]))


def solved_whole(game: Game) -> bool:
    """Whether a game is sooner solved as a whole than position by position, or can be solved in no other way."""
    start: Any = game.start
    if game.facts.loops:
        return True
    return countable(start) and start.period() <= QUICKLY and not hasattr(start, "plies_to")


def oracle(game: Game, tally: Tally, tell: Callable[[Sentence], object] = unheard) -> Valued:
    """What tells the value of any position of a game: its solution, or else a solver that proves one by one.

    ``tally`` counts and may stop it, now or when it is asked; ``tell`` hears how far a solution is. Raises
    :class:`SearchError` for a game with chance or more than two players, and for one that is too large and in
    which positions can come again.
    """
    refuse_demands(game.start, Demand.TURNS, "explore")
    if solved_whole(game):
        return solution(game, tally, tell)
    kind = type(game.start)
    if kind not in _solvers:
        _solvers.clear()  # each takes much memory
        try:
            _solvers[kind] = Proven(game.start)
        except RulesError:  # a board of more than 64 cells, for instance: the end of its games can still be proven
            _solvers[kind] = Proven(game.start, native=False, megabytes=PLAIN_MEGABYTES)
    _solvers[kind].count_in(tally)
    return _solvers[kind]


_solvers: dict[type, Proven] = {}
"""The solver of the game that was asked about last."""
