"""Solving a whole game, backwards or forwards."""

from __future__ import annotations

import os
from typing import Any

from plyground.core.contract import demand_contract
from plyground.core.game import Game
from plyground.core.position import AnyPosition, MarkedPosition
from plyground.errors import PositionsRepeat
from plyground.searches.tally import Tally
from plyground.solvers import enumerated, forward, retrograde
from plyground.solvers.forward import Solved
from plyground.solvers.retrograde import Retrograde, countable
from plyground.solvers.sweep import Sweeper
from plyground.solvers.walk import MAX_POSITIONS


def solve_game(
    subject: Game | AnyPosition, *, threads: int | None = None, native: bool = True, tally: Tally | None = None
) -> Solved | Retrograde:
    """Return the exact value of every position of a game, or of all positions after one.

    :func:`plyground.solve` explains the arguments. Raise :class:`SearchError` for a game that is too large, or has
    chance or more than two players, and :class:`RulesError`.
    """
    start: Any = subject.start if isinstance(subject, Game) else subject
    demand_contract(start)
    if countable(start):
        return retrograde.solve(start, Sweeper(threads or os.cpu_count() or 1, native))
    return solve_in_memory(start, tally=tally)


def solve_in_memory(start: MarkedPosition, limit: int = MAX_POSITIONS, tally: Tally | None = None) -> Solved:
    """Return the value of every position reachable from ``start``: found forwards or, if positions repeat, backwards.

    Raise :class:`SearchError` for a game with more than ``limit`` positions, with chance or more than two players, and
    for a game with repetition that counts points.
    """
    try:
        return forward.solve(start, limit, tally)
    except PositionsRepeat:
        return enumerated.solve(start, limit, tally)
