"""Duels between versions of a learner: pairs of games, played until a sequential test decides.

Both games of a pair have the same random opening, with sides exchanged: without it all pairs would be equal, because the
versions choose no move by chance. Each version looks two plies ahead, so that its estimates of both sides' positions
count.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import Demand, MarkedPosition
from plyground.core.random_numbers import new_chance
from plyground.learning.learner import BELOW_ANY, MAX_PLIES, Learner, random_move, random_opening
from plyground.statistics.elo import ScoreCounts
from plyground.statistics.sequential_test import Interval, SequentialTest

DEPTH = 2
"""Plies that each version looks ahead; one in games with chance."""
TEST = SequentialTest(elo0=-40, elo1=0, model="logistic")
"""A version is 40 Elo weaker, or not weaker."""
BATCH, MAX_PAIRS = 2, 200
"""Pairs between two looks at the test, and most pairs of a duel."""
GAIN_TEST, MAX_GAIN_PAIRS = SequentialTest(elo0=0, elo1=40, model="logistic"), 400
"""The learned evaluation gains nothing, or 40 Elo; and most pairs of this test."""
STRONGER, WEAKER, UNDECIDED = "stronger", "weaker", "undecided"
"""Verdicts on what was learned."""
RESULTS = 5
"""Results of a pair: 0, ½, 1, 1½ or 2 points."""


class Duel(NamedTuple):
    """The result of one version against an earlier one."""

    games: int
    elo: Interval
    weaker: bool | None  # True if the test found the version weaker; None: undecided


class Gain(NamedTuple):
    """The result of what was learned against play without it."""

    games: int
    elo: Interval
    verdict: str  # STRONGER, WEAKER or UNDECIDED


@helper
def looked_ahead(position: MarkedPosition, learner: Any, looks: Any, depth: int, alpha: float, beta: float) -> float:
    """Return the value of a position for the side to move, by alpha-beta to a depth."""
    if depth == 0 or position.is_over():
        looks[0] += 1
        leaf: float = learner.value(position)
        return leaf
    best = BELOW_ANY
    for move in position.moves():
        child = position.play(move)
        if position.turn(child) < 0:
            value = -looked_ahead(child, learner, looks, depth - 1, -beta, -max(alpha, best))
        else:
            value = looked_ahead(child, learner, looks, depth - 1, max(alpha, best), beta)
        if value > best:
            best = value
        if best >= beta:
            break
    return best


@helper
def chosen(position: MarkedPosition, learner: Any, looks: Any, depth: int) -> int:
    """Return the first of the best moves."""
    best = BELOW_ANY
    move = 0
    for each in position.moves():
        child = position.play(each)
        if position.turn(child) < 0:
            value = -looked_ahead(child, learner, looks, depth - 1, BELOW_ANY, -best)
        else:
            value = looked_ahead(child, learner, looks, depth - 1, best, -BELOW_ANY)
        if value > best:
            best = value
            move = each
    return move


def play_pairs(
    position: MarkedPosition,
    first: Any,
    second: Any,
    chance: Any,
    looks: Any,
    scores: Any,
    pairs: int,
    opening: int,
    depth: int,
) -> int:
    """Play pairs of games, and count in ``scores`` the pairs in which ``first`` had 0, ½, 1, 1½ or 2 points."""
    for _pair in range(pairs):
        begin = random_opening(position, chance, opening)
        points = 2
        for game in range(2):
            here = begin
            mover = game  # 0: the first version is to move
            ply = 0
            while ply < MAX_PLIES and not here.is_over():
                if here.is_chance():
                    move = random_move(here, chance)
                elif mover == 0:
                    move = chosen(here, first, looks, depth)
                else:
                    move = chosen(here, second, looks, depth)
                child = here.play(move)
                if here.turn(child) < 0:
                    mover = 1 - mover
                here = child
                ply += 1
            if here.is_over():
                result = here.utility()
                won = 0
                if result > 0:
                    won = 1
                if result < 0:
                    won = -1
                if mover == 0:
                    points += won
                else:
                    points -= won
        scores[points] += 1
    return 0


@helper
def expected_end(position: Any, learner: Any, looks: Any, depth: int) -> Any:
    """Return the position that is reached in ``depth`` plies if each player maximises its own estimate: max^n."""
    if depth == 0 or position.is_over():
        looks[0] += 1
        return position
    player = position.to_move()
    best = BELOW_ANY
    end = position
    for move in position.moves():
        child = expected_end(position.play(move), learner, looks, depth - 1)
        value = learner.value_for(child, player)
        if value > best:
            best = value
            end = child
    return end


@helper
def chosen_for_itself(position: Any, learner: Any, looks: Any, depth: int) -> int:
    """Return the first of the best moves for the player to move."""
    player = position.to_move()
    best = BELOW_ANY
    move = 0
    for each in position.moves():
        value = learner.value_for(expected_end(position.play(each), learner, looks, depth - 1), player)
        if value > best:
            best = value
            move = each
    return move


@helper
def end_of_game(position: Any, alone: Any, others: Any, seat: int, chance: Any, looks: Any, depth: int) -> Any:
    """Return the last position of a game in which one version has a seat and the other one all other seats."""
    here = position
    ply = 0
    while ply < MAX_PLIES and not here.is_over():
        if here.is_chance():
            move = random_move(here, chance)
        elif here.to_move() == seat:
            move = chosen_for_itself(here, alone, looks, depth)
        else:
            move = chosen_for_itself(here, others, looks, depth)
        here = here.play(move)
        ply += 1
    return here


def play_seats(
    position: Any,
    first: Any,
    second: Any,
    chance: Any,
    looks: Any,
    scores: Any,
    pairs: int,
    opening: int,
    depth: int,
) -> int:
    """Play for pairs of seats, and count in ``scores`` the pairs in which ``first`` had 0, ½, 1, 1½ or 2 points.

    Each version plays alone at the seat against the other one, after the same random moves. The version with the
    greater utility there has a point.
    """
    for _pair in range(pairs):
        points = 2
        for _seat in range(2):
            begin = random_opening(position, chance, opening)
            seat = chance.below(position.players())
            ours = end_of_game(begin, first, second, seat, chance, looks, depth)
            theirs = end_of_game(begin, second, first, seat, chance, looks, depth)
            if ours.is_over() and theirs.is_over():
                more = ours.utilities()[seat] - theirs.utilities()[seat]
                if more > 0:
                    points += 1
                if more < 0:
                    points -= 1
        scores[points] += 1
    return 0


def duel(
    play: Callable[..., int], start: MarkedPosition, new: Learner, old: Learner, seed: int, opening: int, most: int
) -> Duel:
    """Let a version play an earlier one until the test decides, or until they have looked at ``most`` positions.

    ``play`` is :func:`play_pairs` or :func:`play_seats`, plain or compiled.
    """
    counts, decision = _match(TEST, MAX_PAIRS, play, start, new, old, seed, opening, most)
    return Duel(round(2 * counts.results), TEST.estimate(counts), None if decision is None else decision == TEST.elo0)


def measure_gain(
    play: Callable[..., int],
    start: MarkedPosition,
    learned: Learner,
    unlearned: Learner,
    seed: int,
    opening: int,
    most: int,
) -> Gain:
    """Let what was learned play without it; arguments as in :func:`duel`.

    It is weaker if the test finds no gain and the interval ends below 0. Without a decision the verdict stays open.
    """  # fmt: skip
    counts, decision = _match(GAIN_TEST, MAX_GAIN_PAIRS, play, start, learned, unlearned, seed, opening, most)
    elo = GAIN_TEST.estimate(counts)
    is_weaker = decision == GAIN_TEST.elo0 and elo.high < 0
    verdict = STRONGER if decision == GAIN_TEST.elo1 else WEAKER if is_weaker else UNDECIDED
    return Gain(round(2 * counts.results), elo, verdict)


def _match(
    test: SequentialTest,
    max_pairs: int,
    play: Callable[..., int],
    start: MarkedPosition,
    first: Learner,
    second: Learner,
    seed: int,
    opening: int,
    most: int,
) -> tuple[ScoreCounts, float | None]:
    """Return the results of the pairs, and the hypothesis that the test accepts, if it ends."""
    depth = 1 if Demand.CHANCE in start.demands() else DEPTH
    chance, looks, scores = new_chance(seed), array("q", [0]), array("q", [0] * RESULTS)
    decision = None
    while decision is None and sum(scores) < max_pairs and looks[0] < most:
        play(start, first, second, chance, looks, scores, BATCH, opening, depth)
        decision = test.decision(test.llr(ScoreCounts(tuple(scores))))
    return ScoreCounts(tuple(scores)), decision
