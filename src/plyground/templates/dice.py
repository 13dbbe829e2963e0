"""A game of two players and a die, to be made yours.

plyground web dice.py        play it in the browser
plyground check dice.py      is anything wrong with it?
"""

from typing import NamedTuple

from plyground import CHANCE, ratio, rules

FACES = 3


@rules  # lets searches use the class
class Dice(NamedTuple):
    """Dice: each turn begins with a die of three faces; take at most as many stones as it shows; who takes the last one wins."""

    # A position is its fields: whole numbers, or tuples of them. Their defaults are how the game begins.
    stones: int = 8
    player: int = 0  # player to move: 0 or 1
    shown: int = 0  # number on the die; 0 before it is rolled

    def to_move(self):
        """Return the player to move, or CHANCE when the die is to be rolled."""
        return self.player if self.shown or self.stones == 0 else CHANCE

    def moves(self):
        """Yield each legal move, a whole number; when chance is to move, each possible outcome."""
        if self.stones:
            most = FACES if self.shown == 0 else min(self.shown, self.stones)
            for number in range(1, most + 1):
                yield number

    def probability(self, move):
        """Return the probability of a move of chance; together they are 1."""
        return ratio(1, FACES)

    def play(self, move):
        """Return the position after a move; this one does not change."""
        if self.shown == 0:
            return Dice(self.stones, self.player, move)
        return Dice(self.stones - move, 1 - self.player, 0)

    def is_over(self):
        return self.stones == 0

    def utility(self):
        """Return the result for the player to move, when the game is over: 1 won, 0 drawn, -1 lost."""
        return -1  # the other player has taken the last stone
