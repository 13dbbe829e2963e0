"""A sequential test: games are played until one of two hypotheses about an Elo difference can be accepted.

The generalised sequential probability ratio test (GSPRT) on pairs of games. A. Wald (1945); M. Van den Bergh, A
practical introduction to the GSPRT (cantate.be/Fishtest/GSPRT_approximation.pdf). A test stops early when luck favours
one side, so the plain estimate is too far from 0: :meth:`SequentialTest.estimate` corrects it by the ordering of the
outcomes of a Brownian motion between two bounds (D. Siegmund 1985, Sequential analysis, ch. 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, erfc, exp, log, log1p, log10, pi, sqrt
from typing import NamedTuple

from plyground.core.spec import canonical
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.statistics.elo import NORMAL, NORMALIZED_ELO_PER_T, ScoreCounts, elo_of_score, expected_score

MODELS = ("normalized", "logistic", "bayesian")
"""Elo models of the hypotheses. ``bayesian`` is that of R. Coulom's BayesElo, for single games; ``elo0`` and ``elo1``
are BayesElo then, as in fastchess and OpenBench.
"""
EMPTY_COUNT = 0.001
"""Replaces a count of 0 in a likelihood."""
TINY = 1e-12
"""Least probability of a draw under a hypothesis."""
MAX_ROUNDS = 100
"""Rounds of the iteration for the likeliest distribution with a given mean in standard deviations."""
T_VALUE_STEP = 0.5
"""Greatest change of the t-value for which the iteration surely converges."""
MAX_TIME = 10
"""Time, in squared distances between its bounds, after which a Brownian motion without drift is still between them with
a probability below 1e-21.
"""
BISECTIONS = 60
OPTIONS = ("elo0", "elo1", "alpha", "beta", "model")


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class SequentialTest:
    """Two hypotheses, ``elo0`` against ``elo1``, and the rates of error that are allowed."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # probability of accepting elo1 if elo0 is true
    beta: float = 0.05  # probability of accepting elo0 if elo1 is true
    model: str = "normalized"

    @classmethod
    def parse(cls, text: str) -> SequentialTest:
        """Read ``elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized``; raise :class:`SpecError`."""
        values: dict[str, str] = {}
        for part in text.split(","):
            name, _equals, value = part.partition("=")
            values[name.strip()] = value.strip()
        try:
            numbers = {name: float(values[name]) for name in OPTIONS[:-1] if name in values}
            test = cls(**numbers, model=canonical(values.get("model", cls.model)))
        except (TypeError, ValueError):
            test = None
        if test is None or set(values) - set(OPTIONS) or not test.is_possible:
            raise SpecError(
                _(
                    "“{text}” is not a sequential test. Write elo0=0,elo1=5,alpha=0.05,beta=0.05 with elo0 less than elo1; model is one of: {models}.",
                    text=text, models=", ".join(MODELS),
                )
            )  # fmt: skip
        return test

    @property
    def is_possible(self) -> bool:
        """True if the hypotheses are in order and the rates of error are between 0 and ½."""
        rates = 0 < self.alpha < 0.5 and 0 < self.beta < 0.5
        return rates and -2000 <= self.elo0 < self.elo1 <= 2000 and self.model in MODELS

    @property
    def text(self) -> str:
        """The text from which :meth:`parse` makes this test."""
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g},model={self.model}"

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which ``elo0`` is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which ``elo1`` is accepted."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, results: ScoreCounts) -> float:
        """Return the log-likelihood ratio of ``elo1`` to ``elo0``; 0 without results."""
        if not results.results:
            return 0.0
        if self.model == "bayesian":
            ratios = _bayesian_ratios(results, self.elo0, self.elo1)
            return sum(count * ratio for count, ratio in zip(results.counts, ratios, strict=True))
        counts = [count or EMPTY_COUNT for count in results.counts]
        total = sum(counts)
        observed = [(score, count / total) for score, count in zip(results.scores, counts, strict=True)]
        likeliest = _with_mean if self.model == "logistic" else _with_t_value
        first, second = (likeliest(observed, value) for value in self._hypotheses(results))
        return results.results * sum(
            share * log(p1 / p0) for (_s, share), p0, p1 in zip(observed, first, second, strict=True)
        )

    def decision(self, llr: float) -> float | None:
        """Return the accepted hypothesis; None while the test goes on."""
        if llr >= self.upper:
            return self.elo1
        return self.elo0 if llr <= self.lower else None

    def estimate(self, results: ScoreCounts) -> Interval:
        """Return the difference in logistic Elo with its 95 % interval, corrected for the early stop of the test.

        The value is median-unbiased: it is too high as often as it is too low.
        """
        regular = results.regular
        deviation = sqrt(regular.variance)
        step = self._step(regular)
        motion = _BoundedMotion(self.lower / step, self.upper / step, regular.results)
        place = min(max(self.llr(results), self.lower), self.upper) / step

        def elo_at(share: float) -> float:
            score = regular.score + deviation * (motion.drift(place, share) - place / regular.results)
            return elo_of_score(min(max(score, 1e-6), 1 - 1e-6))

        return Interval(elo_at(0.5), elo_at(0.975), elo_at(0.025))

    def _step(self, regular: ScoreCounts) -> float:
        """Return the standard deviation of what one result adds to the log-likelihood ratio."""
        if self.model == "bayesian":
            added = list(zip(_bayesian_ratios(regular, self.elo0, self.elo1), regular.counts, strict=True))
            mean = sum(ratio * count for ratio, count in added) / regular.results
            return sqrt(sum(count * (ratio - mean) ** 2 for ratio, count in added) / regular.results)
        zero, one = self._hypotheses(regular)
        return (one - zero) / sqrt(regular.variance) if self.model == "logistic" else one - zero

    def _hypotheses(self, results: ScoreCounts) -> tuple[float, float]:
        """Return both hypotheses as a score per game or, if normalised, in standard deviations of one result."""
        if self.model == "logistic":
            return expected_score(self.elo0), expected_score(self.elo1)
        scale = sqrt(results.games_per_result) / NORMALIZED_ELO_PER_T
        return self.elo0 * scale, self.elo1 * scale


