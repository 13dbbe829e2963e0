"""What a game demands and a search does not master, refused in one sentence."""

from __future__ import annotations

from typing import Any

from plyground.errors import SearchError
from plyground.language import _
from plyground.position import Demand


def refuse_demands(position: Any, masters: Demand, name: str) -> None:
    """Raise :class:`SearchError` where the game demands more than the search of this ``name`` masters."""
    demanded = position.demands() & ~masters
    if Demand.HIDDEN in demanded:
        raise SearchError(
            _("{name} needs to see the whole position, and in this game some of it is hidden from the players.", name=name)
        )  # fmt: skip
    if Demand.PLAYERS in demanded:
        raise SearchError(
            _("{name} is for two players of whom one wins what the other loses; here each has a utility of its own.", name=name)
        )  # fmt: skip
    if Demand.CHANCE in demanded:
        raise SearchError(_("{name} knows no chance, and this game has some.", name=name))
    if Demand.FRACTIONS in demanded:
        raise SearchError(_("{name} counts in whole numbers, and the utilities here are not all whole.", name=name))
    if Demand.TURNS in demanded:
        raise SearchError(_("{name} takes MAX and MIN in turn, and in this game a side may move twice.", name=name))
