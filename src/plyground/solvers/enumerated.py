"""Solving backwards in memory: for small games whose positions repeat and have no numbers of their own.

First all positions that play can reach are numbered in breadth-first order, with the moves that lead to each. Then the
values go back along these moves from the ends of the game, as in :mod:`plyground.solvers.retrograde`. A position is won
as soon as one move is known to win. It is lost as soon as all its moves are known to lose. Positions for which neither
happens are draws.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import MutableSequence
from itertools import accumulate
from typing import Any

from plyground.core.contract import blaming_rules, checked_utility, demand_contract
from plyground.core.position import Demand, MarkedPosition
from plyground.errors import SearchError, SearchStopped
from plyground.i18n import _
from plyground.searches.demands import refuse_demands
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.solvers.forward import Solved, Value
from plyground.solvers.walk import MAX_POSITIONS, too_many_positions

DRAW = Value(0, None)
MAX_REPEATING = 50_000
"""Most positions of a game whose positions repeat. Plain Python takes so long for more that a later refusal would
annoy.
"""


def solve(start: Any, limit: int = MAX_POSITIONS, tally: Tally | None = None) -> Solved:
    """Return the value of every position reachable from ``start``, for its side to move; play without end is a draw.

    Best play wins as fast and loses as slowly as it can. Time and memory O(positions · moves). ``tally`` counts the
    positions and may stop the work. Raise :class:`SearchError` for a game with more than ``limit`` positions, with
    chance or more than two players, and for one that counts points.
    """
    demand_contract(start)
    refuse_demands(start, Demand.TURNS, "solve")
    if start.utmost() != 1:
        raise SearchError(_("Positions of this game can repeat, and it counts points: only wins, draws and losses are solved in such games."))  # fmt: skip
    with blaming_rules():
        return _solved(_Graph(start, min(limit, MAX_REPEATING), (tally or new_tally()).counts))


class _Graph:
    """The positions that play can reach from a start, and the moves between them, by number."""

    def __init__(self, start: MarkedPosition, limit: int, counts: MutableSequence[int]) -> None:
        self.positions = [start]
        self.out = array("l")  # number of moves of each position
        self.origins, self.targets = array("l"), array("l")  # start and end position of each move
        self.signs = array("b")  # sign of each move: −1 if the side to move changes, else 1
        numbers = {start: 0}
        for number, position in enumerate(self.positions):  # the list grows during the loop
            moves = () if position.is_over() else position.moves()
            before = len(self.targets)
            for move in moves:
                child = position.play(move)
                place = numbers.setdefault(child, len(self.positions))
                if place == len(self.positions):
                    if place == limit:
                        raise SearchError(too_many_positions(limit))
                    if counts[STOP]:
                        raise SearchStopped
                    counts[NODES] += 1
                    self.positions.append(child)
                self.origins.append(number)
                self.targets.append(place)
                self.signs.append(position.turn(child))
            self.out.append(len(self.targets) - before)

    def backwards(self) -> tuple[array[int], array[int]]:
        """Return the moves in the order of their targets, and the place of the first move to each position."""
        arriving = array("l", bytes(self.out.itemsize * len(self.positions)))
        for target in self.targets:
            arriving[target] += 1
        first = array("l", accumulate(arriving, initial=0))
        free = first[:]
        ordered = array("l", bytes(self.out.itemsize * len(self.targets)))
        for move, target in enumerate(self.targets):
            ordered[free[target]] = move
            free[target] += 1
        return ordered, first


def _solved(graph: _Graph) -> Solved:
    """Return the value of every position of a graph. O(moves)."""
    values: list[Value | None] = [None] * len(graph.positions)
    decided: deque[int] = deque()  # won and lost positions, in the order of their plies to the end
    for number, position in enumerate(graph.positions):
        if position.is_over():
            utility = checked_utility(position)
            values[number] = Value(utility, 0) if utility else DRAW
            if utility:
                decided.append(number)
    left = graph.out[:]  # number of each position's moves that are not known to lose
    ordered, first = graph.backwards()
    while decided:
        number = decided.popleft()
        value = values[number]
        assert value is not None
        for place in range(first[number], first[number + 1]):
            move = ordered[place]
            before = graph.origins[move]
            if values[before] is not None:
                continue
            known = value.before(graph.signs[move])
            left[before] -= 1
            if known.utility > 0 or not left[before]:
                values[before] = known
                decided.append(before)
    solved = Solved(graph.positions[0])
    solved.update((position, value or DRAW) for position, value in zip(graph.positions, values, strict=True))
    return solved
