"""Max^n: minimax for any number of players, in which each player maximises its own utility."""

from __future__ import annotations

from typing import Any

from plyground.core.position import WiderPosition
from plyground.searches.algorithms.leaf import leaf_values
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting


def max_n(position: WiderPosition, depth: int, side: int, setting: Setting, trace: Any) -> tuple[Any, ...]:
    """Return the utilities of all players when each plays best for itself; the first of equally good moves counts.

    Luckhardt & Irani (1986), An algorithmic solution of N-person games. Visits O(b^m) positions. ``side`` is always
    MAX, as every player maximises. Utilities are counted by the setting's scores.
    """
    trace.enter(position, depth, side, -INFINITY, INFINITY)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_values(position, depth, over, setting, trace)
    player = position.to_move()
    value = (-INFINITY,) * position.players()
    for move in setting.order.moves(position):
        reply = max_n(position.play(move), depth + 1, side, setting, trace)
        improved = reply[player] > value[player]
        trace.update(depth, move, reply, improved)
        if improved:
            value = reply
    trace.leave(depth, value)
    return value
