"""Iterative deepening as one function, made to be read and traced: alpha-beta with a table, one ply deeper each
time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from plyground.core.position import MarkedPosition, Move
from plyground.searches.algorithms.transposition import transposition
from plyground.searches.engine_setting import Engine
from plyground.searches.tally import Trace


def iterative_deepening(
    position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Engine, trace: Trace
) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it (fail-soft).

    Slate & Atkin (1977), Chess 4.5: The Northwestern University chess program; Korf (1985), Depth-first
    iterative-deepening. Each search tries the best move of the previous search first. The last search is the first that
    used no estimate, or that reached the horizon. ``setting`` is an :class:`plyground.searches.engine_setting.Engine`;
    :func:`plyground.searches.deepening.deepen` does the same with a clock.
    """
    limit = depth
    guessed = True
    while guessed and limit < setting.depth:
        limit += 1
        trace.deepen(limit)
        estimates = setting.estimates.so_far()
        ahead = setting._replace(depth=limit, order=RememberedFirst(setting))
        value = transposition(position, depth, alpha, beta, side, ahead, trace)
        guessed = setting.estimates.so_far() > estimates
    return value


class RememberedFirst(NamedTuple):
    """The order that puts the remembered best move first, then the others in their own order."""

    memory: Engine  # the memory: an Engine

    def moves(self, position: MarkedPosition) -> Iterable[Move]:
        best = self.memory.recall(position, 0).move
        return sorted(self.memory.order.moves(position), key=lambda move: bool(move != best))
