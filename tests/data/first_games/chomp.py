# ruff: noqa
# mypy: ignore-errors
from dataclasses import dataclass

from plyground import rules

ROWS, COLS = 4, 5


@rules
@dataclass(frozen=True)
class Chomp:
    """Chomp: eat a square and everything right of and below it; who eats the poison loses."""

    left: tuple[int, ...] = (COLS,) * ROWS
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
        for r, length in enumerate(self.left):
            for c in range(length):
                yield r * COLS + c

    def play(self, move):
        row, col = divmod(move, COLS)
        left = [min(length, col) if r >= row else length for r, length in enumerate(self.left)]
        return Chomp(tuple(left), 1 - self.player)

    def is_over(self):
        return sum(self.left) == 0

    def utility(self):
        return 1

    def picture(self):
        return ["#" * length + "." * (COLS - length) for length in self.left]
