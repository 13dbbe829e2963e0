"""Players that search, plain and compiled."""

from __future__ import annotations

import pytest

from plyground import game
from plyground.arena.match import Match
from plyground.bots import Thought
from plyground.bots import bot as bot_named
from plyground.bots.searcher import Searcher, plain_nodes
from plyground.errors import SearchStopped
from plyground.searches import new_tally
from plyground.searches.tally import NODES, STOP

TICTACTOE = game("tictactoe")


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "static-cutoff", "minimax:scores=level", "minimax:ties=last"])
def test_a_compiled_search_chooses_and_visits_as_the_plain_one(name: str) -> None:
    position = TICTACTOE.start.play(0)  # more positions than are visited before compiling
    bot = bot_named(name, TICTACTOE)
    plain, native = new_tally(), new_tally()
    chosen = bot.choose(position, Thought(tally=plain))
    assert bot.choose(position, Thought(tally=native, native=True))[:3] == chosen[:3]
    assert native.counts[NODES] == plain.counts[NODES]


def test_in_plain_python_a_stopped_search_with_a_depth_plays_the_deepest_that_was_finished() -> None:
    of = game("connect_four")
    tally = new_tally()
    tally.counts[STOP] = 400
    choice = bot_named("alphabeta:depth=6", of).choose(of.start, Thought(tally=tally, native=False))
    assert choice.result is not None
    assert choice.result.depth is not None
    assert 1 <= choice.result.depth < 6
    tally = new_tally()
    tally.counts[STOP] = 400
    with pytest.raises(SearchStopped):
        bot_named("minimax", TICTACTOE).choose(TICTACTOE.start, Thought(tally=tally, native=False))


def test_a_search_of_few_moves_is_compiled_after_few_visits() -> None:
    """With a width every child of a visited position is evaluated, so that few nodes take long."""
    of, tally = game("backgammon"), new_tally()
    pruned, whole = (bot_named(f"expectiminimax:depth=3{width}", of) for width in (",width=3", ""))
    assert isinstance(pruned, Searcher)
    assert isinstance(whole, Searcher)
    pruned.choose(Match(of, seed=1).rolled().position, Thought(tally=tally, native=False))
    assert plain_nodes(pruned.setting) < tally.counts[NODES] < plain_nodes(whole.setting)