Distribution = Sequence[tuple[float, float]]
"""Values, the least first, with their probabilities."""


def _with_mean(observed: Distribution, mean: float) -> list[float]:
    """Return the most likely distribution that has this mean, given the observed shares."""
    shifted = [(value - mean, share) for value, share in observed]
    multiplier = _multiplier(shifted)
    return [share / (1 + multiplier * value) for value, share in shifted]


def _with_t_value(observed: Distribution, t_value: float) -> list[float]:
    """Return the most likely distribution whose mean lies ``t_value`` standard deviations above ½, given the observed
    shares.

    The iteration begins with equal shares and approaches a large t-value in steps: from the observed shares it would
    not converge if nearly all results are equal.
    """
    found = [1 / len(observed)] * len(observed)
    steps = max(1, ceil(abs(t_value) / T_VALUE_STEP))
    for step in range(1, steps + 1):
        found = _approached(observed, found, t_value * step / steps)
    return found


def _approached(observed: Distribution, found: list[float], t_value: float) -> list[float]:
    """Return the most likely distribution with a t-value; ``found`` is one with a t-value near it."""
    for _round in range(MAX_ROUNDS):
        mean = sum(value * share for (value, _o), share in zip(observed, found, strict=True))
        variance = sum((value - mean) ** 2 * share for (value, _o), share in zip(observed, found, strict=True))
        deviation = sqrt(variance)
        shifted = [
            (value - 0.5 - t_value * deviation * (1 + ((mean - value) / deviation) ** 2) / 2, share)
            for value, share in observed
        ]
        multiplier = _multiplier(shifted)
        before, found = found, [share / (1 + multiplier * value) for value, share in shifted]
        if max(abs(old - new) for old, new in zip(before, found, strict=True)) < 1e-10:
            break
    return found


