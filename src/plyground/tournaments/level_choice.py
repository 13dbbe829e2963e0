"""Choice of levels from rated bots: even steps from a weak bot to the strongest, each step well measured."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from plyground.bots.level import MAX_LEVELS, MeasuredLevel
from plyground.tournaments.joint_ratings import Rating, Ratings

ZERO = "random"
"""The bot that has rating 0 on the scale of a game."""
MIN_STEP, MAX_STEP = 80, 450
"""Elo from one level to the next: the least and the most."""
WANTED_STEP, WIDEST_STEP = 140, 350
"""Elo of the steps that are aimed at, and of the widest of them, for games with a long scale."""
REFUSED_COST = 4.0
"""Cost of a step that is too small or too great: equal to a weakest level that is 120 Elo stronger."""


class _Chain(NamedTuple):
    """Levels chosen so far, the last one the strongest, and the cost of their faults."""

    cost: float
    bots: tuple[Rating, ...]


def chosen(ratings: Ratings, bots: Collection[str]) -> tuple[str, ...]:
    """Return the bots that make the best levels, from the weakest to the strongest; the ratings include :data:`ZERO`.

    Steps are between :data:`MIN_STEP` and :data:`MAX_STEP` where the bots allow it. If :data:`MAX_LEVELS` such steps do
    not reach from the weakest bot to the strongest, the weakest level is above the weakest bot. O(bots² · levels).
    """
    zero = ratings[ZERO]
    rising = sorted(
        (row for row in ratings.table if row.player in bots and row.games and row.group == zero.group and row.elo > zero.elo),
        key=lambda row: row.elo,
    )  # fmt: skip
    if not rising:
        return ()
    least, most = rising[0].elo, rising[-1].elo
    wanted = min(max(WANTED_STEP, (most - least) / (MAX_LEVELS - 1)), WIDEST_STEP)
    chains = [_Chain((row.elo - least) / 30, (row,)) for row in rising]
    ends = [_ended(chain, most) for chain in chains]
    for _level in range(MAX_LEVELS - 1):
        chains = [chain for row in rising if (chain := _longer(chains, row, ratings, wanted)) is not None]
        ends += [_ended(chain, most) for chain in chains]
    return tuple(row.player for row in min(ends).bots)


def _longer(chains: Sequence[_Chain], row: Rating, ratings: Ratings, wanted: float) -> _Chain | None:
    """Return the best chain after adding a bot; None if the bot is not stronger than the last level of any chain."""
    return min(
        (
            _Chain(chain.cost + _step_cost(chain.bots[-1], row, ratings, wanted), (*chain.bots, row))
            for chain in chains
            if chain.bots[-1].elo < row.elo
        ),
        default=None,
    )


def _step_cost(lower: Rating, higher: Rating, ratings: Ratings, wanted: float) -> float:
    step = higher.elo - lower.elo
    beyond = max(MIN_STEP - step, step - MAX_STEP, 0.0)
    error = ratings.difference(lower.player, higher.player)
    measured = 0.0 if error is None else min(error.error / 60, 3.0) ** 2 / 4
    return (REFUSED_COST + (beyond / 30) ** 2 if beyond else 0.0) + ((step - wanted) / 100) ** 2 + measured


def _ended(chain: _Chain, most: float) -> _Chain:
    """Return a chain with the cost of not reaching the strongest bot."""
    return chain._replace(cost=chain.cost + (most - chain.bots[-1].elo) / 10)


def measured_levels(ratings: Ratings, levels: Sequence[str]) -> tuple[MeasuredLevel, ...]:
    """Return levels with their ratings above :data:`ZERO` and the error of each step from the level below."""
    below = (ZERO, *levels)[: len(levels)]
    return tuple(_measured(ratings, bot, other) for bot, other in zip(levels, below, strict=True))


def measured_bots(ratings: Ratings, bots: Sequence[str], levels: Sequence[str]) -> tuple[MeasuredLevel, ...]:
    """Return bots, the strongest first, with their ratings above :data:`ZERO` and the error from the nearest level."""
    rated = (_measured(ratings, bot, nearest(ratings, bot, levels)) for bot in bots)
    return tuple(sorted(rated, key=lambda row: -row.elo))


def nearest(ratings: Ratings, bot: str, levels: Sequence[str]) -> str:
    """Return the level whose rating is nearest to a bot's rating; :data:`ZERO` counts as a level."""
    return min((ZERO, *levels), key=lambda level: abs(ratings[level].elo - ratings[bot].elo))


def _measured(ratings: Ratings, bot: str, other: str) -> MeasuredLevel:
    difference = ratings.difference(other, bot)
    error = 0.0 if difference is None else difference.error
    return MeasuredLevel(bot, round(ratings[bot].elo - ratings[ZERO].elo), round(error))
