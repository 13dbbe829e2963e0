"""The learner of backgammon's network: it plays against itself and learns by temporal differences.

After each play the estimate of the position before the roll moves towards the estimate after the play. The network and
its inputs are those of :mod:`plyground.games.backgammon.backgammon_network`, here with fractions in place of whole
numbers. G. Tesauro (1995), Temporal difference learning and TD-Gammon, Communications of the ACM 38(3).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import MutableSequence
from random import Random
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.games.backgammon.backgammon_evaluation import last_point
from plyground.games.backgammon.backgammon_network import (
    BAR_INPUT,
    HIDDEN,
    HIDDEN_WEIGHTS,
    INPUTS,
    LEVELS,
    NETWORK_WEIGHTS,
    OUTPUTS,
    SIDE_INPUTS,
    UNIT,
    shots,
)
from plyground.games.backgammon.backgammon_rules import BAR, CHECKERS, OFF
from plyground.searches.chance_moves import drawn

WIN, GAMMON, LOST_GAMMON = range(OUTPUTS)
"""The outputs: the chances of the side to roll to win, to win a gammon and to lose one."""
FURTHER, ON_BAR = 0.5, 0.5
"""Input of each checker of a point after the third, and of each on the bar."""
ROLLS = 36
SPREAD = 0.1
"""Greatest size of a weight before learning."""
OUTPUT_WEIGHTS = HIDDEN * OUTPUTS
Floats = MutableSequence[float]


@helper
def bounded(value: float) -> float:
    """Return a number between −1 and 1 that grows with ``value``."""
    return value / (1.0 + abs(value))


@helper
def slope(value: float) -> float:
    """Return the derivative of :func:`bounded`."""
    return 1.0 / ((1.0 + abs(value)) * (1.0 + abs(value)))


@rules
class NetworkLearner(NamedTuple):
    """The weights of both networks, and working memory."""

    weights: Floats  # inputs to hidden units, hidden units to outputs, outputs alone; two networks in turn
    inputs: MutableSequence[int]  # inputs of the position that are not 0, and their number at the end
    amounts: Floats  # values of these inputs
    sums: Floats  # sum of each hidden unit
    totals: Floats  # sum of each output
    chances: Floats  # estimate of each output
    chosen: Floats  # estimates after the best play
    back: Floats  # share of each hidden unit in the error

    def restorable(self) -> tuple[Any, ...]:
        """Return no arrays: a call that begins again goes on with what was learned."""
        return ()

    def add(self, place: int, amount: float) -> int:
        """Add an input."""
        count = self.inputs[INPUTS]
        self.inputs[count] = place
        self.amounts[count] = amount
        self.inputs[INPUTS] = count + 1
        return count

    def add_side(self, row: tuple[int, ...], base: int, danger: int) -> int:
        """Add the inputs of one side, whose first is ``base``; ``danger`` is the number of rolls that hit it."""
        for point in range(1, BAR):
            place = base + (point - 1) * LEVELS
            for level in range(min(row[point], LEVELS - 1)):
                self.add(place + level, 1.0)
            if row[point] >= LEVELS:
                self.add(place + LEVELS - 1, FURTHER * (row[point] - LEVELS + 1))
        if row[BAR] > 0:
            self.add(base + BAR_INPUT, ON_BAR * row[BAR])
        if row[OFF] > 0:
            self.add(base + BAR_INPUT + 1, row[OFF] / CHECKERS)
        if danger > 0:
            self.add(base + BAR_INPUT + 2, danger / ROLLS)
        return 0

    def forward(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """Find the inputs, sums and totals of a position. Return the first weight of its network."""
        self.inputs[INPUTS] = 0
        begin = 0
        if last_point(own) + last_point(other) > BAR:
            self.add_side(own, 0, shots(other, own))
            self.add_side(other, SIDE_INPUTS, shots(own, other))
        else:
            begin = NETWORK_WEIGHTS
            self.add_side(own, 0, 0)
            self.add_side(other, SIDE_INPUTS, 0)
        self.add(INPUTS - 1, 1.0)
        for unit in range(HIDDEN):
            self.sums[unit] = 0.0
        for each in range(self.inputs[INPUTS]):
            row = begin + self.inputs[each] * HIDDEN
            amount = self.amounts[each]
            for unit in range(HIDDEN):
                self.sums[unit] += amount * self.weights[row + unit]
        for output in range(OUTPUTS):
            row = begin + HIDDEN_WEIGHTS + output * HIDDEN
            total = self.weights[begin + HIDDEN_WEIGHTS + OUTPUT_WEIGHTS + output]
            for unit in range(HIDDEN):
                total += self.weights[row + unit] * bounded(self.sums[unit])
            self.totals[output] = total
        return begin

    def equity(self, own: tuple[int, ...], other: tuple[int, ...]) -> float:
        """Return the average points of the side to roll, and keep its chances; ``own`` are its checkers."""
        if own[OFF] == CHECKERS or other[OFF] == CHECKERS:
            won = own[OFF] == CHECKERS
            self.chances[WIN] = 1.0 if won else 0.0
            self.chances[GAMMON] = 1.0 if won and other[OFF] == 0 else 0.0
            self.chances[LOST_GAMMON] = 1.0 if not won and own[OFF] == 0 else 0.0
        else:
            self.forward(own, other)
            for output in range(OUTPUTS):
                self.chances[output] = 0.5 + 0.5 * bounded(self.totals[output])
            if other[OFF] > 0:
                self.chances[GAMMON] = 0.0
            if own[OFF] > 0:
                self.chances[LOST_GAMMON] = 0.0
        return 2.0 * self.chances[WIN] - 1.0 + self.chances[GAMMON] - self.chances[LOST_GAMMON]

    def learn(self, own: tuple[int, ...], other: tuple[int, ...], step: float) -> int:
        """Move the estimate of a position before a roll towards the opponent's estimate after the play, in ``chosen``."""
        begin = self.forward(own, other)
        for unit in range(HIDDEN):
            self.back[unit] = 0.0
        for output in range(OUTPUTS):
            if (output == GAMMON and other[OFF] > 0) or (output == LOST_GAMMON and own[OFF] > 0):
                continue
            wanted = 1.0 - self.chosen[WIN]
            if output == GAMMON:
                wanted = self.chosen[LOST_GAMMON]
            if output == LOST_GAMMON:
                wanted = self.chosen[GAMMON]
            total = self.totals[output]
            change = 2.0 * step * (wanted - 0.5 - 0.5 * bounded(total)) * slope(total)
            row = begin + HIDDEN_WEIGHTS + output * HIDDEN
            for unit in range(HIDDEN):
                self.back[unit] += change * self.weights[row + unit]
                self.weights[row + unit] += change * bounded(self.sums[unit])
            self.weights[begin + HIDDEN_WEIGHTS + OUTPUT_WEIGHTS + output] += change
        for unit in range(HIDDEN):
            self.back[unit] *= slope(self.sums[unit])
        for each in range(self.inputs[INPUTS]):
            row = begin + self.inputs[each] * HIDDEN
            amount = self.amounts[each]
            for unit in range(HIDDEN):
                self.weights[row + unit] += amount * self.back[unit]
        return 0


