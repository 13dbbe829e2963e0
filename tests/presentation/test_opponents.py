"""Opponents in groups, and the next one after a game."""

from __future__ import annotations

import pytest

from plyground.arena.match import Match
from plyground.bots import bot
from plyground.games import GAMES, game
from plyground.presentation.bot_titles import bot_title
from plyground.presentation.opponents import levels, next_level, opponent_groups

LOST_SOON = "1-1-1-5-1-7-7-4-1-6"
"""A game of Connect Four that the first side loses after 10 of 42 plies."""


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "othello", "pig"])
def test_each_opponent_that_is_offered_can_play(name: str) -> None:
    of = game(name)
    texts = [each.text for group in opponent_groups(of) for each in group.opponents]
    assert len(texts) == len(set(texts))
    assert texts[0] == "human"
    for text in texts:
        bot(text, of)


def test_each_game_has_at_most_seven_levels_that_differ_in_words() -> None:
    for entry in GAMES:
        known = levels(game(entry.name))
        assert len(known) <= 7
        assert [level.number for level in known] == list(range(1, len(known) + 1))
        assert len({str(level.title) for level in known}) == len(known)
        assert all(level.manner for level in known)


@pytest.mark.parametrize(
    ("text", "winner", "number"),
    [
        ("level:number=3", 0, 4),
        ("level:number=3", None, 3),
        ("level:number=3", 1, 1),  # a quick loss
        ("level:number=1", 1, 1),
        ("level:number=7", 0, 7),
        ("engine:seconds=1", 1, 5),  # a bot of unknown strength counts as level 8
        ("random", 0, 1),
    ],
)
def test_the_next_level_follows_from_the_result(text: str, winner: int | None, number: int) -> None:
    found = next_level(Match.parse(game("connect_four"), LOST_SOON), 0, winner, text)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize(("side", "number"), [(0, 4), (1, 3)])
def test_a_loss_goes_down_by_what_was_lost(side: int, number: int) -> None:
    after_one_move = Match.parse(game("othello"), "f5")  # four stones against one
    found = next_level(after_one_move, side, 1 - side, "level:number=5")
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("level:number=2", "Mia, level 2"),
        ("depth-limited:depth=4,noise=50", "Depth-limited (4 moves ahead, errs by up to 50)"),
        ("engine:nodes=20000,memory=4", "Engine (20,000 positions a move)"),
        ("my own bot", "my own bot"),
    ],
)
def test_a_bot_is_named_in_words(text: str, title: str) -> None:
    assert bot_title(text, game("connect_four")) == title
