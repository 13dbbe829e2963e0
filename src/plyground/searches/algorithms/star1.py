"""Star1: alpha-beta with cut-offs at chance nodes, which are possible because utilities have bounds."""

from __future__ import annotations

from typing import Any

from plyground.core.position import MAX, MIN, WiderPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def star1(position: WiderPosition, depth: int, alpha: Any, beta: Any, side: int, setting: Setting, trace: Trace) -> Any:
    """Return the value of ``position`` for its side to move, or a bound on it (fail-soft).

    Ballard (1983), The *-minimax search procedure for trees containing chance nodes; Hauk, Buro & Schaeffer (2004),
    Rediscovering *-minimax search, fig. 4. Unseen outcomes of chance lie between ``least`` and ``most``
    (``position.bounds()``). If the average cannot come into [alpha, beta] any more, the rest is cut. The same reasoning
    gives the window of each outcome.
    """
    trace.enter(position, depth, side, alpha, beta)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    if position.is_chance():
        least, most = (setting.scores.of(bound, depth) for bound in position.bounds())
        seen, unseen = 0, 1  # sum so far, and probability of the rest
        low, high = least, most  # bounds of the average
        for move in setting.order.moves(position):
            if low >= beta or high <= alpha:
                trace.cut(depth, MAX if low >= beta else MIN)
                break
            probability = position.probability(move)
            unseen -= probability
            child = position.play(move)
            turn = position.turn(child)
            first = max(least, (alpha - seen - most * unseen) / probability)
            second = min(most, (beta - seen - least * unseen) / probability)
            if turn < 0:
                first, second = -second, -first
            reply = turn * star1(child, depth + 1, first, second, turn * side, setting, trace)
            trace.update(depth, move, reply, False)
            seen += probability * reply
            low, high = seen + least * unseen, seen + most * unseen
        value = high if high <= alpha else low
    else:
        value = -INFINITY
        for move in setting.order.moves(position):
            if value >= beta:
                trace.cut(depth, side)
                break
            child = position.play(move)
            turn = position.turn(child)
            low = max(alpha, value)
            first, second = (low, beta) if turn > 0 else (-beta, -low)
            reply = turn * star1(child, depth + 1, first, second, turn * side, setting, trace)
            trace.update(depth, move, reply, reply > value)
            value = max(value, reply)
    trace.leave(depth, value)
    return value
