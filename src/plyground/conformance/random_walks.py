"""Paths to the positions of a game that have not been examined yet."""

from __future__ import annotations

from typing import Any

from plyground.core.position import MarkedPosition, Move


class Map:
    """All positions that can be reached from the start, nearest first, each with the first path to it."""

    def __init__(self, start: MarkedPosition) -> None:
        self.identity = hash_or_text(start)
        self.positions = [start]
        self._parents: dict[Any, tuple[Any, Move] | None] = {self.identity(start): None}

    def expand(self, position: MarkedPosition) -> None:
        """Add the positions after each move. O(moves)."""
        for move in position.moves():
            child = position.play(move)
            if self.identity(child) not in self._parents:
                self._parents[self.identity(child)] = self.identity(position), move
                self.positions.append(child)

    def line(self, position: MarkedPosition) -> tuple[Move, ...]:
        """Return the moves that lead to a known position. O(moves)."""
        moves: list[Move] = []
        step = self._parents[self.identity(position)]
        while step is not None:
            before, move = step
            moves.append(move)
            step = self._parents[before]
        return tuple(reversed(moves))


def hash_or_text(example: Any) -> Any:
    """Return the function from a position to its hashable key: the position itself, or its printed text if it has no
    hash.
    """
    try:
        hash(example)
    except Exception:
        return repr
    return lambda position: position
