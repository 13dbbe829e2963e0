"""Take one or two of five: a game with a call of C that does not return once there are two left."""

from typing import NamedTuple

from plyground import rules


@rules
class Stalled(NamedTuple):
    left: int = 5

    def moves(self) -> range:
        if self.left == 2:
            sum(iter(int, 1))
        return range(1, 3)

    def play(self, move: int) -> "Stalled":
        return Stalled(self.left - move)

    def to_move(self) -> int:
        return self.left % 2

    def is_over(self) -> bool:
        return self.left <= 0

    def utility(self) -> int:
        return 1
