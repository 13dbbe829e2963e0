"""The review of a game: the value of each move compared with the other legal moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.bots.bot_protocol import unheard
from plyground.bots.ending_tables import SolvedEndings
from plyground.bots.table_bot import solution
from plyground.core.game import Game
from plyground.core.position import Demand, Move
from plyground.errors import RulesError
from plyground.i18n import Sentence
from plyground.searches.demands import refuse_demands
from plyground.searches.tally import Tally
from plyground.solvers.explore import MoveValue, equally_best, ranked
from plyground.solvers.forward import Value, Valued
from plyground.solvers.proven import Proven
from plyground.solvers.retrograde import countable

QUICKLY = 1 << 20
"""Most numbered positions of a game that is solved at once. If proofs give distances (``plies_to``), the solver is used
instead.
"""

PLAIN_MEGABYTES = 4
"""Megabytes of the table of a solver that is not compiled: such a solver does not search far."""


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


def solved_whole(game: Game) -> bool:
    """Return True if the whole game should be solved: this is faster than solving single positions, or the only way."""
    start: Any = game.start
    if game.facts.loops:
        return True
    return countable(start) and start.period() <= QUICKLY and not hasattr(start, "plies_to")


def oracle(game: Game, tally: Tally, on_message: Callable[[Sentence], object] = unheard) -> Valued:
    """Return the values of a game's positions: its full solution, the tables of its endings, or a solver that proves
    them one by one.

    ``tally`` counts and may stop the work, now or later; ``on_message`` is called with the progress of a solution.
    Raise :class:`SearchError` for a game with chance or more than two players, and for a game with repetition that is
    too large.
    """
    refuse_demands(game.start, Demand.TURNS, "explore")
    if game.solved_ending is not None:
        return SolvedEndings(game, tally, on_message)
    if solved_whole(game):
        return solution(game, tally, on_message)
    kind = type(game.start)
    if kind not in _solvers:
        _solvers.clear()  # each solver takes much memory
        try:
            _solvers[kind] = Proven(game.start)
        except RulesError:  # a board of more than 64 cells, for example: the end of its games can still be proven
            _solvers[kind] = Proven(game.start, native=False, memory_mb=PLAIN_MEGABYTES)
    _solvers[kind].count_in(tally)
    return _solvers[kind]


_solvers: dict[type, Proven] = {}
"""The solver of the most recent game."""
