"""Estimates: an evaluation that knows a number for every node of one tree."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from plyground.position import rules


@rules
class Estimates(NamedTuple):
    """What a drawing writes in parentheses beside the nodes where a search may stop."""

    values: MutableSequence[int]  # by node, MAX's
    win: int = 1  # a leaf counts its own value

    def value(self, position: Any) -> int:
        return position.side() * self.values[position.node]  # type: ignore[no-any-return]
