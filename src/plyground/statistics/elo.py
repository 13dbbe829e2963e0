"""Elo differences from the results of two players: logistic and normalised, with errors.

Games come in pairs: both have the same opening, and the sides are swapped. A pair scores 0, ½, 1, 1½ or 2 for the
first player, and these five counts (pentanomial) give the right errors, because the two games of a pair depend on
each other. Three counts (lost, drawn, won) describe single games.

M. Van den Bergh (2019), Normalized Elo (cantate.be/Fishtest/normalized_elo.pdf).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

ELO_PER_LOGIT = 400 / log(10)
NORMALIZED_ELO_PER_T = 800 / log(10)
"""Normalised Elo per standard deviation: the factor from a mean in standard deviations of one game's score."""
NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
"""Half the length of a 95 % interval, in standard errors."""
GAMES_PER_RESULT = {3: 1, 5: 2}
"""Games in each counted result: a result is a game if there are 3 counts, a pair of games if there are 5."""
PSEUDO_RESULTS = 0.5
"""Number of results added for the best and the worst score if all results are equal. Without them errors would be 0 and
a rating infinite.
"""


def expected_score(elo: float) -> float:
    """Return the expected score per game, from 0 to 1, for a difference in Elo."""
    return float(1 / (1 + 10 ** min(-elo / 400, 300)))


def elo_of_score(score: float) -> float:
    """Return the difference in Elo for an expected score per game between 0 and 1."""
    return 400 * log10(score / (1 - score))


class Estimate95(NamedTuple):
    """An estimate and half the length of its 95 % interval."""

    value: float
    error: float


@dataclass(frozen=True)
class ScoreCounts:
    """Counts of results of one player against another, the worst result first: 3 for games, 5 for pairs of games."""

    counts: tuple[float, ...]

    @classmethod
    def of_games(cls, scores: Iterable[float]) -> ScoreCounts:
        """Count single games that scored 0, ½ or 1."""
        counts = [0] * 3
        for score in scores:
            counts[round(2 * score)] += 1
        return cls(tuple(counts))

    @classmethod
    def of_pairs(cls, scores: Iterable[float]) -> ScoreCounts:
        """Count pairs of games that scored 0, ½, 1, 1½ or 2."""
        counts = [0] * 5
        for score in scores:
            counts[round(2 * score)] += 1
        return cls(tuple(counts))

    @property
    def results(self) -> float:
        """The number of results: games, or pairs of games."""
        return sum(self.counts)

    @property
    def games_per_result(self) -> int:
        """1 for single games, 2 for pairs."""
        return GAMES_PER_RESULT[len(self.counts)]

    @property
    def scores(self) -> tuple[float, ...]:
        """The score per game of each kind of result, the worst first."""
        return tuple(place / (len(self.counts) - 1) for place in range(len(self.counts)))

    @property
    def regular(self) -> ScoreCounts:
        """The same counts. If all results are equal, the worst and the best result get :data:`PSEUDO_RESULTS` more."""
        if sum(count > 0 for count in self.counts) > 1:
            return self
        first, *middle, last = self.counts
        return ScoreCounts((first + PSEUDO_RESULTS, *middle, last + PSEUDO_RESULTS))

    @property
    def score(self) -> float:
        """The mean score per game."""
        return sum(map(float.__mul__, self.scores, map(float, self.counts))) / self.results

    @property
    def variance(self) -> float:
        """The variance of the score per game of one result."""
        mean = self.score
        squares = (count * (score - mean) ** 2 for score, count in zip(self.scores, self.counts, strict=True))
        return sum(squares) / self.results

    @property
    def elo(self) -> Estimate95:
        """The difference in logistic Elo."""
        regular = self.regular
        mean, spread = regular.score, Z95 * sqrt(regular.variance / regular.results)
        low, high = (min(max(bound, 1e-6), 1 - 1e-6) for bound in (mean - spread, mean + spread))
        return Estimate95(elo_of_score(mean), (elo_of_score(high) - elo_of_score(low)) / 2)

    @property
    def normalized_elo(self) -> Estimate95:
        """The difference in normalised Elo. It determines the number of games that prove the difference, even if most
        games are drawn.
        """
        regular = self.regular
        deviation = sqrt(regular.variance * regular.games_per_result)
        games = regular.results * regular.games_per_result
        return Estimate95((regular.score - 0.5) / deviation * NORMALIZED_ELO_PER_T, Z95 * NORMALIZED_ELO_PER_T / sqrt(games))  # fmt: skip

    @property
    def superiority(self) -> float:
        """The probability that the first player is the stronger one (likelihood of superiority, LOS)."""
        regular = self.regular
        return NORMAL.cdf((regular.score - 0.5) / sqrt(regular.variance / regular.results))
