"""The fit of a calibration: what the numbers of an evaluation mean, measured in games of the engine with itself.

Each position of a game gives a pair: the value of a search of few nodes, and the result of the game for its side to move.
Logistic regression fits one number to the pairs: expected score = tanh(scale · value / 2). The log loss tells how much the
value says of the result.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from itertools import chain
from typing import Any

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.evaluations.calibration import Calibration
from plyground.learning.learned import USUAL_CALIBRATION, Learned
from plyground.searches.algorithms.mcts import sign
from plyground.searches.deepening import deepen
from plyground.searches.engine_setting import engine
from plyground.searches.limit import Limit

NODES, MAX_PLIES = 1_500, 160
"""Nodes of each search, and plies after which a game is drawn."""
OPENING_PLIES, RANDOM_SHARE = 6, 0.12
"""Random moves at the beginning, and the probability of one later."""
STEPS_PER_DECADE, DECADES = 20, 2
"""Scales that are tried."""
LEAST_WIN = 1e-6
"""Least probability of a forecast."""

Pairs = list[tuple[int, int]]
"""Values with the result for the side to move: 1, 0 or −1."""


def game_pairs(game: Game, evaluation: Evaluation, seed: str) -> Pairs:
    """Return the pairs of one game of the engine with itself, in compiled code. The same seed gives the same game."""
    chance, position, seen, value = random.Random(seed), game.start, [], 0
    setting = engine(position, evaluation, memory_mb=2, loops=game.facts.loops)
    for ply in range(MAX_PLIES):
        if position.is_over():
            break
        legal = list(position.moves())
        if ply < OPENING_PLIES or chance.random() < RANDOM_SHARE:
            position = position.play(chance.choice(legal))
            continue
        found = deepen(position, Limit(nodes=NODES), setting, native=True)
        value = int(found.value)
        if found.proven:
            break
        seen.append((position, value))
        position = position.play(found.move)
    else:
        value = 0  # a game that does not end is drawn
    result = sign(position.utility() if position.is_over() else value)
    side = game.side(position)
    return [(value, result if game.side(each) == side else -result) for each, value in seen]


def loss_of(pairs: Pairs, scale: float) -> float:
    """Return the mean log loss of a scale; a draw counts as half a win."""
    return sum(_losses(pairs, scale)) / len(pairs)


def _losses(pairs: Pairs, scale: float) -> Iterable[float]:
    for value, result in pairs:
        win = min(max((1 + math.tanh(scale * value / 2)) / 2, LEAST_WIN), 1 - LEAST_WIN)
        yield -(1 + result) / 2 * math.log(win) - (1 - result) / 2 * math.log(1 - win)


def fitted(pairs: Pairs) -> tuple[float, float]:
    """Return the scale with the smallest log loss, and that loss."""
    size = math.sqrt(sum(value * value for value, _result in pairs) / len(pairs)) or 1.0
    steps = range(-STEPS_PER_DECADE * DECADES, STEPS_PER_DECADE * DECADES + 1)
    loss, scale = min((loss_of(pairs, found), found) for found in (10 ** (step / STEPS_PER_DECADE) / size for step in steps))  # fmt: skip
    return scale, loss


def cross_validated(games: list[Pairs], given: float) -> Calibration | None:
    """Return a calibration whose log loss was measured in games that its scale was not fitted to.

    Each half of the games is forecast by the scale that fits the other half. If that is no better than the scale
    ``given``, return the given one with its loss; else the scale that fits all games. Return None if a half has no pairs.
    """
    halves = [list(chain.from_iterable(games[half::2])) for half in (0, 1)]
    if not all(halves):
        return None
    everything = halves[0] + halves[1]
    losses = [loss for half in (0, 1) for loss in _losses(halves[half], fitted(halves[1 - half])[0])]
    tested, usual = sum(losses) / len(everything), loss_of(everything, given)
    return Calibration(fitted(everything)[0], tested) if tested < usual else Calibration(given, usual)


def calibration_record(game: Game, evaluation: Learned, count: int, seed: int) -> dict[str, Any] | None:
    """Return the calibration of a learned evaluation for its file, from so many games. Return None if all are decided."""
    games = [game_pairs(game, evaluation, f"{seed} {number}") for number in range(count)]
    found = cross_validated(games, USUAL_CALIBRATION.scale)
    if found is None:
        return None
    return {"scale": float(f"{found.scale:.3g}"), "log_loss": round(found.log_loss, 3), "games": count}
