"""Refusals of games whose demands a search does not support."""

from __future__ import annotations

from typing import Any

from plyground.core.position import Demand
from plyground.errors import SearchError
from plyground.i18n import _


def refuse_demands(position: Any, masters: Demand, name: str, demanded: Demand = Demand.NOTHING) -> None:
    """Raise :class:`SearchError` if the game demands more than the search called ``name`` supports.

    ``demanded`` are demands that positions of the game have shown, besides the demands that :meth:`demands` returns.
    """
    demanded = (position.demands() | demanded) & ~masters
    if Demand.HIDDEN in demanded:
        raise SearchError(_("{name} does not support hidden information, which this game has.", name=name))
    if Demand.PLAYERS in demanded:
        raise SearchError(
            _("{name} supports only two players with opposite utilities. In this game each player has its own.", name=name)
        )  # fmt: skip
    if Demand.CHANCE in demanded:
        raise SearchError(_("{name} does not support chance, which this game has.", name=name))
    if Demand.FRACTIONS in demanded:
        raise SearchError(
            _("{name} supports only whole numbers, and some utilities here are fractions or infinite.", name=name)
        )
    if Demand.TURNS in demanded:
        raise SearchError(_("{name} needs sides that take turns, and in this game a side may move twice.", name=name))
