"""Random games end at the end of the game or after their plies, and a seed repeats them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from plyground import game
from plyground.core.random_game import random_game


@pytest.mark.parametrize("plies", [0, 1, 4, 100])
@pytest.mark.parametrize("name", ["tictactoe", "pig", "dodgem"])
def test_each_position_follows_by_a_legal_move_and_only_the_last_may_be_over(name: str, plies: int) -> None:
    positions = random_game(game(name).start, random.Random(7), plies)
    assert positions[0] == game(name).start
    for position, following in pairwise(positions):
        assert not position.is_over()
        assert following in [position.play(move) for move in position.moves()]
    assert positions[-1].is_over() if len(positions) <= plies else len(positions) == plies + 1
    assert random_game(game(name).start, random.Random(7), plies) == positions
