"""Measured levels and ratings of the games here."""

import json

import pytest
from samples import some

import plyground
from plyground.bots.level import levels_of
from plyground.bots.measured import LADDERS, measured


def test_bots_of_the_ladders_have_their_measured_rating() -> None:
    for name, ladder in some(json.loads(LADDERS.read_text()).items()):
        found = measured(plyground.game(name))
        for row in some(ladder["ratings"]):
            assert found.rating(row["bot"]) == (row["bot"], row["elo"], row["error"])


def test_a_rating_is_found_by_any_text_of_the_same_bot() -> None:
    found = measured(plyground.game("tictactoe"))
    assert found.rating("depth-limited") == found.rating("depth-limited:depth=3") is not None
    assert found.rating("Depth_Limited:ties=first,depth=3") == found.rating("depth-limited")
    assert found.rating("random:seed=5") == found.rating("random")


def test_levels_have_the_rating_of_their_bot() -> None:
    found = measured(plyground.game("connect_four"))
    assert [found.rating(f"level:number={number}") for number in range(1, len(found.levels) + 1)] == [*found.levels]
    assert found.rating("level") == found.levels[0]
    assert found.rating("level:number=7") is None or len(found.levels) == 7


@pytest.mark.parametrize(
    "text", ["minimax:depth=9", "no-such-bot", "uct:what=1", "depth-limited:depth=3,evaluation=none"]
)
def test_unmeasured_bots_have_no_rating(text: str) -> None:
    assert measured(plyground.game("tictactoe")).rating(text) is None


def test_games_without_measurements_have_no_levels() -> None:
    assert measured(plyground.game("kuhn")) == ((), ())


def test_the_card_of_a_level_says_how_it_plays_in_words() -> None:
    for name in some(json.loads(LADDERS.read_text())):
        of = plyground.game(name)
        for number, level in some(enumerate(levels_of(of), 1)):
            card = plyground.bot(f"level:number={number}", of).card
            assert str(card.title).endswith(f", level {number}")
            assert str(card.summary).endswith(".")
            assert level.bot not in str(card.summary) and "=" not in str(card.summary)
