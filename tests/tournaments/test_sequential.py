"""The sequential test: published ratios, promised rates of error, an estimate without bias."""

from __future__ import annotations

import json
import random
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA

from plyground.errors import SpecError
from plyground.tournaments.elo import NORMALIZED_ELO_PER_T, ScoreCounts, expected_score
from plyground.tournaments.sequential_test import EMPTY_COUNT, SequentialTest, _with_t_value

PUBLISHED = json.loads((DATA / "ratings.json").read_text())


def of(entry) -> SequentialTest:
    return SequentialTest(entry["elo0"], entry["elo1"], entry.get("alpha", 0.05), entry.get("beta", 0.05), entry.get("model", "normalized"))  # fmt: skip


@pytest.mark.parametrize("entry", PUBLISHED["sprt"], ids=lambda entry: f"{entry['model']} {entry['llr']}")
def test_log_likelihood_ratios_are_the_published_ones(entry):
    results = ScoreCounts(tuple(entry.get("ptnml") or entry["wdl"][::-1]))
    digits = 6e-3 if entry["model"] == "bayesian" else 2e-6 * max(1, abs(entry["llr"]) * 10)
    assert of(entry).llr(results) == pytest.approx(entry["llr"], abs=digits)
    if "elo" in entry:
        assert results.elo == pytest.approx((entry["elo"], entry["error"]), abs=5e-5)


@pytest.mark.parametrize("entry", PUBLISHED["bounds"])
def test_bounds_are_the_published_ones(entry):
    test = SequentialTest(0, 5, entry["alpha"], entry["beta"])
    assert (test.lower, test.upper) == pytest.approx((entry["lower"], entry["upper"]), abs=5e-6)


@pytest.mark.parametrize("model", ["normalized", "logistic", "bayesian"])
@pytest.mark.parametrize(
    "counts",
    [tuple(entry["ptnml"]) for entry in PUBLISHED["hard"]] + [(0, 0, 9, 0, 0), (0, 0, 0, 0, 3), (1, 0, 0, 0, 0)],
)
def test_one_sided_results_end_and_are_finite(model, counts):
    for hypotheses in ((-1000, -500), (0, 5)):
        test, results = SequentialTest(*hypotheses, model=model), ScoreCounts(counts)
        assert isfinite(test.llr(results))
        assert all(isfinite(value) for value in test.estimate(results))


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("counts", [(5, 0, 0, 0, 0), (3, 1, 0, 0, 0), (9, 0, 2, 0, 0)])
def test_a_side_that_loses_is_not_found_stronger(model, counts):
    for elo1 in (5, 100, 1000):
        test, results = SequentialTest(0, elo1, model=model), ScoreCounts(counts)
        assert test.llr(results) < 0
        assert test.estimate(results).value < 0


@given(st.tuples(*[st.integers(0, 40)] * 5).filter(any), st.integers(-300, 300), st.integers(1, 300))
def test_both_players_find_the_same_ratio(counts, elo0, width):
    """One sees the results and the hypotheses of the other the other way round."""
    for model in ("normalized", "logistic"):
        test, mirrored = (
            SequentialTest(elo0, elo0 + width, model=model),
            SequentialTest(-elo0 - width, -elo0, model=model),
        )
        ratio = test.llr(ScoreCounts(counts))
        assert mirrored.llr(ScoreCounts(counts[::-1])) == pytest.approx(-ratio, abs=1e-6 * (1 + abs(ratio)))


@given(st.tuples(*[st.integers(0, 40)] * 5).filter(any), st.integers(-2000, 2000))
def test_the_likeliest_distribution_has_the_strength_of_the_hypothesis(counts, elo):
    t_value = elo * 2**0.5 / NORMALIZED_ELO_PER_T
    total = sum(count or EMPTY_COUNT for count in counts)
    observed = [(place / 4, (count or EMPTY_COUNT) / total) for place, count in enumerate(counts)]
    shares = _with_t_value(observed, t_value)
    mean = sum(share * value for share, (value, _o) in zip(shares, observed, strict=True))
    variance = sum(share * (value - mean) ** 2 for share, (value, _o) in zip(shares, observed, strict=True))
    assert sum(shares) == pytest.approx(1)
    assert mean - 0.5 == pytest.approx(t_value * variance**0.5, abs=1e-6)


