"""Noise in an evaluation: a weakness of a measured size, for bots that beginners can beat.

A noisy bot confuses positions of similar value. It still sees every win and every loss within its depth.
"""

from __future__ import annotations

import random
from math import sqrt
from statistics import pstdev
from typing import Any, NamedTuple
from zlib import crc32

from plyground.core.authoring.marked_rules import rules
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.core.random_game import random_game
from plyground.core.random_numbers import Chance, new_chance

SAMPLED_GAMES, MAX_SAMPLED_PLIES = 30, 200
"""Random games and their greatest number of plies, from which the spread of an evaluation's values is estimated."""


@rules
class NoisyEvaluation(NamedTuple):
    """An evaluation with a random number added to each of its values."""

    evaluation: Evaluation
    size: int  # greatest number added or subtracted
    win: int
    chance: Chance

    def value(self, position: Any) -> int:
        """Return a noisy estimate for the side to move, always less than a win."""
        guess = self.evaluation.value(position) + self.chance.below(2 * self.size + 1) - self.size
        return min(max(guess, 1 - self.win), self.win - 1)


def noise_size(percent: int, game: Game, evaluation: Evaluation) -> int:
    """Return the size of noise that is ``percent`` of the evaluation's standard deviation over random games."""
    return round(sqrt(3) * percent / 100 * _spread(game, evaluation))  # a uniform deviation is size / sqrt(3)


def noisy(evaluation: Evaluation, size: int, position: MarkedPosition, seed: int | None) -> NoisyEvaluation:
    """Return the evaluation with noise for one search of ``position``. With a seed the noise is the same each time."""
    chance = random.getrandbits(64) if seed is None else seed ^ crc32(repr(position).encode()) << 32
    return NoisyEvaluation(evaluation, size, evaluation.win, new_chance(chance))


def _spread(game: Game, evaluation: Evaluation) -> float:
    """Return the standard deviation of an evaluation over the positions of random games. It is computed once."""
    key = type(game.start), game.start, evaluation
    try:
        known = _spreads.get(key)
    except TypeError:  # some evaluations cannot be hashed, such as one with a list
        return _computed_spread(game, evaluation)
    if known is None:
        known = _spreads[key] = _computed_spread(game, evaluation)
    return known


_spreads: dict[tuple[type, Any, Evaluation], float] = {}


def _computed_spread(game: Game, evaluation: Evaluation) -> float:
    chance = random.Random(0)
    values = []
    for _game in range(SAMPLED_GAMES):
        *unfinished, _last = random_game(game.start, chance, MAX_SAMPLED_PLIES)
        values += [evaluation.value(position) for position in unfinished if not position.is_chance()]
    return pstdev(values) if values else 0.0
