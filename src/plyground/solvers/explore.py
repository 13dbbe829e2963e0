"""Exploring a solved game: every move of a position with its value, and the line of perfect play."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plyground.core.position import MarkedPosition, Move
from plyground.errors import RulesError
from plyground.i18n import _
from plyground.solvers.forward import Value, Valued, after_each

MAX_LINE_PLIES = 100
"""Plies of the longest line: with repetition, a drawn line never ends."""


class MoveValue(NamedTuple):
    """A move, and the value of best play after it for the player who makes it."""

    move: Move
    value: Value


@dataclass(frozen=True)
class Exploration:
    """The exact values of an unfinished position, for its side to move."""

    moves: tuple[MoveValue, ...]  # every legal move, the best first; equally good moves in the order of the rules
    line: tuple[Move, ...]  # perfect play of both sides from here on
    nodes: int = 0  # positions looked up
    seconds: float = field(default=0.0, compare=False)
    native: bool = field(default=False, compare=False)  # compiled code ran
    position: Any = field(default=None, compare=False, repr=False)  # the position explored

    @property
    def value(self) -> Value:
        """The value of the position under best play."""
        return self.moves[0].value

    @property
    def move(self) -> Move:
        """The first of the best moves."""
        return self.moves[0].move

    @property
    def best(self) -> tuple[Move, ...]:
        """The best moves, all equally good. In a lost position they are the moves that lose last."""
        return equally_best(self.moves)


def explore(values: Valued, position: Any) -> Exploration:
    """Return the exact values of an unfinished ``position``: one look-up for each move and ply of the line."""
    started = time.perf_counter()
    counted = _LookUps(values)
    moves, line = ranked(counted, position), perfect_line(counted, position)
    return Exploration(moves, line, counted.count, time.perf_counter() - started, position=position)


class _LookUps:
    """Values that count how often they are asked."""

    def __init__(self, values: Valued) -> None:
        self.values = values
        self.count = 0

    def __getitem__(self, position: MarkedPosition) -> Value:
        self.count += 1
        return self.values[position]


def ranked(values: Valued, position: MarkedPosition) -> tuple[MoveValue, ...]:
    """Return every legal move with its value, the best first: wins by speed, draws, losses by length."""
    found = [MoveValue(move, value) for move, value in after_each(values, position).items()]
    return tuple(sorted(found, key=lambda each: each.value.preference, reverse=True))


def equally_best(ranking: tuple[MoveValue, ...]) -> tuple[Move, ...]:
    """Return the moves of a ranking that are as good as the first."""
    return tuple(move for move, value in ranking if value.preference == ranking[0].value.preference)


def perfect_line(values: Valued, position: MarkedPosition, most: int = MAX_LINE_PLIES) -> tuple[Move, ...]:
    """Return the line in which each side plays its first best move.

    The line ends with the game, at a repetition, or after ``most`` plies.
    """
    line: list[Move] = []
    met = {position.recurring()}
    while not position.is_over() and len(line) < most:
        move, position = _first_best(values, position)
        line.append(move)
        if position.recurring() in met:
            break
        met.add(position.recurring())
    return tuple(line)


def _first_best(values: Valued, position: MarkedPosition) -> tuple[Move, Any]:
    """Return the first move that keeps the value of an unfinished position, with the position after it."""
    best = values[position].preference
    for move in position.moves():
        child = position.play(move)
        if values[child].before(position.turn(child)).preference == best:
            return move, child
    raise RulesError(
        _(
            "{cls}: no move keeps the value of a position. Utilities greater than 1 need a method utmost() that returns the greatest.",
            cls=type(position).__name__,
        )
    )
