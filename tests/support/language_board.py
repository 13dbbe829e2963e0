"""A position with cells of several kinds, for functions that are compiled, and the outcome of a call."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import put


@rules
class Board(NamedTuple):
    """Rows of cells of several shapes."""

    cells: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    grid: tuple[tuple[int, ...], ...] = ((0, 1, 2), (3, 4, 5))
    number: int = 0

    def play(self, move: int) -> Any:
        return Board(put(self.cells, move % 7, self.number), self.grid, self.number + 1)

    def moves(self) -> Any:
        for cell in range(7):
            if self.cells[cell] & 1:
                yield cell

    def pairs(self) -> Any:
        for place, cell in enumerate(self.cells):
            yield place, cell


def outcome(function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except (IndexError, ValueError, ZeroDivisionError, UnboundLocalError, RecursionError, TypeError) as error:
        return type(error)
