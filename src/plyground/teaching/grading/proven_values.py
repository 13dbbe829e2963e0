"""Exact values of games that are too large for a table: each position is proven when it is asked for."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.solvers.exact import Solver
from plyground.solvers.forward import Value

MAX_PROOF_NODES = 1 << 14
"""Nodes that a proof may be expected to take."""
FAR = 9
"""Plies of a win whose length is not computed; a loss has one more."""


class ProvenValues:
    """The values of the late positions of a game with an exact solver, such as Connect Four."""

    def __init__(self, game: Game) -> None:
        self._solver = Solver(game)

    @staticmethod
    def fits(game: Game) -> bool:
        """Return True if the game has an exact solver."""
        return hasattr(game.start, "proof_nodes")

    def knows(self, position: Any) -> bool:
        """Return True if a proof is expected to be short."""
        return bool(position.is_over() or position.proof_nodes() <= MAX_PROOF_NODES)

    def __getitem__(self, position: MarkedPosition) -> Value:
        """Return the value; its distance is exact for the end, a win in one move and a loss in two."""
        if position.is_over():
            return Value(position.utility(), 0)
        score = self._solver.score(position, weak=True)
        sign = (score > 0) - (score < 0)
        if sign == 0:
            return Value(0, None)
        if sign > 0:
            return Value(1, 1 if _wins_at_once(position) else FAR)
        is_soon = all(_wins_at_once(position.play(move)) for move in position.moves())
        return Value(-1, 2 if is_soon else FAR + 1)


def _wins_at_once(position: MarkedPosition) -> bool:
    if position.is_over():
        return False
    children = map(position.play, position.moves())
    return any(child.is_over() and child.utility() < 0 for child in children)
