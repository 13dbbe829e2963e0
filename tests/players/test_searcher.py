"""Players that search, plain and compiled."""

from __future__ import annotations

import pytest

from plyground import game
from plyground.players import Thought, player
from plyground.searches import new_tally
from plyground.searches.tally import VISITS

TICTACTOE = game("tictactoe")


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "static-cutoff", "minimax:scores=level", "minimax:ties=last"])
def test_a_compiled_search_chooses_and_visits_as_the_plain_one(name: str) -> None:
    position = TICTACTOE.start.play(0)  # more positions than are visited before compiling
    bot = player(name, TICTACTOE)
    plain, native = new_tally(), new_tally()
    chosen = bot.choose(position, Thought(tally=plain))
    assert bot.choose(position, Thought(tally=native, native=True))[:3] == chosen[:3]
    assert native.counts[VISITS] == plain.counts[VISITS]
