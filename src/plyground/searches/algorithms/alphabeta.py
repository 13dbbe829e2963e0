"""Alpha-beta: the value of minimax, without the moves that cannot change it."""

from __future__ import annotations

from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def alphabeta(
    position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Trace
) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it.

    Knuth & Moore (1975), An analysis of alpha-beta pruning, F2; AIMA, 4th global ed., fig. 6.7. The side to move can
    already get ``alpha`` elsewhere, its opponent ``beta``. A result between them is the exact value. A result at or
    below ``alpha`` is an upper bound, at or above ``beta`` a lower bound, as tight as the visited positions show
    (fail-soft). ``depth`` counts plies from the root, ``side`` is MAX or MIN there. Visits between O(b^(m/2)) and
    O(b^m) positions, depending on their order. Other courses' conventions are in
    :mod:`plyground.searches.algorithms.alphabeta_conventions`.
    """
    trace.enter(position, depth, side, alpha, beta)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    value = -INFINITY
    for move in setting.order.moves(position):
        if value >= beta:
            trace.cut(depth, side)
            break
        child = position.play(move)
        low = max(alpha, value)
        if position.turn(child) < 0:
            reply = -alphabeta(child, depth + 1, -beta, -low, -side, setting, trace)
        else:
            reply = alphabeta(child, depth + 1, low, beta, side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
    trace.leave(depth, value)
    return value
