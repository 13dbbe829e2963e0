"""Alpha-beta under the conventions on which courses disagree (:mod:`plyground.searches.conventions`)."""

from __future__ import annotations

from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def alphabeta_conventions(
    position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Trace
) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it, as the setting's convention says.

    :func:`plyground.searches.algorithms.alphabeta.alphabeta` is the same search under AIMA's convention. A bound is as
    tight as the visited positions show (fail-soft), or the window itself (fail-hard).
    """
    trace.enter(position, depth, side, alpha, beta)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    value = -INFINITY
    cut = False
    for move in setting.order.moves(position):
        if cut:
            trace.cut(depth, side)
            break
        child = position.play(move)
        low, high = setting.convention.handed_down(value, alpha, beta)
        if position.turn(child) < 0:
            reply = -alphabeta_conventions(child, depth + 1, -high, -low, -side, setting, trace)
        else:
            reply = alphabeta_conventions(child, depth + 1, low, high, side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
        cut = setting.convention.cuts(value, beta)
    else:  # nothing was left to skip; some courses count such a cut-off, too
        if cut and setting.convention.last_child:
            trace.cut(depth, side)
    value = setting.convention.returned(value, alpha, beta)
    trace.leave(depth, value)
    return value
