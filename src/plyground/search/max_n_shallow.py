"""Max^n with shallow pruning: what a player is sure of, the player before it cannot have."""

from __future__ import annotations

from typing import Any

from plyground.search.scores import INFINITY, LONGEST


def max_n_shallow(
    position: Any, depth: int, alpha: Any, beta: Any, side: int, setting: Any, trace: Any
) -> tuple[Any, ...]:
    """The utilities of max^n; or, from a node that was cut, some that give the player before it no more than it has.

    Korf (1991), Multi-player alpha-beta pruning. No utility is less than the least of ``position.bounds()`` and
    none of an end of the game together more than ``position.total()``. So once a player has ``beta``, the
    player before it, which has something as good elsewhere, will not let play come here. Bounds of
    players further up say nothing (deep pruning is not sound). ``alpha`` is not used.
    """
    trace.enter(position, depth, side, alpha, beta)
    if position.is_over():
        value: tuple[Any, ...] = tuple(setting.scores.of(utility, depth) for utility in position.utilities())
        trace.leaf(depth, value, True)
        return value
    if depth == setting.horizon:
        value = setting.evaluation.values(position)
        trace.leaf(depth, value, False)
        return value
    player = position.to_move()
    scores, players = setting.scores, position.players()
    others = scores.unit * position.bounds()[0] * (players - 2)  # what is left to those who are neither here nor before
    total = scores.unit * position.total() + scores.per_ply * LONGEST * players  # a slow loss costs less
    value = ()
    for move in setting.order.moves(position):
        if value and value[player] >= beta:
            trace.cut(depth, side)
            break
        child = position.play(move)
        enough = INFINITY
        if value and not child.is_over() and child.to_move() != player:
            enough = total - others - value[player]
        reply = max_n_shallow(child, depth + 1, -INFINITY, enough, side, setting, trace)
        improved = not value or reply[player] > value[player]
        trace.update(depth, move, reply, improved)
        if improved:
            value = reply
    trace.leave(depth, value)
    return value
