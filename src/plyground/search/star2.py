"""Star2: Star1 that first asks one reply to each outcome of chance, which often is enough to cut the rest."""

from __future__ import annotations

from typing import Any

from plyground.position import MAX, MIN
from plyground.search.scores import INFINITY


def star2(position: Any, depth: int, alpha: Any, beta: Any, side: int, setting: Any, trace: Any) -> Any:
    """The value of ``position`` for its side to move, or a bound on it (fail-soft).

    Ballard (1983), The *-minimax search procedure for trees containing chance nodes; Hauk, Buro & Schaeffer
    (2004), Rediscovering *-minimax search, fig. 5. Whoever moves after an outcome gets at least what the first
    of their moves gives (the probe): a better bound than ``position.bounds()``, which Star1 starts from.
    """
    trace.enter(position, depth, side, alpha, beta)
    if position.is_over():
        value = setting.scores.of(position.utility(), depth)
        trace.leaf(depth, value, True)
        return value
    if depth == setting.horizon:
        value = setting.evaluation.value(position)
        trace.leaf(depth, value, False)
        return value
    if position.is_chance():
        low, high = (setting.scores.of(bound, depth) for bound in position.bounds())
        outcomes = dict.fromkeys(setting.order.moves(position), (low, high))  # between which each one lies
        for probing in (True, False):
            for move, (least, most) in list(outcomes.items()):
                if low >= beta or high <= alpha:
                    trace.cut(depth, MAX if low >= beta else MIN)
                    break
                child = position.play(move)
                probability = position.probability(move)
                if probing and (child.is_over() or child.is_chance() or depth + 1 == setting.horizon):
                    continue
                below, above = low - probability * least, high - probability * most  # what the others give
                first = max(least, (alpha - above) / probability)
                second = min(most, (beta - below) / probability)
                turn = position.turn(child)
                if turn < 0:
                    first, second = -second, -first
                search = probe if probing else star2
                reply = turn * search(child, depth + 1, first, second, turn * side, setting, trace)
                trace.update(depth, move, reply, False)
                if not probing:
                    least = most = reply
                elif turn > 0:
                    least = max(least, reply)
                else:
                    most = min(most, reply)
                outcomes[move] = least, most
                low, high = below + probability * least, above + probability * most
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


def probe(position: Any, depth: int, alpha: Any, beta: Any, side: int, setting: Any, trace: Any) -> Any:
    """What the side to move has at least: the value of its first move, cut off at ``beta``."""
    trace.enter(position, depth, side, alpha, beta)
    move = next(iter(setting.order.moves(position)))
    child = position.play(move)
    turn = position.turn(child)
    first, second = (alpha, beta) if turn > 0 else (-beta, -alpha)
    value = turn * star2(child, depth + 1, first, second, turn * side, setting, trace)
    trace.update(depth, move, value, True)
    trace.leave(depth, value)
    return value
