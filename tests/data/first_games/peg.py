# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import rules

BOARD = [
    "..###..",
    "..###..",
    "#######",
    "#######",
    "#######",
    "..###..",
    "..###..",
]
CELLS = [(r, c) for r, line in enumerate(BOARD) for c, mark in enumerate(line) if mark == "#"]
INDEX = {cell: i for i, cell in enumerate(CELLS)}
JUMPS = [
    (INDEX[r, c], INDEX[r + dr, c + dc], INDEX[r + 2 * dr, c + 2 * dc])
    for r, c in CELLS
    for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if (r + 2 * dr, c + 2 * dc) in INDEX
]


@rules
class Peg(NamedTuple):
    """Peg solitaire: leave one peg in the middle."""

    pegs: int = (1 << 33) - 1 & ~(1 << 16)

    def to_move(self):
        return 0

    def players(self):
        return 1

    def can(self, jump):
        start, over, end = jump
        return self.pegs >> start & 1 and self.pegs >> over & 1 and not self.pegs >> end & 1

    def moves(self):
        for i, jump in enumerate(JUMPS):
            if self.can(jump):
                yield i

    def play(self, move):
        pegs = self.pegs
        for cell in JUMPS[move]:
            pegs ^= 1 << cell
        return self._replace(pegs=pegs)

    def is_over(self):
        return not any(self.can(jump) for jump in JUMPS)

    def utilities(self):
        return (1 if self.pegs == 1 << 16 else 0,)
