"""Solving a whole game, backwards or forwards."""

from __future__ import annotations

import os
from typing import Any

from plyground.core.contract import demand_contract
from plyground.core.game import Game
from plyground.core.position import AnyPosition
from plyground.searches.tally import Tally
from plyground.solve import forward, retrograde
from plyground.solve.forward import Solved
from plyground.solve.retrograde import Retrograde, countable
from plyground.solve.sweep import Sweeper


def solve_game(
    subject: Game | AnyPosition, *, threads: int | None = None, native: bool = True, tally: Tally | None = None
) -> Solved | Retrograde:
    """Return the exact value of every position of a game, or of all positions after one.

    :func:`plyground.solve_game` explains the arguments. Raise :class:`SearchError` for a game that is too large, or has
    chance or more than two players, and :class:`RulesError`.
    """
    start: Any = subject.start if isinstance(subject, Game) else subject
    demand_contract(start)
    if countable(start):
        return retrograde.solve(start, Sweeper(threads or os.cpu_count() or 1, native))
    return forward.solve(start, tally=tally)
