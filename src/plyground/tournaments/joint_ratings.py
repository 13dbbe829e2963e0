"""Ratings of all players of a tournament at once, with the covariance of their errors.

The model of R. A. Bradley and M. E. Terry (1952) with an advantage of the first move, fitted by maximum likelihood. A
draw counts as half a win, so that a difference in Elo always promises its score (:func:`expected_score`). The
covariance is the sandwich estimator over pairs of games (S.-Y. Liang and K.-Y. Zeger 1986): so the errors also reflect
draws, and openings that favour a side.

If a player has won or lost everything, the likelihood has no maximum (L. R. Ford 1957). Then each such pair of players
gets one more drawn game, and :attr:`Ratings.regularised` says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import NamedTuple

from plyground.errors import SpecError
from plyground.i18n import _
from plyground.statistics.elo import ELO_PER_LOGIT, NORMAL, Z95, Estimate95
from plyground.tournaments import matrices
from plyground.tournaments.matrices import Matrix, Vector

ADVANTAGE_DEVIATION = 400.0
"""Standard deviation, in Elo, of the normal prior for the advantage of the first move."""
MAX_NEWTON_STEPS = 100
LARGEST_STEP = 2.0
"""Largest change of a parameter in one step of Newton's method, in logits."""


class GameScore(NamedTuple):
    """The result of one game of two players."""

    first: str  # the player who moved first
    second: str
    score: float  # score of the first player: 0, ½ or 1
    pair: Hashable = None  # equal for the games of one opening; None for a single game


class Rating(NamedTuple):
    """The rating of one player."""

    player: str
    elo: float
    error: float  # half the length of the 95 % interval
    games: int
    score: float  # points won
    group: int  # number of the group; players of different groups cannot be compared


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, the strongest first, group by group."""

    table: tuple[Rating, ...]
    advantage: Estimate95 | None  # Elo of the first move; None if it was left out
    regularised: tuple[tuple[str, str], ...]  # pairs of players that got one more drawn game
    covariance: Mapping[tuple[str, str], float]  # covariance of two ratings, in squared Elo

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of players who are connected by games; the strongest player of a group comes first."""
        found: dict[int, list[str]] = defaultdict(list)
        for row in self.table:
            found[row.group].append(row.player)
        return tuple(map(tuple, found.values()))

    def __getitem__(self, player: str) -> Rating:
        return next(row for row in self.table if row.player == player)

    def difference(self, first: str, second: str) -> Estimate95 | None:
        """Return the Elo of ``first`` above ``second``; None for players of different groups."""
        one, other = self[first], self[second]
        if one.group != other.group:
            return None
        variance = self.covariance[first, first] + self.covariance[second, second] - 2 * self.covariance[first, second]
        return Estimate95(one.elo - other.elo, Z95 * sqrt(max(variance, 0.0)))

    def superiority(self, first: str, second: str) -> float | None:
        """Return the probability that ``first`` is stronger than ``second``; None for players of different groups."""
        difference = self.difference(first, second)
        if difference is None:
            return None
        return NORMAL.cdf(difference.value / (difference.error / Z95)) if difference.error else 0.5


def joint_ratings(
    games: Iterable[GameScore],
    *,
    first_move: bool = True,
    anchors: Mapping[str, float] | None = None,
    players: Sequence[str] = (),
) -> Ratings:
    """Rate the players of these games; ``players`` may name further players without games.

    Each group of connected players has a mean of 0, or ``anchors`` fix the ratings of some of its players. Raise
    :class:`SpecError` if an anchor plays no game. O(games + players³).
    """
    games = list(games)
    names = list(dict.fromkeys([*players, *(name for game in games for name in game[:2])]))
    anchors = anchors or {}
    for name in anchors:
        if name not in names:
            raise SpecError(_("The anchor “{name}” is not one of the players.", name=name))
    groups = _components(names, [(game.first, game.second) for game in games])
    regularised = _unbounded_pairs(names, games)
    fit = _Fit(names, groups, first_move, anchors)
    fit.add(games)
    virtual = len(games)
    fit.add([GameScore(one, other, 0.5, ("drawn", virtual)) for one, other in regularised], weight=0.5)
    fit.add([GameScore(other, one, 0.5, ("drawn", virtual)) for one, other in regularised], weight=0.5)
    found = fit.maximum()
    covariance = fit.covariance(found)
    return _ratings(fit, found, covariance, games, regularised)