def test_text_makes_a_test_and_a_test_its_text():
    test = SequentialTest.parse("elo0=0, elo1=5, alpha=0.05, beta=0.1, model=logistic")
    assert test == SequentialTest(0, 5, 0.05, 0.1, "logistic")
    assert SequentialTest.parse(test.text) == test


@pytest.mark.parametrize("text", ["", "elo0=0", "elo0=5,elo1=0", "elo0=0,elo1=5,alpha=0.7", "elo0=0,elo1=x", "elo0=0,elo1=5,gamma=1", "elo0=0,elo1=5,model=best", "elo0=nan,elo1=5"])  # fmt: skip
def test_an_impossible_test_is_refused_in_one_sentence(text):
    with pytest.raises(SpecError, match="not a sequential test"):
        SequentialTest.parse(text)


def pair(rng: random.Random, elo: float, draw_rate: float) -> float:
    """Return the score of a pair of games whose opening favours one side."""
    bias, total = rng.choice((-0.2, 0.2)), 0.0
    for sign in (1, -1):
        score = expected_score(elo) + sign * bias
        drawn = draw_rate * 2 * min(score, 1 - score)
        draw = rng.random()
        total += 0.5 if draw < drawn else float(draw < score + drawn / 2)
    return total


def played(test: SequentialTest, rng: random.Random, elo: float, draw_rate: float, step: int) -> ScoreCounts:
    """Return the results with which a test stops that is looked at after every few pairs."""
    counts = [0] * 5
    while True:
        for _pair in range(step):
            counts[round(2 * pair(rng, elo, draw_rate))] += 1
        results = ScoreCounts(tuple(counts))
        if test.decision(test.llr(results)) is not None:
            return results


def error_rate(tests: int, elo: float, step: int, draw_rate: float) -> float:
    rng, test = random.Random(5), SequentialTest(0, 60, model="logistic")
    wrong = 0
    for _number in range(tests):
        results = played(test, rng, elo, draw_rate, step)
        wrong += test.decision(test.llr(results)) != elo
    return wrong / tests


@pytest.mark.parametrize("elo", [0, 60])
def test_a_test_errs_no_more_often_than_promised(elo):
    assert error_rate(60, elo, 4, 0.3) <= 0.05 + 2 * (0.05 * 0.95 / 60) ** 0.5


@pytest.mark.long
@pytest.mark.parametrize("draw_rate", [0.4, *(pytest.param(rate, marks=pytest.mark.nightly) for rate in (0.0, 0.8))])
@pytest.mark.parametrize("elo", [0, 60])
def test_a_thousand_tests_err_no_more_often_than_promised(elo, draw_rate):
    assert error_rate(1000, elo, 2, draw_rate) <= 0.05 + 2 * (0.05 * 0.95 / 1000) ** 0.5


def shares_above(tests: int, elo: float) -> tuple[float, float, float]:
    """Return the shares of tests with a corrected estimate, and a plain one, above the truth, and of intervals with it."""
    rng, test = random.Random(3), SequentialTest(0, 40, model="logistic")
    corrected = plain = inside = 0
    for _number in range(tests):
        results = played(test, rng, elo, 0.3, 4)
        estimate = test.estimate(results)
        corrected += estimate.value > elo
        plain += results.elo.value > elo
        inside += estimate.low <= elo <= estimate.high
    return corrected / tests, plain / tests, inside / tests


@pytest.mark.long
def test_the_corrected_estimate_is_too_high_as_often_as_too_low():
    corrected, plain, inside = shares_above(1000, 40)
    assert abs(corrected - 0.5) < 0.05
    assert plain > corrected
    assert 0.93 <= inside <= 0.97


def test_the_correction_pulls_the_estimate_of_a_lucky_test_back():
    lucky = ScoreCounts((2, 8, 30, 20, 12))
    test = SequentialTest(0, 40, model="logistic")
    assert test.decision(test.llr(lucky)) == 40
    assert 0 < test.estimate(lucky).value < lucky.elo.value
