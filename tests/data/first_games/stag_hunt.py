# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import rules

PAYOFF = {("stag", "stag"): (4, 4), ("stag", "hare"): (0, 3), ("hare", "stag"): (3, 0), ("hare", "hare"): (2, 2)}
NAMES = ("stag", "hare")
TABLE = [[PAYOFF[a, b] for b in NAMES] for a in NAMES]
ROUNDS = 3


@rules
class StagHunt(NamedTuple):
    """Stag hunt: one after the other, three times."""

    first: int = -1
    played: int = 0
    won: tuple[int, int] = (0, 0)

    def players(self):
        return 2

    def to_move(self):
        return 0 if self.first < 0 else 1

    def moves(self):
        if not self.is_over():
            yield from range(len(NAMES))

    def play(self, move):
        if self.first < 0:
            return self._replace(first=move)
        gains = TABLE[self.first][move]
        return StagHunt(-1, self.played + 1, tuple(p + g for p, g in zip(self.won, gains)))

    def is_over(self):
        return self.played == ROUNDS

    def utilities(self):
        return self.won

    def utmost(self):
        return 4 * ROUNDS

    def move_text(self, move):
        return NAMES[move]
