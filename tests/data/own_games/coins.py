from typing import NamedTuple

from plyground import rules

COINS = (137, 912, 45, 700, 333, 821, 5, 999, 450, 612, 88, 274, 731, 160)


@rules
class Coins(NamedTuple):
    """Coins in a row: take one from either end; the difference counts."""

    left: int = 0
    right: int = 14
    taken: tuple[int, int] = (0, 0)
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
        if self.left < self.right:
            yield 0
            if self.right - self.left > 1:
                yield 1

    def play(self, move):
        coin = COINS[self.left] if move == 0 else COINS[self.right - 1]
        taken = (self.taken[0] + coin, self.taken[1]) if self.player == 0 else (self.taken[0], self.taken[1] + coin)
        if move == 0:
            return Coins(self.left + 1, self.right, taken, 1 - self.player)
        return Coins(self.left, self.right - 1, taken, 1 - self.player)

    def is_over(self):
        return self.left == self.right

    def points(self):
        return self.taken

    def utility(self):
        diff = self.taken[0] - self.taken[1]
        return diff if self.player == 0 else -diff

    def utmost(self):
        return sum(COINS)
