"""The value of a leaf, the same for all searches."""

from __future__ import annotations

from typing import Any

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MarkedPosition, WiderPosition
from plyground.searches.engine_setting import Engine
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Trace


@helper
def leaf_value(position: MarkedPosition, depth: int, over: bool, setting: Setting | Engine, trace: Trace) -> int:
    """Return the value of a leaf for its side to move: the score if the game is ``over``, else the evaluation."""
    value = setting.scores.of(position.utility(), depth) if over else setting.evaluation.value(position)
    trace.leaf(depth, value, over)
    return value


@helper
def leaf_values(position: WiderPosition, depth: int, over: bool, setting: Any, trace: Any) -> tuple[Any, ...]:
    """Return the values of a leaf for all players: the scores if the game is ``over``, else the evaluation."""
    if over:
        values: tuple[Any, ...] = tuple(setting.scores.of(utility, depth) for utility in position.utilities())
    else:
        values = setting.evaluation.values(position)
    trace.leaf(depth, values, over)
    return values
