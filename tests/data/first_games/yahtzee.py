# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import CHANCE, put, ratio, rules


@rules
class Yahtzee(NamedTuple):
    """Yahtzee-lite: three dice, one more throw, four boxes: sum, pair, run, three alike."""

    boxes: tuple[tuple[int, ...], tuple[int, ...]] = ((-1,) * 4, (-1,) * 4)
    dice: tuple[int, ...] = (0, 0, 0)  # 0: to be thrown
    thrown: int = 0  # throws so far
    player: int = 0

    def to_move(self):
        return CHANCE if 0 in self.dice else self.player

    def moves(self):
        if self.is_over():
            return
        if 0 in self.dice:
            free = self.dice.count(0)
            for outcome in range(6**free):
                yield outcome
        else:
            if self.thrown < 2:
                for keep in range(7):
                    yield 4 + keep
            for box in range(4):
                if self.boxes[self.player][box] == -1:
                    yield box

    def probability(self, move):
        return ratio(1, 6 ** self.dice.count(0))

    def worth(self, box):
        a, b, c = sorted(self.dice)
        if box == 0:
            return a + b + c
        if box == 1:
            return 8 if a == b or b == c else 0
        if box == 2:
            return 12 if a + 1 == b and b + 1 == c else 0
        return 25 if a == b == c else 0

    def play(self, move):
        if 0 in self.dice:
            dice = self.dice
            for i in range(3):
                if dice[i] == 0:
                    dice = put(dice, i, move % 6 + 1)
                    move //= 6
            return self._replace(dice=dice, thrown=self.thrown + 1)
        if move >= 4:
            keep = move - 4
            dice = tuple(d if keep >> i & 1 else 0 for i, d in enumerate(self.dice))
            return self._replace(dice=dice)
        boxes = put(self.boxes, self.player, put(self.boxes[self.player], move, self.worth(move)))
        return Yahtzee(boxes, (0, 0, 0), 0, 1 - self.player)

    def is_over(self):
        return all(-1 not in row for row in self.boxes)

    def points(self):
        return tuple(sum(max(b, 0) for b in row) for row in self.boxes)

    def utility(self):
        first, second = self.points()
        if first == second:
            return 0
        return 1 if first > second else -1
