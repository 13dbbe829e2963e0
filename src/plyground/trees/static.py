"""The static values that a tree gives to inner nodes, for searches that look only so far ahead."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.position import rules


@rules
class StaticValues(NamedTuple):
    """An inner node is worth what its tree says, 0 where it says nothing; on the scale of the leaves."""

    win: int = 1

    def value(self, position: Any) -> Any:
        return position.utility()

    def values(self, position: Any) -> Any:
        return position.utilities()
