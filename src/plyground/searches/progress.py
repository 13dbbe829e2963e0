"""Progress: the best answer so far of a running search."""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.position import Move


def unheard(*_news: object) -> None:
    """Ignore a report: the listener of what nobody observes."""


class Progress(NamedTuple):
    """The best answer so far, for the side to move at the root."""

    depth: int  # completely searched plies
    value: int  # the utility, or the evaluation if the end was not reached
    score: int  # the search's own score
    distance: int | None  # plies to the end, if the score contains it
    proven: bool  # True if the value contains no estimate
    line: tuple[Move, ...]  # best play of both sides, as far as it was searched
    nodes: int  # positions visited so far
    seconds: float  # seconds so far
    rank: int = 1  # rank of the line among several; 1 is the best
    deepest: int = 0  # plies to the deepest position of this depth's search; 0 if it is not known
    table_fill: float | None = None  # filled part of the transposition table, from 0 to 1; None without a table
