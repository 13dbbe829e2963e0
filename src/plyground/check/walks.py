"""Ways through the positions of a game that nobody has examined yet."""

from __future__ import annotations

from typing import Any

from plyground.position import Move


class Map:
    """Every position that play leads to from the start, each with the first way to it found, nearest first."""

    def __init__(self, start: Any) -> None:
        self.identity = hash_or_text(start)
        self.positions = [start]
        self._parents: dict[Any, tuple[Any, Move] | None] = {self.identity(start): None}

    def expand(self, position: Any) -> None:
        """Find the positions after each move. O(moves)."""
        for move in position.moves():
            child = position.play(move)
            if self.identity(child) not in self._parents:
                self._parents[self.identity(child)] = self.identity(position), move
                self.positions.append(child)

    def line(self, position: Any) -> tuple[Move, ...]:
        """The moves that lead to a position that was found. O(their number)."""
        moves: list[Move] = []
        step = self._parents[self.identity(position)]
        while step is not None:
            before, move = step
            moves.append(move)
            step = self._parents[before]
        return tuple(reversed(moves))


def hash_or_text(example: Any) -> Any:
    """What tells positions apart in a set: themselves, or, where they have no hash (nodes of trees), what they print."""
    try:
        hash(example)
    except Exception:
        return repr
    return lambda position: position
