"""Exploring a solved game: every move of a position with its value, and the line of perfect play."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.position import Move
from plyground.solve.forward import Value, Valued, after_each

LONGEST_LINE = 100
"""Plies of a line at most: where positions can come again, one that nobody can win never ends."""


class MoveValue(NamedTuple):
    """A move, and what best play makes of the position for the one who makes it."""

    move: Move
    value: Value


class Exploration(NamedTuple):
    """What a solution says of an unfinished position, for its side to move."""

    ranking: tuple[MoveValue, ...]  # every legal move, the best first; equally good ones in the order of the rules
    line: tuple[Move, ...]  # perfect play of both sides from here on

    @property
    def value(self) -> Value:
        """What best play makes of the position."""
        return self.ranking[0].value

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are equally best; in a lost position, those that lose last."""
        return equally_best(self.ranking)


def explore(values: Valued, position: Any) -> Exploration:
    """What ``values`` says of an unfinished ``position``: a look at each move, and at those of the line."""
    return Exploration(ranked(values, position), perfect_line(values, position))


def ranked(values: Valued, position: Any) -> tuple[MoveValue, ...]:
    """Every legal move with its value, the best first: wins by speed, draws, losses by length."""
    found = [MoveValue(move, value) for move, value in after_each(values, position).items()]
    return tuple(sorted(found, key=lambda each: each.value.preference, reverse=True))


def equally_best(ranking: tuple[MoveValue, ...]) -> tuple[Move, ...]:
    """The moves of a ranking that are as good as the first."""
    return tuple(move for move, value in ranking if value.preference == ranking[0].value.preference)


def perfect_line(values: Valued, position: Any, most: int = LONGEST_LINE) -> tuple[Move, ...]:
    """The first best move, the first best reply, and so on: to the end of the game, until a position comes
    again, or for ``most`` plies.
    """
    line: list[Move] = []
    met = {position}
    while not position.is_over() and len(line) < most:
        move, position = _first_best(values, position)
        line.append(move)
        if position in met:
            break
        met.add(position)
    return tuple(line)


def _first_best(values: Valued, position: Any) -> tuple[Move, Any]:
    """The first move that keeps the value of an unfinished position, with the position after it."""
    best = values[position].preference
    for move in position.moves():
        child = position.play(move)
        if values[child].before(position.turn(child)).preference == best:
            return move, child
    raise AssertionError("the value of a position is that of one of its moves")
