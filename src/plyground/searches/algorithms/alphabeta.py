"""Alpha-beta: the value of minimax, without the moves that cannot change it."""

from __future__ import annotations

from typing import Any

from plyground.searches.scores import INFINITY


def alphabeta(position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it.

    Knuth & Moore (1975), An analysis of alpha-beta pruning, F2; AIMA, 4th global ed., fig. 6.7. The side to move can
    already get ``alpha`` elsewhere, its opponent ``beta``. A result between them is the exact value. A result at or
    below ``alpha`` is an upper bound, at or above ``beta`` a lower bound: as tight as the visited positions show
    (fail-soft), or the window itself (fail-hard). ``depth`` counts plies from the root, ``side`` is MAX or MIN there.
    Visits between O(b^(m/2)) and O(b^m) positions, depending on their order.
    """
    trace.enter(position, depth, side, alpha, beta)
    if position.is_over():
        value: int = setting.scores.of(position.utility(), depth)
        trace.leaf(depth, value, True)
        return value
    if depth == setting.depth:
        value = setting.evaluation.value(position)
        trace.leaf(depth, value, False)
        return value
    value = -INFINITY
    cut = False
    for move in setting.order.moves(position):
        if cut:
            trace.cut(depth, side)
            break
        child = position.play(move)
        low, high = setting.convention.handed_down(value, alpha, beta)
        if position.turn(child) < 0:
            reply = -alphabeta(child, depth + 1, -high, -low, -side, setting, trace)
        else:
            reply = alphabeta(child, depth + 1, low, high, side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
        cut = setting.convention.cuts(value, beta)
    else:  # nothing was left to skip; some courses count such a cut-off, too
        if cut and setting.convention.last_child:
            trace.cut(depth, side)
    value = setting.convention.returned(value, alpha, beta)
    trace.leave(depth, value)
    return value
