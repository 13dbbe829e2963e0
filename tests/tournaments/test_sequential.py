"""The sequential test: published ratios, promised rates of error, an estimate without bias."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from math import cos, erfc, exp, expm1, isfinite, log10, pi, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA
from refusals import refused

from plyground.errors import SpecError
from plyground.statistics.elo import NORMALIZED_ELO_PER_T, ScoreCounts, expected_score
from plyground.statistics.sequential_test import EMPTY_COUNT, MODELS, SequentialTest, _BoundedMotion, _with_t_value

PUBLISHED = json.loads((DATA / "ratings.json").read_text())


def of(entry: dict[str, Any]) -> SequentialTest:
    return SequentialTest(entry["elo0"], entry["elo1"], entry.get("alpha", 0.05), entry.get("beta", 0.05), entry.get("model", "normalized"))  # fmt: skip


@pytest.mark.parametrize("entry", PUBLISHED["sprt"], ids=lambda entry: f"{entry['model']} {entry['llr']}")
def test_log_likelihood_ratios_are_the_published_ones(entry: dict[str, Any]) -> None:
    results = ScoreCounts(tuple(entry.get("ptnml") or entry["wdl"][::-1]))
    digits = 6e-3 if entry["model"] == "bayesian" else 2e-6 * max(1, abs(entry["llr"]) * 10)
    assert of(entry).llr(results) == pytest.approx(entry["llr"], abs=digits)
    if "elo" in entry:
        assert results.elo == pytest.approx((entry["elo"], entry["error"]), abs=5e-5)


@pytest.mark.parametrize("entry", PUBLISHED["sprt_scaled"], ids=lambda entry: str(entry["llr"]))
def test_the_bayesian_model_takes_bayes_elo_where_cutechess_takes_logistic_elo(entry: dict[str, Any]) -> None:
    wins, draws, losses = entry["wdl"]
    won, lost = wins / sum(entry["wdl"]), losses / sum(entry["wdl"])
    edge = (won * lost / ((1 - won) * (1 - lost))) ** 0.5  # 10^(-elo_draw / 400)
    scale = 4 * edge / (1 + edge) ** 2
    test = SequentialTest(entry["elo0"] / scale, entry["elo1"] / scale, model="bayesian")
    assert test.llr(ScoreCounts((losses, draws, wins))) == pytest.approx(entry["llr"], abs=6e-3)


@pytest.mark.parametrize("entry", PUBLISHED["bounds"])
def test_bounds_are_the_published_ones(entry: dict[str, Any]) -> None:
    test = SequentialTest(0, 5, entry["alpha"], entry["beta"])
    assert (test.lower, test.upper) == pytest.approx((entry["lower"], entry["upper"]), abs=5e-6)


@pytest.mark.parametrize("model", ["normalized", "logistic", "bayesian"])
@pytest.mark.parametrize(
    "counts",
    [tuple(entry["ptnml"]) for entry in PUBLISHED["hard"]] + [(0, 0, 9, 0, 0), (0, 0, 0, 0, 3), (1, 0, 0, 0, 0)],
)
def test_one_sided_results_end_and_are_finite(model: str, counts: tuple[int, ...]) -> None:
    for hypotheses in ((-1000, -500), (0, 5)):
        test, results = SequentialTest(*hypotheses, model=model), ScoreCounts(counts)
        assert isfinite(test.llr(results))
        assert all(isfinite(value) for value in test.estimate(results))


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("counts", [(5, 0, 0, 0, 0), (3, 1, 0, 0, 0), (9, 0, 2, 0, 0)])
def test_a_side_that_loses_is_not_found_stronger(model: str, counts: tuple[int, ...]) -> None:
    for elo1 in (5, 100, 1000):
        test, results = SequentialTest(0, elo1, model=model), ScoreCounts(counts)
        assert test.llr(results) < 0
        assert test.estimate(results).value < 0


@given(st.tuples(*[st.integers(0, 40)] * 5).filter(any), st.integers(-300, 300), st.integers(1, 300))
def test_both_players_find_the_same_ratio(counts: tuple[int, ...], elo0: int, width: int) -> None:
    """One sees the results and the hypotheses of the other the other way round."""
    for model in ("normalized", "logistic"):
        test, mirrored = (
            SequentialTest(elo0, elo0 + width, model=model),
            SequentialTest(-elo0 - width, -elo0, model=model),
        )
        ratio = test.llr(ScoreCounts(counts))
        assert mirrored.llr(ScoreCounts(counts[::-1])) == pytest.approx(-ratio, abs=1e-6 * (1 + abs(ratio)))


@given(st.tuples(*[st.integers(0, 40)] * 5).filter(any), st.integers(-2000, 2000))
def test_the_likeliest_distribution_has_the_strength_of_the_hypothesis(counts: tuple[int, ...], elo: int) -> None:
    t_value = elo * 2**0.5 / NORMALIZED_ELO_PER_T
    total = sum(count or EMPTY_COUNT for count in counts)
    observed = [(place / 4, (count or EMPTY_COUNT) / total) for place, count in enumerate(counts)]
    shares = _with_t_value(observed, t_value)
    mean = sum(share * value for share, (value, _o) in zip(shares, observed, strict=True))
    variance = sum(share * (value - mean) ** 2 for share, (value, _o) in zip(shares, observed, strict=True))
    assert sum(shares) == pytest.approx(1)
    assert mean - 0.5 == pytest.approx(t_value * variance**0.5, abs=1e-6)


def test_text_makes_a_test_and_a_test_its_text() -> None:
    test = SequentialTest.parse("elo0=0, elo1=5, alpha=0.05, beta=0.1, model=logistic")
    assert test == SequentialTest(0, 5, 0.05, 0.1, "logistic")
    assert SequentialTest.parse(test.text) == test


@pytest.mark.parametrize("text", ["", "elo0=0", "elo0=5,elo1=0", "elo0=0,elo1=5,alpha=0.7", "elo0=0,elo1=x", "elo0=0,elo1=5,gamma=1", "elo0=0,elo1=5,model=best", "elo0=nan,elo1=5"])  # fmt: skip
def test_an_impossible_test_is_refused_in_one_sentence(text: str) -> None:
    with refused(
        SpecError,
        "“{text}” is not a sequential test. Write elo0=0,elo1=5,alpha=0.05,beta=0.05 with elo0 less than elo1; model is one of: {models}.",
    ):
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
def test_a_test_errs_no_more_often_than_promised(elo: int) -> None:
    assert error_rate(60, elo, 4, 0.3) <= 0.05 + 2 * (0.05 * 0.95 / 60) ** 0.5


@pytest.mark.proof
@pytest.mark.parametrize("draw_rate", [0.4, *(pytest.param(rate, marks=pytest.mark.nightly) for rate in (0.0, 0.8))])
@pytest.mark.parametrize("elo", [0, 60])
def test_a_thousand_tests_err_no_more_often_than_promised(elo: int, draw_rate: float) -> None:
    assert error_rate(1000, elo, 2, draw_rate) <= 0.05 + 2 * (0.05 * 0.95 / 1000) ** 0.5


def stopped(test: SequentialTest, rng: random.Random, elo: float, most: int) -> ScoreCounts:
    """Return the results with which a test stops that is looked at after every four pairs, at the latest after ``most``."""
    counts = [0] * 5
    for number in range(1, most + 1):
        counts[round(2 * pair(rng, elo, 0.3))] += 1
        if number % 4 == 0 and test.decision(test.llr(ScoreCounts(tuple(counts)))) is not None:
            break
    return ScoreCounts(tuple(counts))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("model", "elo", "elo1", "most"),
    [
        *((model, 40, 40, 10_000) for model in MODELS),
        ("logistic", 0, 40, 10_000),
        ("bayesian", 0, 40, 10_000),
        ("logistic", 40, 40, 100),
        ("bayesian", 40, 40, 100),
        *((model, 40, 5, 24) for model in MODELS),
    ],
)
def test_the_corrected_estimate_is_too_high_as_often_as_too_low(model: str, elo: int, elo1: int, most: int) -> None:
    """Tests that end at a bound, that are broken off among those that end, and that are all broken off while young.

    A test passes its bound by a part of a step, which makes an estimate too high a little more often.
    """
    rng, test, tests = random.Random(3), SequentialTest(0, elo1, model=model), 500
    corrected = plain = inside = 0
    for _number in range(tests):
        results = stopped(test, rng, elo, most)
        estimate = test.estimate(results)
        corrected += estimate.value > elo
        plain += results.elo.value > elo
        inside += estimate.low <= elo <= estimate.high
    assert abs(corrected / tests - 0.5) < 0.03 + 2 * (0.25 / tests) ** 0.5
    assert (plain > corrected) == (elo == elo1)
    assert 0.93 <= inside / tests <= 0.97


PLAIN_TESTS = [
    ((2, 5, 6, 5, 2), 0, 5),
    ((2, 5, 6, 5, 2), 0, 2),
    ((5, 0, 0, 0, 0), 0, 5),
    ((0, 0, 1, 0, 0), 0, 5),
    ((3, 0, 2, 7, 1), -1, 1),
    ((30, 0, 21, 7, 50), 0, 1),
]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("counts", "elo0", "elo1"), PLAIN_TESTS)
def test_a_young_test_has_the_plain_estimate(counts: tuple[int, ...], elo0: int, elo1: int, model: str) -> None:
    results = ScoreCounts(counts)
    assert SequentialTest(elo0, elo1, model=model).estimate(results) == pytest.approx(plain_interval(results), abs=1e-3)


def plain_interval(results: ScoreCounts) -> tuple[float, float, float]:
    """Return the estimate with its 95 % interval for a number of results that was fixed before."""
    regular = results.regular
    spread = 1.959964 * (regular.variance / regular.results) ** 0.5
    scores = (regular.score, regular.score - spread, regular.score + spread)
    low, value, high = sorted(
        400 * log10(score / (1 - score)) for score in (min(max(s, 1e-6), 1 - 1e-6) for s in scores)
    )
    return value, low, high


COUNTS = st.tuples(*[st.integers(0, 40)] * 5).filter(any)


@given(COUNTS, st.floats(-50, 50), st.sampled_from([0.01, 0.02]), st.sampled_from(MODELS))
def test_far_bounds_leave_the_plain_estimate(counts: tuple[int, ...], elo0: float, width: float, model: str) -> None:
    results = ScoreCounts(counts)
    test = SequentialTest(elo0, elo0 + width, model=model)
    assert test.estimate(results) == pytest.approx(plain_interval(results), rel=1e-6, abs=1e-3)


@given(COUNTS, st.floats(-100, 100), st.floats(0.1, 200), st.sampled_from(MODELS), st.sampled_from([0.01, 0.05, 0.3]))
def test_mirrored_results_have_the_mirrored_estimate(
    counts: tuple[int, ...], elo0: float, width: float, model: str, beta: float
) -> None:
    test = SequentialTest(elo0, elo0 + width, 0.05, beta, model)
    mirrored = SequentialTest(-elo0 - width, -elo0, beta, 0.05, model)
    value, low, high = test.estimate(ScoreCounts(counts))
    assert mirrored.estimate(ScoreCounts(counts[::-1])) == pytest.approx((-value, -high, -low), rel=1e-5, abs=1e-3)
    assert low <= value <= high


@given(st.tuples(*[st.integers(0, 40)] * 4).filter(any), st.floats(-100, 100), st.floats(0.1, 200), st.sampled_from(MODELS[:2]))  # fmt: skip
def test_better_results_have_a_higher_estimate(counts: tuple[int, ...], elo0: float, width: float, model: str) -> None:
    """Half a point more in each pair leaves the variance as it is."""
    test = SequentialTest(elo0, elo0 + width, model=model)
    worse, better = (test.estimate(ScoreCounts(each)) for each in ((*counts, 0), (0, *counts)))
    assert all(before < after for before, after in zip(worse, better, strict=True))


def below_by_waves(lower: float, upper: float, results: float, place: float, drift: float) -> float:
    """Return the probability of an outcome at or below ``place`` by eigenfunctions, which is accurate in an old test."""
    length = upper - lower
    found = upper / length
    if abs(drift) > 1e-9:
        found = expm1(-2 * drift * upper) / (exp(-2 * drift * upper) - exp(-2 * drift * lower))
    for order in range(1, 200):
        wave = order * pi / length
        rate = (drift**2 + wave**2) / 2
        found -= wave * sin(-wave * lower) * exp(drift * lower - rate * results) / rate / length
        here, there = (
            exp(drift * (x + lower) - rate * results) * (drift * sin(wave * x) - wave * cos(wave * x))
            for x in (0.0, place - lower)
        )
        found += 2 / length * sin(-wave * lower) * (there - here) / (drift**2 + wave**2)
    return found


@given(st.floats(-3, -0.1), st.floats(0.1, 3), st.floats(0.3, 14), st.floats(0, 1), st.floats(-2, 2))
def test_outcomes_have_the_probabilities_of_another_method(
    lower: float, upper: float, age: float, share: float, drift: float
) -> None:
    """The age is the time in squared distances of the bounds; above 10 it makes no difference."""
    place, results = lower + share * (upper - lower), age * (upper - lower) ** 2
    found = _BoundedMotion(lower, upper, results).at_most(place, drift)
    assert found == pytest.approx(below_by_waves(lower, upper, results, place, drift), abs=1e-9)


@given(st.floats(-30, -0.1), st.floats(0.01, 30), st.floats(0.02, 30), st.floats(-5, 5))
def test_one_bound_far_away_leaves_the_inverse_gaussian_law(
    lower: float, above: float, results: float, drift: float
) -> None:
    """The exits through one bound, by the closed formula (A. Wald 1947)."""
    motion = _BoundedMotion(lower, 1000 + above, results)
    before, after = ((drift * results - side * lower) / (2 * results) ** 0.5 for side in (1, -1))
    law = erfc(before) / 2 + (exp(2 * drift * lower) * erfc(-after) / 2 if drift * lower < 300 else 0)
    assert motion.at_most(lower, drift) == pytest.approx(law, abs=1e-9)


@given(st.floats(-300, -0.1), st.floats(0.1, 300), st.floats(0.1, 1e6), st.floats(0, 1), st.sampled_from([0.025, 0.5, 0.975]))  # fmt: skip
def test_a_drift_is_found_for_each_outcome(
    lower: float, upper: float, results: float, share: float, probability: float
) -> None:
    """The drift has the wanted probability, and a higher outcome, an earlier exit above among them, a greater drift."""
    motion = _BoundedMotion(lower, upper, results)
    place = lower + share * (upper - lower)
    drift = motion.drift(place, probability)
    assert motion.at_most(place, drift) == pytest.approx(probability, abs=1e-6)
    earlier = _BoundedMotion(lower, upper, results / 2)
    exits = [
        earlier.drift(lower, probability), motion.drift(lower, probability), drift,
        motion.drift(upper, probability), earlier.drift(upper, probability),
    ]  # fmt: skip
    assert all(low <= high + 1e-9 * (1 + abs(high)) for low, high in pairwise(exits))


def test_the_correction_pulls_the_estimate_of_a_lucky_test_back() -> None:
    lucky = ScoreCounts((2, 8, 30, 20, 12))
    test = SequentialTest(0, 40, model="logistic")
    assert test.decision(test.llr(lucky)) == 40
    assert 0 < test.estimate(lucky).value < lucky.elo.value