def new_network_learner(seed: int = 0, content: bytes = b"") -> NetworkLearner:
    """Return a learner with random small weights, or with those of a file's ``content``."""
    chance = Random(seed)
    weights = array("d", [chance.uniform(-SPREAD, SPREAD) for _weight in range(2 * NETWORK_WEIGHTS)])
    if content:
        whole = array("i", content)
        if sys.byteorder == "big":
            whole.byteswap()
        for here, there, scale in _places():
            weights[here] = whole[there] / (UNIT * scale)

    def floats(count: int) -> Floats:
        return array("d", [0.0] * count)

    inputs = array("q", [0] * (INPUTS + 1))
    return NetworkLearner(
        weights,
        inputs,
        floats(INPUTS),
        floats(HIDDEN),
        floats(OUTPUTS),
        floats(OUTPUTS),
        floats(OUTPUTS),
        floats(HIDDEN),
    )


def network_content(learner: NetworkLearner) -> bytes:
    """Return the content of the file of weights for play: whole numbers of 32 bits, the lowest byte first."""
    whole = array("i", [0] * (2 * NETWORK_WEIGHTS))
    for here, there, scale in _places():
        whole[there] = round(learner.weights[here] * UNIT * scale)
    if sys.byteorder == "big":
        whole.byteswap()
    return whole.tobytes()


def _places() -> list[tuple[int, int, float]]:
    """Return the place of each weight in a learner and in a file, and the value of one checker or roll of its input."""
    places = []
    for begin in (0, NETWORK_WEIGHTS):
        for place in range(INPUTS):
            for unit in range(HIDDEN):
                places.append((begin + place * HIDDEN + unit, begin + unit * INPUTS + place, _scale(place)))
        places += [(begin + each, begin + each, 1.0) for each in range(HIDDEN_WEIGHTS, NETWORK_WEIGHTS)]
    return places


def _scale(place: int) -> float:
    """Return the value that one checker or one roll gives an input."""
    within = place % SIDE_INPUTS
    if place == INPUTS - 1:
        return 1.0
    if within < BAR_INPUT:
        return FURTHER if within % LEVELS == LEVELS - 1 else 1.0
    return (ON_BAR, 1 / CHECKERS, 1 / ROLLS)[within - BAR_INPUT]


@helper
def best_play(position: Any, learner: Any) -> int:
    """Return the play after which the opponent's equity is least, and keep the opponent's chances there."""
    best = -9.0
    move = 0
    for each in position.moves():
        child = position.play(each)
        equity = -learner.equity(child.own, child.other)
        if equity > best:
            best = equity
            move = each
            for output in range(OUTPUTS):
                learner.chosen[output] = learner.chances[output]
    return move


def learn_by_self_play(position: Any, learner: Any, chance: Any, games: int, step: float) -> int:
    """Play games against itself from the start ``position``, and learn after each play. Return the number of plays."""
    plays = 0
    for _game in range(games):
        here = position
        before = position
        is_first = True
        while not here.is_over():
            rolled = here.play(drawn(here, chance))
            move = best_play(rolled, learner)
            if not is_first:
                learner.learn(before.own, before.other, step)
            here = rolled.play(move)
            before = here
            is_first = False
            plays += 1
    return plays


def play_game(position: Any, first: Any, second: Any, dice: Any) -> int:
    """Return the points of ``first``, the first player, in one game."""
    here = position
    while not here.is_over():
        rolled = here.play(drawn(here, dice))
        move = best_play(rolled, first) if rolled.second == 0 else best_play(rolled, second)
        here = rolled.play(move)
    won: int = here.utility()
    return -won if here.second else won
