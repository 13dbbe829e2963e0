"""Bots get ready for their games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground import game
from plyground.bots.bot_process import BotFault, LocalBot, WarmUp
from plyground.bots.table_bot import is_solved

TICTACTOE = game("tictactoe")


@pytest.mark.parametrize("how", WarmUp)
@pytest.mark.parametrize("bot", ["alphabeta", "uct", "engine", "greedy"])
def test_a_bot_gets_ready_for_a_game_that_is_over_at_its_start(bot: str, how: WarmUp) -> None:
    ended = replace(TICTACTOE, start=TICTACTOE.notation.parse("xxxoo...."))
    assert ended.start.is_over()
    LocalBot(ended).prepare(bot, 0, how)


def test_a_bot_that_was_only_made_gets_ready_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.bots.table_bot._solutions", {})
    bot = LocalBot(TICTACTOE)
    bot.prepare("table", 0, WarmUp.NONE)
    assert not is_solved(TICTACTOE)
    bot.prepare("table", 0, WarmUp.WHOLE)
    assert is_solved(TICTACTOE)


def test_a_bot_that_is_not_ready_tries_again_before_the_next_game() -> None:
    bot = LocalBot(game("connect_four"))
    for _game in range(2):
        with pytest.raises(BotFault, match="too many to solve"):
            bot.prepare("table", 0, WarmUp.WHOLE)
