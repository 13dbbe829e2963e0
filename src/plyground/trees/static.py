"""Static values of the inner nodes of a tree, for searches of limited depth."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import WiderPosition


@rules
class StaticValues(NamedTuple):
    """The evaluation by the static values in a tree, 0 if there is none, on the scale of the leaves."""

    win: int = 1

    def value(self, position: Any) -> Any:
        return position.utility()

    def values(self, position: WiderPosition) -> Any:
        return position.utilities()
