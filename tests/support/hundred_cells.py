"""A game on a hundred cells, each side's cells as one number, and a text that examines its positions."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, lowest

CELLS = 100
FULL = (1 << CELLS) - 1
LINES = tuple(sum(1 << 10 * row + column for column in range(10)) for row in range(10))


@rules
class Hundred(NamedTuple):
    """A board of a hundred cells, each side's as one number."""

    mine: int = 0
    other: int = 0

    def moves(self) -> Any:
        free = FULL & ~(self.mine | self.other)
        while free:
            yield lowest(free)
            free &= free - 1

    def play(self, move: int) -> Any:
        return Hundred(self.other, self.mine | 1 << move)

    def is_over(self) -> bool:
        return any(line & self.other == line for line in LINES) or self.mine | self.other == FULL

    def utility(self) -> int:
        return -1 if any(line & self.other == line for line in LINES) else 0


def examined(position: Any, depth: int) -> Any:
    if position.is_over():
        return position.utility() - count(position.mine)
    if depth == 0:
        return count(position.mine) + 3 * (position.other >> 70) % 1000
    total = 0
    for move in position.moves():
        total = total * 31 + examined(position.play(move), depth - 1) & 0xFFFFFFFF
    return total
