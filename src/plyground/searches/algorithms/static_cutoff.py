"""Static cut-off: minimax that stops at a node as soon as no better result is possible."""

from __future__ import annotations

from typing import Any

from plyground.searches.scores import INFINITY


def static_cutoff(position: Any, depth: int, side: int, setting: Any, trace: Any) -> int:
    """Return the value of ``position`` for its side to move.

    Digiampietri's alpha-beta without alpha and beta: the best possible result, a win (for MAX) or a loss (for MIN),
    ends the loop, without a window. ``depth`` counts plies from the root, ``side`` is MAX or MIN there. Visits up to
    O(b^m) positions.
    """
    trace.enter(position, depth, side, -INFINITY, INFINITY)
    if position.is_over():
        value: int = setting.scores.of(position.utility(), depth)
        trace.leaf(depth, value, True)
        return value
    if depth == setting.depth:
        value = setting.evaluation.value(position)
        trace.leaf(depth, value, False)
        return value
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
