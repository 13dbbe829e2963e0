"""Expectiminimax: minimax with chance nodes, which have the average value of their outcomes."""

from __future__ import annotations

from typing import Any

from plyground.core.position import WiderPosition
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


def expectiminimax(position: WiderPosition, depth: int, side: int, setting: Setting, trace: Trace) -> Any:
    """Return the exact value of ``position`` for its side to move; a fraction if the average is not whole.

    Michie (1966), Game-playing and game-learning automata; AIMA, 4th global ed., sec. 6.5. A chance node is seen from
    MAX's side. ``depth`` counts plies from the root, those of chance included. Visits O(b^m n^m) positions, with n
    outcomes of chance.
    """
    trace.enter(position, depth, side, -INFINITY, INFINITY)
    if position.is_over():  # not leaf_value(): compiled backgammon is a fifth faster so
        value: Any = setting.scores.of(position.utility(), depth)
        trace.leaf(depth, value, True)
        return value
    if depth == setting.depth:
        value = setting.evaluation.value(position)
        trace.leaf(depth, value, False)
        return value
    by_chance = position.is_chance()
    value = 0 if by_chance else -INFINITY
    for move in setting.order.moves(position):
        child = position.play(move)
        turn = position.turn(child)
        reply = turn * expectiminimax(child, depth + 1, turn * side, setting, trace)
        trace.update(depth, move, reply, not by_chance and reply > value)
        if by_chance:
            value += position.probability(move) * reply
        else:
            value = max(value, reply)
    trace.leave(depth, value)
    return value
