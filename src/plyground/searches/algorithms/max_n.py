"""Max^n: minimax for any number of players, in which each player maximises its own utility."""

from __future__ import annotations

from typing import Any

from plyground.searches.scores import INFINITY


def max_n(position: Any, depth: int, side: int, setting: Any, trace: Any) -> tuple[Any, ...]:
    """Return the utilities of all players when each plays best for itself; the first of equally good moves counts.

    Luckhardt & Irani (1986), An algorithmic solution of N-person games. Visits O(b^m) positions. ``side`` is always
    MAX, as every player maximises. Utilities are counted by the setting's scores.
    """
    trace.enter(position, depth, side, -INFINITY, INFINITY)
    if position.is_over():
        value: tuple[Any, ...] = tuple(setting.scores.of(utility, depth) for utility in position.utilities())
        trace.leaf(depth, value, True)
        return value
    if depth == setting.depth:
        value = setting.evaluation.values(position)
        trace.leaf(depth, value, False)
        return value
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
