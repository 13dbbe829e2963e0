"""The measured rate of solving by layers: the part of the game that is measured, and the time that follows from it."""

from __future__ import annotations

from typing import Any

import pytest
from samples import sample, some

from plyground import game
from plyground.solvers.layers.solving_rate import Rate, keys_in_layer, solving_rate
from plyground.solvers.walk import breadth_first


@pytest.mark.parametrize("name", sample(["tictactoe", "kalah:pits=2,seeds=1"], every=2, first=1))
def test_the_positions_that_are_measured_are_all_of_a_small_layer(name: str) -> None:
    start: Any = game(name).start
    found = list(breadth_first(start))
    for layer in some({position.layer() for position in found}):
        valid = map(start.unrank, range(start.size()))
        expected = [position.rank() for position in valid if position.valid() and position.layer() == layer]
        assert list(keys_in_layer(layer, found, native=False)) == expected


@pytest.mark.parametrize("name", sample(["tictactoe", "kalah:pits=2,seeds=1", "dame:size=3"], every=3, first=1))
def test_a_part_of_a_game_is_solved_to_measure_it(name: str) -> None:
    """In the latter two, children are in the layer of their parents; not all of them are in the part."""
    known = game(name)
    rate = solving_rate(known, list(breadth_first(known.start))[::7], native=False)
    assert rate.position > 0
    assert rate.shard > 0


def test_the_time_is_that_of_the_positions_and_of_the_shards() -> None:
    assert Rate(position=2e-6, shard=0.5).seconds(positions=3_000_000, shards=4) == 8
