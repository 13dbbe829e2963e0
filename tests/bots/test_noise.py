"""Noise in an evaluation: a weakness that still sees wins."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from plyground.arena.match import Match
from plyground.bots import Thought
from plyground.bots import bot as bot_named
from plyground.bots.noise import noise_size, noisy
from plyground.errors import SpecError
from plyground.searches import new_tally

GAME = plyground.game("connect_four")
EVALUATION = next(iter(GAME.evaluations.values()))


def test_the_size_of_noise_is_measured_in_the_evaluation_s_own_spread() -> None:
    assert noise_size(0, GAME, EVALUATION) == 0
    assert 0 < noise_size(100, GAME, EVALUATION) < EVALUATION.win
    assert abs(noise_size(300, GAME, EVALUATION) - 3 * noise_size(100, GAME, EVALUATION)) <= 2


class Listed(NamedTuple):
    """An evaluation that cannot be a key of a dictionary, as it has a list."""

    weights: list[int]
    win: int = EVALUATION.win

    def value(self, position: Any) -> int:
        return int(EVALUATION.value(position))


def test_an_evaluation_with_a_list_gets_noise_of_the_same_size() -> None:
    assert noise_size(100, GAME, Listed([1, 2])) == noise_size(100, GAME, EVALUATION)


@given(st.integers(0, 2**64 - 1), st.integers(0, 10**9))
def test_a_noisy_guess_is_never_taken_for_a_win(seed: int, size: int) -> None:
    judge = noisy(EVALUATION, size, GAME.start, seed)
    assert all(abs(judge.value(GAME.start)) < EVALUATION.win for _time in range(3))


def test_a_noisy_bot_takes_a_win_and_repeats_itself_with_a_seed() -> None:
    position = GAME.start
    for column in (3, 0, 3, 0, 3, 1):
        position = position.play(next(move for move in position.moves() if move % 7 == column))
    winning = [move for move in position.moves() if position.play(move).is_over()]
    assert len(winning) == 1
    for seed in range(20):
        bot = bot_named(f"depth-limited:depth=1,noise=10000,seed={seed}", GAME)
        assert bot.choose(position).move == winning[0]
    bots = [bot_named("depth-limited:depth=2,noise=300,seed=7", GAME) for _time in range(2)]
    first, again = (bot.choose(GAME.start, Thought((), new_tally(), native=False)).move for bot in bots)
    assert first == again


@pytest.mark.long
def test_noise_weakens_a_bot_in_a_game_of_chance() -> None:
    """The evaluation alone decides between moves that end no game. With noise, ten seeds choose several moves."""
    game = plyground.game("backgammon")
    position = Match(game, seed=1).rolled().position
    moves = {
        bot_named(f"expectiminimax:depth=1,noise=1000,seed={seed}", game).choose(position).move for seed in range(10)
    }
    again = {bot_named("expectiminimax:depth=1,noise=1000,seed=3", game).choose(position).move for _time in range(3)}
    assert (len(moves) > 1, len(again)) == (True, 1)
    with pytest.raises(SpecError, match="max-n has no option noise"):
        bot_named("max-n:noise=10", plyground.game("three"))
