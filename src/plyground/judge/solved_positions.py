"""Exact values of single positions, for puzzles and tournaments: from a solution, from tables of endings, or by proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.bots.ending_tables import SolvedEndings
from plyground.bots.table_bot import solution
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import RulesError
from plyground.i18n import Sentence
from plyground.searches.demands import refuse_demands
from plyground.searches.progress import unheard
from plyground.searches.tally import Tally
from plyground.solvers.forward import Valued
from plyground.solvers.proven import Proven
from plyground.solvers.retrograde import countable

MAX_QUICK_POSITIONS = 1 << 20
"""Most numbered positions of a game that is solved at once. If proofs give distances (``plies_to``), the solver is used
instead.
"""

PLAIN_MEGABYTES = 4
"""Megabytes of the table of a solver that is not compiled: such a solver does not search far."""


def solved_whole(game: Game) -> bool:
    """Return True if the whole game should be solved: this is faster than solving single positions, or the only way."""
    start: Any = game.start
    if game.facts.loops:
        return True
    return countable(start) and start.period() <= MAX_QUICK_POSITIONS and not hasattr(start, "plies_to")


def solved_positions(game: Game, tally: Tally, on_message: Callable[[Sentence], object] = unheard) -> Valued:
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