def _multiplier(values: Distribution) -> float:
    """Return the x that solves Σ p·a / (1 + x·a) = 0, by bisection. ``values`` has positive and negative a."""
    low, high = -1 / max(values)[0], -1 / min(values)[0]

    def slope(x: float) -> float:
        return sum(share * value / (1 + x * value) for value, share in values)

    return _bisect(slope, low, high)


def _bisect(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of a falling function between two bounds; the function may be infinite at them."""
    for _step in range(2 * BISECTIONS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _bayesian_ratios(results: ScoreCounts, elo0: float, elo1: float) -> list[float]:
    """Return the log-likelihood ratio of each kind of result in R. Coulom's model, the worst first.

    ``elo_draw``, the width of a draw in BayesElo, is estimated from the same games. A pair of games counts as two equal
    games, or as a win and a draw, or as a loss and a draw.
    """
    games = results.counts
    if len(games) == 5:
        none, half, one, more, both = games
        games = (2 * none + half, half + 2 * one + more, more + 2 * both)
    losses, draws, wins = (count or EMPTY_COUNT for count in games)
    lost, won = losses / (losses + draws + wins), wins / (losses + draws + wins)
    elo_draw = 200 * log10((1 - lost) * (1 - won) / (lost * won))

    def shares(elo: float) -> tuple[float, float, float]:
        down, up = expected_score(-elo - elo_draw), expected_score(elo - elo_draw)
        return down, max(1 - up - down, TINY), up

    lose, draw, win = (log(p1 / p0) for p0, p1 in zip(shares(elo0), shares(elo1), strict=True))
    return (
        [lose, draw, win] if results.games_per_result == 1 else [2 * lose, lose + draw, 2 * draw, draw + win, 2 * win]
    )


class _BoundedMotion:
    """A Brownian motion of variance 1 per result that starts at 0. It ends when it leaves (lower, upper) or after
    ``results`` results.
    """

    def __init__(self, lower: float, upper: float, results: float) -> None:
        self.lower = lower
        self.upper = upper
        self.length = upper - lower
        self.results = min(results, MAX_TIME * self.length**2)

    def drift(self, place: float, share: float) -> float:
        """Return the drift per result for which an outcome at or below this ``place`` has the probability ``share``.

        Outcomes are ordered from an early exit below to an early exit above; a ``place`` beyond a bound is an exit after
        all results.
        """
        place = min(max(place, self.lower), self.upper)
        middle, reach = place / self.results, 1 / sqrt(self.results)
        while not self.at_most(place, middle - reach) > share > self.at_most(place, middle + reach):
            reach *= 2
        return _bisect(lambda drift: self.at_most(place, drift) - share, middle - reach, middle + reach)

    def at_most(self, place: float, drift: float) -> float:
        """Return the probability of an outcome at or below ``place``, which lies between the bounds.

        Without bounds it is that of a normal distribution. Paths that leave below and would come back above ``place``
        are added, and those that leave above and would come back below it are subtracted. Reflection at both bounds
        turns each into a sum over mirror images of the start (T. W. Anderson 1960). Each term is at most 1.
        """
        deviation = sqrt(self.results)

        def beyond(image: float, side: int) -> float:
            """Return the weight of the paths from one image of the start that end on this side of ``place``."""
            return exp(drift * image + _log_normal_cdf(side * (image + drift * self.results - place) / deviation))

        found = NORMAL.cdf((place - drift * self.results) / deviation)
        for order in range(ceil(4.5 * deviation / self.length) + 1):
            found += beyond(2 * (self.lower - order * self.length), 1) - beyond(-2 * (order + 1) * self.length, 1)
            found -= beyond(2 * (self.upper + order * self.length), -1) - beyond(2 * (order + 1) * self.length, -1)
        return found


def _log_normal_cdf(place: float) -> float:
    """Return the logarithm of the normal distribution function, far below 0, too (relative error below 1e-9)."""
    if place > -30:
        return log(erfc(-place / sqrt(2)) / 2)
    return -(place**2) / 2 - log(-place * sqrt(2 * pi)) + log1p(-(place**-2) + 3 * place**-4)
