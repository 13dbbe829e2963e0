"""Several threads learn into weights of their own, which are put together without going farther than one of them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import game, learn
from plyground.core.random_numbers import new_chance
from plyground.learning.hands import Hands, put_together
from plyground.learning.learner import Learner, new_learner, self_play
from plyground.learning.on_top import new_on_top
from plyground.learning.study import study
from plyground.learning.tables import new_layout
from plyground.native.compiler import compiled

COMPILED = compiled(put_together, array("d", [0.0]), array("d", [0.0]), 1, 1, 0, 0)
STRAY = 7.0
"""A number between the rows of two threads."""


def together(before: Sequence[float], rows: Sequence[Sequence[float]], text: Callable[..., int]) -> list[float]:
    """Put the rows of some threads together in two parts. All threads must get the same."""
    size = len(before) + 1
    weights, every = array("d", before), array("d", [number for row in rows for number in (*row, STRAY)])
    half = len(before) // 2
    text(weights, every, len(rows), size, 0, half)
    text(weights, every, len(rows), size, half, len(before))
    for thread in range(len(rows)):
        assert list(every[thread * size : (thread + 1) * size]) == [*weights, STRAY]
    return list(weights)


@given(st.integers(1, 5).flatmap(lambda size: st.lists(st.lists(st.sampled_from([-2.0, -1.0, 0.0, 0.5, 3.0]), min_size=size, max_size=size), min_size=3, max_size=6)))  # fmt: skip
def test_no_weight_goes_farther_than_in_one_thread(rows: list[list[float]]) -> None:
    before, *threads = rows
    found = together(before, threads, put_together)
    assert found == together(before, threads, COMPILED)
    assert found == together(before, threads[::-1], put_together)
    for place in range(len(before)):
        changes = [thread[place] - before[place] for thread in threads]
        assert min(0.0, *changes) <= found[place] - before[place] <= max(0.0, *changes)
        if len(set(changes) - {0.0}) == 1:  # learned by one thread, or the same by several
            assert found[place] - before[place] == next(change for change in changes if change)


def on_top_learner() -> Learner:
    connect_four = game("connect_four")
    found = study(connect_four)
    return new_learner(found, new_layout(found, "lines4"), new_on_top(connect_four.evaluations["open-fours"], 20.0, (1.0, 1.0), 400))  # fmt: skip


def plain(text: Callable[..., int], *_examples: object) -> Callable[..., int]:
    return text


def test_threads_play_apart_and_then_know_the_same() -> None:
    learner = on_top_learner()
    hands = Hands(learner, 3, 1, plain)
    for hand, chance in zip(hands.learners, hands.chances, strict=True):
        self_play(game("connect_four").start, hand, chance, 1, 0.01, 0.1, 0.7, 4)
    assert not any(learner.weights)
    assert len({tuple(hand.weights) for hand in hands.learners}) == 3
    with ThreadPoolExecutor(3) as pool:
        hands.put_together(pool)
    assert any(learner.weights)
    assert list(learner.on_top.shares) != [1.0, 1.0]
    for hand in hands.learners:
        assert list(hand.weights) == list(learner.weights)
        assert list(hand.on_top.shares) == list(learner.on_top.shares)
    assert 0 < hands.mean_error() < 2
    assert hands.mean_error() == 0


def test_one_thread_learns_into_the_weights_themselves() -> None:
    learner = on_top_learner()
    hands = Hands(learner, 1, 5, plain)
    assert hands.learners == [learner]
    assert hands.chances[0].draw() == new_chance(5).draw()


@pytest.mark.parametrize("name", ["tictactoe", "connect_four"])
def test_two_threads_play_the_given_number_of_games(name: str) -> None:
    learned = learn(name, games=601, threads=2, seed=1)
    assert learned.games == 601
    assert any(learned.weights)