class _Fit:
    """The likelihood of all games: one parameter for each player except anchors, and one for the first move.

    In a group without an anchor the first player is fixed at 0.
    """

    def __init__(
        self, names: list[str], groups: list[list[str]], first_move: bool, anchors: Mapping[str, float]
    ) -> None:
        self.names = names
        self.groups = groups
        self.first_move = first_move
        self.anchors = anchors
        self.fixed = {name: elo / ELO_PER_LOGIT for name, elo in anchors.items()}
        self.fixed |= {group[0]: 0.0 for group in groups if not anchors.keys() & set(group)}
        self.place = {name: place for place, name in enumerate(name for name in names if name not in self.fixed)}
        self.size = len(self.place) + first_move
        self.counts: Counter[tuple[str, str, float, float]] = Counter()
        self.clusters: dict[Hashable, list[tuple[GameScore, float]]] = defaultdict(list)

    def add(self, games: Iterable[GameScore], weight: float = 1.0) -> None:
        """Add games to the likelihood, each with this ``weight``."""
        for game in games:
            self.counts[game.first, game.second, game.score, weight] += 1
            cluster = len(self.clusters) if game.pair is None else ("pair", game.pair)
            self.clusters[cluster].append((game, weight))

    def maximum(self) -> Vector:
        """Return the parameters, in logits, at the maximum of the likelihood (Newton's method)."""
        at = [0.0] * self.size
        for _step in range(MAX_NEWTON_STEPS if self.size else 0):
            slope, curvature = self._derivatives(at)
            step = matrices.solve(matrices.cholesky(curvature), slope)
            most = max(map(abs, step))
            shrunk = min(1.0, LARGEST_STEP / most) if most else 1.0
            at = [value + shrunk * change for value, change in zip(at, step, strict=True)]
            if most < 1e-10:
                break
        return at

    def covariance(self, at: Vector) -> Matrix:
        """Return the covariance of the parameters: the sandwich estimator.

        The variance of one further game at even odds is added, so that no error is 0 even if all games were drawn.
        """
        if not self.size:
            return []
        _slope, curvature = self._derivatives(at)
        spread = matrices.zeros(self.size)
        for games in self.clusters.values():
            row = [0.0] * self.size
            for game, weight in games:
                places, odds = self._expected(game.first, game.second, at)
                for place, sign in places:
                    row[place] += sign * weight * (game.score - odds)
            used = [place for place in range(self.size) if row[place]]
            for one in used:
                for other in used:
                    spread[one][other] += row[one] * row[other]
        clusters = len(self.clusters)
        correction = clusters / max(clusters - self.size, 1)
        games_counted = sum(count * weight for (_f, _s, _score, weight), count in self.counts.items()) or 1.0
        meat = [
            [correction * value + bend / games_counted for value, bend in zip(*rows, strict=True)]
            for rows in zip(spread, curvature, strict=True)
        ]
        inverse = matrices.inverse(matrices.cholesky(curvature))
        return matrices.product(matrices.product(inverse, meat), inverse)

    def _expected(self, first: str, second: str, at: Vector) -> tuple[list[tuple[int, float]], float]:
        """Return the parameters that a game depends on, with their signs, and the expected score of its first
        player.
        """
        places = [(self.place[name], sign) for name, sign in ((first, 1.0), (second, -1.0)) if name in self.place]
        if self.first_move:
            places.append((self.size - 1, 1.0))
        logit = sum(sign * at[place] for place, sign in places)
        logit += self.fixed.get(first, 0.0) - self.fixed.get(second, 0.0)
        return places, 1 / (1 + exp(-max(min(logit, 60.0), -60.0)))

    def _derivatives(self, at: Vector) -> tuple[Vector, Matrix]:
        """Return the gradient of the log-likelihood and its negative second derivatives."""
        slope, curvature = [0.0] * self.size, matrices.zeros(self.size)
        if self.first_move:
            precision = (ELO_PER_LOGIT / ADVANTAGE_DEVIATION) ** 2
            slope[-1] = -precision * at[-1]
            curvature[-1][-1] = precision
        for (first, second, score, weight), count in self.counts.items():
            places, odds = self._expected(first, second, at)
            bend = count * weight * odds * (1 - odds)
            for one, sign in places:
                slope[one] += sign * count * weight * (score - odds)
                for other, other_sign in places:
                    curvature[one][other] += sign * other_sign * bend
        return slope, curvature


