"""A search as a user writes it: SCOUT tests with an empty window whether a move is better (Pearl 1980)."""

from typing import Any

from plyground.searches import INFINITY, leaf_value


def scout(position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
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
        reply = -scout(child, depth + 1, -low - 1, -low, -side, setting, trace)
        if low < reply < beta:
            reply = -scout(child, depth + 1, -beta, -reply, -side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
    trace.leave(depth, value)
    return value
