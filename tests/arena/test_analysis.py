"""The cost of each search in a position."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.arena.analysis import CONTESTANTS, contestants, measure
from plyground.errors import SearchStopped
from plyground.games import game
from plyground.searches import new_tally
from plyground.searches.tally import NODES, STOP, Tally

TICTACTOE = game("tictactoe")


@pytest.mark.nightly
def test_the_published_costs() -> None:
    nodes = [
        measure(TICTACTOE, TICTACTOE.start, contestant, new_tally()).nodes for contestant in contestants(TICTACTOE)
    ]
    assert nodes == [549_946, 18_297, 146_120, 94_978]


class _Impatient(list[int]):
    """Counts that say stop after some nodes."""

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, value)
        if place == NODES and value == 20_000:
            super().__setitem__(STOP, 1)


def impatient() -> Tally:
    tally = new_tally()
    return tally._replace(counts=_Impatient(tally.counts))


def test_a_stopped_measurement_says_so() -> None:
    large = game("mnk:width=5,height=5,k=4")
    with pytest.raises(SearchStopped):
        measure(large, large.start, CONTESTANTS[0], impatient())
