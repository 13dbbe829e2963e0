"""A neural network that estimates backgammon positions: the chances to win, to win a gammon and to lose one.

It has learnt by playing 250,000 games with itself: after each play its estimate of the position before was moved
towards its estimate now (temporal differences). It was told nothing but the rules and, for each side, how many rolls
hit a blot. There are two networks of one form: one while the sides are in contact, one for races.

G. Tesauro (1995), Temporal difference learning and TD-Gammon, Communications of the ACM 38(3).
``tools/backgammon_network.py`` trains it again.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count
from plyground.games.backgammon.backgammon_evaluation import cubeful, last_point
from plyground.games.backgammon.backgammon_rules import BAR, DOUBLED, FACES, OFF

UNIT = 4096
"""The whole number that stands for 1 in weights and in the values of units."""
HIDDEN, OUTPUTS = 40, 3
LEVELS = 4
"""Inputs of a point: a checker, a second, a third, and each further one."""
BAR_INPUT = LEVELS * (BAR - 1)
"""Index of the input for checkers on the bar. The inputs for checkers borne off and for shots follow it."""
SIDE_INPUTS = BAR_INPUT + 3
INPUTS = 2 * SIDE_INPUTS + 1
"""The inputs of both sides, and one that is always on."""
HIDDEN_WEIGHTS = HIDDEN * INPUTS
NETWORK_WEIGHTS = HIDDEN_WEIGHTS + OUTPUTS * (HIDDEN + 1)


def _read_weights() -> tuple[int, ...]:
    """Return the weights of both networks: of each hidden unit, of each output, and the outputs' own."""
    weights = array("i", Path(__file__).with_suffix(".bin").read_bytes())
    if sys.byteorder == "big":
        weights.byteswap()
    return tuple(weights)


WEIGHTS = _read_weights()


@helper
def squashed(value: int) -> int:
    """Return a number between −1 and 1, in units, that grows with ``value``: x / (1 + |x|)."""
    return value * UNIT // (UNIT + value) if value >= 0 else -(-value * UNIT // (UNIT - value))


@helper
def roll_bit(first: int, second: int) -> int:
    """Return the set of the rolls with these two numbers: one bit for doubles, else two, because the dice differ."""
    return 1 << FACES * first + second | 1 << FACES * second + first


@helper
def is_open(other: tuple[int, ...], point: int) -> bool:
    """Return True if a side may enter one of its points: ``other`` has at most one checker there."""
    return other[BAR - point] < 2


@helper
def shots(own: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return how many of thirty-six rolls hit a blot of the other side, without regard to checkers on the bar."""
    hits = 0
    for blot in range(1, BAR):
        if other[blot] == 1:
            end = BAR - blot
            for start in range(end + 1, BAR + 1):
                if own[start] > 0:
                    hits |= rolls_that_reach(other, start, start - end)
    return count(hits)


@helper
def rolls_that_reach(other: tuple[int, ...], start: int, distance: int) -> int:
    """Return the set of rolls that bring a checker ``distance`` points from ``start``: with one die, with both, or with
    several moves of doubles.
    """
    rolls = 0
    for die in range(1, FACES + 1):
        if distance <= FACES:
            rolls |= roll_bit(distance, die)
        rest = distance - die
        if 0 < rest <= FACES and rest != die and (is_open(other, start - die) or is_open(other, start - rest)):
            rolls |= roll_bit(die, rest)
        steps = distance // die
        if steps * die == distance and 1 < steps <= 4:
            free = True
            for step in range(1, steps):
                free = free and is_open(other, start - step * die)
            if free:
                rolls |= roll_bit(die, die)
    return rolls


@rules
class NetworkEquity(NamedTuple):
    """The points that a side wins on average, as the network estimates them, with the value of the cube added."""

    win: int = 10_000

    def value(self, position: Any) -> int:
        if position.stage == DOUBLED:  # the other side is to roll
            equity = -self.equity(position.other, position.own) * self.win // UNIT
        else:
            equity = self.equity(position.own, position.other) * self.win // UNIT
        points = cubeful(position, equity, self.win)
        return -points if position.is_chance() and position.second else points

    def equity(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """Return the average points of the side to roll in a game without a cube, in units."""
        in_contact = last_point(own) + last_point(other) > BAR
        begin = 0 if in_contact else NETWORK_WEIGHTS
        own_danger = shots(other, own) if in_contact else 0
        other_danger = shots(own, other) if in_contact else 0
        inputs = [INPUTS - 1]
        for point in range(1, BAR):
            for checker in range(own[point]):
                inputs.append(LEVELS * (point - 1) + min(checker, LEVELS - 1))
            for checker in range(other[point]):
                inputs.append(SIDE_INPUTS + LEVELS * (point - 1) + min(checker, LEVELS - 1))
        for _checker in range(own[BAR]):
            inputs.append(BAR_INPUT)
        for _checker in range(other[BAR]):
            inputs.append(SIDE_INPUTS + BAR_INPUT)
        for _checker in range(own[OFF]):
            inputs.append(BAR_INPUT + 1)
        for _checker in range(other[OFF]):
            inputs.append(SIDE_INPUTS + BAR_INPUT + 1)
        outputs = begin + HIDDEN_WEIGHTS
        win, gammon, lost = 0, 0, 0
        for unit in range(HIDDEN):
            row = begin + unit * INPUTS
            total = own_danger * WEIGHTS[row + BAR_INPUT + 2]
            total += other_danger * WEIGHTS[row + SIDE_INPUTS + BAR_INPUT + 2]
            for place in inputs:
                total += WEIGHTS[row + place]
            strength = squashed(total)
            win += strength * WEIGHTS[outputs + unit]
            gammon += strength * WEIGHTS[outputs + HIDDEN + unit]
            lost += strength * WEIGHTS[outputs + 2 * HIDDEN + unit]
        own_weights = outputs + OUTPUTS * HIDDEN
        equity = squashed(win // UNIT + WEIGHTS[own_weights])
        if other[OFF] == 0:
            equity += (UNIT + squashed(gammon // UNIT + WEIGHTS[own_weights + 1])) // 2
        if own[OFF] == 0:
            equity -= (UNIT + squashed(lost // UNIT + WEIGHTS[own_weights + 2])) // 2
        return equity
