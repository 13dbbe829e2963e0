"""Principal variation search: alpha-beta that expects the first move to be best, and asks if another one is better."""

from __future__ import annotations

from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.engine_setting import Engine
from plyground.searches.scores import INFINITY
from plyground.searches.tally import Trace
from plyground.searches.transposition_table import NO_MOVE


def pvs(position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Engine, trace: Trace) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it (fail-soft).

    Marsland & Campbell (1982), Parallel search of strongly ordered game trees. After the first move, each move is
    searched with a null window, [alpha, alpha + 1], and again only if it is better. ``setting`` is an
    :class:`plyground.searches.engine_setting.Engine`: a transposition table
    (:mod:`plyground.searches.algorithms.transposition`), move ordering, repetitions, and noisy moves beyond the horizon
    (:mod:`plyground.searches.algorithms.quiescence`). Visits O(b^(m/2)) positions if the order is good.
    """
    trace.enter(position, depth, side, alpha, beta)
    if position.is_over():
        return leaf_value(position, depth, True, setting, trace)
    if setting.repetition.repeats(position, depth) and depth > 0:
        setting.estimates.add()
        trace.hit(depth, 0, True)
        return 0
    estimates = setting.estimates.so_far()
    value = -INFINITY
    best = NO_MOVE
    quiet = depth >= setting.depth
    if quiet:
        value = setting.evaluation.value(position)
        setting.estimates.add()
        if value >= beta or setting.quiescence == 0:
            trace.leaf(depth, value, False)
            return value
    else:
        known = setting.recall(position, depth)
        if depth > 0 and known.answers(setting.depth - depth, alpha, beta):
            setting.estimates.carry(known.settled)
            value = known.score
            trace.hit(depth, value, known.settled)
            return value
        best = known.move
    count = setting.ordering.arrange(position, depth, side, best, quiet, setting.order)
    if quiet:
        if count == 0:
            trace.leaf(depth, value, False)
            return value
        trace.stand(depth, value)
    for place in range(count):
        move = setting.ordering.move(depth, place)
        child = position.play(move)
        turn = position.turn(child)
        low = max(alpha, value)
        high = beta if place == 0 else low + 1
        first, second = (-high, -low) if turn < 0 else (low, high)
        reply = turn * pvs(child, depth + 1, first, second, turn * side, setting, trace)
        if high <= reply < beta:  # better than alpha: search again for the exact value
            first, second = (-beta, -low) if turn < 0 else (low, beta)
            reply = turn * pvs(child, depth + 1, first, second, turn * side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        if reply > value:
            value = reply
            best = move
        if value >= beta:
            if not quiet:
                setting.ordering.reward(depth, side, move, setting.depth - depth)
            if place + 1 < count:
                trace.cut(depth, side)
            break
    if not quiet:
        setting.remember(position, depth, alpha, beta, value, best, estimates)
    trace.leave(depth, value)
    return value
