"""Alpha-beta with a transposition table: a position with a known value is not searched again."""

from __future__ import annotations

from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.engine_setting import Engine
from plyground.searches.scores import INFINITY
from plyground.searches.tally import Trace
from plyground.searches.transposition_table import NO_MOVE


def transposition(
    position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Engine, trace: Trace
) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it (fail-soft).

    Marsland (1986), A review of game-tree pruning; Breuker (1998), Memory versus search in games. If the table has an
    exact value, or a bound outside [alpha, beta], from a search at least as deep, this is the answer. The root is
    always searched, to find its move. ``setting`` is an :class:`plyground.searches.engine_setting.Engine`. Visits at
    most the edges of the game's graph, while alpha-beta visits its tree.
    """
    trace.enter(position, depth, side, alpha, beta)
    over = position.is_over()
    if over or depth == setting.depth:
        if not over:
            setting.estimates.add()
        return leaf_value(position, depth, over, setting, trace)
    known = setting.recall(position, depth)
    if depth > 0 and known.answers(setting.depth - depth, alpha, beta):
        setting.estimates.carry(known.settled)
        value = known.score
        trace.hit(depth, value, known.settled)
        return value
    estimates = setting.estimates.so_far()
    value = -INFINITY
    best = NO_MOVE
    for move in setting.order.moves(position):
        if value >= beta:
            trace.cut(depth, side)
            break
        child = position.play(move)
        low = max(alpha, value)
        if position.turn(child) < 0:
            reply = -transposition(child, depth + 1, -beta, -low, -side, setting, trace)
        else:
            reply = transposition(child, depth + 1, low, beta, side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        if reply > value:
            value = reply
            best = move
    setting.remember(position, depth, alpha, beta, value, best, estimates)
    trace.leave(depth, value)
    return value
