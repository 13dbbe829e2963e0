"""Minimax and alpha-beta as the book prints them: a pair of functions, one for MAX and one for MIN.

Russell & Norvig, AIMA, 4th global ed., figs. 6.3 and 6.7. This code is for reading and tracing; the project's own
searches write each pair as one function. All values here are MAX's. A trace expects values of the side to move, so it
gets the negatives at MIN's nodes.
"""

from __future__ import annotations

from plyground.core.position import MAX, MIN, MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def minimax_search(position: MarkedPosition, depth: int, side: int, setting: Setting, trace: Trace) -> int:
    """Return the value of ``position`` for its side to move: MINIMAX-SEARCH of fig. 6.3. O(b^m)."""
    if side == MAX:
        return max_value(position, depth, setting, trace)
    return -min_value(position, depth, setting, trace)


def alpha_beta_search(
    position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Trace
) -> int:
    """Return the value of ``position`` for its side to move: ALPHA-BETA-SEARCH of fig. 6.7. O(b^(m/2)) to O(b^m)."""
    if side == MAX:
        return max_value_alphabeta(position, depth, alpha, beta, setting, trace)
    return -min_value_alphabeta(position, depth, -beta, -alpha, setting, trace)


def max_value(position: MarkedPosition, depth: int, setting: Setting, trace: Trace) -> int:
    """Return the utility that MAX, to move, reaches when both sides play best: MAX-VALUE of fig. 6.3."""
    trace.enter(position, depth, MAX, -INFINITY, INFINITY)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    value = -INFINITY
    for move in setting.order.moves(position):
        reply = min_value(position.play(move), depth + 1, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
    trace.leave(depth, value)
    return value


def min_value(position: MarkedPosition, depth: int, setting: Setting, trace: Trace) -> int:
    """Return the utility that MAX reaches when MIN is to move: MIN-VALUE of fig. 6.3."""
    trace.enter(position, depth, MIN, -INFINITY, INFINITY)
    over = position.is_over()
    if over or depth == setting.depth:
        return -leaf_value(position, depth, over, setting, trace)
    value = INFINITY
    for move in setting.order.moves(position):
        reply = max_value(position.play(move), depth + 1, setting, trace)
        trace.update(depth, move, -reply, reply < value)
        value = min(value, reply)
    trace.leave(depth, -value)
    return value


def max_value_alphabeta(
    position: MarkedPosition, depth: int, alpha: int, beta: int, setting: Setting, trace: Trace
) -> int:
    """Return the utility that MAX, to move, reaches: MAX-VALUE of fig. 6.7.

    Stop once MIN has a better move elsewhere.
    """
    trace.enter(position, depth, MAX, alpha, beta)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    value = -INFINITY
    for move in setting.order.moves(position):
        if value >= beta:
            trace.cut(depth, MAX)
            break
        reply = min_value_alphabeta(position.play(move), depth + 1, alpha, beta, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
        alpha = max(alpha, value)
    trace.leave(depth, value)
    return value


def min_value_alphabeta(
    position: MarkedPosition, depth: int, alpha: int, beta: int, setting: Setting, trace: Trace
) -> int:
    """Return the utility that MAX reaches if MIN is to move; stop once MAX has a better move: MIN-VALUE of fig. 6.7."""
    trace.enter(position, depth, MIN, -beta, -alpha)
    over = position.is_over()
    if over or depth == setting.depth:
        return -leaf_value(position, depth, over, setting, trace)
    value = INFINITY
    for move in setting.order.moves(position):
        if value <= alpha:
            trace.cut(depth, MIN)
            break
        reply = max_value_alphabeta(position.play(move), depth + 1, alpha, beta, setting, trace)
        trace.update(depth, move, -reply, reply < value)
        value = min(value, reply)
        beta = min(beta, value)
    trace.leave(depth, -value)
    return value
