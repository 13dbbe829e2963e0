"""Star2: Star1 that first tries one reply to each outcome of chance, which is often enough to cut the rest."""

from __future__ import annotations

from typing import Any

from plyground.core.position import MAX, MIN, WiderPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def star2(position: WiderPosition, depth: int, alpha: Any, beta: Any, side: int, setting: Setting, trace: Trace) -> Any:
    """Return the value of ``position`` for its side to move, or a bound on it (fail-soft).

    Ballard (1983), The *-minimax search procedure for trees containing chance nodes; Hauk, Buro & Schaeffer (2004),
    Rediscovering *-minimax search, fig. 5. The player to move after an outcome gets at least the value of the first
    move (the probe). This is a better bound than ``position.bounds()``, which Star1 starts from.
    """
    trace.enter(position, depth, side, alpha, beta)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_value(position, depth, over, setting, trace)
    if position.is_chance():
        low, high = (setting.scores.of(bound, depth) for bound in position.bounds())
        outcomes = list(setting.order.moves(position))
        lower, upper = [low for _outcome in outcomes], [high for _outcome in outcomes]  # bounds of each outcome
        for probing in (True, False):
            for place, move in enumerate(outcomes):
                if low >= beta or high <= alpha:
                    trace.cut(depth, MAX if low >= beta else MIN)
                    break
                child = position.play(move)
                probability = position.probability(move)
                if probing and (child.is_over() or child.is_chance() or depth + 1 == setting.depth):
                    continue
                least, most = lower[place], upper[place]
                below, above = low - probability * least, high - probability * most  # bounds from the other outcomes
                first = max(least, (alpha - above) / probability)
                second = min(most, (beta - below) / probability)
                turn = position.turn(child)
                if turn < 0:
                    first, second = -second, -first
                if probing:
                    reply = turn * probe(child, depth + 1, first, second, turn * side, setting, trace)
                else:
                    reply = turn * star2(child, depth + 1, first, second, turn * side, setting, trace)
                trace.update(depth, move, reply, False)
                if turn > 0 or not probing:
                    lower[place] = max(least, reply) if probing else reply
                if turn < 0 or not probing:
                    upper[place] = min(most, reply) if probing else reply
                low, high = below + probability * lower[place], above + probability * upper[place]
            else:
                continue
            break
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
            reply = turn * star2(child, depth + 1, first, second, turn * side, setting, trace)
            trace.update(depth, move, reply, reply > value)
            value = max(value, reply)
    trace.leave(depth, value)
    return value


def probe(position: WiderPosition, depth: int, alpha: Any, beta: Any, side: int, setting: Setting, trace: Trace) -> Any:
    """Return a lower bound for the side to move: the value of its first move, cut off at ``beta``."""
    trace.enter(position, depth, side, alpha, beta)
    value = -INFINITY
    for move in setting.order.moves(position):
        child = position.play(move)
        turn = position.turn(child)
        first, second = (alpha, beta) if turn > 0 else (-beta, -alpha)
        value = turn * star2(child, depth + 1, first, second, turn * side, setting, trace)
        trace.update(depth, move, value, True)
        break
    trace.leave(depth, value)
    return value
