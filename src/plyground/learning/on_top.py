"""Learning on top of an evaluation that is there: its value is one more input, with a learned weight.

A table sees a few cells. What it cannot see, such as a chain from edge to edge, an evaluation by an author may know.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from copy import copy
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.evaluation import Evaluation
from plyground.core.position import MarkedPosition

GREATEST_INPUT = 3.0
"""Most that the value of the evaluation can count, in usual values."""
USUAL_SHARE = 0.8
"""Share of the values that are smaller than the usual one."""
INPUTS = 2
"""Inputs of a position: the value, and −1 or 1 if it means a decided game."""


@rules
class NotOnTop(NamedTuple):
    """Nothing but tables."""

    unused: int = 0  # unused, because compiled code has no classes without fields

    def total(self, position: MarkedPosition) -> float:
        return 0.0

    def meet(self, position: MarkedPosition, ply: int) -> int:
        return 0

    def estimate(self, ply: int) -> float:
        return 0.0

    def learn(self, ply: int, change: float) -> int:
        return 0

    def with_own_weights(self) -> NotOnTop:
        """Return a copy that no longer learns with this one."""
        return self


@rules
class OnTop(NamedTuple):
    """An evaluation with the weights of its inputs."""

    evaluation: Any
    shares: MutableSequence[float]  # weights of the inputs
    usual: float  # value that counts 1
    sure: int  # least value that means a decided game
    inputs: MutableSequence[float]  # inputs at each ply

    def restorable(self) -> tuple[Any, ...]:
        """Return no arrays: a call that begins again goes on with what was learned."""
        return ()

    def total(self, position: MarkedPosition) -> float:
        """Return the part of the evaluation in the sum."""
        value = self.evaluation.value(position)
        return self.shares[0] * self.size(value) + self.shares[1] * self.decided(value)

    def size(self, value: int) -> float:
        """Return a value in usual values."""
        return max(-GREATEST_INPUT, min(value / self.usual, GREATEST_INPUT))

    def decided(self, value: int) -> float:
        """Return 1 for a value that means a win, −1 for a loss, 0 for an estimate."""
        if value >= self.sure:
            return 1.0
        if value <= -self.sure:
            return -1.0
        return 0.0

    def meet(self, position: MarkedPosition, ply: int) -> int:
        """Keep the inputs of a position as those of a ply."""
        value = self.evaluation.value(position)
        self.inputs[INPUTS * ply] = self.size(value)
        self.inputs[INPUTS * ply + 1] = self.decided(value)
        return 0

    def estimate(self, ply: int) -> float:
        """Return the part in the sum at a ply."""
        return self.shares[0] * self.inputs[INPUTS * ply] + self.shares[1] * self.inputs[INPUTS * ply + 1]

    def learn(self, ply: int, change: float) -> int:
        """Change the weights of the inputs."""
        self.shares[0] += change * self.inputs[INPUTS * ply]
        self.shares[1] += change * self.inputs[INPUTS * ply + 1]
        return 0

    def __copy__(self) -> OnTop:
        """Return the same for another thread, with the same weights."""
        return self._replace(evaluation=copy(self.evaluation), inputs=self.inputs[:])

    def with_own_weights(self) -> OnTop:
        """Return a copy that no longer learns with this one."""
        return self._replace(shares=self.shares[:])


def usual_size(evaluation: Evaluation, positions: list[Any]) -> float:
    """Return the size of an evaluation's value that four fifths of the values of some positions do not reach."""
    values = sorted(abs(evaluation.value(each)) for each in positions if not each.is_over())
    usual = [value for value in values if value < decided_from(evaluation)]
    return float(max(1, usual[int(USUAL_SHARE * (len(usual) - 1))])) if usual else 1.0


def decided_from(evaluation: Evaluation) -> int:
    """Return the least value that means a decided game."""
    return max(1, evaluation.win // 2)


def new_on_top(evaluation: Evaluation, usual: float, shares: tuple[float, float], plies: int) -> OnTop:
    """Return the input of an evaluation; it learns from games of at most so many plies."""
    inputs = array("d", [0.0]) * (INPUTS * (plies + 1))
    return OnTop(evaluation, array("d", shares), usual, decided_from(evaluation), inputs)
