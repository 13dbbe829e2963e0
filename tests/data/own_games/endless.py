"""Take one or two of five: a game whose rules do not return once there are two left."""

from typing import NamedTuple

from plyground import rules


@rules
class Endless(NamedTuple):
    left: int = 5

    def moves(self) -> range:
        while self.left == 2:
            pass
        return range(1, 3)

    def play(self, move: int) -> "Endless":
        return Endless(self.left - move)

    def to_move(self) -> int:
        return self.left % 2

    def is_over(self) -> bool:
        return self.left <= 0

    def utility(self) -> int:
        return 1
