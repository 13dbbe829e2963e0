"""Quiescence search: alpha-beta that does not evaluate in the middle of an exchange."""

from __future__ import annotations

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


@helper
def is_noisy(position: MarkedPosition) -> bool:
    """Return True if a position has a noisy move."""
    for move in position.moves():  # noqa: SIM110 - compiled code has no any() over a generator
        if position.is_noisy(move):
            return True
    return False


def quiescence(
    position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Trace
) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it (fail-soft).

    Beyond the horizon the side to move may accept the evaluation (stand pat) or make a noisy move. ``is_noisy(move)``
    of the game decides which moves are noisy; every line of noisy moves must end. (Shannon 1950, Programming a computer
    for playing chess; Harris 1975, The heuristic search and the game of chess; Beal 1990, A generalised quiescence
    search algorithm.) For a game without noisy moves, this is alpha-beta.
    """
    trace.enter(position, depth, side, alpha, beta)
    if position.is_over():
        return leaf_value(position, depth, True, setting, trace)
    quiet = depth >= setting.depth
    value = -INFINITY
    if quiet:
        value = setting.evaluation.value(position)
        if value >= beta or not is_noisy(position):
            trace.leaf(depth, value, False)
            return value
        trace.stand(depth, value)
    for move in setting.order.moves(position):
        if value >= beta:
            trace.cut(depth, side)
            break
        if quiet and not position.is_noisy(move):
            continue
        child = position.play(move)
        low = max(alpha, value)
        if position.turn(child) < 0:
            reply = -quiescence(child, depth + 1, -beta, -low, -side, setting, trace)
        else:
            reply = quiescence(child, depth + 1, low, beta, side, setting, trace)
        trace.update(depth, move, reply, reply > value)
        value = max(value, reply)
    trace.leave(depth, value)
    return value