def _ratings(
    fit: _Fit,
    found: Vector,
    covariance: Matrix,
    games: list[GameScore],
    regularised: list[tuple[str, str]],
) -> Ratings:
    """Return the parameters as ratings in Elo, relative to the mean of each group or to its anchors."""
    rows: dict[str, Vector] = {}  # each rating as a sum of parameters
    shift = dict.fromkeys(fit.names, 0.0)
    for group in fit.groups:
        for name in group:
            rows[name] = [0.0] * fit.size
            if name in fit.place:
                rows[name][fit.place[name]] = 1.0
        if fit.anchors.keys() & set(group):
            shift.update({name: elo for name, elo in fit.anchors.items() if name in group})
            continue
        middle = [sum(column) / len(group) for column in zip(*(rows[name] for name in group), strict=True)]
        for name in group:
            rows[name] = [value - mean for value, mean in zip(rows[name], middle, strict=True)]
    mapping = [rows[name] for name in fit.names]
    spread = matrices.product(matrices.product(mapping, covariance), matrices.transposed(mapping)) if fit.size else []
    squared = {
        (one, other): spread[row][column] * ELO_PER_LOGIT**2 if fit.size else 0.0
        for row, one in enumerate(fit.names)
        for column, other in enumerate(fit.names)
    }
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for game in games:
        for name, score in ((game.first, game.score), (game.second, 1 - game.score)):
            played[name] += 1
            points[name] += score  # type: ignore[assignment]  # a draw adds one half
    table = [
        Rating(
            name,
            matrices.dot(rows[name], found) * ELO_PER_LOGIT + shift[name],
            Z95 * sqrt(max(squared[name, name], 0.0)),
            played[name],
            points[name],
            number,
        )
        for number, group in enumerate(fit.groups)
        for name in group
    ]
    table.sort(key=lambda row: (row.group, -row.elo))
    advantage = None
    if fit.first_move:
        advantage = Estimate95(found[-1] * ELO_PER_LOGIT, Z95 * ELO_PER_LOGIT * sqrt(covariance[-1][-1]))
    return Ratings(tuple(table), advantage, tuple(regularised), squared)


def _components(names: list[str], links: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the connected groups of players, the largest first."""
    neighbours: dict[str, set[str]] = {name: set() for name in names}
    for one, other in links:
        neighbours[one].add(other)
        neighbours[other].add(one)
    groups: list[list[str]] = []
    seen: set[str] = set()
    for name in names:
        if name not in seen:
            group = _reached(name, neighbours)
            seen |= group
            groups.append([each for each in names if each in group])
    return sorted(groups, key=len, reverse=True)


def _unbounded_pairs(names: list[str], games: list[GameScore]) -> list[tuple[str, str]]:
    """Return pairs of players whose ratings have no finite estimate: one always scored nothing against the other,
    directly or through others.
    """
    took: dict[str, set[str]] = {name: set() for name in names}  # players from whom each player took points
    for game in games:
        if game.score > 0:
            took[game.first].add(game.second)
        if game.score < 1:
            took[game.second].add(game.first)
    reached = {name: _reached(name, took) for name in names}
    met = dict.fromkeys(tuple(sorted((game.first, game.second))) for game in games)
    return [(one, other) for one, other in met if not (other in reached[one] and one in reached[other])]


def _reached(start: str, neighbours: Mapping[str, set[str]]) -> set[str]:
    """Return all names that can be reached from ``start``, with ``start`` itself."""
    found, new = {start}, [start]
    while new:
        for name in neighbours[new.pop()] - found:
            found.add(name)
            new.append(name)
    return found
