"""A game with a board, as a person may write it, with more than the rules ask for: a helper method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground import rules

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@rules
class Noughts(NamedTuple):
    cells: tuple[int, ...] = (0,) * 9
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        if self.is_won():
            return
        for cell in range(9):
            if self.cells[cell] == 0:
                yield cell

    def play(self, move: int) -> Noughts:
        cells = list(self.cells)
        cells[move] = 1 + self.player
        return Noughts(tuple(cells), 1 - self.player)

    def is_won(self) -> bool:
        for a, b, c in LINES:
            if self.cells[a] != 0 and self.cells[a] == self.cells[b] and self.cells[b] == self.cells[c]:
                return True
        return False

    def is_over(self) -> bool:
        return self.is_won() or 0 not in self.cells

    def utility(self) -> int:
        return -1 if self.is_won() else 0
