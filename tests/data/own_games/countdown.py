"""A game as a person may write it: rules, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground import rules


@rules
class Countdown(NamedTuple):
    """Countdown: take one, two or three stones from the heap; who takes the last one wins."""

    stones: int = 21
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        for taken in range(1, min(3, self.stones) + 1):
            yield taken

    def play(self, move: int) -> Countdown:
        return Countdown(self.stones - move, 1 - self.player)

    def is_over(self) -> bool:
        return self.stones == 0

    def utility(self) -> int:
        return -1
