"""Opponents in groups, and the easier ones."""

from __future__ import annotations

import pytest

from plyground.bots import bot
from plyground.games import game
from plyground.presentation.opponents import easier, levels, opponent_groups


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "othello", "pig"])
def test_each_opponent_that_is_offered_can_play(name: str) -> None:
    of = game(name)
    texts = [each.text for group in opponent_groups(of) for each in group.opponents]
    assert len(texts) == len(set(texts))
    assert texts[0] == "human"
    for text in texts:
        bot(text, of)


def test_easier_goes_down_to_the_first_level_and_ends() -> None:
    for name, strong in (("connect_four", "engine:seconds=1"), ("othello", "engine:seconds=1")):
        of = game(name)
        text: str | None = strong
        steps = []
        while text := easier(of, text):
            steps.append(text)
        assert steps == [level.text for level in reversed(levels(of))]


def test_a_bot_below_all_levels_has_none_that_is_easier() -> None:
    assert easier(game("tictactoe"), "random") is None
