"""Scores: the number that a search gives to the end of a game.

``utility`` is the game's own result (−1, 0, +1). ``distance`` prefers faster wins and slower losses.
``level`` is Digiampietri's: a win is 99,999,999 less its level, the plies from the searched position.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.evaluation import Evaluation
from plyground.position import rules

INFINITY = 1 << 60
"""Beyond every score."""

NAMES = ("utility", "distance", "level")

DISTANCE_WIN = 1_000_000_000
LEVEL_WIN = 99_999_999
LONGEST = 500
"""Plies that a search can look ahead: it calls itself once for each. A slower win has no score."""


class Decided(NamedTuple):
    """A score read back: the game's utility and, where scores tell, the plies to its end."""

    utility: int
    distance: int | None


@rules
class Scores(NamedTuple):
    """``unit`` for each point of utility, less ``per_ply`` for each ply on the way to a win."""

    unit: int = 1
    per_ply: int = 0

    def of(self, utility: int, depth: int) -> int:
        """The score of a game that ended ``depth`` plies below the root, for the side to move there."""
        if utility > 0:
            return utility * self.unit - self.per_ply * depth
        if utility < 0:
            return utility * self.unit + self.per_ply * depth
        return 0

    def sure(self, score: int) -> int:
        """+1 when ``score`` is that of a won game, −1 of a lost one, 0 when it is a draw or a guess."""
        least = self.unit - self.per_ply * LONGEST
        return 1 if score >= least else -1 if score <= -least else 0

    def from_node(self, score: int, depth: int) -> int:
        """A ``score`` of the root as a search that began ``depth`` plies below it would give it."""
        return score + self.sure(score) * self.per_ply * depth

    def from_root(self, score: int, depth: int) -> int:
        """A ``score`` that a search from ``depth`` plies below the root gave, as the root counts it."""
        return score - self.sure(score) * self.per_ply * depth


DISTANCE = Scores(DISTANCE_WIN, 1)
LEVEL = Scores(LEVEL_WIN, 1)


def scores(name: str, evaluation: Evaluation) -> Scores:
    """The scores of this name, on the scale of an ``evaluation`` (its ``win`` is worth one ``utility``)."""
    if name == "distance":
        return DISTANCE
    if name == "level":
        return LEVEL
    return Scores(evaluation.win, 0)


def decided(score: int, scale: Scores) -> Decided | None:
    """The end of the game that a score stands for; ``None`` when it is a guess at an unfinished one.

    A score of 0 stands for a draw here; whether it was reached or only guessed, the counts of a search tell.
    """
    if score == 0:
        return Decided(0, None)
    size = abs(score)
    sign = 1 if score > 0 else -1
    if scale.per_ply == 0:
        return Decided(sign * (size // scale.unit), None) if size % scale.unit == 0 else None
    points, short = divmod(size + LONGEST, scale.unit)
    if points and short <= LONGEST:
        return Decided(sign * points, (LONGEST - short) // scale.per_ply)
    return None
