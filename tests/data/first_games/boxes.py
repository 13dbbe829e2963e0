# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import rules

N = 2
H = N * (N + 1)  # horizontal lines come first
LINES = 2 * H


def sides(r, c):
    return (r * N + c, (r + 1) * N + c, H + r * (N + 1) + c, H + r * (N + 1) + c + 1)


BOXES = [sides(r, c) for r in range(N) for c in range(N)]


@rules
class Boxes(NamedTuple):
    """Dots and boxes for three: who closes a box moves again."""

    drawn: tuple[int, ...] = (0,) * LINES
    boxes: tuple[int, ...] = (0, 0, 0)
    player: int = 0

    def to_move(self):
        return self.player

    def players(self):
        return 3

    def moves(self):
        return (i for i in range(LINES) if not self.drawn[i])

    def play(self, line):
        drawn = list(self.drawn)
        drawn[line] = 1
        closed = len([box for box in BOXES if line in box and all(drawn[side] for side in box)])
        boxes = list(self.boxes)
        boxes[self.player] += closed
        return Boxes(tuple(drawn), tuple(boxes), self.player if closed else (self.player + 1) % 3)

    def is_over(self):
        return all(self.drawn)

    def utilities(self):
        return self.boxes

    def utmost(self):
        return N * N

    def total(self):
        return N * N
