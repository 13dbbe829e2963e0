"""Progress: what a search that goes on can say already."""

from __future__ import annotations

from typing import NamedTuple

from plyground.position import Move


class Progress(NamedTuple):
    """The best answer so far, for the side to move at the root."""

    depth: int  # plies searched completely
    value: int  # the utility, or the evaluation where the end was not reached
    score: int  # the search's own number
    distance: int | None  # plies to the end, where it was reached
    proven: bool  # no guess has a part in the value
    line: tuple[Move, ...]  # best play of both sides, as far as it was looked at
    visits: int  # positions so far
    seconds: float  # so far
