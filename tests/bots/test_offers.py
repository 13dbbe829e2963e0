"""Offers: only bots that can answer within seconds, with a depth that lets them."""

from __future__ import annotations

import pytest
from samples import sample, some

from plyground import bot, game
from plyground.bots import Thought
from plyground.bots.offers import MAX_LIMITED_NODES, offered_bots, tree_size
from plyground.searches import Tally, new_tally
from plyground.searches.tally import NODES


def specs(text: str) -> list[str]:
    return [offer.spec for offer in offered_bots(game(text))]


def nodes(spec: str, text: str) -> int:
    """Return the positions visited for the first move."""
    tally: Tally = new_tally()
    bot(spec, game(text)).choose(game(text).start, Thought(tally=tally))
    return tally.counts[NODES]


def test_on_nine_cells_every_search_sees_to_the_end() -> None:
    assert tree_size(game("tictactoe")).whole == 549_946
    assert {"minimax", "alphabeta", "static-cutoff", "dictionary", "table"} <= set(specs("tictactoe"))


def test_a_large_game_comes_with_a_depth_and_without_bots_that_would_solve_it() -> None:
    offered = specs("connect_four")
    assert "minimax:depth=5" in offered
    assert "alphabeta:depth=6" in offered
    assert "depth-limited" in offered
    assert not {"dictionary", "table", "minimax", "alphabeta"} & set(offered)


def test_the_depth_of_a_bot_that_has_one_is_made_less_on_a_wide_board() -> None:
    assert "depth-limited:depth=2" in specs("mnk:width=10,height=10,k=5")


@pytest.mark.parametrize(
    "text", sample(["connect_four", "dame", "breakthrough", "three", "domineering:width=5,height=5"], every=5, first=3)
)
def test_an_offered_search_visits_a_bounded_number_of_positions(text: str) -> None:
    limited = [
        offer.spec
        for offer in offered_bots(game(text))
        if any(option.name == "depth" for option in offer.entry.options) and offer.entry.name != "engine"
    ]
    for spec in some(limited):
        assert nodes(spec, text) <= 2 * MAX_LIMITED_NODES, spec


def test_bots_that_do_not_master_a_game_are_not_offered() -> None:
    assert specs("kuhn") == ["human", "random"]
    assert "engine" not in specs("pig")
    assert {"expectiminimax", "uct"} < set(specs("pig"))
