"""Static cut-off: minimax that stops at a node as soon as no better result is possible."""

from __future__ import annotations

from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def static_cutoff(position: MarkedPosition, depth: int, side: int, setting: Setting, trace: Trace) -> int:
    """Return the value of ``position`` for its side to move.

    Digiampietri's alpha-beta without alpha and beta: the best possible result, a win (for MAX) or a loss (for MIN),
    ends the loop, without a window. ``depth`` counts plies from the root, ``side`` is MAX or MIN there. Visits up to
    O(b^m) positions.
    """
    trace.enter(position, depth, side, -INFINITY, INFINITY)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    value = -INFINITY
    best = setting.scores.of(position.utmost(), depth + 1)
    for move in setting.order.moves(position):
        if value >= best:
            trace.cut(depth, side)
            break
        child = position.play(move)
        turn = position.turn(child)
        reply = turn * static_cutoff(child, depth + 1, turn * side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
    trace.leave(depth, value)
    return value
