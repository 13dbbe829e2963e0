"""Iterative deepening as one text to read and to trace: alpha-beta with a table, one ply deeper each time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from plyground.position import Move
from plyground.search.transposition import transposition


def iterative_deepening(position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
    """The value of ``position`` for its side to move, or a bound on it (fail-soft).

    Slate & Atkin (1977), Chess 4.5: The Northwestern University chess program; Korf (1985), Depth-first
    iterative-deepening. Each search takes first the move that the one before it found best, and the last one is the
    first that had nothing to guess, or that reached the horizon. ``setting`` is an
    :class:`plyground.search.engine.Engine`; :func:`plyground.search.deepening.deepen` is the same with a clock.
    """
    horizon = depth
    guessed = True
    while guessed and horizon < setting.horizon:
        horizon += 1
        trace.deepen(horizon)
        doubts = setting.doubts.so_far()
        ahead = setting._replace(horizon=horizon, order=RememberedFirst(setting))
        value = transposition(position, depth, alpha, beta, side, ahead, trace)
        guessed = setting.doubts.so_far() > doubts
    return value


class RememberedFirst(NamedTuple):
    """The move that a search remembers as the best, then the others in their own order."""

    memory: Any  # an Engine

    def moves(self, position: Any) -> Iterable[Move]:
        best = self.memory.recall(position, 0).move
        return sorted(self.memory.order.moves(position), key=lambda move: bool(move != best))
