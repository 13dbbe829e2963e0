"""Minimax: the value of a position when both sides play best, by a complete depth-first walk."""

from __future__ import annotations

from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def minimax(position: MarkedPosition, depth: int, side: int, setting: Setting, trace: Trace) -> int:
    """Return the value of ``position`` for its side to move.

    AIMA, 4th global ed., fig. 6.3 (MINIMAX-SEARCH), written as one function by seeing each position from the side to
    move (negamax: Knuth & Moore 1975, An analysis of alpha-beta pruning, F1). ``depth`` counts plies from the root,
    ``side`` is MAX or MIN there. Visits O(b^m) positions.
    """
    trace.enter(position, depth, side, -INFINITY, INFINITY)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    value = -INFINITY
    for move in setting.order.moves(position):
        child = position.play(move)
        turn = position.turn(child)
        reply = turn * minimax(child, depth + 1, turn * side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
    trace.leave(depth, value)
    return value
