"""The calibration of an evaluation is fitted to games of the engine with itself."""

from __future__ import annotations

import math
import random

import pytest

from plyground import game, learn
from plyground.evaluations.calibration import COIN, Calibration
from plyground.learning.calibration_fit import Pairs, cross_validated, fitted, game_pairs, loss_of
from plyground.learning.learned import USUAL_CALIBRATION

SCALE = 0.002


def drawn_pairs(count: int, scale: float, seed: int) -> Pairs:
    """Return values with results that are drawn by the forecasts of a scale."""
    chance = random.Random(seed)
    values = [round(chance.gauss(0, 1000)) for _pair in range(count)]
    return [(value, 1 if chance.random() < (1 + math.tanh(scale * value / 2)) / 2 else -1) for value in values]


def test_the_scale_that_made_the_results_is_found() -> None:
    scale, loss = fitted(drawn_pairs(4000, SCALE, 1))
    assert scale == pytest.approx(SCALE, rel=0.12)  # the next scales that are tried
    assert loss < loss_of(drawn_pairs(4000, SCALE, 1), SCALE / 2)


def test_a_draw_is_half_a_win() -> None:
    assert loss_of([(500, 0)], SCALE) == pytest.approx((loss_of([(500, 1)], SCALE) + loss_of([(500, -1)], SCALE)) / 2)


def test_a_coin_has_the_log_loss_of_two() -> None:
    assert loss_of([(0, 1), (0, -1)], SCALE) == pytest.approx(COIN)


def test_the_log_loss_is_that_of_games_the_scale_has_not_seen() -> None:
    games = [drawn_pairs(20, SCALE, seed) for seed in range(24)]
    found = cross_validated(games, SCALE / 5)
    assert found is not None
    assert found.scale == pytest.approx(SCALE, rel=0.3)
    everything = [pair for pairs in games for pair in pairs]
    assert fitted(everything)[1] <= found.log_loss < loss_of(everything, SCALE / 5)


def test_the_usual_scale_stays_if_no_other_is_better_in_unseen_games() -> None:
    """In each half another scale fits, so neither forecasts the other half."""
    halves = [[(1000, 1)] * 10, [(1000, -1)] * 10]
    found = cross_validated(halves, 1e-4)
    assert found is not None
    assert found.scale == 1e-4
    assert found.log_loss == pytest.approx(loss_of(halves[0] + halves[1], 1e-4))


def test_games_decided_at_once_have_no_calibration() -> None:
    assert cross_validated([[], [(10, 1)]], SCALE) is None
    assert game_pairs(game("tictactoe"), game("tictactoe").evaluations["open-lines"], "1") == []


@pytest.mark.proof
def test_learning_ends_with_a_calibration() -> None:
    weights = learn("connect_four", games=12_000, seed=1, tables="lines4")
    known = weights.calibration
    assert known is not None
    assert known["games"] >= 12
    assert known["log_loss"] < COIN
    assert weights.evaluation(game("connect_four")).calibration == Calibration(known["scale"], known["log_loss"])
    few = learn("connect_four", games=12, seed=1)
    assert few.calibration is None
    assert few.evaluation(game("connect_four")).calibration == USUAL_CALIBRATION
    assert USUAL_CALIBRATION.is_weak
