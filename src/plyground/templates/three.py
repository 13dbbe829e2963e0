"""A game of three players, each with its own result, to be made yours.

plyground web three.py        play it in the browser
plyground check three.py      is anything wrong with it?
"""

from typing import NamedTuple

from plyground import rules


@rules  # lets searches use the class
class Three(NamedTuple):
    """Three: three players take one, two or three stones from a heap in turn; who takes the last one pays a point to each of the others."""

    # A position is its fields: whole numbers, or tuples of them. Their defaults are how the game begins.
    stones: int = 13
    player: int = 0  # player to move: 0, 1 or 2

    def players(self):
        return 3

    def to_move(self):
        return self.player

    def moves(self):
        """Yield each legal move, a whole number; none when the game is over."""
        for taken in range(1, min(3, self.stones) + 1):
            yield taken

    def play(self, move):
        """Return the position after a move; this one does not change."""
        return Three(self.stones - move, (self.player + 1) % 3)

    def is_over(self):
        return self.stones == 0

    def utilities(self):
        """Return the utility of each player, when the game is over."""
        last = (self.player + 2) % 3
        return tuple(-2 if player == last else 1 for player in range(3))

    def utmost(self):
        """Return the most that a player can win or lose."""
        return 2
