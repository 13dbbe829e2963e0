"""The learner of backgammon's network: the bundled weights mean the same to it, and its update follows the gradient."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from samples import some

from plyground import game
from plyground.core.random_numbers import new_chance
from plyground.games.backgammon import backgammon_network
from plyground.games.backgammon.backgammon_network import UNIT, NetworkEquity
from plyground.learning.network_learner import (
    GAMMON,
    LOST_GAMMON,
    WIN,
    best_play,
    network_content,
    new_network_learner,
    play_game,
)
from plyground.native.compiler import compiled

START = game("backgammon").start
BUNDLED = Path(backgammon_network.__file__).with_suffix(".bin").read_bytes()


def before_rolls(count: int) -> Iterator[Any]:
    """Yield positions of random games before a roll."""
    chance, here = random.Random(1), START
    while count:
        if here.is_chance() and not here.is_over():
            yield here
            count -= 1
        here = START if here.is_over() else here.play(chance.choice(list(here.moves())))


def learn_once(position: Any, learner: Any, step: float) -> int:
    """Find the best play, and learn from it."""
    move: int = best_play(position, learner)
    learner.learn(position.own, position.other, step)
    return move


def test_the_bundled_weights_have_the_values_that_play_gives_them() -> None:
    learner, exact = new_network_learner(content=BUNDLED), NetworkEquity()
    for position in some(before_rolls(60)):
        expected = exact.equity(position.own, position.other) / UNIT
        assert learner.equity(position.own, position.other) == pytest.approx(expected, abs=0.003)


def test_a_file_is_written_as_it_was_read() -> None:
    assert network_content(new_network_learner(content=BUNDLED)) == BUNDLED


def test_an_update_brings_every_chance_nearer() -> None:
    """A small step lowers each error, by as much as the slopes of the weights say."""
    learner = new_network_learner(3)
    for position in some(before_rolls(5)):
        learner.equity(position.own, position.other)
        wanted = {WIN: 0.9, GAMMON: 0.3, LOST_GAMMON: 0.05}
        learner.chosen[:] = type(learner.chosen)("d", [0.1, 0.05, 0.3])  # type: ignore[call-arg]
        before = list(learner.chances)
        learner.learn(position.own, position.other, 1e-3)
        learner.equity(position.own, position.other)
        for output, target in wanted.items():
            assert abs(target - learner.chances[output]) < abs(target - before[output])


@pytest.mark.proof
def test_compiled_learning_is_that_of_its_text() -> None:
    plain, native = new_network_learner(1), new_network_learner(1)
    play = compiled(learn_once, START.play(31), native, 0.1)
    for position in some(before_rolls(3)):
        rolled = position.play(31)
        assert learn_once(rolled, plain, 0.03) == play(rolled, native, 0.03)
        assert list(plain.weights) == pytest.approx(list(native.weights), rel=1e-9)


@pytest.mark.proof
def test_the_bundled_network_beats_an_untrained_one() -> None:
    """Twenty pairs with equal dice; a network without training cannot win more than a few games."""
    trained, new = new_network_learner(content=BUNDLED), new_network_learner(1)
    play = compiled(play_game, START, trained, new, new_chance(1))
    points = 0
    for pair in range(20):
        points += play(START, trained, new, new_chance(pair)) - play(START, new, trained, new_chance(pair))
    assert points > 20
