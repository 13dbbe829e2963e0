"""Scores: the number that a search gives to the end of a game.

``utility`` is the game's own result (−1, 0, +1). ``distance`` prefers faster wins and slower losses. ``level`` is
Digiampietri's: a win is 99,999,999 minus its level, the plies from the searched position.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.evaluation import Evaluation
from plyground.core.position import Demand

INFINITY = 1 << 60
"""A number greater than every score."""

NAMES = ("utility", "distance", "level")

DISTANCE_WIN = 1_000_000_000
LEVEL_WIN = 99_999_999
MAX_DEPTH = 500
"""Most plies of a search, which is recursive. A slower win has no score."""


class Decided(NamedTuple):
    """The meaning of a score: the utility of the game and, if the scores contain it, the plies to its end."""

    utility: int
    distance: int | None


@rules
class Scores(NamedTuple):
    """The parameters of a score: ``unit`` for each point of utility, minus ``per_ply`` for each ply to a win."""

    unit: int = 1
    per_ply: int = 0

    def of(self, utility: int, depth: int) -> int:
        """Return the score of a game that ended ``depth`` plies below the root, for the side to move there."""
        if utility > 0:
            return utility * self.unit - self.per_ply * depth
        if utility < 0:
            return utility * self.unit + self.per_ply * depth
        return 0

    def sure(self, score: int) -> int:
        """Return 1 if ``score`` means a won game, −1 for a lost game, 0 for a draw or an estimate."""
        least = self.unit - self.per_ply * MAX_DEPTH
        return 1 if score >= least else -1 if score <= -least else 0

    def from_node(self, score: int, depth: int) -> int:
        """Return a ``score`` of the root as seen from a node ``depth`` plies below it."""
        return score + self.sure(score) * self.per_ply * depth

    def from_root(self, score: int, depth: int) -> int:
        """Return a ``score`` seen from a node ``depth`` plies below the root, as seen from the root."""
        return score - self.sure(score) * self.per_ply * depth


DISTANCE = Scores(DISTANCE_WIN, 1)
LEVEL = Scores(LEVEL_WIN, 1)


def usual_scores(demands: Demand) -> str:
    """Return the name of the scores that take a win at the first chance and delay a loss.

    Plies cannot be told from averages over chance or other fractions, so all wins count the same there.
    """
    return "utility" if demands & (Demand.CHANCE | Demand.FRACTIONS) else "distance"


def scores(name: str, evaluation: Evaluation) -> Scores:
    """Return the scores of this name, on the scale of an ``evaluation`` (its ``win`` is worth one ``utility``)."""
    if name == "distance":
        return DISTANCE
    if name == "level":
        return LEVEL
    return Scores(evaluation.win, 0)


def decided(score: int, scale: Scores) -> Decided | None:
    """Return the end of the game that a score means; None for an estimate of an unfinished game.

    A score of 0 means a draw here. The counts of a search tell if it was reached or only estimated.
    """
    if score == 0:
        return Decided(0, None)
    size = abs(score)
    sign = 1 if score > 0 else -1
    if scale.per_ply == 0:
        return Decided(sign * (size // scale.unit), None) if size % scale.unit == 0 else None
    points, short = divmod(size + MAX_DEPTH, scale.unit)
    if points and short <= MAX_DEPTH:
        return Decided(sign * points, (MAX_DEPTH - short) // scale.per_ply)
    return None
