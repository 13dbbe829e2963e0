"""Max^n with shallow pruning, by the bound that one player's utility sets for the player before it."""

from __future__ import annotations

from typing import Any

from plyground.core.position import WiderPosition
from plyground.searches.algorithms.leaf import leaf_values
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.searches.search_setting import Setting


def max_n_shallow(
    position: WiderPosition, depth: int, alpha: Any, beta: Any, side: int, setting: Setting, trace: Any
) -> tuple[Any, ...]:
    """Return the utilities of max^n; from a node that was cut, utilities that give the previous player no more than it
    has.

    Korf (1991), Multi-player alpha-beta pruning. No utility is below the lower end of ``position.bounds()``, and at no
    end of the game do all utilities add up to more than ``position.total()``. When a player has reached ``beta``, the
    previous player has an equally good move elsewhere and avoids this node. Bounds of players further up prove nothing
    (deep pruning is not sound). ``alpha`` is not used.
    """
    trace.enter(position, depth, side, alpha, beta)
    over = position.is_over()
    if over or depth == setting.depth:
        return leaf_values(position, depth, over, setting, trace)
    player = position.to_move()
    scores, players = setting.scores, position.players()
    others = scores.unit * position.bounds()[0] * (players - 2)  # least that the other players get together
    total = scores.unit * position.total() + scores.per_ply * MAX_DEPTH * players  # a slow loss costs less
    value = (-INFINITY,) * position.players()
    for move in setting.order.moves(position):
        if value[player] >= beta:
            trace.cut(depth, side)
            break
        child = position.play(move)
        enough = INFINITY
        if value[player] > -INFINITY and not child.is_over() and child.to_move() != player:
            enough = total - others - value[player]
        reply = max_n_shallow(child, depth + 1, -INFINITY, enough, side, setting, trace)
        improved = reply[player] > value[player]
        trace.update(depth, move, reply, improved)
        if improved:
            value = reply
    trace.leave(depth, value)
    return value
