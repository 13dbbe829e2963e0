"""A sequential test: games are played until one of two hypotheses about an Elo difference can be accepted.

The generalised sequential probability ratio test (GSPRT) on pairs of games. A. Wald (1945); M. Van den Bergh, A
practical introduction to the GSPRT (cantate.be/Fishtest/GSPRT_approximation.pdf). A test stops early when luck favours
one side, so the plain estimate is too far from 0: :meth:`SequentialTest.estimate` corrects it by the ordering of the
outcomes of a Brownian motion between two bounds (D. Siegmund 1985, Sequential analysis, ch. 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, cos, exp, expm1, inf, log, pi, sin, sqrt
from typing import NamedTuple

from plyground.core.spec import canonical
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.tournaments.elo import NORMALIZED_ELO_PER_T, ScoreCounts, elo_of_score, expected_score

MODELS = ("normalized", "logistic", "bayesian")
"""Elo models of the hypotheses; ``bayesian`` is that of older chess tools, for single games only."""
EMPTY_COUNT = 0.001
"""Replaces a count of 0 in a likelihood."""
TINY = 1e-12
"""Least probability of a result under a hypothesis."""
MAX_ROUNDS = 100
"""Rounds of the iteration for the likeliest distribution with a given mean in standard deviations."""
T_VALUE_STEP = 0.5
"""Greatest change of the t-value for which that iteration is sure to converge."""
MAX_TERMS = 2000
"""Terms of a series of exponentials."""
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
    alpha: float = 0.05  # probability to accept elo1 where elo0 is true
    beta: float = 0.05  # probability to accept elo0 where elo1 is true
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
            return _bayesian_llr(results, self.elo0, self.elo1)
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
        if self.model == "bayesian":
            value, error = regular.elo
            return Interval(value, value - error, value + error)
        deviation = sqrt(regular.variance)
        zero, one = self._hypotheses(results)
        step = one - zero  # the standard deviation of what one result adds to the ratio
        if self.model == "logistic":
            step /= deviation
        motion = _BoundedMotion(self.lower / step, self.upper / step, regular.results)
        place = min(max(self.llr(results), self.lower), self.upper) / step

        def elo_at(share: float) -> float:
            score = regular.score + deviation * (motion.drift(place, share) - place / regular.results)
            return elo_of_score(min(max(score, 1e-6), 1 - 1e-6))

        return Interval(elo_at(0.5), elo_at(0.975), elo_at(0.025))

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

    The iteration begins with equal shares, and goes to a large t-value in steps: from the observed shares it would not
    arrive if nearly all results are equal.
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


def _bayesian_llr(results: ScoreCounts, elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of R. Coulom's model; its ``elo_draw`` is the width of a draw in Elo."""
    losses, draws, wins = (count or EMPTY_COUNT for count in _of_games(results).counts)
    total = losses + draws + wins
    lost, won = losses / total, wins / total
    elo_draw = 200 * log((1 - lost) * (1 - won) / (lost * won)) / log(10)
    edge = expected_score(-elo_draw)
    scale = 4 * edge * (1 - edge)

    def shares(elo: float) -> tuple[float, float, float]:
        elo /= scale
        up, down = expected_score(elo - elo_draw), expected_score(-elo - elo_draw)
        return max(down, TINY), max(1 - up - down, TINY), max(up, TINY)

    pairs = zip(shares(elo0), shares(elo1), strict=True)
    return sum(count * log(p1 / p0) for count, (p0, p1) in zip((losses, draws, wins), pairs, strict=True))


def _of_games(results: ScoreCounts) -> ScoreCounts:
    """Return pairs of games as single games with the same total score. A pair counts as two equal games or as a win and
    a draw.
    """
    if len(results.counts) == 3:
        return results
    none, half, one, more, both = results.counts
    return ScoreCounts((2 * none + half, half + 2 * one + more, more + 2 * both))


class _BoundedMotion:
    """A Brownian motion of variance 1 per result that starts at 0. It ends when it leaves (lower, upper) or after
    ``results`` results.
    """

    def __init__(self, lower: float, upper: float, results: float) -> None:
        self.start = -lower
        self.length = upper - lower
        self.results = results

    def drift(self, place: float, share: float) -> float:
        """Return the drift per result for which an outcome at or below this ``place`` has the probability ``share``."""
        middle, reach = place / self.results, 30 / sqrt(self.results)
        return _bisect(lambda drift: self._at_most(place, drift) - share, middle - reach, middle + reach)

    def _at_most(self, place: float, drift: float) -> float:
        """Return the probability of an outcome up to ``place``. Outcomes are ordered from an early exit below to an
        early exit above.
        """
        here = place + self.start
        if here >= self.length:
            return 1 - self._left_below(-drift, self.length - self.start)
        below = self._left_below(drift, self.start)
        return below if here <= 0 else below + self._inside_up_to(here, drift)

    def _left_below(self, drift: float, start: float) -> float:
        """Return the probability that the motion has left through its lower end, which lies ``start`` below 0."""
        length = self.length
        if abs(drift) * length < 1e-9:
            ever = (length - start) / length
        elif drift > 0:
            ever = exp(-2 * drift * start) * expm1(-2 * drift * (length - start)) / expm1(-2 * drift * length)
        else:
            ever = expm1(2 * drift * (length - start)) / expm1(2 * drift * length)
        later = 0.0
        for order in range(1, MAX_TERMS):
            wave = order * pi / length
            rate = (drift**2 + wave**2) / 2
            weight = _exp(-drift * start - rate * self.results)
            later += wave * sin(wave * start) * weight / rate
            if wave**2 * self.results > 80:
                break
        return min(max(ever - later / length, 0.0), 1.0)

    def _inside_up_to(self, here: float, drift: float) -> float:
        """Return the probability that the motion is still between the bounds, at most ``here`` above the lower one."""
        total = 0.0
        for order in range(1, MAX_TERMS):
            wave = order * pi / self.length
            rate = (drift**2 + wave**2) / 2
            ends = [
                _exp(drift * (x - self.start) - rate * self.results) * (drift * sin(wave * x) - wave * cos(wave * x))
                for x in (0.0, here)
            ]
            total += sin(wave * self.start) * (ends[1] - ends[0]) / (drift**2 + wave**2)
            if wave**2 * self.results > 80:
                break
        return min(max(2 / self.length * total, 0.0), 1.0)


def _exp(power: float) -> float:
    return exp(power) if power < 700 else inf
