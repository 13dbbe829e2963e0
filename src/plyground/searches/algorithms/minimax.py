"""Minimax: the value of a position when both sides play best, by a complete depth-first walk."""

from __future__ import annotations

from typing import Any

from plyground.searches.scores import INFINITY


def minimax(position: Any, depth: int, side: int, setting: Any, trace: Any) -> int:
    """Return the value of ``position`` for its side to move.

    AIMA, 4th global ed., fig. 6.3 (MINIMAX-SEARCH), written as one function by seeing each position from the side to
    move (negamax: Knuth & Moore 1975, An analysis of alpha-beta pruning, F1). ``depth`` counts plies from the root,
    ``side`` is MAX or MIN there. Visits O(b^m) positions.
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
    for move in setting.order.moves(position):
        child = position.play(move)
        turn = position.turn(child)
        reply = turn * minimax(child, depth + 1, turn * side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
    trace.leave(depth, value)
    return value
